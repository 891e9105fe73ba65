"""`sandtable analyse`: where a recorded game was won and lost, and what would have been better."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from sandtable.bots.analysis import Analysis, Story, analyse, story
from sandtable.commands.arguments import add_record_options, count, seconds
from sandtable.commands.progress import bars
from sandtable.kernel.errors import BadOption, RecordError, SandtableError
from sandtable.kernel.match import seat_names
from sandtable.kernel.record import Record
from sandtable.terminal import saved_games
from sandtable.terminal.advice import (
    habit_table,
    missed_table,
    source_table,
    swing_table,
    turn_table,
)
from sandtable.terminal.screen import make_screen


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="RECORD", help="a record; - reads standard input")
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=0.2,
        metavar="S",
        help="seconds for each choice (default: 0.2)",
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
        analysis = analyse_with_progress(record, args)
        story_text = story_of(analysis, record, args)
    except RecordError as error:
        raise BadOption(f"{args.file}: {error}") from None
    except SandtableError as error:
        raise BadOption(f"{args.file}: {error}") from None
    document = {**analysis.plain(), "story": story_text.plain(), "header": record.header}
    text = json.dumps(document)
    if output is not None:
        output.write_text(text + "\n", encoding="utf-8")
    if args.json:
        sys.stdout.write(text + "\n")
    else:
        show(analysis, story_text, args)
    return 0


def analyse_with_progress(record: Record, args: argparse.Namespace) -> Analysis:
    """The analysis, with a bar that shows how far it is."""
    with bars() as shown:
        bar = shown.add_task("turns", total=None)

        def progress(done: int, total: int) -> None:
            shown.update(bar, completed=done, total=total)

        return analyse(record, args.seconds, args.iterations, progress, args.edition)


def story_of(analysis: Analysis, record: Record, args: argparse.Namespace) -> Story:
    """The story of the game that was analysed."""
    actions = record.replay(edition=args.edition).actions()
    names = seat_names(analysis.players)
    return story(analysis.summary(), record.start(args.edition), actions, names)


def show(analysis: Analysis, story_text: Story, args: argparse.Namespace) -> None:
    screen = make_screen(args.plain)
    names = seat_names(analysis.players)
    screen.heading("The story")
    screen.console.print(story_text.summary, soft_wrap=True)
    for point in story_text.turning_points:
        number = analysis.turns[point.place].turn
        screen.console.print(f"Turn {number}: {point.text}", soft_wrap=True, highlight=False)
    screen.console.print()
    if story_text.habits:
        screen.heading("Habits that cost points")
        screen.console.print(habit_table(story_text.habits, names))
        screen.console.print()
    if analysis.sources is not None:
        screen.heading("Points by source, and in the search's own game of the same deal")
        screen.console.print(source_table(analysis.sources, names))
        screen.console.print()
    if args.all:
        screen.heading("Every turn")
        screen.console.print(turn_table(analysis, names))
        screen.console.print()
    screen.heading("The turns that changed the most")
    screen.console.print(swing_table(analysis, names, args.count))
    screen.console.print()
    screen.heading("What would have been better")
    if analysis.missed(1):
        screen.console.print(missed_table(analysis, names, args.count))
    else:
        screen.console.print("Nothing better was found.")
    screen.console.print()
    kind = "points expected" if analysis.end.chances is None else "chance to win"
    screen.console.print(
        f"Estimates of the search: {kind} before and after a turn, from what its player could "
        f"know. See a position with: sandtable replay {args.file} --to N",
        style="dim",
        soft_wrap=True,
    )
