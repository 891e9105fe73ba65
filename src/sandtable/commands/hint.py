"""`sandtable hint`: the best choices in a position of a recorded game."""

from __future__ import annotations

import argparse
import json
import sys

from sandtable.bots.hints import hints
from sandtable.commands.arguments import (
    add_number,
    add_record_options,
    count,
    count_from_0,
    seconds,
)
from sandtable.kernel.errors import BadOption, RecordError
from sandtable.kernel.match import Match, seat_names
from sandtable.kernel.record import Record
from sandtable.terminal import saved_games
from sandtable.terminal.advice import hint_table
from sandtable.terminal.screen import make_screen


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="RECORD", help="a record; - reads standard input")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--turn", type=count, metavar="N", help="at the start of turn N (default: at the end)"
    )
    where.add_argument("--to", type=count_from_0, metavar="N", help="after the first N choices")
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S", help="seconds to think (default: 1)"
    )
    parser.add_argument(
        "--iterations", type=count, default=0, metavar="N", help="tries instead of a time"
    )
    add_number(parser, "--count", 3, "number of hints")
    add_record_options(parser)


def run(args: argparse.Namespace) -> int:
    record, _ = saved_games.parse(args.file)
    try:
        record.replay(edition=args.edition)  # all of it must be sound
        match = position(record, args)
    except RecordError as error:
        raise BadOption(f"{args.file}: {error}") from None
    seat = match.current_player
    if seat is None:
        raise BadOption(f"{args.file}: the game is over; name a position with --turn or --to")
    suggestions = hints(match, None, args.count, args.seconds, args.iterations)
    if args.json:
        document = {
            "game": match.game.name,
            "turn": match.turn_number(),
            "step": len(match.actions()),
            "seat": seat,
            "prompt": match.prompt(),
            "hints": [hint.plain() for hint in suggestions],
        }
        json.dump(document, sys.stdout)
        print()
        return 0
    screen = make_screen(args.plain)
    name = seat_names(match.players)[seat]
    screen.heading(f"{match.game.title}, turn {match.turn_number()}: {name} is to choose")
    screen.console.print(match.prompt())
    screen.console.print(hint_table(suggestions))
    return 0


def position(record: Record, args: argparse.Namespace) -> Match:
    """The match as it stood where the hint is wanted."""
    if args.to is not None:
        return record.replay(args.to, args.edition)
    if args.turn is None:
        return record.replay(edition=args.edition)
    before = 0
    for _, number, _, choices in record.turns:
        if number >= args.turn:
            break
        before += len(choices)
    match = record.replay(before, args.edition)
    if match.turn_number() != args.turn or match.is_over:
        last = record.turns[-1][1] if record.turns else 0
        raise BadOption(
            f"{args.file}: nothing was chosen in a turn {args.turn}; turns run to {last}"
        )
    return match
