"""Rain: every canal tile scores, then the water cubes flow down the network."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import events as ev
from sandtable.games.resafa import names as n
from sandtable.games.resafa.components import CELLS, STRIDE, TANK_ROW
from sandtable.games.resafa.turn import Turn
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Decision, Flow

LEFT = 0
DOWN = 1
RIGHT = 2
# The arms of canal tiles by shape: straight, left, right, cross, tank.
ARM_LEFT = [False, True, False, True, False]
ARM_RIGHT = [False, False, True, True, False]


def rain(t: Turn) -> Flow:
    s = t.s
    score_tiles(t)
    for step in range(s.takers()):
        owner = (s.start + step) % s.takers()
        if s.players == 1 and owner == 1:
            owner = n.BOT
        for cell in range(CELLS):
            if s.cubes >> cell & 1 and s.water[cell] // 14 == owner:
                yield from flow(t, owner, cell)


def tile_worth(t: Turn, cell: int) -> int:
    """What a tile scores when it rains or a cube passes."""
    return t.c.rain_tile + t.c.canal_blue[t.s.water[cell] % 14]


def score_tiles(t: Turn) -> None:
    """Every player scores all own tiles."""
    s = t.s
    worth = [0] * s.players
    for cell in range(CELLS):
        if s.water[cell] >= 0 and s.water[cell] // 14 < s.players:
            worth[s.water[cell] // 14] += tile_worth(t, cell)
    for seat in range(s.players):
        if worth[seat]:
            book(t, seat, worth[seat])
            t.tell_all(ev.RAIN_TILES, seat, worth[seat])


def book(t: Turn, seat: int, amount: int) -> None:
    player = t.s.seats[seat]
    player.vp += amount
    player.points[n.FROM_RAIN] += amount


def ways(t: Turn, owner: int, cell: int, came_from: int) -> list[int]:
    """The directions a cube can take; Resafabot's always goes down."""
    s, k = t.s, t.k
    found: list[int] = []
    tile = s.water[cell]
    sideways = tile >= 0 and owner != n.BOT and cell // STRIDE != TANK_ROW
    shape = t.c.canal_shape[tile % 14] if sideways else 0
    column = cell % STRIDE
    if ARM_LEFT[shape] and column > 0 and cell - 1 != came_from:
        found.append(k.flow + LEFT)
    found.append(k.flow + DOWN)
    if ARM_RIGHT[shape] and column < t.side.columns - 1 and cell + 1 != came_from:
        found.append(k.flow + RIGHT)
    return found


def flow(t: Turn, owner: int, start: int) -> Flow:
    """One cube from its tile to the bottom; the owner of the tile chooses the way at forks."""
    s, k = t.s, t.k
    cell = start
    came_from = -1
    bit: i64 = BIT[start]
    while True:
        t.tell_all(ev.RAIN_FLOW, owner, cell)
        if s.water[cell] >= 0 and s.water[cell] // 14 < s.players:
            seat = s.water[cell] // 14
            book(t, seat, tile_worth(t, cell))
            t.tell_all(ev.RAIN_PASS, seat, tile_worth(t, cell))
        if cell // STRIDE == TANK_ROW:
            break
        options = ways(t, owner, cell, came_from)
        chosen = options[0]
        if len(options) > 1:
            chosen = yield Decision(owner, "flow", n.FLOW + cell, options)
        came_from = cell
        if chosen == k.flow + LEFT:
            cell -= 1
        elif chosen == k.flow + RIGHT:
            cell += 1
        else:
            cell += STRIDE
    s.cubes &= ~bit
    if owner != n.BOT:
        s.seats[owner].cubes += 1
    t.tell_all(ev.CUBE_KEPT, owner)
