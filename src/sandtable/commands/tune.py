"""`sandtable tune`: better weights for a game's evaluation, found by letting bots play."""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

import sandtable
from sandtable.bots.tuning import Contest, Learning, Tuning, WeightSpace
from sandtable.bots.tuning.learning import SHRINK, TRACE
from sandtable.commands.arguments import add_run_options, count_from_0
from sandtable.commands.progress import run_kept_in, watching
from sandtable.kernel.errors import BadOption
from sandtable.terminal.screen import make_screen

#: Hidden units that anybody may want.
MOST_UNITS = 256
#: The file's contents, further lines to print, and the result of the check.
Findings = tuple[dict[str, Any], list[str], dict[str, Any] | None]


def add(parser: argparse.ArgumentParser) -> None:
    add_run_options(parser)
    parser.add_argument(
        "--method",
        choices=("evolution", "learning"),
        default="evolution",
        help="evolution (default): weights are changed, and those that win are kept; "
        "learning: what positions are worth is learnt from how games went on",
    )
    parser.add_argument(
        "--generations",
        type=count_from_0,
        default=0,
        metavar="N",
        help="generations in all (default: 20), or rounds of learning (default: 4)",
    )
    parser.add_argument(
        "--games",
        type=count_from_0,
        default=0,
        metavar="N",
        help="games of each candidate (default: 16), or of a round of learning (default: 1000)",
    )
    parser.add_argument(
        "--population", type=count_from_0, default=0, metavar="N", help="candidates in a generation"
    )
    parser.add_argument(
        "--weights",
        metavar="A,B,...",
        default="",
        help="weights to tune, by name or pattern such as pace_* (default: all)",
    )
    parser.add_argument(
        "--iterations",
        type=count_from_0,
        default=0,
        metavar="N",
        help="tune the search bot with N iterations (default: tune the greedy bot)",
    )
    parser.add_argument(
        "--check",
        type=count_from_0,
        default=0,
        metavar="N",
        help="games to check the result (default: four times --games, 100 for learning)",
    )
    parser.add_argument(
        "--step", type=step, default=0.5, metavar="X", help="first step (default: 0.5)"
    )
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="learning begins without the experience that comes with Sandtable",
    )
    parser.add_argument(
        "--trace",
        type=part,
        default=TRACE,
        metavar="X",
        help="how much learning counts what came later, from 0 (only what comes next) to 1 "
        f"(only how the game ended); usually {TRACE:g}",
    )
    parser.add_argument(
        "--shrink",
        type=part,
        default=SHRINK,
        metavar="X",
        help=f"how strongly learning draws values towards zero, from 0 to 1; usually {SHRINK:g}",
    )
    parser.add_argument(
        "--units",
        type=count_from_0,
        default=0,
        metavar="N",
        help="hidden units that learning fits, which see traits together (default: none)",
    )
    parser.add_argument("--json", action="store_true", help="print the weights file")


def step(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number <= 5.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0 and up to 5")
    return number


def part(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


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
    with run_kept_in(folder):
        outcome, lines, check = (learn if learning else evolve)(folder, args)
    if args.json:
        json.dump(outcome, sys.stdout)
        print()
        return 0
    console = make_screen().console
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
    if args.fresh or args.units or args.trace != TRACE or args.shrink != SHRINK:
        raise BadOption("--fresh, --trace, --shrink and --units are for the method learning")
    patterns = [word.strip() for word in args.weights.split(",") if word.strip()]
    space = WeightSpace(args.game, patterns)
    contest = Contest(args.game, args.players, args.iterations, space.start)
    tuning = Tuning(space, contest, folder, args.games, args.population, args.step, args.seed)
    with watching(args.game) as show:

        def report(generation: int, done: int, total: int, note: str) -> None:
            text = f"generation {generation} of {args.generations}" if generation else "check"
            show(text, done, total, note)

        check = args.check or 4 * args.games
        weights = tuning.run(args.generations, check, args.workers, report)
    return weights, moved(space, weights["weights"]), weights["tuning"].get("check")


def learn(folder: Path, args: argparse.Namespace) -> Findings:
    """Learn from how games went on."""
    if args.units > MOST_UNITS:
        raise BadOption(f"at most {MOST_UNITS} --units")
    if args.weights or args.iterations or args.population:
        raise BadOption("--weights, --iterations and --population are for the method evolution")
    learning = Learning(
        args.game,
        args.players,
        args.games,
        folder,
        args.seed,
        args.fresh,
        args.trace,
        args.shrink,
        args.units,
    )
    with watching(args.game) as show:

        def report(number: int, stage: str, done: int, total: int, note: str) -> None:
            text = f"round {number} of {args.generations}" + (f", {stage}" if stage else "")
            show(text, done, total, note)

        learnt = learning.run(args.generations, args.check or 100, args.workers, report)
    return learnt, [], learnt["learnt"][learning.title]["check"]


def moved(space: WeightSpace, weights: dict[str, float]) -> list[str]:
    """The weights that moved most."""

    def far(name: str) -> float:
        old, new = space.start[name], weights.get(name, space.start[name])
        return -abs(math.log(new / old)) if old and new / old > 0 else -abs(new - old)

    return [
        f"{name}: {space.start[name]:g} -> {weights.get(name, space.start[name]):g}"
        for name in sorted(space.names, key=far)[:12]
    ]
