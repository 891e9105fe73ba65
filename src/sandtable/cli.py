"""The command line. Each command lives in a module of `sandtable.commands` of the same name,
which is loaded only when it is asked for: ``add`` describes its arguments, ``run`` does it."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from sandtable.kernel.errors import SandtableError
from sandtable.version import VERSION

#: Name -> what it does, in the order of the help.
COMMANDS = {
    "play": "play a game in the terminal",
    "serve": "run the server for playing in the browser",
    "admin": "make administrators of a server, and set passwords",
    "simulate": "let computer players play many games",
    "arena": "let players meet in all seatings, with ratings and a report",
    "baseline": "measure players with fixed seeds and opponents, to compare others with",
    "replay": "show a recorded game: its log and a position",
    "verify": "check a recorded game against the hash published before it",
    "hint": "show the best choices in a position of a recorded game",
    "analyse": "show where a recorded game was won and lost, and what would have been better",
    "edition": "write out a game's components, check corrected ones, describe their form",
    "tune": "find better weights for a game's evaluation by self-play",
    "train": "teach a network to choose as a stronger player does",
    "selfplay": "let a learner play against a league, and keep its decisions",
    "dataset": "turn recorded games into tensors to learn from",
    "bench": "measure how fast the engine plays here",
}

INTERRUPTED = 130
BROKEN_PIPE = 141


def parser_for(words: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sandtable",
        description="Heavy desert board games for people and programs.",
        epilog="Without a command, Sandtable starts its server and opens a browser.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"sandtable {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, text in COMMANDS.items():
        command = commands.add_parser(
            name, help=text, description=text.capitalize() + ".", allow_abbrev=False
        )
        if words[:1] == [name]:
            import_module(f"sandtable.commands.{name}").add(command)
    return parser


def main(words: list[str] | None = None) -> int:
    """Run a command line; returns the exit code: 0 success, 1 check failed, 2 bad input."""
    if words is None:
        words = sys.argv[1:]
    try:
        args = parser_for(words).parse_args(words)
        if args.command is None:
            from sandtable.commands.start import start

            code = start()
        else:
            code = int(import_module(f"sandtable.commands.{args.command}").run(args))
        sys.stdout.flush()
        return code
    except SandtableError as error:
        print(f"sandtable: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        print(f"sandtable: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
