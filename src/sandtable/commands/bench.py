"""`sandtable bench`: how fast the engine plays here."""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from typing import Any

from rich.console import Console
from rich.table import Table

import sandtable
from sandtable._pure import is_compiled
from sandtable.commands.arguments import add_json, count, seconds
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.rng import Rng, seeded
from sandtable.terminal.screen import make_screen

POSITIONS = 12  # in how many positions copies are measured
BATCH = 200


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", action="append", metavar="GAME", help="only this game")
    parser.add_argument("--players", type=count, metavar="N", help="seats in a game (default: 4)")
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=1.0,
        metavar="S",
        help="seconds for each figure (default: 1)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    games = [sandtable.game(name) for name in args.game or sandtable.games()]
    rows: list[dict[str, Any]] = []
    for game in games:
        console = Console(stderr=True)
        with console.status(f"Playing {game.title}"):
            players = args.players or min(4, game.max_players)
            figures = measure(game, players, args.seconds)
        rows.append({"game": game.name, "players": players, **figures})
    document = {
        "version": sandtable.__version__,
        "python": platform.python_version(),
        "compiled": is_compiled(),
        "games": rows,
    }
    if args.json:
        json.dump(document, sys.stdout)
        print()
    else:
        report(document)
    return 0


def measure(game: Game, players: int, spend: float) -> dict[str, float]:
    """Random play-outs through the interface that everybody uses, and copies in mid-game."""
    play(game.new(players, 0), seeded(0), -1)  # tables that are built once do not count
    games = decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < spend or not games:
        games += 1
        decisions += play(game.new(players, games), seeded(games), -1)
    clone, step = copies(game, players, decisions // games)
    return {
        "decisions_per_s": round(decisions / spent, 1),
        "games_per_s": round(games / spent, 2),
        "decisions_per_game": round(decisions / games, 1),
        "clone_us": round(clone * 1e6, 3),
        "clone_and_step_us": round(step * 1e6, 3),
    }


def play(match: Match, rng: Rng, upto: int) -> int:
    """Random choices to the end, or this many; returns how many were made."""
    made = 0
    while made != upto and not match.is_over:
        actions = match.legal_actions()
        match.apply(actions[rng.below(len(actions))])
        made += 1
    return made


def copies(game: Game, players: int, length: int) -> tuple[float, float]:
    """Seconds of a copy, and of a copy in which one choice is then made: medians."""
    plain: list[float] = []
    used: list[float] = []
    for seed in range(1, POSITIONS + 1):
        match = game.new(players, seed)
        play(match, seeded(seed), length * seed // (POSITIONS + 1))
        if match.is_over:
            continue
        action = match.legal_actions()[0]
        start = time.perf_counter()
        for _ in range(BATCH):
            match.clone()
        middle = time.perf_counter()
        for _ in range(BATCH):
            copy = match.clone()
            copy.apply(action)
        plain.append((middle - start) / BATCH)
        used.append((time.perf_counter() - middle) / BATCH)
    return statistics.median(plain), statistics.median(used)


def report(document: dict[str, Any]) -> None:
    console = make_screen().console
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
    heads = ("game", "seats", "decisions/s", "games/s", "dec./game", "clone us", "clone+step us")
    for head in heads:
        table.add_column(head, justify="left" if head == "game" else "right")
    for row in document["games"]:
        table.add_row(
            row["game"],
            str(row["players"]),
            f"{row['decisions_per_s']:,.0f}",
            f"{row['games_per_s']:,.1f}",
            f"{row['decisions_per_game']:.0f}",
            f"{row['clone_us']:.2f}",
            f"{row['clone_and_step_us']:.1f}",
        )
    console.print(table)
    how = "compiled" if document["compiled"] else "pure Python"
    console.print(f"Random play-outs, {how}, Python {document['python']}.")
