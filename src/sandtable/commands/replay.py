"""`sandtable replay`: the story of a recorded game, and how the table looked."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from sandtable.commands.arguments import add_record_options, count_from_0
from sandtable.kernel.errors import BadOption, RecordError
from sandtable.kernel.match import seat_names
from sandtable.terminal import saved_games
from sandtable.terminal.game_log import GameLog, as_table, retell
from sandtable.terminal.look import make_look
from sandtable.terminal.renderer import renderer_for


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument(
        "--to", type=count_from_0, metavar="N", help="only the first N choices; usually all"
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
    log = retell(start, actions[:upto], seat_names(start.players))
    if args.json:
        json.dump(document(record.header, log, len(actions)), sys.stdout)
        print()
    else:
        show(log, len(actions), args.plain)
    return 0


def document(header: dict[str, str], log: GameLog, choices: int) -> dict[str, Any]:
    match = log.match
    return {
        "game": match.game.name,
        "header": header,
        "choices": choices,
        "to": len(log.steps),
        "turns": [
            {
                "turn": steps[0].turn,
                "seat": steps[0].seat,
                "choices": [match.action_to_str(step.action) for step in steps],
                "lines": log.lines(steps),
            }
            for steps in log.turns()
        ],
        "scores": match.scores(),
        "winners": match.winners(),
        "view": match.view(None),
    }


def show(log: GameLog, choices: int, plain: bool) -> None:
    look = make_look(plain)
    match = log.match
    renderer = renderer_for(match.game, log.names, look)
    seats = "1 player" if match.players == 1 else f"{match.players} players"
    look.heading(f"{match.game.title}, {seats}, seed {match.seed}")
    if log.steps:
        look.console.print(as_table(log, log.turns()))
    look.console.print()
    look.heading(f"After {len(log.steps)} of {choices} choices")
    look.console.print(renderer.table(match.view(None), []))
    look.console.print()
    if match.is_over:
        look.console.print(renderer.result(match))
    else:
        player = match.current_player
        assert player is not None
        look.console.print(f"{log.names[player]} is to choose. {match.prompt()}")
