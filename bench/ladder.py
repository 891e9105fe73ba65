"""How often each strength for people wins against the one below, and what ratings follow.

    python -m bench.ladder faiyum [--games 200] [--slow 40] [--pairs 1,2] [--write]

Games of two, seats alternate on the same deal. ``--slow`` is the number of games where somebody
thinks by the clock or by iterations. ``--write`` puts the ratings into the title's ``levels.json``:
a share of wins says how far apart two levels are on the scale of openskill, and the mean of all six
is the rating a person begins with.
"""

import argparse
import json
import math
from importlib.resources import files
from pathlib import Path

import sandtable
from sandtable.arena.standings import wilson
from sandtable.bots import LEVELS, make, play
from sandtable.bots.levels import spec
from sandtable.bots.skill import Skill

#: Openskill's model wins by the logistic curve of the difference divided by this.
SCALE = math.sqrt(2) * Skill().mu / 6


def contest(name: str, stronger: str, weaker: str, games: int) -> tuple[float, list[float]]:
    """The games the stronger one wins (a shared victory is half of one), and both mean scores."""
    won = 0.0
    points = [0.0, 0.0]
    for number in range(games):
        match = sandtable.game(name).new(2, f"ladder {number // 2}")
        seat = number % 2
        players = [make(weaker, f"{number} below"), make(weaker, f"{number} below")]
        players[seat] = make(stronger, f"{number} above")
        play(match, players)
        winners = match.winners()
        won += (seat in winners) / len(winners)
        points[0] += match.scores()[seat] / games
        points[1] += match.scores()[1 - seat] / games
    return won, points


def ratings(shares: list[float]) -> list[float]:
    """The strength of each level from its share of wins against the one below."""
    strengths = [0.0]
    for share in shares:
        bounded = min(0.98, max(0.02, share))
        strengths.append(strengths[-1] + SCALE * math.log(bounded / (1 - bounded)))
    mean = sum(strengths) / len(strengths)
    return [round(Skill().mu + strength - mean, 2) for strength in strengths]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=sandtable.games())
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--slow", type=int, default=40)
    parser.add_argument("--pairs", default="1,2,3,4,5", help="1: the second against the first")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    title = sandtable.game(args.game)
    wanted = [int(word) for word in args.pairs.split(",")]
    shares: list[float] = []
    for place in wanted:
        stronger, weaker = LEVELS[place], LEVELS[place - 1]
        slow = "search" in spec(title, stronger)
        games = args.slow if slow else args.games
        won, points = contest(args.game, stronger, weaker, games)
        low, high = wilson(won, games)
        shares.append(won / games)
        print(
            f"{args.game}: {stronger} against {weaker}: {won:g} of {games} won, "
            f"{won / games:.0%} ({low:.0%} to {high:.0%}), "
            f"{points[0]:.0f} to {points[1]:.0f} points",
            flush=True,
        )
    if args.write and len(shares) == len(LEVELS) - 1:
        path = Path(str(files(f"sandtable.games.{args.game}.bot") / "levels.json"))
        document = json.loads(path.read_text(encoding="utf-8"))
        for level, strength in zip(LEVELS, ratings(shares), strict=True):
            document[level]["mu"] = strength
        path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
