"""Checks an edition: shape, counts, ranges and everything the rulebook fixes.

`check` never raises and never changes the edition. Each message names the entry, what is wrong
there and what is expected. Facts that the rulebook states are not listed here a second time: the
standard edition marks them as such, and a changed edition must agree with it there.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.resafa.edition import check_board, check_cards
from sandtable.games.resafa.edition.bounds import MOST_PROBLEMS, check_bounds
from sandtable.games.resafa.edition.loading import standard

SOURCES: Final = ["rulebook", "seen", "reconstructed"]
# Fields that say nothing about the rules.
WORDS_ONLY: Final = ["id", "name", "text", "source", "except"]

# The sections of an edition with the fields of their entries; a "?" marks a field that may be
# missing. The word behind the colon is the type of the value.
FIELDS: Final[dict[str, list[str]]] = {
    "centres": ["name:str", "colour:str"],
    "roads": ["joins:list"],
    "canal_setup_cards": ["1-2:list", "3-4:list"],
    "canal_bonus_tiles": ["kind:str", "name:str", "text:str", "do:list"],
    "canal_tiles": ["front:dict", "back:dict"],
    "trading_tiles": ["colour:str", "a:dict", "b:dict"],
    "starting_workshops": ["colour:str", "tile:str", "rooms:list", "green:dict"],
    "workshops": ["level:int", "name:str", "front:dict", "back:dict"],
    "garden_tiles": ["thirds:int", "count:int", "cost:dict"],
    "action_sets": ["letter:str", "cards:list"],
    "bonus_cards": ["name:str", "text:str", "when:str", "need:dict?", "do:list", "copies:list"],
    "special_cards": [
        "colour:str", "level:int", "name:str", "text:str", "boxed:int", "do:list?",
        "always:list?", "end:list?", "mains:int?", "actions:any?",
    ],
    "sack_cards": ["name:str", "text:str", "do:list"],
    "solo_cards": [
        "palms:list?", "upper:dict?", "lower:dict?", "arrow:str", "colour_action:str",
        "workshop:int", "provisions:str", "canal:str", "red:str", "centres:list",
    ],
    "tables": [],
}  # fmt: skip
# Sections whose entries may differ in number and ids from the standard edition.
OPEN_SECTIONS: Final = ["roads"]
# Decks that may be of another size: what their ids begin with, the first number, least and most.
DECKS: Final[dict[str, tuple[str, int, int, int]]] = {
    "sack_cards": ("s", 1, 1, 30),
    "solo_cards": ("solo", 0, 4, 30),
}
HEAD: Final = ["name", "game", "format", "about", "sides"]
CARD: Final = ["actions:list", "colours:list"]
SIDE: Final = ["columns:int", "rows:int", "cells:list", "bases:list"]
CELL: Final = ["vp:int", "discount:dict?", "water:str?", "palm:bool?"]
BASE: Final = ["centre:str", "token:str", "do:list", "players:int?"]

TYPES: Final[dict[str, str]] = {
    "str": "a text",
    "int": "a number",
    "list": "a list",
    "dict": "an object",
    "bool": "true or false",
}


def check(edition: dict[str, Any]) -> list[str]:
    """Everything wrong with an edition of Resafa; empty if it can be played."""
    errors = check_bounds(edition)
    if errors:  # everything below takes time that grows with the size
        return errors
    model = standard()
    _check_shape(edition, model, errors)
    if errors:  # the rules below rely on the shape
        return errors[:MOST_PROBLEMS]
    check_board.check_map(edition, errors)
    for name in ("1-2", "3-4"):
        check_board.check_side(edition, name, errors)
    check_board.check_canals(edition, errors)
    check_board.check_trading(edition, errors)
    check_board.check_workshops(edition, errors)
    check_cards.check_action_sets(edition, errors)
    check_cards.check_bonus_cards(edition, errors)
    check_cards.check_special_cards(edition, errors)
    check_cards.check_sack_cards(edition, errors)
    check_cards.check_solo_cards(edition, errors)
    check_cards.check_tables(edition, errors)
    if not errors:
        _check_rulebook(edition, model, errors)
    return errors[:MOST_PROBLEMS]


# -- shape -----------------------------------------------------------------------------------------


def _check_shape(edition: dict[str, Any], model: dict[str, Any], errors: list[str]) -> None:
    errors += [
        f"edition: {key!r} is no section of a Resafa edition"
        for key in edition
        if key not in HEAD and key not in FIELDS
    ]
    if edition.get("game") != "resafa":
        errors.append(f"edition: 'game' must be 'resafa', found {edition.get('game')!r}")
    if not isinstance(edition.get("name"), str) or not edition["name"].strip():
        errors.append("edition: 'name' must be a text that names the edition")
    if not isinstance(edition.get("about", ""), str):
        errors.append("edition: 'about' must be a text")
    if edition.get("format") != model["format"]:
        errors.append(
            f"edition: 'format' must be {model['format']}, found {edition.get('format')!r}"
        )
    for section, fields in FIELDS.items():
        ids = None if section in OPEN_SECTIONS else _ids(model[section])
        if section in DECKS:
            ids = _deck_ids(section, edition.get(section))
        if section == "tables":
            for entry in model[section]:
                _check_table_shape(edition.get(section), entry, errors)
        _check_entries(edition.get(section), section, fields, ids, errors)
    sets = edition.get("action_sets")
    if isinstance(sets, list):
        for i, entry in enumerate(sets):
            if isinstance(entry, dict) and i < len(model["action_sets"]):
                ids = _ids(model["action_sets"][i]["cards"])
                _check_entries(entry.get("cards"), f"action_sets {ids[0]}", CARD, ids, errors)
    sides = edition.get("sides")
    if not isinstance(sides, dict) or sorted(sides) != ["1-2", "3-4"]:
        errors.append("sides: expected an object with the sides '1-2' and '3-4'")
        return
    for name, side in sides.items():
        where = f"sides {name}"
        if _check_fields(side, where, SIDE, errors):
            ids = _ids(model["sides"][name]["cells"])
            _check_entries(side["cells"], f"{where} cells", CELL, ids, errors)
            _check_entries(side["bases"], f"{where} bases", BASE, None, errors)


def _deck_ids(section: str, entries: object) -> list[str]:
    """The ids of a deck that may be of another size than the standard one."""
    word, first, least, most = DECKS[section]
    size = len(entries) if isinstance(entries, list) else 0
    return [f"{word}{first + i}" for i in range(min(max(size, least), most))]


def _ids(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["id"] for entry in entries]


def _check_entries(
    entries: object, where: str, fields: list[str], ids: list[str] | None, errors: list[str]
) -> None:
    """A list of entries, each with id, source and its fields; the ids as in the model, if given."""
    if not isinstance(entries, list):
        errors.append(f"{where}: expected a list of entries, found {_short(entries)}")
        return
    found: list[str] = []
    for number, entry in enumerate(entries, 1):
        here = f"{where} entry {number}"
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
            errors.append(f"{here}: expected an object with an 'id', found {_short(entry)}")
            continue
        here = f"{where} {entry['id']}"
        if entry["id"] in found:
            errors.append(f"{here}: there are two entries with this id")
        found.append(entry["id"])
        if fields:
            _check_fields(entry, here, fields, errors)
        else:
            _check_source(entry, here, errors)
    if ids is None or found == ids:
        return
    errors += [
        f"{where}: the entry {name} is missing; there are {len(ids)} in all"
        for name in ids
        if name not in found
    ]
    errors += [
        f"{where} {name}: no such entry; expected {', '.join(ids)}"
        for name in found
        if name not in ids
    ]
    if sorted(found) == sorted(ids):
        errors.append(f"{where}: the entries must stand in the order {', '.join(ids)}")


def _check_fields(entry: object, where: str, fields: list[str], errors: list[str]) -> bool:
    """The fields of one entry and their types; False if something is wrong."""
    before = len(errors)
    if not isinstance(entry, dict):
        errors.append(f"{where}: expected an object, found {_short(entry)}")
        return False
    known = ["id", "source", "except"]
    for field in fields:
        name, _, kind = field.partition(":")
        needed = not kind.endswith("?")
        kind = kind.rstrip("?")
        known.append(name)
        if name not in entry:
            if needed:
                errors.append(f"{where}: the field '{name}' is missing")
        elif not _has_type(entry[name], kind):
            errors.append(f"{where}: '{name}' must be {TYPES[kind]}, found {_short(entry[name])}")
    errors += [
        f"{where}: there is no field {key!r} here; known are {', '.join(known)}"
        for key in entry
        if key not in known
    ]
    _check_source(entry, where, errors)
    return len(errors) == before


def _check_source(entry: dict[str, Any], where: str, errors: list[str]) -> None:
    if entry.get("source") not in SOURCES:
        errors.append(f"{where}: 'source' must be one of {', '.join(SOURCES)}")
    others = entry.get("except", {})
    if not isinstance(others, dict):
        errors.append(f"{where}: 'except' must be an object of paths and their sources")
        return
    for path, source in others.items():
        if source not in SOURCES:
            errors.append(f"{where}: 'except' {path} must be one of {', '.join(SOURCES)}")
        if not _has_path(entry, path):
            errors.append(f"{where}: 'except' names {path!r}, which this entry does not have")


def _check_table_shape(tables: object, model: dict[str, Any], errors: list[str]) -> None:
    """A table has the fields of its model, of the same types."""
    for entry in tables if isinstance(tables, list) else []:
        if not isinstance(entry, dict) or entry.get("id") != model["id"]:
            continue
        where = f"tables {model['id']}"
        for key, value in model.items():
            if key == "except":
                continue
            if key not in entry:
                errors.append(f"{where}: the field '{key}' is missing")
            elif type(entry[key]) is not type(value):
                errors.append(
                    f"{where}: '{key}' should look like {value!r}, found {_short(entry[key])}"
                )
        errors += [
            f"{where}: there is no field {key!r} here"
            for key in entry
            if key not in model and key != "except"
        ]


def _has_type(value: object, kind: str) -> bool:
    if kind == "str":
        return isinstance(value, str) and bool(value.strip())
    if kind == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "list":
        return isinstance(value, list)
    if kind == "dict":
        return isinstance(value, dict)
    if kind == "bool":
        return isinstance(value, bool)
    return True


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# -- what the rulebook fixes -----------------------------------------------------------------------


def source_of(entry: dict[str, Any], path: str) -> str:
    """The source of a part of an entry: the longest path in 'except' that covers it decides."""
    best = ""
    found: str = entry["source"]
    others: dict[str, str] = entry.get("except", {})
    for other, source in others.items():
        if (path == other or path.startswith(other + ".")) and len(other) > len(best):
            best = other
            found = source
    return found


def _check_rulebook(edition: dict[str, Any], model: dict[str, Any], errors: list[str]) -> None:
    for section in FIELDS:
        if section in OPEN_SECTIONS:
            continue
        _compare_lists(edition[section], model[section], section, errors)
    for i, entry in enumerate(model["action_sets"]):
        cards = edition["action_sets"][i]["cards"]
        _compare_lists(cards, entry["cards"], "action_sets", errors)
    for name, side in model["sides"].items():
        _compare_lists(edition["sides"][name]["cells"], side["cells"], f"sides {name}", errors)
        bases = {entry["id"]: entry for entry in edition["sides"][name]["bases"]}
        for entry in side["bases"]:
            if entry["id"] in bases:
                _compare(bases[entry["id"]], entry, f"sides {name} {entry['id']}", errors)


def _compare_lists(
    found: list[dict[str, Any]], model: list[dict[str, Any]], where: str, errors: list[str]
) -> None:
    for entry, printed in zip(found, model, strict=False):  # decks may be of another size
        _compare(entry, printed, f"{where} {printed['id']}", errors)


def _compare(found: dict[str, Any], model: dict[str, Any], where: str, errors: list[str]) -> None:
    """What the model takes from the rulebook must be the same in the entry found."""
    for key in [*model, *[key for key in found if key not in model]]:
        if key not in WORDS_ONLY:
            _compare_part(found.get(key), model.get(key), key, model, where, errors)


def _compare_part(
    found: object, model: object, path: str, entry: dict[str, Any], where: str, errors: list[str]
) -> None:
    if found == model and type(found) is type(model):
        return
    inner = [other for other in entry.get("except", {}) if other.startswith(path + ".")]
    if inner and isinstance(model, dict) and isinstance(found, dict):
        for key in [*model, *[key for key in found if key not in model]]:
            _compare_part(found.get(key), model.get(key), f"{path}.{key}", entry, where, errors)
    elif inner and isinstance(model, list) and isinstance(found, list) and len(found) == len(model):
        for i, value in enumerate(model):
            _compare_part(found[i], value, f"{path}.{i}", entry, where, errors)
    elif source_of(entry, path) == "rulebook":
        shown = f"is {_short(found)}" if found is not None else "is missing"
        said = f"says {_short(model)}" if model is not None else "has none"
        errors.append(f"{where}: '{path}' {shown}, but the rulebook {said}")


def _has_path(entry: dict[str, Any], path: object) -> bool:
    value: object = entry
    for key in str(path).split("."):
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return False
    return True
