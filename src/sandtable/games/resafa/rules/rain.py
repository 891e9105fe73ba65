"""Rain: every canal tile scores, then the water cubes flow down the network."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa import constants, events
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
    state, faces = t.state, t.edition.canal_faces
    score_tiles(t)
    for step in range(state.takers()):
        owner = (state.start + step) % state.takers()
        if state.players == 1 and owner == 1:
            owner = constants.BOT
        for cell in range(CELLS):
            if state.cubes >> cell & 1 and state.water[cell] // faces == owner:
                yield from flow(t, owner, cell)


def tile_worth(edition: Components, state: State, cell: int) -> int:
    """What the tile of a cell scores when it rains or a cube passes; 0 without a tile."""
    tile = state.water[cell]
    return edition.rain_tile + edition.canal_blue[tile % edition.canal_faces] if tile >= 0 else 0


def tiles_worth(edition: Components, state: State) -> list[int]:
    """What every player scores for all own tiles when it rains."""
    points = [0] * state.players
    for cell in range(CELLS):
        owner = state.water[cell] // edition.canal_faces
        if state.water[cell] >= 0 and owner < state.players:
            points[owner] += tile_worth(edition, state, cell)
    return points


def score_tiles(t: Turn) -> None:
    """Every player scores all own tiles."""
    for seat, amount in enumerate(tiles_worth(t.edition, t.state)):
        if amount:
            book(t, seat, amount)
            t.emit_shared(events.RAIN_TILES, seat, amount)


def book(t: Turn, seat: int, amount: int) -> None:
    player = t.state.seats[seat]
    player.vp += amount
    player.points[constants.FROM_RAIN] += amount


def leads_to(edition: Components, state: State, columns: int, cell: int) -> list[int]:
    """The cells that water runs to from a cell: to the left, down, to the right; none from the
    tank row. Only the arms of the tile it is on matter."""
    if cell // STRIDE == TANK_ROW:
        return []
    shape = (
        edition.canal_shape[state.water[cell] % edition.canal_faces]
        if state.water[cell] >= 0
        else 0
    )
    column = cell % STRIDE
    cells = [cell - 1] if ARM_LEFT[shape] and column > 0 else []
    cells.append(cell + STRIDE)
    if ARM_RIGHT[shape] and column < columns - 1:
        cells.append(cell + 1)
    return cells


def flow(t: Turn, owner: int, start: int) -> Flow:
    """One cube from its tile to the bottom; the owner of the tile chooses the way at forks.
    Resafabot's cubes go straight down."""
    state, codes = t.state, t.codes
    cell = start
    came_from = -1
    while True:
        t.emit_shared(events.RAIN_FLOW, owner, cell)
        seat = state.water[cell] // t.edition.canal_faces
        if 0 <= seat < state.players:
            book(t, seat, tile_worth(t.edition, state, cell))
            t.emit_shared(events.RAIN_PASS, seat, tile_worth(t.edition, state, cell))
        next_cells = leads_to(t.edition, state, t.side.columns, cell)
        if not next_cells:
            break
        if owner == constants.BOT:
            next_cells = [cell + STRIDE]
        elif came_from in next_cells:
            next_cells.remove(came_from)
        came_from = cell
        cell = next_cells[0]
        if len(next_cells) > 1:
            state.flowing = came_from
            state.flow_owner = owner
            options = [codes.flow + _direction(came_from, to) for to in next_cells]
            chosen = yield Decision(owner, "flow", WaterSubject(came_from), options)
            cell = next_cells[options.index(chosen)]
            state.flowing = -1
            state.flow_owner = -1
    state.cubes &= ~BIT[start]
    if owner != constants.BOT:
        state.seats[owner].cubes += 1
    t.emit_shared(events.CUBE_KEPT, owner)


def _direction(cell: int, to: int) -> int:
    if to == cell + STRIDE:
        return DOWN
    return LEFT if to < cell else RIGHT
