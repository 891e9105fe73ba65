"""`sandtable replay`: the log of a recorded game, and how the table looked."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from sandtable.commands.arguments import add_record_options, count_from_0
from sandtable.kernel.errors import BadOption, RecordError
from sandtable.kernel.game_log import GameLog
from sandtable.kernel.history import replayed
from sandtable.kernel.match import Match, seat_names
from sandtable.terminal import saved_games
from sandtable.terminal.log_table import log_table
from sandtable.terminal.renderer import renderer_for
from sandtable.terminal.screen import make_screen


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument(
        "--to", type=count_from_0, metavar="N", help="only the first N choices (default: all)"
    )
    add_record_options(parser)


def run(args: argparse.Namespace) -> int:
    record, _ = saved_games.parse(args.file)
    try:
        played = record.replay(edition=args.edition)
        start = record.start(args.edition)
    except RecordError as error:
        raise BadOption(f"{args.file}: {error}") from None
    actions = played.actions()
    upto = len(actions) if args.to is None else args.to
    if upto > len(actions):
        raise BadOption(f"{args.file} has {len(actions)} choices, so --to {upto} is too far")
    log = GameLog(start.game, seat_names(start.players), None, start.events())
    match = replayed(start, actions[:upto], log).match
    if args.json:
        json.dump(document(record.header, match, log, len(actions)), sys.stdout)
        print()
    else:
        show(match, log, len(actions), args.plain)
    return 0


def document(header: dict[str, str], match: Match, log: GameLog, choices: int) -> dict[str, Any]:
    return {
        "game": match.game.name,
        "header": header,
        "choices": choices,
        "to": log.step,
        "turns": [
            {
                "turn": turn.number,
                "seat": turn.seat,
                "choices": [match.action_to_str(choice.action) for choice in turn.choices],
                "lines": log.lines(turn),
            }
            for turn in log.turns
        ],
        "scores": match.scores(),
        "winners": match.winners(),
        "view": match.view(None),
    }


def show(match: Match, log: GameLog, choices: int, plain: bool) -> None:
    screen = make_screen(plain)
    renderer = renderer_for(match.game, log.names, screen)
    seats = "1 player" if match.players == 1 else f"{match.players} players"
    screen.heading(f"{match.game.title}, {seats}, seed {match.seed}")
    if log.turns:
        screen.console.print(log_table(log, log.turns))
    screen.console.print()
    screen.heading(f"After {log.step} of {choices} choices")
    screen.console.print(renderer.table(match.view(None), []))
    screen.console.print()
    if match.is_over:
        screen.console.print(renderer.result(match))
    else:
        player = match.current_player
        assert player is not None
        screen.console.print(f"{log.names[player]} is to choose. {match.prompt()}")
