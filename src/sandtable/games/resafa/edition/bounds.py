"""Bounds on the data of an edition, checked before anything else looks at it.

An edition may come from a stranger. Whatever keeps these bounds is small enough for every later
check to take milliseconds; whatever does not is refused after one look at each value.
"""

from __future__ import annotations

import re
from typing import Final

MOST_PROBLEMS: Final = 50  # reported at once; whoever has more mends these first
DEPTH: Final = 10
VALUES: Final = 20_000  # in all; the standard edition has about 5,000
LIST: Final = 100
KEYS: Final = 30
NUMBER: Final = 1000
#: How long texts may be, by the field they stand in; WORD everywhere else.
LENGTHS: Final[dict[str, int]] = {"about": 2000, "text": 300}
WORD: Final = 60
#: Words that name entries or drawings.
PLAIN_WORDS: Final = ["id", "kind", "centre", "tile"]
PLAIN: Final = re.compile("[a-z0-9_-]+")


def check_bounds(edition: object) -> list[str]:
    """What is too large, too deep or of no type an edition has; empty if nothing is."""
    if not isinstance(edition, dict):
        return ["edition: expected an object with the sections of an edition"]
    errors: list[str] = []
    left = VALUES
    todo: list[tuple[object, str, str, int]] = [(edition, "edition", "", 0)]
    while todo and len(errors) < MOST_PROBLEMS:
        value, where, field, depth = todo.pop()
        left -= 1
        if left < 0:
            return [f"edition: larger than any edition of Resafa, which has up to {VALUES} values"]
        if isinstance(value, (dict, list)) and depth >= DEPTH:
            errors.append(f"{where}: nested more than {DEPTH} levels deep")
        elif isinstance(value, dict):
            _check_object(value, where, depth, todo, errors)
        elif isinstance(value, list):
            if len(value) > LIST:
                errors.append(f"{where}: has {len(value)} entries, at most {LIST} are allowed")
                continue
            for i, entry in enumerate(value):
                todo.append((entry, f"{where}[{i}]", field, depth + 1))
        else:
            problem = _problem(value, field)
            if problem:
                errors.append(f"{where}: {problem}")
    errors.reverse()  # the stack takes the last entry first
    return errors


def _check_object(
    value: dict[object, object],
    where: str,
    depth: int,
    todo: list[tuple[object, str, str, int]],
    errors: list[str],
) -> None:
    if len(value) > KEYS:
        errors.append(f"{where}: has {len(value)} fields, at most {KEYS} are allowed")
        return
    for key, entry in value.items():
        if not isinstance(key, str) or len(key) > WORD:
            errors.append(f"{where}: the name of a field has at most {WORD} characters")
        else:
            todo.append((entry, f"{where}.{key}" if depth else key, key, depth + 1))


def _problem(value: object, field: str) -> str:
    """What is wrong with a single text or number; empty if nothing is."""
    if isinstance(value, str):
        most = LENGTHS.get(field, WORD)
        if len(value) > most:
            return f"a text of {len(value)} characters, at most {most} are allowed"
        if field in PLAIN_WORDS and not PLAIN.fullmatch(value):
            return f"may have small letters, digits, - and _ only, found {value!r}"
        return ""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int):
        return "" if -NUMBER <= value <= NUMBER else f"a number from 0 to {NUMBER} is expected here"
    return f"a whole number is expected here, found {str(value)[:40]}"
