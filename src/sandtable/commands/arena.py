"""`sandtable arena`: computer players against each other, with ratings and a report."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from rich.table import Table

import sandtable
from sandtable import bots
from sandtable.arena import Arena, Plan, report, tables
from sandtable.arena.folder import FinishedGame
from sandtable.arena.standings import PlayerStanding, standings
from sandtable.commands.arguments import (
    add_game_options,
    add_json,
    add_number,
    count,
    game_options,
    whole,
)
from sandtable.commands.progress import bars
from sandtable.kernel.sentences import counted
from sandtable.terminal.screen import make_screen


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(sandtable.games())}")
    parser.add_argument(
        "--players",
        metavar="A,B,...",
        required=True,
        help=f"who takes part: {', '.join(bots.names())}, or your own as mybot.py:MyBot",
    )
    add_number(parser, "--games", 100, "number of games")
    parser.add_argument(
        "--seats", type=count, metavar="N", help="seats at a table (default: one for every player)"
    )
    parser.add_argument(
        "--seed",
        type=whole,
        default=1,
        metavar="N",
        help="seed of the first game; each further game has one more",
    )
    parser.add_argument(
        "--jobs", type=count, metavar="N", help="processes (default: one for every processor)"
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on this Ray cluster (auto, host:port, ray://host:port), or on a local one",
    )
    parser.add_argument(
        "--out", metavar="DIR", help="results folder; one that has games already is continued"
    )
    parser.add_argument(
        "--format", choices=tables.FORMATS, default="parquet", help="of the table of results"
    )
    parser.add_argument("--no-records", action="store_true", help="do not keep the games")
    parser.add_argument("--no-report", action="store_true", help="make no HTML report")
    parser.add_argument("--edition", metavar="FILE", help="play with the components of this file")
    add_json(parser)
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    plan = Plan(
        args.game,
        args.players.split(","),
        seats=args.seats,
        seed=args.seed,
        options=game_options(args),
        edition=args.edition,
    )
    folder = Path(args.out or f"arena-{args.game}-{plan.fingerprint()}")
    start = time.perf_counter()
    try:
        games = play(plan, folder, args)
    except KeyboardInterrupt:
        print(f"The finished games are in {folder}; the same command continues.", file=sys.stderr)
        raise
    spent = time.perf_counter() - start
    ranking = standings(plan, games)
    files = [tables.write(plan, games, folder, args.format)]
    if not args.no_report:
        files.append(report.write(plan, games, ranking, folder))
    if args.json:
        json.dump(document(plan, games, ranking, folder, spent), sys.stdout)
        print()
    else:
        show(plan, games, ranking, files)
    return 0


def play(plan: Plan, folder: Path, args: argparse.Namespace) -> list[FinishedGame]:
    """Play what is missing, with a progress bar on a terminal."""
    jobs = args.jobs or os.cpu_count() or 1
    arena = Arena(plan, folder, keep_records=not args.no_records)
    with bars(note=True) as progress:
        bar = progress.add_task(f"{args.game}: {', '.join(plan.names)}", total=args.games, note="")

        def report(done: int, replaced: int) -> None:
            note = f"{replaced} processes replaced" if replaced else ""
            progress.update(bar, completed=done, note=note)

        return arena.play(args.games, jobs, args.ray, report)


def document(
    plan: Plan, games: list[FinishedGame], ranking: list[PlayerStanding], folder: Path, spent: float
) -> dict[str, Any]:
    return {
        "game": plan.title.name,
        "seats": plan.seats,
        "seed": plan.seed,
        "games": len(games),
        "players": [standing.document() for standing in ranking],
        "folder": str(folder),
        "seconds": round(spent, 3),
    }


def show(
    plan: Plan, games: list[FinishedGame], ranking: list[PlayerStanding], files: list[Path]
) -> None:
    """The standings for people."""
    console = make_screen().console
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
    for head in ("player", "rating", "+/-", "games", "won", "mean score", "+/-"):
        table.add_column(head, justify="left" if head == "player" else "right")
    for standing in ranking:
        table.add_row(
            standing.name,
            f"{standing.mu:.1f}",
            f"{2 * standing.sigma:.1f}",
            str(standing.games),
            f"{100 * standing.win_rate:.1f} %",
            f"{standing.mean_score:.1f}",
            f"{standing.score_error:.1f}",
        )
    console.print(table)
    console.print(
        f"{counted(len(games), 'game')} of {plan.title.title}. +/-: twice a rating's uncertainty, "
        "and where the true mean lies, 19 times out of 20."
    )
    for path in files:
        console.print(f"{path}", soft_wrap=True)
