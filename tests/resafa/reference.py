"""Facts worked out anew from the pieces, in the plainest way and from the edition's own words.

Nothing here uses the tables of the engine: garden squares are drawn unit by unit, water is
followed along every way there is, and roads are counted one by one.
"""

from __future__ import annotations

from typing import Any

from tests.resafa.table import GAME

Edition = dict[str, Any]
Unit = tuple[int, int]
Green = dict[int, tuple[str, int]]

EDITION: Edition = GAME.edition


# -- the own area ------------------------------------------------------------------------------


def position(cell: str) -> tuple[int, int]:
    """Column and row of a cell such as h8, counted from 0."""
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def green_of(edition: Edition, tile: str, back: bool) -> Green:
    """The green bonuses of a workshop as printed, by third of its edge."""
    for entry in edition["starting_workshops"]:
        if entry["id"] == tile:
            printed = entry["green"]
    for entry in edition["workshops"]:
        if entry["id"] == tile:
            printed = entry["back" if back else "front"]["green"]
    green: Green = {}
    for third, gain in printed.items():
        ((item, amount),) = gain.items()
        green[int(third)] = (item, amount)
    return green


class Workshop:
    """A workshop where it lies: which third of its edge shows which bonus."""

    def __init__(self, edition: Edition, tile: str, back: bool, cell: str, rotation: int) -> None:
        self.x, self.y = position(cell)
        printed = green_of(edition, tile, back)
        # A quarter turn clockwise carries every third on by three.
        self.green = {(third + rotation // 30) % 12: bonus for third, bonus in printed.items()}

    def units(self) -> dict[Unit, list[tuple[Unit, int]]]:
        """For each unit square along the edge: the unit beyond the edge, and which third it is."""
        left, top = 3 * self.x, 3 * self.y
        units: dict[Unit, list[tuple[Unit, int]]] = {}
        for i in range(3):
            beside = [
                ((left + i, top), (left + i, top - 1), i),
                ((left + 2, top + i), (left + 3, top + i), 3 + i),
                ((left + 2 - i, top + 2), (left + 2 - i, top + 3), 6 + i),
                ((left, top + 2 - i), (left - 1, top + 2 - i), 9 + i),
            ]
            for unit, beyond, third in beside:
                units.setdefault(unit, []).append((beyond, third))
        return units


def strip(square: str, placement: str) -> set[Unit]:
    """The units that a garden tile covers."""
    x, y = position(square)
    size, place = placement.split()
    rows = {"top": 0, "middle-row": 1, "bottom": 2}
    columns = {"left": 0, "middle-column": 1, "right": 2}
    across = place in rows
    first = rows[place] if across else columns[place]
    thirds = {first}
    if size == "large":
        thirds = {0, 1} if first == 0 else {1, 2}
    return {
        (3 * x + i, 3 * y + third) if across else (3 * x + third, 3 * y + i)
        for third in thirds
        for i in range(3)
    }


def beside(units: set[Unit], others: set[Unit]) -> bool:
    return any(
        (x + dx, y + dy) in others
        for x, y in units
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )


def touches_workshop(units: set[Unit], workshops: list[Workshop]) -> bool:
    return any(
        beyond in units
        for workshop in workshops
        for beyonds in workshop.units().values()
        for beyond, _ in beyonds
    )


def green_gain(workshops: list[Workshop], laid: list[set[Unit]], new: set[Unit]) -> dict[str, int]:
    """What a new tile yields: all bonuses that it or tiles joined to it in its square touch."""
    joined = set(new)
    grown = True
    while grown:
        grown = False
        for other in laid:
            if not other <= joined and beside(other, joined):
                joined |= other
                grown = True
    gains: dict[str, int] = {}
    for workshop in workshops:
        for beyonds in workshop.units().values():
            for beyond, third in beyonds:
                if beyond in joined and third in workshop.green:
                    item, amount = workshop.green[third]
                    gains[item] = gains.get(item, 0) + amount
    return gains


def legal_placements(
    workshops: list[Workshop], square: str, laid: list[str], sizes: set[str]
) -> set[str]:
    """The ways a further tile fits into a square that has these tiles."""
    actions: set[str] = set()
    across = {"top", "middle-row", "bottom"}
    filled: set[Unit] = set()
    for placement in laid:
        filled |= strip(square, placement)
    for size in sizes:
        for place in ("top", "middle-row", "bottom", "left", "middle-column", "right"):
            if size == "large" and place.startswith("middle"):
                continue
            units = strip(square, f"{size} {place}")
            if units & filled:
                continue
            if laid and (laid[0].split()[1] in across) != (place in across):
                continue
            if not laid and place.startswith("middle"):
                continue
            if beside(units, filled) or touches_workshop(units, workshops):
                actions.add(f"{size} {place}")
    return actions


# -- the water network -------------------------------------------------------------------------

#: Arms of the shapes of canal tiles.
ARMS = {
    "straight": "",
    "left": "left",
    "right": "right",
    "cross": "left right",
    "tank": "",
}


def canal_face(tile: str) -> dict[str, Any]:
    """The entry of a tile side such as ``k3`` or ``k3 back``."""
    number, _, back = tile.partition(" ")
    for entry in EDITION["canal_tiles"]:
        if entry["id"] == number:
            face: dict[str, Any] = entry["back" if back else "front"]
            return face
    raise AssertionError(tile)


def ways_of_water(canals: dict[str, tuple[int, str]], start: str, columns: int) -> set[str]:
    """Every course a cube can take: the cells it passes, joined by spaces."""

    def flow(row: int, column: int, came: tuple[int, int], passed: list[str]) -> None:
        cell = f"r{row}c{column}" if row < 6 else f"t{column}"
        passed = [*passed, cell]
        if row == 6:
            ways.add(" ".join(passed))
            return
        flow(row + 1, column, (row, column), passed)
        if cell in canals:
            arms = ARMS[canal_face(canals[cell][1])["shape"]].split()
            for arm, side in (("left", -1), ("right", 1)):
                there = column + side
                if arm in arms and 1 <= there <= columns and (row, there) != came:
                    flow(row, there, (row, column), passed)

    ways: set[str] = set()
    flow(int(start[1]), int(start[3]), (0, 0), [])
    return ways


def tile_worth(tile: str) -> int:
    blue: int = canal_face(tile)["blue"]
    return 1 + blue


# -- roads -------------------------------------------------------------------------------------

#: Segments from Gerasa, or from Ctesiphon, to each centre of the same colour.
FROM_GERASA = {"gerasa": 0, "antiochia": 1, "alexandria": 1, "alia": 1, "kena": 2}
FROM_CTESIPHON = {"ctesiphon": 0, "gerrha": 1, "charax": 2, "masqat": 2}
DEPTH = {**FROM_GERASA, **FROM_CTESIPHON}
#: The road ahead of each centre on the way to Gerasa or Ctesiphon.
BEFORE = {
    "antiochia": "gerasa",
    "alexandria": "gerasa",
    "alia": "gerasa",
    "kena": "alexandria",
    "gerrha": "ctesiphon",
    "charax": "gerrha",
    "masqat": "gerrha",
}


def _way(centre: str) -> list[str]:
    way = [centre]
    while way[-1] in BEFORE:
        way.append(BEFORE[way[-1]])
    return way


def road(start: str, end: str, by_resafa: bool) -> int:
    """Coins for a move."""
    if start == "resafa":
        return 1 + DEPTH[end]
    if by_resafa or (start in FROM_GERASA) != (end in FROM_GERASA):
        # The segment below Resafa is paid once, there and back.
        return DEPTH[start] + 1 + DEPTH[end]
    one, other = _way(start), _way(end)
    shared = next(place for place in one if place in other)
    return one.index(shared) + other.index(shared)


# -- final scoring -----------------------------------------------------------------------------

SCARABS = [0, 2, 4, 7, 11, 16]
CANALS = [0, *next(t["vp"] for t in EDITION["tables"] if t["id"] == "canals")]


def final_points(seat: Any, rows: list[int]) -> dict[str, int]:
    """What the end gives a seat (table.Seat). Scarabs and pink cards stand together, since one
    pink card is another table of scarabs."""
    specials = [int(card[1:]) for card in seat.specials]
    owned = {word: getattr(seat, word) for word in ("coin", "stone", "marble", "amphora", "spice")}
    if seat.cargo != "nothing":
        count, item = seat.cargo.split()
        owned[item] += int(count)
    counts = {
        "base": len(seat.bases),
        "camel": seat.camel,
        "canal": seat.canals,
        "special": len(specials),
        "water_cube": seat.cubes,
        "square": seat.squares,
        "pair": min(seat.workshops, seat.gardens),
        "white_card": sum(1 for card in specials if 19 <= card <= 36),
        "yellow_card": sum(1 for card in specials if 37 <= card <= 54),
        "blue_card": sum(1 for card in specials if card >= 55),
    }
    scarabs = SCARABS[min(seat.scarabs, 5)]
    worth: dict[int, int] = {}
    for card in specials:
        if card > 18:
            continue
        entry = EDITION["special_cards"][card - 1]
        worth[card] = 0
        for part in entry["end"]:
            if "per" in part:
                worth[card] += part["vp"] * min(counts[part["per"]], part.get("max", 99))
            elif "convert" in part:
                for item in part["convert"]:
                    used = min(owned[item], part["max"])
                    part = {**part, "max": part["max"] - used}
                    owned[item] -= used
                    worth[card] += used * part["vp"]
            elif "scarabs" in part:
                worth[card] += [0, *part["scarabs"]][min(seat.scarabs, 5)]
                scarabs = 0
            elif "vp" in part:
                worth[card] += part["vp"]
    boxed = {card: EDITION["special_cards"][card - 1]["boxed"] for card in specials}
    if 15 in specials:
        worth[15] = max([worth[c] + boxed[c] for c in worth if c != 15], default=0)
    return {
        "scarabs": scarabs + sum(worth.values()),
        "garden row": rows[0] * seat.gardens,
        "workshop row": rows[1] * seat.workshops,
        "canal row": rows[2] * seat.canals,
        "boxed points": sum(boxed.values()),
        "goods": owned["amphora"] + owned["spice"],
        "coins and resources": (owned["coin"] + owned["stone"] + owned["marble"]) // 5,
        "canal tiles": CANALS[seat.canals],
    }
