"""`sandtable baseline`: results with fixed seeds that other players can be compared with."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import sandtable
from sandtable.arena.baseline import BOTS, OPPONENTS, SEED, Result, markdown, pairings
from sandtable.commands.arguments import add_json, add_number, add_ray, count
from sandtable.commands.progress import bars, run_kept_in
from sandtable.version import VERSION


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games_of",
        nargs="*",
        metavar="GAME",
        help=f"which titles (default: {', '.join(sandtable.games())})",
    )
    parser.add_argument(
        "--bots",
        default=",".join(BOTS),
        metavar="A,B,...",
        help=f"whom to measure, also your own as mybot.py:MyBot (default: {','.join(BOTS)})",
    )
    parser.add_argument(
        "--against",
        default=",".join(OPPONENTS),
        metavar="A,B,...",
        help=f"who takes the other seats, one after the other (default: {','.join(OPPONENTS)})",
    )
    parser.add_argument(
        "--seats", metavar="N,M,...", help="seats at a table (default: all numbers a game takes)"
    )
    add_number(parser, "--games", 100, "games of each pairing")
    parser.add_argument(
        "--jobs",
        type=count,
        metavar="N",
        help="number of processes (default: one for every processor)",
    )
    add_ray(parser)
    parser.add_argument(
        "--out",
        default="baseline",
        metavar="DIR",
        help="where games and tables are kept (default: baseline); a stopped run continues",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    seats = None if args.seats is None else [count(word) for word in args.seats.split(",")]
    wanted = pairings(
        args.games_of or sandtable.games(), seats, args.bots.split(","), args.against.split(",")
    )
    out = Path(args.out)
    results: list[Result] = []
    with run_kept_in(out), bars() as progress:
        for pairing in wanted:
            bar = progress.add_task(str(pairing), total=args.games)

            def report(done: int, replaced: int, bar: Any = bar) -> None:
                progress.update(bar, completed=done)

            jobs = args.jobs or os.cpu_count() or 1
            results.append(pairing.play(out, args.games, jobs, args.ray, report))
            write(out, results)
    if args.json:
        print(json.dumps(document(results)))
    else:
        print(markdown(results), end="")
        print(f"\n{out / 'baseline.md'}", file=sys.stderr)
    return 0


def document(results: list[Result]) -> dict[str, Any]:
    return {"version": VERSION, "seed": SEED, "results": results}


def write(out: Path, results: list[Result]) -> None:
    """The tables so far; the files are never half written."""
    for name, text in (
        ("baseline.json", json.dumps(document(results), indent=1) + "\n"),
        ("baseline.md", markdown(results)),
    ):
        unfinished = out / f"{name}.part"
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(out / name)
