"""`sandtable tune`: better weights for a game's evaluation, found by letting bots play."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sandtable
from sandtable.bots.tuning import Contest, Learning, Tuning, WeightSpace
from sandtable.commands.arguments import count, count_from_0, whole
from sandtable.commands.progress import bars
from sandtable.kernel.errors import BadOption
from sandtable.terminal.look import make_look

#: What is written, what else is told of it, and how its check went.
Findings = tuple[dict[str, Any], list[str], dict[str, Any] | None]


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(sandtable.games())}")
    parser.add_argument(
        "--folder",
        metavar="DIR",
        required=True,
        help="where the run is kept; one that was stopped is continued",
    )
    parser.add_argument(
        "--method",
        choices=("evolution", "learning"),
        default="evolution",
        help="evolution (usual): weights are changed, and those that win are kept; "
        "learning: what positions are worth is learnt from how games went on",
    )
    parser.add_argument(
        "--generations",
        type=count_from_0,
        default=0,
        metavar="N",
        help="in all, usually 20; rounds of learning, usually 4",
    )
    parser.add_argument(
        "--games",
        type=count_from_0,
        default=0,
        metavar="N",
        help="of each candidate, usually 16; of a round of learning, usually 1000",
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
        help="games with what was found; usually four times --games, for learning 100",
    )
    parser.add_argument(
        "--step", type=step, default=0.5, metavar="X", help="first step, usually 0.5"
    )
    parser.add_argument(
        "--workers", type=count, default=1, metavar="N", help="processes, usually 1"
    )
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="usually 1")
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="learning begins without the experience that comes with Sandtable",
    )
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
    learning = args.method == "learning"
    args.games = args.games or (1000 if learning else 16)
    args.generations = args.generations or (4 if learning else 20)
    games, generations = (100_000, 100) if learning else (1000, 1000)
    if args.games > games or args.generations > generations:
        raise BadOption(f"at most {games} --games and {generations} --generations")
    sandtable.game(args.game)  # says which there are
    folder = Path(args.folder)
    try:
        found, lines, check = (learn if learning else evolve)(folder, args)
    except KeyboardInterrupt:
        print(f"What was played is in {folder}; the same command goes on.", file=sys.stderr)
        raise
    if args.json:
        json.dump(found, sys.stdout)
        print()
        return 0
    console = make_look().console
    for line in lines:
        console.print(line)
    if check:
        error = check["interval"]
        likely = "" if error is None else f" ± {error:g}"
        console.print(
            f"{check['games']} games of the check: {check['gain']:+g}{likely} {check['in']}"
        )
    console.print(f"{folder / 'weights.json'}", soft_wrap=True)
    return 0


def evolve(folder: Path, args: argparse.Namespace) -> Findings:
    """Change weights, and keep those that win."""
    if args.fresh:
        raise BadOption("--fresh is for the method learning")
    patterns = [word.strip() for word in args.weights.split(",") if word.strip()]
    space = WeightSpace(args.game, patterns)
    contest = Contest(args.game, args.players, args.iterations, space.start)
    tuning = Tuning(space, contest, folder, args.games, args.population, args.step, args.seed)
    with watching(args.game) as show:

        def tell(generation: int, done: int, total: int, note: str) -> None:
            text = f"generation {generation} of {args.generations}" if generation else "check"
            show(text, done, total, note)

        check = args.check or 4 * args.games
        found = tuning.run(args.generations, check, args.workers, tell)
    return found, moved(space, found["weights"]), found["found"].get("check")


def learn(folder: Path, args: argparse.Namespace) -> Findings:
    """Learn from how games went on."""
    if args.weights or args.iterations or args.population:
        raise BadOption("--weights, --iterations and --population are for the method evolution")
    learning = Learning(args.game, args.players, args.games, folder, args.seed, args.fresh)
    with watching(args.game) as show:

        def tell(number: int, checking: bool, done: int, total: int, note: str) -> None:
            text = f"round {number} of {args.generations}" + (", check" if checking else "")
            show(text, done, total, note)

        found = learning.run(args.generations, args.check or 100, args.workers, tell)
    return found, [], found["learnt"][learning.title]["check"]


@contextmanager
def watching(game: str) -> Iterator[Callable[[str, int, int, str], None]]:
    """A bar, and how to tell it what is done now, how much of it, and a note."""
    with bars(note=True) as progress:
        bar = progress.add_task(f"{game}: reading", total=None, note="")

        def show(text: str, done: int, total: int, note: str) -> None:
            progress.update(
                bar, description=f"{game}: {text}", completed=done, total=total, note=note
            )

        yield show


def moved(space: WeightSpace, weights: dict[str, float]) -> list[str]:
    """The weights that moved most."""

    def far(name: str) -> float:
        old, new = space.start[name], weights.get(name, space.start[name])
        return -abs(math.log(new / old)) if old and new / old > 0 else -abs(new - old)

    return [
        f"{name}: {space.start[name]:g} -> {weights.get(name, space.start[name]):g}"
        for name in sorted(space.names, key=far)[:12]
    ]
