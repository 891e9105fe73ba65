"""Measure how many turns a player has in a game and how many choices in a turn, and write them
to the title's pace.json, from which the server's clocks follow (docs/hosting.md).

    python tools/measure_turns.py [--games N] [TITLE ...]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import sandtable
from sandtable.bots.base import play
from sandtable.bots.catalog import make

TITLES = Path(__file__).parent.parent / "src/sandtable/games"
#: Quick, and plays games of the length that people play.
BOT = "greedy"


def measure(title: str, players: int, games: int) -> dict[str, float]:
    game = sandtable.game(title)
    turns = choices = 0
    for seed in range(games):
        match = game.new(players, seed)
        play(match, [make(BOT, seed=f"{seed} {seat}") for seat in range(players)])
        made = [chosen for _, chosen in match.turns() if chosen]
        turns += len(made)
        choices += sum(len(chosen) for chosen in made)
    return {
        "players": players,
        "turns": round(turns / games / players, 1),
        "choices": round(choices / turns, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0] if __doc__ else None)
    parser.add_argument("titles", nargs="*", metavar="TITLE")
    parser.add_argument("--games", type=int, default=8, help="per number of players; usually 8")
    asked = parser.parse_args()
    for title in asked.titles or sandtable.games():
        game = sandtable.game(title)
        rows = []
        for players in range(max(2, game.min_players), game.max_players + 1):
            rows.append(measure(title, players, asked.games))
            print(title, rows[-1], flush=True)
        lines = ",\n".join("  " + json.dumps(row) for row in rows)
        (TITLES / title / "pace.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
