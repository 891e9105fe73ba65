"""`sandtable play`: a game at the terminal."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

import sandtable
from sandtable import bots
from sandtable.commands.arguments import (
    add_game_options,
    add_language,
    game_in_edition,
    game_options,
    language_of,
    seed,
)
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game_log import GameLog
from sandtable.kernel.history import replayed
from sandtable.kernel.match import Match
from sandtable.terminal import saved_games
from sandtable.terminal.log_table import log_table
from sandtable.terminal.players import is_human, seat_players, split_seats
from sandtable.terminal.screen import Screen, make_screen
from sandtable.terminal.session import Session

USUAL_SEATS = "human,greedy"
LAST_TURNS = 5  # shown again when a saved game continues


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help=f"one of {', '.join(sandtable.games())}"
    )
    parser.add_argument(
        "--seats",
        metavar="A,B,...",
        help="who plays, in the order of the seats: human, human:NAME, "
        f"{', '.join(bots.names())}, or your own as mybot.py:MyBot (default: {USUAL_SEATS})",
    )
    parser.add_argument("--seed", type=seed, help="makes the same game again; any number or word")
    parser.add_argument("--edition", metavar="FILE", help="play with the components of this file")
    parser.add_argument("--load", metavar="FILE", help="continue a saved game")
    add_language(parser)
    parser.add_argument("--plain", action="store_true", help="plain letters without colours")
    parser.add_argument(
        "--no-pause", action="store_true", help="do not wait at the end of your turns for an undo"
    )
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    screen = make_screen(args.plain)
    if args.load is not None:
        return go_on(args, screen)
    if args.game is None:
        if args.seats or args.seed is not None or args.edition or game_options(args):
            raise BadOption(f"name the game: {' or '.join(sandtable.games())}")
        from sandtable.commands.start import ask_and_play

        return ask_and_play(screen, language_of(args))
    specs = split_seats(args.seats or USUAL_SEATS)
    game = game_in_edition(args.game, args.edition).in_language(language_of(args))
    chosen = args.seed if args.seed is not None else secrets.randbelow(10**9)
    match = game.new(len(specs), chosen, **game_options(args))
    return play(match, [], specs, screen, pause=not args.no_pause)


def go_on(args: argparse.Namespace, screen: Screen) -> int:
    """A saved game again."""
    if args.seed is not None or game_options(args):
        raise BadOption("a saved game has its seed and options; leave them out with --load")
    match, actions, specs = saved_games.load(args.load, args.edition)
    match = match.in_language(language_of(args))
    if args.game not in (None, match.game.name):
        raise BadOption(f"{args.load} is a game of {match.game.title}, not of {args.game}")
    if args.seats is not None:
        specs = split_seats(args.seats)
    elif not specs:
        raise BadOption(f"{args.load} does not say who plays; give --seats")
    elif not all(is_human(spec) or spec.partition(":")[0] in bots.names() for spec in specs):
        # A file that came from somewhere must not make us run code it names.
        raise BadOption(f"{args.load} names players of its own; give --seats {','.join(specs)}")
    if len(specs) != match.players:
        raise BadOption(f"{args.load} has {match.players} seats, not {len(specs)}")
    return play(match, actions, specs, screen, pause=not args.no_pause, saved_as=args.load)


def play(
    match: Match,
    actions: list[int],
    specs: list[str],
    screen: Screen,
    pause: bool = True,
    saved_as: str | None = None,
) -> int:
    """A match at the terminal, after the choices that were made already."""
    language = match.game.language
    players = seat_players(specs, match.seed, language)
    people = [seat for seat, player in enumerate(players) if player.bot is None]
    seat = people[0] if len(people) == 1 else None
    names = [player.name for player in players]
    log = GameLog(match.game, names, seat, match.events(seat))
    session = Session(replayed(match, actions, log), players, screen, pause)
    if saved_as not in (None, "-"):
        session.saved_as = Path(str(saved_as))
    session.greet()
    if log.turns:
        screen.console.print(log_table(log, log.turns[-LAST_TURNS:]))
    session.run()
    return 0
