"""A player's area: a board of 15 by 15, workshops on the even cells, garden squares on the odd.

The area is unlimited on a table. Here starting tile A lies in the middle, B to the south-east of
it, and seven (for B six) workshops fit beyond them in every direction.

A garden square holds strips that all run the same way: across (thirds from north to south) or
down (thirds from west to east). Its number is ``8 * down + filled thirds``, plus 16 or 32 where a
large tile covers the first or the last two thirds.
"""

from __future__ import annotations

from typing import Final

SIZE: Final = 15
AREA: Final = SIZE * SIZE
OUTSIDE: Final = AREA  # an extra cell where nothing ever lies
TILE_A: Final = 7 * SIZE + 7
TILE_B: Final = 8 * SIZE + 8

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
STEPS: Final = [(0, -1), (1, 0), (0, 1), (-1, 0)]
CORNERS: Final = [(1, -1), (1, 1), (-1, 1), (-1, -1)]

ACROSS: Final = 0
DOWN: Final = 1
FULL: Final = 7

# Placements: small ones by direction and third, then the large ones.
PLACEMENTS: Final = [
    "small top", "small middle-row", "small bottom", "small left", "small middle-column",
    "small right", "large top", "large bottom", "large left", "large right",
]  # fmt: skip
FIRST_LARGE: Final = 6
PLACE_DOWN: Final = [0, 0, 0, 1, 1, 1, 0, 0, 1, 1]
PLACE_MASK: Final = [1, 2, 4, 1, 2, 4, 3, 6, 3, 6]
PLACE_MARK: Final = [0, 0, 0, 0, 0, 0, 16, 32, 16, 32]


def cell_name(cell: int) -> str:
    """Columns a to o, rows 1 to 15, as people write cells."""
    return f"{'abcdefghijklmno'[cell % SIZE]}{cell // SIZE + 1}"


def _around(moves: list[tuple[int, int]]) -> list[int]:
    cells: list[int] = []
    for cell in range(AREA):
        x, y = cell % SIZE, cell // SIZE
        for dx, dy in moves:
            inside = 0 <= x + dx < SIZE and 0 <= y + dy < SIZE
            cells.append((y + dy) * SIZE + x + dx if inside else OUTSIDE)
    return cells


#: By cell * 4 + direction: the cells beside it, and those at its corners.
BESIDE: Final[list[int]] = _around(STEPS)
CORNER: Final[list[int]] = _around(CORNERS)


def _touched(down: int, third: int) -> list[int]:
    """The thirds of workshop edges that a strip touches, as direction * 12 + position."""
    if down:
        touched = [NORTH * 12 + 8 - third, SOUTH * 12 + third]
        if third == 0:
            touched += [WEST * 12 + 3, WEST * 12 + 4, WEST * 12 + 5]
        if third == 2:
            touched += [EAST * 12 + 9, EAST * 12 + 10, EAST * 12 + 11]
    else:
        touched = [WEST * 12 + 3 + third, EAST * 12 + 11 - third]
        if third == 0:
            touched += [NORTH * 12 + 6, NORTH * 12 + 7, NORTH * 12 + 8]
        if third == 2:
            touched += [SOUTH * 12, SOUTH * 12 + 1, SOUTH * 12 + 2]
    return touched


def _all_touched() -> list[list[int]]:
    by_placement: list[list[int]] = []
    for down in range(2):
        for mask in range(8):
            touched: list[int] = []
            for third in range(3):
                if mask >> third & 1:
                    touched += _touched(down, third)
            by_placement.append(sorted(touched))
    return by_placement


#: By 8 * down + thirds: what these thirds touch.
TOUCH: Final[list[list[int]]] = _all_touched()


def joined(filled: int, new: int) -> int:
    """The filled thirds that are joined to the new ones."""
    if filled == 5:
        return new
    return filled


def _fits(workshops: int, square: int, placement: int) -> bool:
    """Whether a tile fits in a square beside workshops in these directions (a set)."""
    down, mask = PLACE_DOWN[placement], PLACE_MASK[placement]
    filled = square & 7
    if filled:
        if square >> 3 != down or filled & mask:
            return False
        if filled & (mask << 1 | mask >> 1):
            return True
    elif mask == 2:
        return False  # the first tile lies at a side
    return any(workshops >> place // 12 & 1 for place in TOUCH[8 * down + mask])


def _all_fits(first: int, last: int) -> list[list[int]]:
    return [
        [place for place in range(first, last) if _fits(workshops, square, place)]
        for workshops in range(16)
        for square in range(16)
    ]


#: By 16 * directions with a workshop + square: the small and the large tiles that fit.
SMALL_FITS: Final[list[list[int]]] = _all_fits(0, FIRST_LARGE)
LARGE_FITS: Final[list[list[int]]] = _all_fits(FIRST_LARGE, len(PLACEMENTS))
