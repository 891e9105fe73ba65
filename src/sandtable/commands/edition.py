"""`sandtable edition`: write out a game's components, check corrected ones, describe their form."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import sandtable
from sandtable.kernel import edition as files
from sandtable.kernel.errors import BadOption, EditionError
from sandtable.kernel.schema import json_schema


def add(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", metavar="WHAT", required=True)
    export = parts.add_parser("export", help="write the components of a game to a file")
    export.add_argument("game", metavar="GAME", help=f"one of {', '.join(sandtable.games())}")
    export.add_argument("file", metavar="FILE", help="- writes to standard output")
    export.add_argument("--force", action="store_true", help="write over a file that exists")
    check = parts.add_parser("check", help="say what is wrong with an edition")
    check.add_argument("file", metavar="FILE")
    check.add_argument("--json", action="store_true", help="print one JSON document")
    schema = parts.add_parser("schema", help="print the JSON Schema of a game's editions")
    schema.add_argument("game", metavar="GAME", help=f"one of {', '.join(sandtable.games())}")


def run(args: argparse.Namespace) -> int:
    return {"export": export, "check": check, "schema": schema}[args.part](args)


def schema(args: argparse.Namespace) -> int:
    game = sandtable.game(args.game)
    print(json.dumps(json_schema(game.edition_type, f"An edition of {game.title}"), indent=1))
    return 0


def export(args: argparse.Namespace) -> int:
    edition = sandtable.game(args.game).edition
    if args.file == "-":
        json.dump(edition, sys.stdout, indent=1, ensure_ascii=False)
        print()
        return 0
    if Path(args.file).exists() and not args.force:
        raise BadOption(f"{args.file} already exists; choose another name, or add --force")
    try:
        files.write(edition, args.file)
    except OSError as error:
        raise BadOption(f"{args.file}: cannot be written ({error.strerror})") from None
    print(
        f"Wrote {args.file}. Correct it, check it with 'sandtable edition check {args.file}', "
        f"and play with --edition {args.file}"
    )
    return 0


def check(args: argparse.Namespace) -> int:
    if not Path(args.file).is_file():
        raise BadOption(f"there is no file {args.file}")
    game, wrong = problems(args.file)
    if args.json:
        json.dump({"file": args.file, "game": game, "ok": not wrong, "problems": wrong}, sys.stdout)
        print()
    elif wrong:
        print(f"{args.file}: {len(wrong)} problem{'s' if len(wrong) > 1 else ''}", file=sys.stderr)
        for problem in wrong:
            print(f"  {problem}", file=sys.stderr)
    else:
        print(f"{args.file}: a valid edition of {sandtable.game(game or '').title}")
    return 1 if wrong else 0


def problems(path: str) -> tuple[str | None, list[str]]:
    """The game an edition is for, if it says, and all that is wrong with it."""
    try:
        edition: dict[str, Any] = files.read(path)
    except EditionError as error:
        return None, error.problems
    name = edition.get("game")
    if not isinstance(name, str) or name not in sandtable.games():
        known = " or ".join(f'"{game}"' for game in sandtable.games())
        return None, [f"game: has to be {known}, not {json.dumps(name)}"]
    return name, sandtable.game(name).check_edition(edition)
