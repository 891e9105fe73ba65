"""`sandtable tune`: better weights for a game's evaluation, found by letting bots play."""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

import sandtable
from sandtable.bots.tuning import Contest, Space, Tuning
from sandtable.commands.arguments import count, count_from_0, whole
from sandtable.commands.progress import bars
from sandtable.kernel.errors import BadOption
from sandtable.terminal.look import make_look


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(sandtable.games())}")
    parser.add_argument(
        "--folder",
        metavar="DIR",
        required=True,
        help="where the run is kept; one that was stopped is continued",
    )
    parser.add_argument(
        "--generations", type=count, default=20, metavar="N", help="in all, usually 20"
    )
    parser.add_argument(
        "--games", type=count, default=16, metavar="N", help="of each candidate, usually 16"
    )
    parser.add_argument(
        "--population", type=count_from_0, default=0, metavar="N", help="candidates in a generation"
    )
    parser.add_argument(
        "--weights",
        metavar="A,B,...",
        default="",
        help="those to tune, by name or pattern such as pace_*; usually all",
    )
    parser.add_argument(
        "--players", type=count, default=2, metavar="N", help="seats, usually 2; alone: 1"
    )
    parser.add_argument(
        "--iterations",
        type=count_from_0,
        default=0,
        metavar="N",
        help="tune the search bot, thinking so long; usually the greedy bot",
    )
    parser.add_argument(
        "--check",
        type=count_from_0,
        default=0,
        metavar="N",
        help="games at the end with the weights found; usually four times --games",
    )
    parser.add_argument(
        "--step", type=step, default=0.5, metavar="X", help="first step, usually 0.5"
    )
    parser.add_argument(
        "--workers", type=count, default=1, metavar="N", help="processes, usually 1"
    )
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="usually 1")
    parser.add_argument("--json", action="store_true", help="print the weights file")


def step(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.0 < found <= 5.0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0 and up to 5")
    return found


def run(args: argparse.Namespace) -> int:
    if args.population == 1:
        raise BadOption("a generation needs at least 2 candidates")
    if not 0 <= args.seed <= 100_000:
        raise BadOption(f"--seed is a number from 0 to 100000, not {args.seed}")
    if args.games > 1000 or args.generations > 1000:
        raise BadOption("at most 1000 --games and 1000 --generations")
    sandtable.game(args.game)  # says which there are
    patterns = [word.strip() for word in args.weights.split(",") if word.strip()]
    space = Space(args.game, patterns)
    contest = Contest(args.game, args.players, args.iterations, space.start)
    folder = Path(args.folder)
    tuning = Tuning(space, contest, folder, args.games, args.population, args.step, args.seed)
    try:
        found = play(tuning, args)
    except KeyboardInterrupt:
        print(f"What was played is in {folder}; the same command goes on.", file=sys.stderr)
        raise
    if args.json:
        json.dump(found, sys.stdout)
        print()
    else:
        show(space, found, folder / "weights.json")
    return 0


def play(tuning: Tuning, args: argparse.Namespace) -> dict[str, Any]:
    with bars(note=True) as progress:
        bar = progress.add_task(f"{args.game}: reading", total=None, note="")

        def tell(generation: int, done: int, total: int, note: str) -> None:
            text = f"generation {generation} of {args.generations}" if generation else "check"
            progress.update(
                bar, description=f"{args.game}: {text}", completed=done, total=total, note=note
            )

        check = args.check or 4 * args.games
        return tuning.run(args.generations, check, args.workers, tell)


def show(space: Space, found: dict[str, Any], path: Path) -> None:
    """The weights that moved most, and whether they are better."""
    console = make_look().console
    weights: dict[str, float] = found["weights"]

    def moved(name: str) -> float:
        old, new = space.start[name], weights.get(name, space.start[name])
        return -abs(math.log(new / old)) if old and new / old > 0 else -abs(new - old)

    for name in sorted(space.names, key=moved)[:12]:
        console.print(f"{name}: {space.start[name]:g} -> {weights.get(name, space.start[name]):g}")
    check = found["found"].get("check")
    if check:
        error = check["interval"]
        likely = "" if error is None else f" ± {error:g}"
        console.print(
            f"{check['games']} games of the check: {check['gain']:+g}{likely} {check['in']}"
        )
    console.print(f"{path}", soft_wrap=True)
