"""`sandtable train`: a network that learns to choose as a stronger, slower player does."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import sandtable
from sandtable import cluster
from sandtable.bots.training.run import Backend, Training, TrainingPlan
from sandtable.bots.training.samples import play_samples
from sandtable.commands.arguments import count, count_from_0, whole
from sandtable.commands.tune import watching
from sandtable.kernel.errors import BadOption
from sandtable.terminal.look import make_look

GREEDY = "greedy"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(sandtable.games())}")
    parser.add_argument(
        "--folder",
        metavar="DIR",
        required=True,
        help="where games and the network are kept; a run that was stopped is continued",
    )
    parser.add_argument("--players", type=count, default=2, metavar="N", help="seats, usually 2")
    parser.add_argument(
        "--teacher",
        default=GREEDY,
        metavar="T",
        help="who plays the games: greedy (usual), or a number of iterations for the search",
    )
    parser.add_argument(
        "--games", type=count, default=1000, metavar="N", help="games in all, usually 1000"
    )
    parser.add_argument(
        "--hidden", type=count, default=64, metavar="N", help="size of the network, usually 64"
    )
    parser.add_argument("--epochs", type=count, default=8, metavar="N", help="usually 8")
    parser.add_argument(
        "--check",
        type=count_from_0,
        default=40,
        metavar="N",
        help="games of the network against greedy at the end, usually 40",
    )
    parser.add_argument(
        "--workers", type=count, default=1, metavar="N", help="processes, usually 1"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster; 'local' starts one here"
    )
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="usually 1")
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
    backend: Backend | None = None
    if args.ray:
        ray = cluster.start(args.ray)
        backend = lambda jobs: cluster.run_jobs(play_samples, jobs, ray)  # noqa: E731
    try:
        with watching(args.game) as show:
            document = training.run(args.games, args.check, args.workers, show, backend)
    except KeyboardInterrupt:
        print(f"What was played is in {folder}; the same command goes on.", file=sys.stderr)
        raise
    if args.json:
        json.dump(document["about"], sys.stdout)
        print()
        return 0
    console = make_look().console
    about = document["about"]
    console.print(
        f"{about['decisions']} decisions of {about['games']} games; "
        f"the network agrees with {about['agreement']:.1%} of those it was not taught"
    )
    for name, value in about["check"].items():
        console.print(f"{name}: {value}")
    console.print(f"{folder / 'policy.json'}", soft_wrap=True)
    return 0
