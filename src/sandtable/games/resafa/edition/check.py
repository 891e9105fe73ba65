"""Whether an edition of Resafa can be played: each problem names its entry and what is expected.

Shapes, types, ranges and sizes are declared in ``models.py`` and ``effects/models.py``; here is
what holds across entries. Facts that the rulebook states are not listed a second time: the standard
edition marks them as such, and an entry of the same id must agree with it there.
"""

from __future__ import annotations

import re
from typing import Any, Final

from sandtable.games.resafa.edition import check_board, check_cards
from sandtable.games.resafa.edition.loading import standard
from sandtable.games.resafa.edition.models import Edition
from sandtable.kernel import schema

# Fields that say nothing about the rules.
WORDS_ONLY: Final = ["id", "name", "text", "source", "except"]
#: Sections whose entries are identified by their ids.
SECTIONS: Final = [
    "centres", "roads", "canal_setup_cards", "canal_bonus_tiles", "canal_tiles", "trading_tiles",
    "starting_workshops", "workshops", "garden_tiles", "action_sets", "bonus_cards",
    "special_cards", "sack_cards", "solo_cards", "tables",
]  # fmt: skip
#: Sections that every edition has in full, so that their ids are those of the standard one.
FIXED: Final = ["starting_workshops", "garden_tiles", "tables"]


def check(data: object) -> list[str]:
    """Everything wrong with an edition; empty if it can be played. The edition is not changed."""
    problems = [_with_ids(data, problem) for problem in schema.check(data, Edition)]
    if problems:  # the rules below rely on the shape
        return problems
    assert isinstance(data, dict)
    edition: dict[str, Any] = data
    model = standard()
    _check_ids(edition, model, problems)
    if not problems:
        check_board.check(edition, problems)
        check_cards.check(edition, problems)
    if not problems:
        _check_rulebook(edition, model, problems)
    return problems[: schema.MOST_PROBLEMS]


def _with_ids(edition: object, problem: str) -> str:
    """A problem with entries named by their ids instead of their places."""
    path, _, expected = problem.partition(": ")
    value: Any = edition
    said = ""
    for place, key in re.findall(r"\[(\d+)\]|\.?([^.\[\]]+)", path):
        value = _inside(value, int(place) if place else key)
        if place:
            word = value.get("id") if isinstance(value, dict) else None
            said += f" {word}" if isinstance(word, str) and 0 < len(word) <= 20 else f"[{place}]"
        else:
            said += f".{key}" if said else key
    return f"{said or path}: {expected}"


def _inside(value: Any, key: int | str) -> Any:
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return value[key]
    return value.get(key) if isinstance(value, dict) else None


def _check_ids(edition: dict[str, Any], model: dict[str, Any], problems: list[str]) -> None:
    for section in SECTIONS:
        ids = _ids(edition[section])
        problems += [
            f"{section} {word}: there are two entries with this id" for word in _twice(ids)
        ]
        wanted = _ids(model[section])
        if section in FIXED and ids != wanted:
            problems.append(f"{section}: expected the entries {', '.join(wanted)} in this order")
        for entry in edition[section]:
            _check_exceptions(entry, f"{section} {entry['id']}", problems)


def _ids(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["id"] for entry in entries]


def _twice(words: list[str]) -> list[str]:
    return sorted({word for word in words if words.count(word) > 1})


def _check_exceptions(entry: dict[str, Any], where: str, problems: list[str]) -> None:
    problems += [
        f"{where}: 'except' names {path!r}, which this entry does not have"
        for path in entry.get("except", {})
        if not _has_path(entry, path)
    ]


def _has_path(entry: dict[str, Any], path: str) -> bool:
    value: object = entry
    for key in path.split("."):
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return False
    return True


# -- what the rulebook fixes -----------------------------------------------------------------------


def source_of(entry: dict[str, Any], path: str) -> str:
    """The source of a part of an entry: the longest path in 'except' that covers it decides."""
    best = ""
    source: str = entry["source"]
    others: dict[str, str] = entry.get("except", {})
    for other, there in others.items():
        if (path == other or path.startswith(other + ".")) and len(other) > len(best):
            best = other
            source = there
    return source


def _check_rulebook(edition: dict[str, Any], model: dict[str, Any], problems: list[str]) -> None:
    for section in SECTIONS:
        if section != "roads":
            _compare_entries(edition[section], model[section], section, problems)
    sets = {entry["id"]: entry for entry in edition["action_sets"]}
    for entry in model["action_sets"]:
        if entry["id"] in sets:
            cards = sets[entry["id"]]["cards"]
            _compare_entries(cards, entry["cards"], "action_sets", problems)
    for name, side in model["sides"].items():
        for part in ("cells", "bases"):
            _compare_entries(edition["sides"][name][part], side[part], f"sides {name}", problems)


def _compare_entries(
    entries: list[dict[str, Any]], model: list[dict[str, Any]], where: str, problems: list[str]
) -> None:
    printed = {entry["id"]: entry for entry in model}
    for entry in entries:
        if entry["id"] in printed:
            _compare(entry, printed[entry["id"]], f"{where} {entry['id']}", problems)


def _compare(entry: dict[str, Any], model: dict[str, Any], where: str, problems: list[str]) -> None:
    """What the model takes from the rulebook must be the same in the entry."""
    for key in [*model, *[key for key in entry if key not in model]]:
        if key not in WORDS_ONLY:
            _compare_part(entry.get(key), model.get(key), key, model, where, problems)


def _compare_part(
    value: object, model: object, path: str, entry: dict[str, Any], where: str, problems: list[str]
) -> None:
    if value == model and type(value) is type(model):
        return
    inner = [other for other in entry.get("except", {}) if other.startswith(path + ".")]
    if inner and isinstance(model, dict) and isinstance(value, dict):
        for key in [*model, *[key for key in value if key not in model]]:
            _compare_part(value.get(key), model.get(key), f"{path}.{key}", entry, where, problems)
    elif inner and isinstance(model, list) and isinstance(value, list):
        for i in range(min(len(value), len(model))):
            _compare_part(value[i], model[i], f"{path}.{i}", entry, where, problems)
    elif source_of(entry, path) == "rulebook":
        shown = f"is {_short(value)}" if value is not None else "is missing"
        said = f"says {_short(model)}" if model is not None else "has none"
        problems.append(f"{where}: '{path}' {shown}, but the rulebook {said}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
