"""`sandtable simulate`: many games of computer players, on several processors."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rich.table import Table

import sandtable
from sandtable import bots
from sandtable.arena.playing import GameSource, play_match
from sandtable.commands.arguments import (
    add_game_options,
    add_json,
    add_number,
    game_options,
    whole,
)
from sandtable.commands.progress import bars
from sandtable.kernel.errors import BadOption, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.sentences import counted
from sandtable.processes import JobFailed, JobPool, ProcessDied
from sandtable.terminal.players import is_human, split_seats
from sandtable.terminal.screen import make_screen

CHUNKS_PER_JOB = 16
LONGEST_CHUNK = 25


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(sandtable.games())}")
    parser.add_argument(
        "--seats",
        metavar="A,B,...",
        required=True,
        help=f"who plays, in the order of the seats: {', '.join(bots.names())}, "
        "or your own as mybot.py:MyBot",
    )
    add_number(parser, "--games", 100, "number of games")
    parser.add_argument(
        "--seed",
        type=whole,
        default=1,
        metavar="N",
        help="seed of the first game; each further game has one more",
    )
    add_number(parser, "--jobs", 1, "number of processes")
    parser.add_argument("--edition", metavar="FILE", help="play with the components of this file")
    parser.add_argument("--records", metavar="DIR", help="write the record of every game there")
    add_json(parser)
    add_game_options(parser)


class Simulation:
    """All that a process has to know to play any of the games."""

    def __init__(self, source: GameSource, seats: list[str], records: str | None) -> None:
        self.source = source
        self.seats = seats
        self.records = records

    def player(self) -> Callable[[list[int]], list[dict[str, Any]]]:
        """The function that plays the games of some seeds; processes ask for it once."""
        return partial(play_some, self, self.source.load())


def play_some(simulation: Simulation, game: Game, seeds: list[int]) -> list[dict[str, Any]]:
    return [play_one(simulation, game, seed) for seed in seeds]


def play_one(simulation: Simulation, game: Game, seed: int) -> dict[str, Any]:
    """One game from its seed alone, so that it is the same wherever it is played."""
    match, decisions = play_match(game, simulation.seats, seed, simulation.source.options)
    if simulation.records is not None:
        path = Path(simulation.records) / f"{game.name}-{seed}.txt"
        path.write_text(str(match.record()), encoding="utf-8")
    return {
        "seed": seed,
        "scores": match.scores(),
        "winners": match.winners(),
        "decisions": decisions,
        "turns": match.turn_number(),
    }


def results(simulation: Simulation, seeds: list[int], jobs: int) -> Iterator[list[dict[str, Any]]]:
    """The games as they are finished, in any order."""
    size = max(1, min(LONGEST_CHUNK, len(seeds) // (jobs * CHUNKS_PER_JOB))) if jobs > 1 else 1
    chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    try:
        for _, games in JobPool(simulation.player, min(jobs, len(chunks))).run(chunks):
            yield games
    except JobFailed as failed:
        if isinstance(failed.error, ProcessDied):
            first = failed.job[0] if isinstance(failed.job, list) else failed.job
            raise SandtableError(
                f"the games from --seed {first} on cannot be played: {failed.error}; "
                "try fewer --jobs"
            ) from None
        raise failed.error from None


def run(args: argparse.Namespace) -> int:
    seats = split_seats(args.seats)
    if any(is_human(spec) for spec in seats):
        raise BadOption("only computer players simulate; 'sandtable play' is for people")
    game = sandtable.game(args.game)
    edition = None if args.edition is None else game.in_edition(args.edition).edition
    source = GameSource(args.game, edition, game_options(args))
    # Whatever is wrong shows here, before any work is done.
    source.load().new(len(seats), args.seed, **source.options)
    for seat, spec in enumerate(seats):
        bots.make(spec, bots.bot_seed(args.seed, seat))
    if args.records is not None:
        try:
            Path(args.records).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"{args.records}: cannot be made ({error.strerror})") from None
    start = time.perf_counter()
    simulation = Simulation(source, seats, args.records)
    games = play_all(simulation, [args.seed + i for i in range(args.games)], args.jobs)
    spent = time.perf_counter() - start
    document = {"game": args.game, "seats": seats, "games": games, "seconds": round(spent, 3)}
    if args.json:
        json.dump(document, sys.stdout)
        print()
    else:
        report(document)
    return 0


def play_all(simulation: Simulation, seeds: list[int], jobs: int) -> list[dict[str, Any]]:
    by_seed: dict[int, dict[str, Any]] = {}
    title = f"{simulation.source.game}: {', '.join(simulation.seats)}"
    with bars() as progress:
        bar = progress.add_task(title, total=len(seeds))
        for games in results(simulation, seeds, jobs):
            by_seed.update({game["seed"]: game for game in games})
            progress.advance(bar, len(games))
    return [by_seed[seed] for seed in seeds]


def report(document: dict[str, Any]) -> None:
    """The games summed up for people."""
    console = make_screen().console
    games, seats = document["games"], document["seats"]
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
    for head in ("seat", "player", "wins", "shared", "mean", "+/-", "least", "most"):
        table.add_column(head, justify="left" if head == "player" else "right")
    for seat, spec in enumerate(seats):
        scores = [game["scores"][seat] for game in games]
        alone = sum(game["winners"] == [seat] for game in games)
        shared = sum(seat in game["winners"] and len(game["winners"]) > 1 for game in games)
        error = statistics.stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else 0.0
        table.add_row(
            str(seat + 1),
            spec,
            str(alone),
            str(shared),
            f"{statistics.mean(scores):.1f}",
            f"{1.96 * error:.1f}",
            str(min(scores)),
            str(max(scores)),
        )
    console.print(table)
    seconds = document["seconds"]
    decisions = statistics.mean(game["decisions"] for game in games)
    turns = statistics.mean(game["turns"] for game in games)
    rate = f", {len(games) / seconds:.1f} games/s" if seconds else ""
    console.print(
        f"{counted(len(games), 'game')} of {sandtable.game(document['game']).title} "
        f"in {seconds:.1f} s{rate}; "
        f"{decisions:.0f} decisions and {turns:.0f} turns a game. "
        "+/-: where the true mean lies, 19 times out of 20."
    )
