"""A player's own area: where workshops and garden tiles can go, kept up to date as they come."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa.actions import Codes
from sandtable.games.resafa.geometry import (
    BESIDE,
    CORNER,
    LARGE_FITS,
    OUTSIDE,
    SMALL_FITS,
)
from sandtable.games.resafa.state import Player


def workshops_beside(grid: list[int], square: i64) -> i64:
    """The directions in which a garden square has a workshop, as a set."""
    directions: i64 = 0
    if grid[BESIDE[square * 4]]:
        directions = 1
    if grid[BESIDE[square * 4 + 1]]:
        directions |= 2
    if grid[BESIDE[square * 4 + 2]]:
        directions |= 4
    if grid[BESIDE[square * 4 + 3]]:
        directions |= 8
    return directions


def fits(grid: list[int], square: i64) -> i64:
    """The place in the tables of what fits into a square."""
    return 16 * workshops_beside(grid, square) + (grid[square] & 15)


def add_workshop(
    area: Player, codes: Codes, face: int, cell: int, rotation: int, extra: int
) -> None:
    grid = area.grid[:]
    grid[cell] = face * 4 + rotation + 1
    area.grid = grid
    area.workshops = sorted([*area.workshops, face])
    area.extra += extra
    cells = area.cells[:]
    if codes.cell + cell // 2 in cells:
        cells.remove(codes.cell + cell // 2)
    area.small = area.small[:]
    area.large = area.large[:]
    for direction in range(4):
        corner = CORNER[cell * 4 + direction]
        if corner != OUTSIDE and not grid[corner]:
            insert(cells, codes.cell + corner // 2)
        square = BESIDE[cell * 4 + direction]
        if square != OUTSIDE:
            refresh(area, codes, square)
    area.cells = cells


def set_square(area: Player, codes: Codes, square: int, value: int) -> None:
    """Change what lies in a garden square."""
    grid = area.grid[:]
    grid[square] = value
    area.grid = grid
    area.small = area.small[:]
    area.large = area.large[:]
    refresh(area, codes, square)


def refresh(area: Player, codes: Codes, square: int) -> None:
    """Work out anew whether a square takes a small or a large tile."""
    at = fits(area.grid, square)
    number = codes.square + square // 2
    if SMALL_FITS[at]:
        insert(area.small, number)
    elif number in area.small:
        area.small.remove(number)
    if LARGE_FITS[at]:
        insert(area.large, number)
    elif number in area.large:
        area.large.remove(number)


def insert(numbers: list[int], number: int) -> None:
    """Into an ascending list, once."""
    at = 0
    while at < len(numbers) and numbers[at] < number:
        at += 1
    if at == len(numbers) or numbers[at] != number:
        numbers.insert(at, number)
