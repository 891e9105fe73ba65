"""`sandtable analyse`: where a recorded game was won and lost, and what would have been better."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from sandtable.bots.analysis import Analysis, analyse
from sandtable.commands.arguments import add_record_options, count, seconds
from sandtable.commands.progress import bars
from sandtable.kernel.errors import BadOption, RecordError, SandtableError
from sandtable.kernel.match import seat_names
from sandtable.kernel.record import Record
from sandtable.terminal import saved_games
from sandtable.terminal.advice import missed_table, swing_table, turn_table
from sandtable.terminal.look import make_look


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="RECORD", help="a record; - reads standard input")
    parser.add_argument(
        "--seconds", type=seconds, default=0.2, metavar="S", help="for each choice, usually 0.2"
    )
    parser.add_argument(
        "--iterations", type=count, default=0, metavar="N", help="tries instead of a time"
    )
    parser.add_argument("--count", type=count, default=5, metavar="N", help="length of the lists")
    parser.add_argument("--all", action="store_true", help="list every turn as well")
    parser.add_argument("--output", metavar="FILE", help="write the whole analysis as JSON")
    add_record_options(parser)


def run(args: argparse.Namespace) -> int:
    record, _ = saved_games.parse(args.file)
    output = None if args.output is None else Path(args.output)
    if output is not None:
        try:
            output.touch()  # a name that cannot be written is better known before the work
        except OSError as error:
            raise BadOption(f"{output}: cannot be written ({error.strerror})") from None
    try:
        found = watched(record, args)
    except RecordError as error:
        raise BadOption(f"{args.file}: {error}") from None
    except SandtableError as error:
        raise BadOption(f"{args.file}: {error}") from None
    text = json.dumps({**found.plain(), "header": record.header})
    if output is not None:
        output.write_text(text + "\n", encoding="utf-8")
    if args.json:
        sys.stdout.write(text + "\n")
    else:
        show(found, args)
    return 0


def watched(record: Record, args: argparse.Namespace) -> Analysis:
    """The analysis, with a bar that shows how far it is."""
    with bars() as shown:
        bar = shown.add_task("turns", total=None)

        def progress(done: int, total: int) -> None:
            shown.update(bar, completed=done, total=total)

        return analyse(record, args.seconds, args.iterations, progress, args.edition)


def show(found: Analysis, args: argparse.Namespace) -> None:
    look = make_look(args.plain)
    names = seat_names(found.players)
    if args.all:
        look.heading("Every turn")
        look.console.print(turn_table(found, names))
        look.console.print()
    look.heading("The turns that moved most")
    look.console.print(swing_table(found, names, args.count))
    look.console.print()
    look.heading("What would have been better")
    if found.missed(1):
        look.console.print(missed_table(found, names, args.count))
    else:
        look.console.print("Nothing better was found.")
    look.console.print()
    kind = "points expected" if found.end.chances is None else "chance to win"
    look.console.print(
        f"Estimates of the search: {kind} before and after a turn, from what its player could "
        f"know. See a position with: sandtable replay {args.file} --to N",
        style="dim",
        soft_wrap=True,
    )
