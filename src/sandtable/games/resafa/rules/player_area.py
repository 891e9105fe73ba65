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


def workshops_beside(yard: list[int], square: i64) -> i64:
    """The directions in which a garden square has a workshop, as a set."""
    found: i64 = 0
    if yard[BESIDE[square * 4]]:
        found = 1
    if yard[BESIDE[square * 4 + 1]]:
        found |= 2
    if yard[BESIDE[square * 4 + 2]]:
        found |= 4
    if yard[BESIDE[square * 4 + 3]]:
        found |= 8
    return found


def fits(yard: list[int], square: i64) -> i64:
    """The place in the tables of what fits into a square."""
    return 16 * workshops_beside(yard, square) + (yard[square] & 15)


def add_workshop(p: Player, k: Codes, face: int, cell: int, rotation: int, extra: int) -> None:
    yard = p.yard[:]
    yard[cell] = face * 4 + rotation + 1
    p.yard = yard
    p.workshops = sorted([*p.workshops, face])
    p.extra += extra
    cells = p.cells[:]
    if k.cell + cell // 2 in cells:
        cells.remove(k.cell + cell // 2)
    p.small = p.small[:]
    p.large = p.large[:]
    for direction in range(4):
        corner = CORNER[cell * 4 + direction]
        if corner != OUTSIDE and not yard[corner]:
            insert(cells, k.cell + corner // 2)
        square = BESIDE[cell * 4 + direction]
        if square != OUTSIDE:
            refresh(p, k, square)
    p.cells = cells


def set_square(p: Player, k: Codes, square: int, value: int) -> None:
    """Change what lies in a garden square."""
    yard = p.yard[:]
    yard[square] = value
    p.yard = yard
    p.small = p.small[:]
    p.large = p.large[:]
    refresh(p, k, square)


def refresh(p: Player, k: Codes, square: int) -> None:
    """Work out anew whether a square takes a small or a large tile."""
    at = fits(p.yard, square)
    number = k.square + square // 2
    if SMALL_FITS[at]:
        insert(p.small, number)
    elif number in p.small:
        p.small.remove(number)
    if LARGE_FITS[at]:
        insert(p.large, number)
    elif number in p.large:
        p.large.remove(number)


def insert(numbers: list[int], number: int) -> None:
    """Into an ascending list, once."""
    at = 0
    while at < len(numbers) and numbers[at] < number:
        at += 1
    if at == len(numbers) or numbers[at] != number:
        numbers.insert(at, number)
