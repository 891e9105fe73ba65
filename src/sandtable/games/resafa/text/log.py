"""What happened, as plain data for a seat. ``log_lines.py`` has the sentences for people."""

from __future__ import annotations

from typing import Any

from sandtable.games.resafa import constants, events, view
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.edition.components import ROW_KINDS, cell_name
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import PLACEMENTS
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.games.resafa.text.words import Words
from sandtable.kernel.game import Event


def event(words: Words, happened: Event, seat: int | None) -> dict[str, Any]:
    """An event with names instead of numbers; secret cards are named to their owner only."""
    kind, fields = events.FIELDS[happened[0]]
    told: dict[str, Any] = {"type": kind}
    for field, value in zip(fields, happened[1:], strict=False):
        told.update(_field(words, kind, field, value))
    if not told.pop("known", 1) and told["seat"] != seat:
        told.pop("sack", None)
        told.pop("pair", None)
        told.pop("special", None)
    return told


def _field(words: Words, kind: str, field: str, value: int) -> dict[str, Any]:
    """One number of an event by its name; some stand for two things."""
    lookup = words.lookup
    if field in ("owner", "start"):
        return {field: view.owner(value)}
    if field == "pair":
        return {field: view.pair_name(lookup, value) if value >= 0 else None}
    if field == "special":
        return {field: view.special_id(lookup.edition, value)}
    if field == "action":
        return {field: fx.ACTIONS[value] if value >= 0 else None}
    if field == "colour":
        return {field: fx.COLOURS[value] if value >= 0 else None}
    if field == "item":
        return {field: fx.ITEMS[value] if value >= 0 else None}
    if field == "sack":
        return {field: lookup.edition.sack_ids[value]}
    if field == "bonus":
        return {field: view.bonus_id(lookup.edition, value)}
    if field == "slot" and kind != "offer":
        return {"colour": fx.COLOURS[value // SLOTS], "slot": value % SLOTS + 1}
    if field == "slot":
        return {"level": value // constants.OFFERED + 1, "slot": value % constants.OFFERED + 1}
    if field == "tile":
        return {field: view.tile_id(lookup, value)}
    if field == "face":
        return {"tile": view.tile_id(lookup, value // 2), "side": view.SIDES[value % 2]}
    if field == "canal":
        return {field: view.canal_id(lookup.edition, value), "side": view.SIDES[value % 2]}
    if field == "canal_bonus":
        return {field: lookup.edition.canal_bonus_ids[value]}
    if field == "space":
        return {field: cell_name(value)}
    if field == "cell":
        return {field: place_name(value)}
    if field == "placement":
        return {field: PLACEMENTS[value]}
    if field == "rotation":
        return {field: value * 90}
    if field == "room":
        return {field: value + 1}
    if field == "centre":
        return {field: lookup.edition.centre_ids[value]}
    if field == "trading":
        return {"trading_tile": lookup.edition.trading_ids[value // 2], "side": "ab"[value % 2]}
    if field == "thing":
        return {field: words.thing(value)}
    if field == "stack":
        return {
            "colour": fx.COLOURS[value // constants.LEVELS],
            "level": value % constants.LEVELS + 1,
        }
    if field == "start_tile":
        return {field: "ab"[value]}
    if field == "source":
        return {field: constants.SOURCES[value]}
    if field in ("left", "right"):
        return {field: lookup.edition.solo_ids[value]}
    if field == "by_resafa":
        return {field: bool(value)}
    if field == "place" and kind == "token":
        return {field: [None, "causeway", *ROW_KINDS][value + 1]}
    if field == "place":
        return {field: value + 1}
    return {field: value}
