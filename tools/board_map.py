"""The map of Faiyum as the tools read it: cells, banks, neighbours and the plane they lie on."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NamedTuple

BOARD = Path(__file__).parents[1] / "src/sandtable/games/faiyum/edition/board.json"

Cell = tuple[int, int]
Point = tuple[float, float]
# East, south-east, south-west, west, north-west, north-east: clockwise, as y grows downwards.
# The side towards DIRECTIONS[i] runs from corner i to corner i + 1.
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Space(NamedTuple):
    name: str
    kind: str
    cell: Cell
    bank: str
    channel: bool
    lake: bool


class Board:
    """The map as the engine sees it, derived from the file's cells and banks."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.spaces = [
            Space(s["name"], s["kind"], (s["q"], s["r"]), s["bank"], s["channel"], s["lake"])
            for s in data["spaces"]
        ]
        self.sources: list[str] = [s["source"] for s in data["spaces"]]
        self.at = {s.cell: i for i, s in enumerate(self.spaces)}
        self.index = {s.name: i for i, s in enumerate(self.spaces)}
        self.dam: list[str] = data["dam"]
        self.bridges: list[list[str]] = data["bridges"]
        self.outline: list[Point] = [(p[0], p[1]) for p in data["lake_outline"]]
        self.course: list[Point] = [(p[0], p[1]) for p in data["channel_course"]]
        self.water: list[Cell] = [(c[0], c[1]) for c in data["water"]]
        self.view: list[float] = data["geometry"]["view"]
        self.touching = [[self.at[c] for c in around(s.cell) if c in self.at] for s in self.spaces]
        self.adjacent = [
            [j for j in row if self.spaces[j].bank == s.bank]
            for s, row in zip(self.spaces, self.touching, strict=True)
        ]
        self.across = [
            [j for j in row if self.spaces[j].bank != s.bank]
            for s, row in zip(self.spaces, self.touching, strict=True)
        ]

    def of_kind(self, *kinds: str) -> list[int]:
        return [i for i, s in enumerate(self.spaces) if s.kind in kinds]

    def names(self, indices: list[int]) -> str:
        return ", ".join(self.spaces[i].name for i in indices)


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def centre(cell: Cell) -> Point:
    q, r = cell
    return math.sqrt(3) * (q + r / 2), 1.5 * r


def corner(cell: Cell, i: int) -> Point:
    x, y = centre(cell)
    angle = math.radians(60 * i - 30)
    return x + math.cos(angle), y + math.sin(angle)


def inside(point: Point, outline: list[Point]) -> bool:
    """Even-odd rule: count the outline's sides to the right of the point."""
    x, y = point
    hit = False
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            hit = not hit
    return hit


def same(a: Point, b: Point) -> bool:
    return math.dist(a, b) < 0.01


def side(board: Board, i: int, j: int) -> tuple[Point, Point]:
    """The two ends of the hex side that the neighbouring spaces i and j share."""
    cell, other = board.spaces[i].cell, board.spaces[j].cell
    d = DIRECTIONS.index((other[0] - cell[0], other[1] - cell[1]))
    return corner(cell, d), corner(cell, d + 1)


def near_water(board: Board, point: Point) -> bool:
    return any(math.dist(centre(c), point) < 1.01 for c in board.water)
