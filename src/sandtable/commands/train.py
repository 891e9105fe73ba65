"""`sandtable train`: a network that learns to choose as a stronger, slower player does."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from sandtable import cluster
from sandtable.bots.training.run import Training, TrainingPlan
from sandtable.bots.training.samples import play_samples
from sandtable.commands.arguments import add_number, add_ray, add_run_options, count_from_0
from sandtable.commands.progress import run_kept_in, watching
from sandtable.kernel.errors import BadOption
from sandtable.terminal.screen import make_screen

GREEDY = "greedy"


def add(parser: argparse.ArgumentParser) -> None:
    add_run_options(parser)
    parser.add_argument(
        "--teacher",
        default=GREEDY,
        metavar="T",
        help="who plays the games: greedy (default), or a number of iterations for the search",
    )
    add_number(parser, "--games", 1000, "number of games")
    add_number(parser, "--hidden", 64, "size of the hidden layer")
    add_number(parser, "--epochs", 8, "passes over the games")
    add_number(
        parser, "--check", 40, "games of the network against greedy at the end", count_from_0
    )
    add_ray(parser)
    parser.add_argument(
        "--json", action="store_true", help="print what was learnt, without weights"
    )


def run(args: argparse.Namespace) -> int:
    if args.teacher != GREEDY and not (args.teacher.isdecimal() and int(args.teacher)):
        raise BadOption(
            f"--teacher is greedy or a number of iterations from 1, not {args.teacher!r}"
        )
    if not 1 <= args.hidden <= 512:
        raise BadOption(f"--hidden is a number from 1 to 512, not {args.hidden}")
    plan = TrainingPlan(args.game, args.players, args.teacher, args.hidden, args.epochs, args.seed)
    folder = Path(args.folder)
    training = Training(plan, folder)
    backend = cluster.backend(args.ray, play_samples)
    with run_kept_in(folder), watching(args.game) as show:
        document = training.run(args.games, args.check, args.workers, show, backend)
    if args.json:
        json.dump(document["about"], sys.stdout)
        print()
        return 0
    console = make_screen().console
    about = document["about"]
    console.print(
        f"{about['decisions']} decisions of {about['games']} games; "
        f"the network agrees with {about['agreement']:.1%} of those it was not taught"
    )
    for name, value in about["check"].items():
        console.print(f"{name}: {value}")
    console.print(f"{folder / 'policy.json'}", soft_wrap=True)
    return 0
