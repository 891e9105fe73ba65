"""`sandtable serve`: the server for playing in the browser."""

from __future__ import annotations

import argparse

from sandtable import server
from sandtable.commands.arguments import count


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="where to listen; 0.0.0.0 lets other machines in (default: 127.0.0.1)",
    )
    parser.add_argument(
        "--port",
        type=port,
        default=8765,
        metavar="N",
        help="port (default: 8765); 0 takes a free one",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="a file, or postgresql://USER:PASSWORD@HOST/NAME (default: in your data folder)",
    )
    parser.add_argument(
        "--processes",
        type=count,
        metavar="N",
        help="server processes on this port; more than one needs PostgreSQL (default: 1)",
    )
    parser.add_argument(
        "--workers",
        type=count,
        metavar="N",
        help="processes in which bots think, for each server process",
    )
    parser.add_argument(
        "--log", choices=["text", "json"], help="short lines for people, or one object per line"
    )
    parser.add_argument("--open", action="store_true", help="also open the browser")


def run(args: argparse.Namespace) -> int:
    return server.run(
        args.host, args.port, args.database, args.open, args.log, args.workers, args.processes
    )


def port(text: str) -> int:
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; ports run from 0 to 65535")
    return int(text)
