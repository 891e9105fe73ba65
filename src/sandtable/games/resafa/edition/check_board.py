"""What must hold across the boards and tiles of an edition."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.resafa.edition import components
from sandtable.games.resafa.edition.components import ROWS, STRIDE, TANK_ROW, cell_name, cell_number
from sandtable.games.resafa.edition.models import MOST_WORKSHOPS
from sandtable.games.resafa.effects.kinds import check_parts

SIDES: Final = ["1-2", "3-4"]
SOURCES: Final[dict[str, int]] = {"1-2": 8, "3-4": 9}
COLUMNS: Final[dict[str, int]] = {"1-2": 4, "3-4": 5}
PALMS: Final = 4
#: Journeys the rulebook reckons out; the segment at Resafa is paid once.
JOURNEYS: Final = [("gerasa", "gerasa", 1), ("alia", "alia", 3), ("alia", "ctesiphon", 2)]


def check(edition: dict[str, Any], problems: list[str]) -> None:
    check_map(edition, problems)
    for name in SIDES:
        check_side(edition, name, problems)
        check_bases(edition, name, problems)
    check_canals(edition, problems)
    check_trading(edition, problems)
    check_workshops(edition, problems)


def check_map(edition: dict[str, Any], problems: list[str]) -> None:
    centres = [entry["id"] for entry in edition["centres"]]
    roads: list[list[str]] = []
    at_resafa = 0
    for entry in edition["roads"]:
        where = f"roads {entry['id']}"
        joins = entry["joins"]
        if len(set(joins)) != len(joins):
            problems.append(f"{where}: a road joins different places, found {joins!r}")
        problems += [
            f"{where}: {place!r} is no centre, nor resafa"
            for place in joins
            if place != "resafa" and place not in centres
        ]
        at_resafa += 1 if "resafa" in joins else 0
        roads.append(joins)
    if at_resafa != 1:
        problems.append(f"roads: exactly one must begin in resafa, found {at_resafa}")
    if problems:
        return
    lengths = components.road_lengths(centres, roads)
    resafa = len(centres)
    for i, centre in enumerate(centres):
        if lengths[i][resafa] < 0:
            problems.append(f"roads: {centre} cannot be reached from resafa")
    if problems:
        return
    for start, end, cost in JOURNEYS:
        if start in centres and end in centres:
            a, b = lengths[centres.index(start)], lengths[centres.index(end)]
            due = a[resafa] + b[resafa] - 1
            if due != cost:
                problems.append(
                    f"roads: from {start} by resafa to {end} must cost {cost} coins, it costs {due}"
                )


def check_side(edition: dict[str, Any], name: str, problems: list[str]) -> None:
    side = edition["sides"][name]
    where = f"sides {name}"
    columns = COLUMNS[name]
    if side["columns"] != columns:
        problems.append(f"{where}: expected {columns} columns")
        return
    wanted = [cell_name(row * STRIDE + i) for row in range(ROWS + 1) for i in range(columns)]
    cells = [entry["id"] for entry in side["cells"]]
    if cells != wanted:
        problems.append(f"{where} cells: expected {', '.join(wanted)} in this order")
        return
    sources = 0
    palms = 0
    for entry in side["cells"]:
        here = f"{where} {entry['id']}"
        row, column = divmod(cell_number(entry["id"]), STRIDE)
        if "water" in entry:
            sources += 1
            edge = entry["water"]
            fits = row < TANK_ROW and (
                (edge == "top" and row == 0)
                or (edge == "left" and column == 0)
                or (edge == "right" and column == columns - 1)
            )
            if not fits:
                problems.append(
                    f"{here}: 'water' must name an edge of the network beside this cell"
                )
        if entry.get("palm", False):
            palms += 1
            if row == TANK_ROW or name != "1-2":
                problems.append(f"{here}: palms stand in cells of the side for 1-2 players only")
    if sources != SOURCES[name]:
        problems.append(f"{where}: expected {SOURCES[name]} sources, found {sources}")
    if name == "1-2" and palms != PALMS:
        problems.append(f"{where}: expected {PALMS} palms for the solo game, found {palms}")
    for entry in edition["canal_setup_cards"]:
        here = f"canal_setup_cards {entry['id']} {name}"
        layout = entry[name]
        problems += [
            f"{here}: {cell!r} is no cell of this side" for cell in layout if cell not in cells
        ]
        if len(set(layout)) != len(layout):
            problems.append(f"{here}: a cell is named twice")


def check_bases(edition: dict[str, Any], name: str, problems: list[str]) -> None:
    centres = [entry["id"] for entry in edition["centres"]]
    counts: dict[str, int] = dict.fromkeys(centres, 0)
    for entry in edition["sides"][name]["bases"]:
        here = f"sides {name} {entry['id']}"
        if entry["centre"] not in counts:
            problems.append(f"{here}: {entry['centre']!r} is no centre of this edition")
            continue
        counts[entry["centre"]] += 1
        expected = f"{entry['centre']}-{counts[entry['centre']]}"
        if entry["id"] != expected:
            problems.append(f"{here}: the id of this space must be {expected}")
        check_parts(entry["do"], here, problems)
        if "players" in entry and name != "3-4":
            problems.append(f"{here}: 'players' goes with the side for 3-4 players only")
    for centre, count in counts.items():
        if not 1 <= count <= components.BASE_SPACES:
            problems.append(
                f"sides {name} {centre}: expected 1 to {components.BASE_SPACES} base spaces, "
                f"found {count}"
            )


def check_canals(edition: dict[str, Any], problems: list[str]) -> None:
    for entry in edition["canal_bonus_tiles"]:
        where = f"canal_bonus_tiles {entry['id']}"
        check_parts(entry["do"], where, problems)
        if not entry["do"]:
            problems.append(f"{where}: does nothing")
    problems += [
        f"canal_tiles {entry['id']} front: a tank is on the back of its tile"
        for entry in edition["canal_tiles"]
        if entry["front"]["shape"] == "tank"
    ]


def check_trading(edition: dict[str, Any], problems: list[str]) -> None:
    for colour in components.CENTRE_COLOURS:
        centres = [entry for entry in edition["centres"] if entry["colour"] == colour]
        tiles = [entry for entry in edition["trading_tiles"] if entry["colour"] == colour]
        if not centres:
            problems.append(f"centres: expected at least one {colour} centre")
        if len(tiles) < len(centres):
            problems.append(
                f"trading_tiles: expected a {colour} tile for each of the {len(centres)} {colour} "
                f"centres, found {len(tiles)}"
            )
    for entry in edition["trading_tiles"]:
        for letter in ("a", "b"):
            where = f"trading_tiles {entry['id']} {letter}"
            face = entry[letter]
            if not face["sell"].get("coin") and not face["sell"].get("vp"):
                problems.append(f"{where}.sell: a sale must give coins or VP")
            check_parts(face["sell_bonus"], f"{where}.sell_bonus", problems)
            check_parts(face["buy_bonus"], f"{where}.buy_bonus", problems)
        if entry["a"]["sell"]["item"] != entry["b"]["sell"]["item"]:
            problems.append(f"trading_tiles {entry['id']}: both sides must sell the same item")
        if entry["id"][0] != entry["colour"][0]:
            problems.append(
                f"trading_tiles {entry['id']}: the id of a {entry['colour']} tile begins with "
                f"{entry['colour'][0]}"
            )


def check_workshops(edition: dict[str, Any], problems: list[str]) -> None:
    for i, entry in enumerate(edition["starting_workshops"]):
        where = f"starting_workshops {entry['id']}"
        colour = components.PLAYER_COLOURS[i // 2]
        if entry["colour"] != colour or entry["tile"] != "ab"[i % 2]:
            problems.append(f"{where}: expected colour {colour} and tile {'ab'[i % 2]}")
        check_face(entry, 2, where, problems)
    levels = [entry["level"] for entry in edition["workshops"]]
    if levels != sorted(levels):
        problems.append("workshops: those of level 1 come before those of level 2")
    for level in (1, 2):
        if not 1 <= levels.count(level) <= MOST_WORKSHOPS:
            problems.append(
                f"workshops: expected 1 to {MOST_WORKSHOPS} of level {level}, "
                f"found {levels.count(level)}"
            )
    for entry in edition["workshops"]:
        where = f"workshops {entry['id']}"
        if not entry["id"].startswith(f"w{entry['level']}-"):
            problems.append(f"{where}: the id must begin with w{entry['level']}-")
        check_face(entry["front"], 3 - entry["level"], f"{where} front", problems)
        check_face(entry["back"], 1, f"{where} back", problems)
    for i, entry in enumerate(edition["garden_tiles"]):
        if entry["thirds"] != i + 1:
            problems.append(f"garden_tiles {entry['id']}: 'thirds' must be {i + 1}")


def check_face(face: dict[str, Any], rooms: int, where: str, problems: list[str]) -> None:
    """One side of a workshop: its rooms, and at most one green bonus on each edge."""
    check_parts(face["rooms"], f"{where} rooms", problems)
    if len(face["rooms"]) != rooms:
        problems.append(f"{where}: expected {rooms} rooms, found {len(face['rooms'])}")
    problems += [
        f"{where} green {third}: expected one item, found {gain!r}"
        for third, gain in face["green"].items()
        if len(gain) != 1
    ]
    edges = [int(third) // 3 for third in face["green"]]
    if len(set(edges)) != len(edges):
        problems.append(f"{where} green: an edge carries at most one bonus")
