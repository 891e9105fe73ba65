"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from typing import Any

import sandtable
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game
from sandtable.kernel.messages import ENGLISH

PREFIX = "option_"


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """`--option name=value`, and every option of every game by its own name."""
    group = parser.add_argument_group("options of the games")
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated",
    )
    helps: dict[str, list[str]] = {}
    for name in sandtable.games():
        for option in sandtable.game(name).option_help():
            values = ", ".join(_typed(value) for value in option["values"])
            default = _typed(option["default"])
            text = f"{name}: {option['help']} One of {values} (default: {default})."
            helps.setdefault(option["name"], []).append(text)
    taken = set(parser._option_string_actions)
    for word, texts in helps.items():
        flag = "--" + word.replace("_", "-")
        if flag not in taken:
            text = " ".join(texts).replace("%", "%%")
            group.add_argument(flag, dest=PREFIX + word, metavar="VALUE", help=text)


def _typed(value: object) -> str:
    """A value as people type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language`: what the game speaks."""
    spoken = sorted({word for name in sandtable.games() for word in sandtable.game(name).languages})
    parser.add_argument(
        "--language",
        choices=spoken,
        help="the game's language (default: from the environment, LANG)",
    )


def language_of(args: argparse.Namespace) -> str:
    """The language asked for, else that of the environment; a game that does not speak it speaks
    English."""
    if args.language is not None:
        return str(args.language)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value[:2].lower()
    return ENGLISH


def game_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options given, as values."""
    options: dict[str, Any] = {}
    given = [
        (word[len(PREFIX) :], text)
        for word, text in vars(args).items()
        if word.startswith(PREFIX) and text is not None
    ]
    for pair in args.option:
        word, equals, text = pair.partition("=")
        if not equals or not word.strip().isidentifier():
            raise BadOption(f"--option {pair!r}: write it as name=value")
        given.append((word.strip(), text))
    for word, text in given:
        if word in ("players", "seed", "edition"):
            raise BadOption(f"{word} is not a game option; use --seats, --seed, --edition")
        if word in options:
            raise BadOption(f"the option {word} is given twice")
        options[word] = value(text)
    return options


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """What commands take that play games in runs: `tune`, `train` and `selfplay`."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(sandtable.games())}")
    parser.add_argument(
        "--folder",
        metavar="DIR",
        required=True,
        help="where the run is kept; a stopped run is continued",
    )
    add_number(parser, "--players", 2, "number of seats, 1 for solo games")
    add_workers(parser)
    add_number(parser, "--seed", 1, "seed of the run", whole)


def add_number(
    parser: argparse.ArgumentParser,
    flag: str,
    default: int,
    help: str,
    kind: Callable[[str], int] | None = None,
) -> None:
    """An option that takes a whole number; a count from 1 up unless another kind is given."""
    parser.add_argument(
        flag, type=kind or count, default=default, metavar="N", help=f"{help} (default: {default})"
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """`--jobs`, as everywhere; `--workers` is its former name."""
    parser.add_argument(
        "--jobs",
        "--workers",
        dest="workers",
        type=count,
        default=1,
        metavar="N",
        help="number of processes (default: 1)",
    )


def add_ray(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="work on a Ray cluster; 'local' starts one here"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_record_options(parser: argparse.ArgumentParser) -> None:
    """What every command takes that shows something of a recorded game."""
    parser.add_argument("--edition", metavar="FILE", help="the edition the game was played with")
    parser.add_argument("--plain", action="store_true", help="plain letters without colours")
    add_json(parser)


def value(text: str) -> Any:
    """Numbers, true and false as such; everything else is a word."""
    text = text.strip()
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return parsed if isinstance(parsed, (int, float, str)) else text


def seed(text: str) -> int | str:
    """A whole number, or a word."""
    try:
        return int(text)
    except ValueError:
        return text


def count(text: str) -> int:
    """A whole number above zero."""
    return _whole(text, 1)


def count_from_0(text: str) -> int:
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or len(text) > 9 or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} up")
    return int(text)


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return number


def game_in_edition(name: str, edition: str | None) -> Game:
    game = sandtable.game(name)
    return game if edition is None else game.in_edition(edition)
