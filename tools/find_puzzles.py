"""Find turns that make good puzzles: games are played, every decision is searched through to the
end of its turn.

    python tools/find_puzzles.py faiyum --games 20 --out build/puzzles

writes the records of the games and `candidates.json`: turns with one best beginning, the points
they bring, how many ways there are to play them and how many of these are best.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import sandtable
from sandtable.bots.base import ask
from sandtable.bots.catalog import make
from sandtable.kernel.match import Match
from sandtable.kernel.turn_search import TurnSearch


def candidate(match: Match, most: int, least: int) -> dict[str, Any] | None:
    """The turn that begins, if it is a puzzle: many ways, few of them best."""
    turn_search = TurnSearch(match, most)
    if not turn_search.complete or turn_search.best < least or not turn_search.solutions:
        return None
    first = {line[0] for line in turn_search.solutions}
    if (
        len(first) > 1
        or turn_search.lines < 6
        or len(turn_search.solutions) * 4 > turn_search.lines
    ):
        return None
    return {
        "turn": match.turn_number(),
        "made": len(match.turns()[-1][1]),
        "seat": turn_search.seat,
        "ways": turn_search.lines,
        "best_ways": len(turn_search.solutions),
        "ways_after_first": turn_search.beginnings[next(iter(first))],
        "best": turn_search.best,
        "next_best": turn_search.next_best,
        "solution": min(turn_search.solutions, key=len),
    }


def search(
    name: str, seed: str, bot: str, most: int, least: int, out: Path
) -> list[dict[str, Any]]:
    game = sandtable.game(name)
    match = game.new(2, seed)
    players = [make(bot, f"{seed} {seat}") for seat in range(2)]
    result = []
    turn = 0  # the last one that was found: further decisions of it are the same puzzle
    while not match.is_over:
        if match.turn_number() != turn and len(match.legal_actions()) > 1:
            puzzle = candidate(match, most, least)
            if puzzle is not None:
                turn = match.turn_number()
                result.append({"record": seed, **puzzle})
        assert match.current_player is not None
        match.apply(ask(players[match.current_player], match))
    (out / f"{seed}.txt").write_text(match.record().text, encoding="utf-8")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--first", type=int, default=1, help="number of the first game")
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--most", type=int, default=3000, help="ways to play a turn, at most")
    parser.add_argument("--least", type=int, default=3, help="points of the best turn, at least")
    parser.add_argument("--out", type=Path, default=Path("build/puzzles"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    puzzles: list[dict[str, Any]] = []
    for number in range(args.first, args.first + args.games):
        seed = f"{args.game}-{number}"
        puzzles += search(args.game, seed, args.bot, args.most, args.least, args.out)
        print(f"{seed}: {len(puzzles)} turns so far", flush=True)
    text = json.dumps(puzzles, indent=1)
    (args.out / f"{args.game}-{args.first}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
