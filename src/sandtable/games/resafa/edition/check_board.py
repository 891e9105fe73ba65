"""Checks the boards and tiles of an edition whose shape is known to be right."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.resafa.edition import components as parts
from sandtable.games.resafa.effects import language as fx

CELL_VP: Final = 20
SOURCES_BY_SIDE: Final[dict[str, int]] = {"1-2": 8, "3-4": 9}
COLUMNS_BY_SIDE: Final[dict[str, int]] = {"1-2": 4, "3-4": 5}
FACE_FIELDS: Final = ["shape", "blue", "cost"]
TRADE_FIELDS: Final = ["sell", "sell_bonus", "buy", "buy_bonus"]
GREEN_ITEMS: Final = ["stone", "coin", "vp"]


def only_fields(data: object, fields: list[str], where: str, errors: list[str]) -> bool:
    """Whether an object has exactly these fields."""
    if not isinstance(data, dict) or sorted(data) != sorted(fields):
        errors.append(f"{where}: expected an object with {', '.join(fields)}, found {data!r}")
        return False
    return True


def check_map(edition: dict[str, Any], errors: list[str]) -> None:
    centres = [entry["id"] for entry in edition["centres"]]
    colours = [entry["colour"] for entry in edition["centres"]]
    for entry in edition["centres"]:
        fx.read_word(entry["colour"], parts.CENTRE_COLOURS, f"centres {entry['id']}", errors)
    if colours.count("red") != 5 or colours.count("blue") != 4:
        errors.append("centres: expected 5 red and 4 blue ones, as there are trading tiles")
    roads: list[list[str]] = []
    at_resafa = 0
    for entry in edition["roads"]:
        where = f"roads {entry['id']}"
        joins = entry["joins"]
        if len(joins) < 2 or len({str(place) for place in joins}) != len(joins):
            errors.append(f"{where}: a road joins two or more different places, found {joins!r}")
        for place in joins:
            fx.read_word(place, [*centres, "resafa"], where, errors)
        at_resafa += 1 if "resafa" in joins else 0
        roads.append(joins)
    if at_resafa != 1:
        errors.append(f"roads: exactly one must begin in resafa, found {at_resafa}")
    if errors:
        return
    lengths = parts.road_lengths(centres, roads)
    for i, centre in enumerate(centres):
        if lengths[i][parts.RESAFA] < 0:
            errors.append(f"roads: {centre} cannot be reached from resafa")
    if errors:
        return
    # The journeys the rulebook reckons out; the segment at Resafa is paid once.
    for start, end, cost in (
        ("gerasa", "gerasa", 1),
        ("alia", "alia", 3),
        ("alia", "ctesiphon", 2),
    ):
        a, b = lengths[centres.index(start)], lengths[centres.index(end)]
        found = a[parts.RESAFA] + b[parts.RESAFA] - 1
        if found != cost:
            errors.append(
                f"roads: from {start} by resafa to {end} must cost {cost} coins, it costs {found}"
            )


def check_side(edition: dict[str, Any], name: str, errors: list[str]) -> None:
    side = edition["sides"][name]
    where = f"sides {name}"
    columns = COLUMNS_BY_SIDE[name]
    if side["columns"] != columns or side["rows"] != parts.ROWS:
        errors.append(f"{where}: expected {columns} columns and {parts.ROWS} rows")
    sources = 0
    palms = 0
    for entry in side["cells"]:
        here = f"{where} {entry['id']}"
        row, column = divmod(parts.cell_number(entry["id"]), parts.STRIDE)
        fx.read_number(entry["vp"], 0, CELL_VP, f"{here} vp", errors)
        if "discount" in entry:
            fx.read_cost(entry["discount"], f"{here} discount", errors)
        if "water" in entry:
            sources += 1
            edge = entry["water"]
            fits = row < parts.TANK_ROW and (
                (edge == "top" and row == 0)
                or (edge == "left" and column == 0)
                or (edge == "right" and column == columns - 1)
            )
            if not fits:
                errors.append(f"{here}: 'water' must name an edge of the network beside this cell")
        if entry.get("palm", False):
            palms += 1
            if row == parts.TANK_ROW or name != "1-2":
                errors.append(f"{here}: palms stand in cells of the side for 1-2 players only")
    if sources != SOURCES_BY_SIDE[name]:
        errors.append(f"{where}: expected {SOURCES_BY_SIDE[name]} sources, found {sources}")
    if name == "1-2" and palms != 4:
        errors.append(f"{where}: expected 4 palms for the solo game, found {palms}")
    cells = [entry["id"] for entry in side["cells"]]
    for entry in edition["canal_setup_cards"]:
        here = f"canal_setup_cards {entry['id']} {name}"
        layout = entry[name]
        for cell in layout:
            fx.read_word(cell, cells, here, errors)
        if len({str(cell) for cell in layout}) != len(layout):
            errors.append(f"{here}: a cell is named twice")
        if not 1 <= len(layout) <= parts.CANAL_BONUS_TILES:
            errors.append(f"{here}: expected 1 to 9 cells, there are 9 canal bonus tiles")
    _check_bases(edition, name, errors)


def _check_bases(edition: dict[str, Any], name: str, errors: list[str]) -> None:
    side = edition["sides"][name]
    centres = [entry["id"] for entry in edition["centres"]]
    counts: dict[str, int] = dict.fromkeys(centres, 0)
    for entry in side["bases"]:
        here = f"sides {name} {entry['id']}"
        if entry["centre"] not in counts:
            errors.append(f"{here}: {entry['centre']!r} is not one of {', '.join(centres)}")
            continue
        counts[entry["centre"]] += 1
        expected = f"{entry['centre']}-{counts[entry['centre']]}"
        if entry["id"] != expected:
            errors.append(f"{here}: the id of this space must be {expected}")
        fx.read_word(entry["token"], ["square", "scarab"], here, errors)
        fx.read_parts(entry["do"], fx.REWARD, here, errors)
        if "players" in entry and (name != "3-4" or entry["players"] != 4):
            errors.append(f"{here}: 'players' can only be 4, on the side for 3-4 players")
    for centre, count in counts.items():
        if not 1 <= count <= parts.BASE_SPACES:
            errors.append(f"sides {name} {centre}: expected 1 to 4 base spaces, found {count}")


def check_canals(edition: dict[str, Any], errors: list[str]) -> None:
    effects: list[object] = []
    for entry in edition["canal_bonus_tiles"]:
        fx.read_parts(entry["do"], fx.NOW, f"canal_bonus_tiles {entry['id']}", errors)
        effects.append(entry["do"])
    copies = sorted(effects.count(effect) for effect in effects)
    if copies != [1, 1, 1, 1, 1, 2, 2, 2, 2]:
        errors.append("canal_bonus_tiles: expected seven different bonuses, two of them twice")
    tanks = 0
    for entry in edition["canal_tiles"]:
        for face in ("front", "back"):
            where = f"canal_tiles {entry['id']} {face}"
            data = entry[face]
            if not only_fields(data, FACE_FIELDS, where, errors):
                continue
            shape = fx.read_word(data["shape"], parts.SHAPES, f"{where} shape", errors)
            fx.read_number(data["blue"], 0, 9, f"{where} blue", errors)
            fx.read_cost(data["cost"], f"{where} cost", errors)
            if shape == parts.TANK:
                tanks += 1
                if face == "front":
                    errors.append(f"{where}: a tank is on the back of its tile")
    if tanks != 2:
        errors.append(f"canal_tiles: expected two tiles with a tank, found {tanks}")


def check_trading(edition: dict[str, Any], errors: list[str]) -> None:
    colours = [entry["colour"] for entry in edition["trading_tiles"]]
    if colours.count("red") != 5 or colours.count("blue") != 4:
        errors.append("trading_tiles: expected 5 red and 4 blue ones")
    for entry in edition["trading_tiles"]:
        sold: list[object] = []
        for letter in ("a", "b"):
            where = f"trading_tiles {entry['id']} {letter}"
            face = entry[letter]
            if not only_fields(face, TRADE_FIELDS, where, errors):
                continue
            sell = face["sell"]
            if not isinstance(sell, dict) or not set(sell) <= {"item", "coin", "vp"}:
                errors.append(f"{where}.sell: expected 'item', 'coin' and 'vp', found {sell!r}")
                continue
            sold.append(sell.get("item"))
            fx.read_word(sell.get("item"), fx.ITEMS[1 : fx.HELD], f"{where}.sell", errors)
            for key in ("coin", "vp"):
                fx.read_number(sell.get(key, 0), 0, 20, f"{where}.sell.{key}", errors)
            if not sell.get("coin") and not sell.get("vp"):
                errors.append(f"{where}.sell: a sale must give coins or VP")
            if only_fields(face["buy"], ["item", "coin"], f"{where}.buy", errors):
                fx.read_word(face["buy"]["item"], fx.ITEMS[1 : fx.HELD], f"{where}.buy", errors)
                fx.read_number(face["buy"]["coin"], 0, 20, f"{where}.buy.coin", errors)
            fx.read_parts(face["sell_bonus"], fx.REWARD, f"{where}.sell_bonus", errors)
            fx.read_parts(face["buy_bonus"], fx.REWARD, f"{where}.buy_bonus", errors)
        if len(sold) == 2 and sold[0] != sold[1]:
            errors.append(f"trading_tiles {entry['id']}: both sides must sell the same item")


def check_workshops(edition: dict[str, Any], errors: list[str]) -> None:
    for i, entry in enumerate(edition["starting_workshops"]):
        where = f"starting_workshops {entry['id']}"
        colour = parts.PLAYER_COLOURS[i // 2]
        if entry["colour"] != colour or entry["tile"] != "ab"[i % 2]:
            errors.append(f"{where}: expected colour {colour} and tile {'ab'[i % 2]}")
        check_face({"rooms": entry["rooms"], "green": entry["green"]}, 2, False, where, errors)
    for i, entry in enumerate(edition["workshops"]):
        where = f"workshops {entry['id']}"
        level = 1 if i < parts.LEVEL_1_TILES else 2
        if entry["level"] != level:
            errors.append(f"{where}: must be of level {level}; there are 12 of level 1, 14 of 2")
        check_face(entry["front"], 3 - level, False, f"{where} front", errors)
        check_face(entry["back"], 1, True, f"{where} back", errors)
    for i, entry in enumerate(edition["garden_tiles"]):
        where = f"garden_tiles {entry['id']}"
        if entry["thirds"] != i + 1:
            errors.append(f"{where}: 'thirds' must be {i + 1}")
        fx.read_number(entry["count"], 1, 99, f"{where} count", errors)
        fx.read_cost(entry["cost"], f"{where} cost", errors)


def check_face(
    face: dict[str, Any], rooms: int, is_back: bool, where: str, errors: list[str]
) -> None:
    """One side of a workshop: its rooms, at most one green bonus on each edge, extra production."""
    fields = ["rooms", "green", "extra"] if is_back else ["rooms", "green"]
    if not only_fields(face, fields, where, errors):
        return
    found = fx.read_parts(face["rooms"], fx.ROOM, f"{where} rooms", errors)
    if len(found) != rooms:
        errors.append(f"{where}: expected {rooms} rooms, found {len(found)}")
    if is_back and (face["extra"] is True or face["extra"] != 1):
        errors.append(f"{where}: 'extra' must be 1, the extra production of a back")
    if not isinstance(face["green"], dict):
        errors.append(f"{where} green: expected an object of thirds and gains")
        return
    edges: list[int] = []
    for third, gain in face["green"].items():
        if third not in [str(number) for number in range(parts.THIRDS)]:
            errors.append(f"{where} green: {third!r} is no third of an edge, they are 0 to 11")
            continue
        edges.append(int(third) // 3)
        if not isinstance(gain, dict) or len(gain) != 1:
            errors.append(f"{where} green {third}: expected one item, found {gain!r}")
            continue
        fx.read_amounts(gain, GREEN_ITEMS, f"{where} green {third}", errors)
    if len(set(edges)) != len(edges):
        errors.append(f"{where} green: an edge carries at most one bonus")
