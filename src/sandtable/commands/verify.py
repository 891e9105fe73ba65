"""`sandtable verify`: whether a record's seed is the one whose hash was published, and whether the
game follows from it."""

from __future__ import annotations

import argparse
import json
import re
import sys

from sandtable.kernel.errors import BadOption, RecordError
from sandtable.kernel.rng import seed_commitment
from sandtable.terminal import saved_games

HASH = re.compile(r"[0-9a-f]{64}")
DIFFERS = 1


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument(
        "--hash", metavar="HASH", help="the hash published before the game (default: only print it)"
    )
    parser.add_argument("--edition", metavar="FILE", help="the edition the game was played with")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    published = None if args.hash is None else args.hash.strip().lower()
    if published is not None and not HASH.fullmatch(published):
        raise BadOption(f"--hash {args.hash!r}: a hash is 64 hexadecimal digits")
    record, _ = saved_games.parse(args.file)
    try:
        match = record.replay(edition=args.edition)
    except RecordError as error:
        raise BadOption(f"{args.file}: {error}") from None
    computed = seed_commitment(match.seed)
    agrees = None if published is None else computed == published
    if args.json:
        document = {"seed": match.seed, "hash": computed, "published": published, "agrees": agrees}
        json.dump({**document, "choices": len(match.actions())}, sys.stdout)
        print()
    else:
        print(f"The seed {match.seed} deals this game; all {len(match.actions())} choices follow.")
        print(f"Its hash is {computed}.")
        if agrees is not None:
            print("It is the published hash." if agrees else f"The published one is {published}.")
    return DIFFERS if agrees is False else 0
