"""The map of Faiyum in characters, drawn from the board of the edition.

Every space is a tile of two lines: name and kind, then who and what is there. Neighbours in a row
lie side by side with a gap for the road between them, rows are shifted by half a tile, and a line
between the rows holds the roads that run up and down.
"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from sandtable.kernel.messages import ENGLISH, catalog
from sandtable.terminal.canvas import Canvas
from sandtable.terminal.screen import Screen

TILE = 6  # columns of a tile
PITCH = 8  # from tile to tile
ROW = 3  # lines from row to row

STYLES = {
    "wheat": "black on #d9b64a",
    "grape": "#ffffff on #6d4387",
    "stone": "black on #a8a8a0",
    "obelisk": "black on #d98a4a",
    "colossus": "black on #d98a4a",
    "pyramid": "black on #d98a4a",
    "red": "#ffffff on #b03030",
}
CROCODILE = {"wheat": "bold #0a5c1c on #d9b64a", "grape": "bold #8df08d on #6d4387"}
OFFERED = "bold #ffffff on #1d5fd0"
LAKE = "#5f9fd0 on #1f4f80"
CHANNEL = "#a8d8ff on #2f6fb0"
BRIDGE = "bold #ffffff on #8a4b20"
LAND = "on #24381c"
ROAD = "bold #ffe0a0 on #24381c"

#: Which way a neighbour lies, by the difference in q and r.
EAST, DOWN_EAST, DOWN_WEST = (1, 0), (0, 1), (-1, 1)


class Map:
    """The fixed part: where tiles lie and where the channel runs."""

    def __init__(self, board: dict[str, Any], screen: Screen, language: str = ENGLISH) -> None:
        self.screen = screen
        self.messages = catalog("sandtable.games.faiyum", language)
        self.signs = {
            thing: self.messages.say(f"terminal.sign.{thing}")
            for thing in ("crocodile", "settlement", "town", "workshop")
        }
        self.spaces: list[dict[str, Any]] = board["spaces"]
        self.at = {(s["q"], s["r"]): s["name"] for s in self.spaces}
        self.cell = {s["name"]: (int(s["q"]), int(s["r"])) for s in self.spaces}
        self.bank = {s["name"]: s["bank"] for s in self.spaces}
        self.left = min(2 * s["q"] + s["r"] for s in self.spaces)
        self.top = min(s["r"] for s in self.spaces)
        right = max(2 * s["q"] + s["r"] for s in self.spaces)
        rows = max(s["r"] for s in self.spaces) - self.top + 1
        self.width = (right - self.left) * PITCH // 2 + TILE
        self.height = rows * ROW - 1
        self.water = {(int(q), int(r)) for q, r in board.get("water", [])}
        self.dam: list[str] = board["dam"]
        self.bridge_places: list[list[str]] = board["bridges"]
        # The cell every character lies in.
        self._cells = [
            [self._nearest(column, line) for column in range(self.width)]
            for line in range(self.height)
        ]

    def corner(self, q: int, r: int) -> tuple[int, int]:
        """Column and line where the tile of a cell begins."""
        return (2 * q + r - self.left) * PITCH // 2, (r - self.top) * ROW

    def draw(
        self,
        spaces: list[dict[str, Any]],
        roads: list[list[str]],
        bridges: list[dict[str, Any]],
        offered: set[str],
        offered_pairs: list[tuple[str, str]],
    ) -> Text:
        canvas = Canvas(self.width, self.height)
        glyphs = self.screen.glyphs
        self._ground(canvas)
        self._channel(canvas)
        for pair in self.bridge_places:
            self._between(canvas, pair[0], pair[1], glyphs.bridge_place, CHANNEL)
        self._dam(canvas)
        for space in spaces:
            self._tile(canvas, space, space["name"] in offered)
        missing: list[str] = []
        for a, b in roads:
            if not self._road(canvas, a, b, ROAD):
                missing.append(self.messages.say("terminal.missing.road", ends=f"{a}-{b}"))
        for bridge in bridges:
            a, b = bridge["ends"]
            sign = glyphs.grand_bridge if bridge["grand"] else glyphs.bridge
            if not self._between(canvas, a, b, sign, BRIDGE):
                kind = "grand" if bridge["grand"] else "bridge"
                missing.append(self.messages.say(f"terminal.missing.{kind}", ends=f"{a}-{b}"))
        for a, b in offered_pairs:
            self._between(canvas, a, b, glyphs.chosen * 2, OFFERED)
        text = canvas.text()
        if missing:
            things = ", ".join(missing)
            text.append("\n" + self.messages.say("terminal.missing", things=things))
        return text

    # -- water ---------------------------------------------------------------------------------

    def _ground(self, canvas: Canvas) -> None:
        """The lake with a few waves, and green land under the tiles."""
        for line in range(self.height):
            for column in range(self.width):
                cell = self._cells[line][column]
                if cell in self.water:
                    wave = (column + 5 * line) % 7 == 0
                    canvas.put(column, line, self.screen.glyphs.lake if wave else " ", LAKE)
                elif cell in self.at:
                    canvas.put(column, line, " ", LAND)

    def _nearest(self, column: int, line: int) -> tuple[int, int]:
        """The cell a character lies in: the one whose middle is nearest, as hexes are."""
        best, nearest = 1e9, (0, 0)
        row = line // ROW
        for r in range(row - 1, row + 3):
            middle = r * ROW + 0.5
            offset = (column - (TILE - 1) / 2) / (PITCH / 2)
            q = round((offset + self.left - (r + self.top)) / 2)
            start = (2 * q + r + self.top - self.left) * PITCH / 2 + (TILE - 1) / 2
            distance = ((column - start) / PITCH) ** 2 + ((line - middle) * 0.866 / ROW) ** 2
            if distance < best:
                best, nearest = distance, (q, r + self.top)
        return nearest

    def _channel(self, canvas: Canvas) -> None:
        """Water wherever neighbouring cells lie on different banks."""
        sign = self.screen.glyphs.channel
        for name, (q, r) in self.cell.items():
            column, line = self.corner(q, r)
            for dq, dr in (EAST, DOWN_EAST, DOWN_WEST):
                other = self.at.get((q + dq, r + dr))
                if other is None or self.bank[other] == self.bank[name]:
                    continue
                if (dq, dr) == EAST:
                    canvas.put(column + TILE, line, sign * 2, CHANNEL)
                    canvas.put(column + TILE, line + 1, sign * 2, CHANNEL)
                elif (dq, dr) == DOWN_EAST:
                    canvas.put(column + TILE // 2, line + 2, sign * 5, CHANNEL)
                else:
                    canvas.put(column - 2, line + 2, sign * 5, CHANNEL)

    def _dam(self, canvas: Canvas) -> None:
        sign = self.screen.glyphs.dam
        self._between(canvas, self.dam[0], self.dam[1], sign, BRIDGE)

    # -- what lies between two spaces ----------------------------------------------------------

    def _order(self, a: str, b: str) -> tuple[int, int, tuple[int, int]] | None:
        """Corner of the one further up or left, and the way to the other; None if far apart."""
        for one, two in ((a, b), (b, a)):
            (q, r), (q2, r2) = self.cell[one], self.cell[two]
            way = (q2 - q, r2 - r)
            if way in (EAST, DOWN_EAST, DOWN_WEST):
                return (*self.corner(q, r), way)
        return None

    def _between(self, canvas: Canvas, a: str, b: str, sign: str, style: str) -> bool:
        order = self._order(a, b)
        if order is None:
            return False
        column, line, way = order
        if way == EAST:
            canvas.put(column + TILE, line, sign, style)
            if self._over_channel(a, b):  # as high as the channel is there
                canvas.put(column + TILE, line + 1, sign, style)
        elif way == DOWN_EAST:
            canvas.put(column + TILE - 2, line + 2, sign, style)
        else:
            canvas.put(column, line + 2, sign, style)
        return True

    def _over_channel(self, a: str, b: str) -> bool:
        return bool(self.bank[a] != self.bank[b])

    def _road(self, canvas: Canvas, a: str, b: str, style: str) -> bool:
        order = self._order(a, b)
        if order is None:
            return False
        glyphs = self.screen.glyphs
        if order[2] == EAST:
            return self._between(canvas, a, b, glyphs.road, style)
        sign = glyphs.road_down if order[2] == DOWN_EAST else glyphs.road_up
        return self._between(canvas, a, b, sign * 2, style)

    # -- tiles ---------------------------------------------------------------------------------

    def _tile(self, canvas: Canvas, space: dict[str, Any], offered: bool) -> None:
        name, kind = space["name"], space["kind"]
        column, line = self.corner(*self.cell[name])
        style = STYLES.get(kind, "")
        mark = self.screen.glyphs.chosen if offered else " "
        short = self.messages.say(f"terminal.kind.{kind}")[:3].lower()
        canvas.put(column, line, (name.ljust(2) + mark + short).ljust(TILE)[:TILE], style)
        if offered:
            canvas.put(column, line, name.ljust(2) + mark, OFFERED)
        below = self.contents(space).ljust(TILE)[:TILE]
        canvas.put(
            column,
            line + 1,
            below,
            CROCODILE.get(kind, style)
            if space["crocodile"]
            else ("bold " + style if style else ""),
        )

    def contents(self, space: dict[str, Any]) -> str:
        """Who and what is on a space, in six letters."""
        if space["crocodile"]:
            return f" {self.signs['crocodile']}"
        glyphs = self.screen.glyphs
        worker = {"upright": glyphs.worker, "prone": glyphs.prone, None: " "}[space["worker"]]
        thing = ""
        if space["block_limit"]:
            thing = f"{space['blocks']}/{space['block_limit']}"
        elif space["town"]:
            thing = self.signs["town"] + ("+" if space["palace"] else "")
        elif space["settlement"]:
            thing = self.signs["settlement"]
        elif space["workshop"]:
            thing = self.signs["workshop"] + ("+" if space["expansion"] else "")
        return worker + (thing if len(thing) == TILE - 1 else " " + thing)

    def legend(self) -> str:
        g = self.screen.glyphs
        return self.messages.say(
            "terminal.legend",
            croc=self.signs["crocodile"],
            worker=g.worker,
            prone=g.prone,
            sett=self.signs["settlement"],
            town=self.signs["town"],
            shop=self.signs["workshop"],
            road=g.road,
            channel=g.channel * 2,
            place=g.bridge_place,
            bridge=g.bridge,
            grand=g.grand_bridge,
            dam=g.dam,
        )
