"""Rain: every canal tile scores, then the water cubes flow down the network."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.edition.components import CELLS, STRIDE, TANK_ROW, Components
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import State
from sandtable.games.resafa.subjects import WaterSubject
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Decision, Flow

LEFT: Final = 0
DOWN: Final = 1
RIGHT: Final = 2
# The arms of canal tiles by shape: straight, left, right, cross, tank.
ARM_LEFT: Final = [False, True, False, True, False]
ARM_RIGHT: Final = [False, False, True, True, False]


def rain(t: Turn) -> Flow:
    s, faces = t.s, t.c.canal_faces
    score_tiles(t)
    for step in range(s.takers()):
        owner = (s.start + step) % s.takers()
        if s.players == 1 and owner == 1:
            owner = n.BOT
        for cell in range(CELLS):
            if s.cubes >> cell & 1 and s.water[cell] // faces == owner:
                yield from flow(t, owner, cell)


def tile_worth(c: Components, s: State, cell: int) -> int:
    """What the tile of a cell scores when it rains or a cube passes; 0 without a tile."""
    tile = s.water[cell]
    return c.rain_tile + c.canal_blue[tile % c.canal_faces] if tile >= 0 else 0


def tiles_worth(c: Components, s: State) -> list[int]:
    """What every player scores for all own tiles when it rains."""
    found = [0] * s.players
    for cell in range(CELLS):
        owner = s.water[cell] // c.canal_faces
        if s.water[cell] >= 0 and owner < s.players:
            found[owner] += tile_worth(c, s, cell)
    return found


def score_tiles(t: Turn) -> None:
    """Every player scores all own tiles."""
    for seat, amount in enumerate(tiles_worth(t.c, t.s)):
        if amount:
            book(t, seat, amount)
            t.tell_all(ev.RAIN_TILES, seat, amount)


def book(t: Turn, seat: int, amount: int) -> None:
    player = t.s.seats[seat]
    player.vp += amount
    player.points[n.FROM_RAIN] += amount


def leads_to(c: Components, s: State, columns: int, cell: int) -> list[int]:
    """The cells that water runs to from a cell: to the left, down, to the right; none from the
    tank row. Only the arms of the tile it is on matter."""
    if cell // STRIDE == TANK_ROW:
        return []
    shape = c.canal_shape[s.water[cell] % c.canal_faces] if s.water[cell] >= 0 else 0
    column = cell % STRIDE
    found = [cell - 1] if ARM_LEFT[shape] and column > 0 else []
    found.append(cell + STRIDE)
    if ARM_RIGHT[shape] and column < columns - 1:
        found.append(cell + 1)
    return found


def flow(t: Turn, owner: int, start: int) -> Flow:
    """One cube from its tile to the bottom; the owner of the tile chooses the way at forks.
    Resafabot's cubes go straight down."""
    s, k = t.s, t.k
    cell = start
    came_from = -1
    while True:
        t.tell_all(ev.RAIN_FLOW, owner, cell)
        seat = s.water[cell] // t.c.canal_faces
        if 0 <= seat < s.players:
            book(t, seat, tile_worth(t.c, s, cell))
            t.tell_all(ev.RAIN_PASS, seat, tile_worth(t.c, s, cell))
        next_cells = leads_to(t.c, s, t.side.columns, cell)
        if not next_cells:
            break
        if owner == n.BOT:
            next_cells = [cell + STRIDE]
        elif came_from in next_cells:
            next_cells.remove(came_from)
        came_from = cell
        cell = next_cells[0]
        if len(next_cells) > 1:
            s.flowing = came_from
            s.flow_owner = owner
            options = [k.flow + _direction(came_from, to) for to in next_cells]
            chosen = yield Decision(owner, "flow", WaterSubject(came_from), options)
            cell = next_cells[options.index(chosen)]
            s.flowing = -1
            s.flow_owner = -1
    s.cubes &= ~BIT[start]
    if owner != n.BOT:
        s.seats[owner].cubes += 1
    t.tell_all(ev.CUBE_KEPT, owner)


def _direction(cell: int, to: int) -> int:
    if to == cell + STRIDE:
        return DOWN
    return LEFT if to < cell else RIGHT
