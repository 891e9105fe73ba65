"""Resafa's two maps at the terminal: a player's own area, and the water network."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from sandtable.kernel.messages import Catalog
from sandtable.terminal.canvas import Canvas
from sandtable.terminal.screen import Screen

COLUMNS = "abcdefghijklmno"
WIDE = 9  # a cell of the seat's area
HIGH = 5
THIRD_AT = [2, 4, 6]  # where the thirds of an edge are drawn, across
GREEN = "bold green"
GARDEN = "green"
OFFERED = "bold yellow"
SEAT_STYLES = ["bold red", "bold green", "bold white", "bold yellow", "bold magenta"]
# The strips of a garden square: first and last line or column of each third.
ACROSS = [(1, 1), (2, 2), (3, 3)]
DOWN = [(1, 2), (3, 5), (6, 7)]
SMALL = {
    "small top": (0, 0),
    "small middle-row": (0, 1),
    "small bottom": (0, 2),
    "small left": (1, 0),
    "small middle-column": (1, 1),
    "small right": (1, 2),
}


def place(name: str) -> tuple[int, int]:
    """Column and line of a cell such as h8."""
    return COLUMNS.index(name[0]), int(name[1:]) - 1


class Area:
    """Workshops with their green bonuses, and the garden squares between them."""

    def __init__(self, edition: dict[str, Any], screen: Screen, speech: Catalog) -> None:
        self.screen = screen
        self.signs = {
            "coin": speech.say("terminal.sign.coin"),
            "stone": speech.say("terminal.sign.stone"),
            "vp": speech.say("terminal.sign.vp"),
        }
        self.back = speech.say("terminal.back")
        self.faces: dict[tuple[str, str], dict[str, Any]] = {}
        for tile in edition["starting_workshops"]:
            self.faces[tile["id"], "front"] = tile
        for tile in edition["workshops"]:
            for side in ("front", "back"):
                self.faces[tile["id"], side] = tile[side]

    def draw(self, seat: dict[str, Any], cells: list[str], squares: list[str]) -> Text:
        """``cells`` and ``squares`` are on offer and get their names."""
        shown = [place(workshop["cell"]) for workshop in seat["workshops"]]
        near = [(x + dx, y + dy) for x, y in shown for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))]
        every = shown + near + [place(cell) for cell in cells + squares]
        left, top = min(x for x, _ in every), min(y for _, y in every)
        right, bottom = max(x for x, _ in every), max(y for _, y in every)
        sheet = Canvas((right - left + 1) * WIDE, (bottom - top + 1) * HIGH)
        for x, y in near:
            name = f"{COLUMNS[x]}{y + 1}"
            sheet.put((x - left) * WIDE + 3, (y - top) * HIGH + 2, name, "dim")
        for square in seat["garden_squares"]:
            x, y = place(square["cell"])
            self._square(sheet, (x - left) * WIDE, (y - top) * HIGH, square["tiles"])
        for name in cells + squares:
            x, y = place(name)
            label = f"{self.screen.glyphs.chosen}{name}"
            sheet.put((x - left) * WIDE + 3, (y - top) * HIGH + 2, label, OFFERED)
        for workshop in seat["workshops"]:
            x, y = place(workshop["cell"])
            self._workshop(sheet, (x - left) * WIDE, (y - top) * HIGH, workshop)
        return sheet.text()

    def _square(self, sheet: Canvas, left: int, top: int, tiles: list[str]) -> None:
        for tile in tiles:
            thirds = [SMALL[tile]] if tile in SMALL else _large(tile)
            sign = "," if tile in SMALL else '"'
            for down, third in thirds:
                first, last = (DOWN if down else ACROSS)[third]
                for line in range(1, 4):
                    for column in range(1, 8):
                        at = column if down else line
                        if first <= at <= last:
                            sheet.put(left + column, top + line, sign, GARDEN)

    def _workshop(self, sheet: Canvas, left: int, top: int, workshop: dict[str, Any]) -> None:
        rule = self.screen.glyphs.rule
        for line in (0, HIGH - 1):
            sheet.put(left, top + line, "+" + rule * (WIDE - 2) + "+")
        for line in range(1, HIGH - 1):
            sheet.put(left, top + line, "|")
            sheet.put(left + WIDE - 1, top + line, "|")
        name = workshop["tile"]
        sheet.put(left + (WIDE - len(name)) // 2, top + 1, name, "bold")
        side = self.back if workshop["side"] == "back" else ""
        sheet.put(left + 2, top + 2, side, "dim")
        sheet.put(left + 2, top + 3, workshop["cell"], "dim")
        face = self.faces[workshop["tile"], workshop["side"]]
        for third, gain in face["green"].items():
            at = (int(third) + workshop["rotation"] // 30) % 12
            for item, amount in gain.items():
                sign = self.signs[item] if amount == 1 else self.signs[item].upper()
                column, line = _edge(at)
                sheet.put(left + column, top + line, sign, GREEN)


def _large(tile: str) -> list[tuple[int, int]]:
    where = tile.split()[1]
    down = 1 if where in ("left", "right") else 0
    first = 0 if where in ("top", "left") else 1
    return [(down, first), (down, first + 1)]


def _edge(third: int) -> tuple[int, int]:
    """Where a third of a workshop's edge is drawn: clockwise from the upper left corner."""
    edge, at = divmod(third, 3)
    if edge == 0:
        return THIRD_AT[at], 0
    if edge == 1:
        return WIDE - 1, at + 1
    if edge == 2:
        return THIRD_AT[2 - at], HIGH - 1
    return 0, 3 - at


class WaterMap:
    """The water network: what spaces give, and the tiles on them."""

    WIDE = 14
    HIGH = 3

    def __init__(
        self, edition: dict[str, Any], names: list[str], screen: Screen, speech: Catalog
    ) -> None:
        self.screen = screen
        self.names = names
        self.speech = speech
        self.tiles: dict[str, dict[str, Any]] = {t["id"]: t for t in edition["canal_tiles"]}
        self.bonus: dict[str, str] = {
            t["id"]: speech.say(f"terminal.water.bonus.{t['kind']}")
            for t in edition["canal_bonus_tiles"]
        }
        self.spaces: dict[tuple[int, str], dict[str, Any]] = {}
        for side in edition["sides"].values():
            for cell in side["cells"]:
                self.spaces[side["columns"], cell["id"]] = cell

    def draw(self, view: dict[str, Any], offered: list[str]) -> Text:
        columns: int = view["columns"]
        sheet = Canvas(columns * self.WIDE, 6 * self.HIGH)
        for cell in view["water"]:
            name = cell["space"]
            row = 5 if name.startswith("t") else int(name[1]) - 1
            left, top = (int(name[-1]) - 1) * self.WIDE, row * self.HIGH
            data = self.spaces[columns, name]
            mark = self.screen.glyphs.chosen if name in offered else ""
            sheet.put(left, top, f"{mark}{name}", OFFERED if mark else "dim")
            points = self.speech.say("item.vp", n=data["vp"])
            sheet.put(left + 6, top, points, "dim" if cell["tile"] else "")
            if cell["tile"]:
                self._tile(sheet, left, top, cell)
                continue
            if "discount" in data:
                off = [
                    f"-{amount} {self.speech.say(f'one.{item}')}"
                    for item, amount in data["discount"].items()
                ]
                sheet.put(left, top + 1, " ".join(off), "cyan")
            elif cell["source"]:
                cube = self.speech.say("terminal.water.cube")
                sheet.put(left, top + 1, f"{self.screen.glyphs.channel} {cube}", "bold blue")
            if cell["bonus"]:
                sheet.put(left + 7, top + 1, self.bonus[cell["bonus"]], "magenta")
        return sheet.text()

    def _tile(self, sheet: Canvas, left: int, top: int, cell: dict[str, Any]) -> None:
        face = self.tiles[cell["tile"]][cell["side"]]
        shape = {"straight": "|", "left": "-|", "right": "|-", "cross": "-|-", "tank": "[#]"}
        owner = cell["owner"]
        name = self.names[owner] if isinstance(owner, int) else "Resafabot"
        style = SEAT_STYLES[owner if isinstance(owner, int) else 4]
        blue = f" +{face['blue']}" if face["blue"] else ""
        cube = f" {self.screen.glyphs.channel}" if cell["cube"] else ""
        sheet.put(left, top + 1, f"{shape[face['shape']]} {name[:5]}{blue}{cube}", style)
