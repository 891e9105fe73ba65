"""Workshop construction: tile, payment, the room of level II, side, cell, rotation, refill."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.edition.components import LEVEL_1
from sandtable.games.resafa.rules import player_area, production
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.subjects import RotationSubject, TileSubject
from sandtable.kernel.game import Flow, Step

ANY_LEVEL: Final = 3  # levels as a set: 1 for level I, 2 for level II


def levels_open(t: Turn, levels: int) -> int:
    """Those of the levels that the player may build now."""
    if t.state.round < t.edition.level_2_round or t.area.token_count() < t.edition.level_2_tokens:
        return levels & 1
    return levels


def tiles(t: Turn, levels: int) -> list[int]:
    """The ids of the tiles on offer that the player may build, ascending."""
    allowed = levels_open(t, levels)
    ids: list[int] = []
    for slot in range(2 * constants.OFFERED):
        tile = t.state.offer[slot]
        if tile >= 0 and allowed & (1 if slot < constants.OFFERED else 2):
            ids.append(t.codes.tile + tile - LEVEL_1)
    ids.sort()
    return ids


def possible(t: Turn, levels: int, cost: list[int], off: list[int], trigger: int) -> bool:
    if not t.affords(cost, off, trigger) or not t.area.cells:
        return False
    allowed = levels_open(t, levels)
    offer = t.state.offer
    return any(
        offer[slot] >= 0 and allowed & (1 if slot < constants.OFFERED else 2)
        for slot in range(2 * constants.OFFERED)
    )


def build(
    t: Turn, levels: int, cost: list[int], off: list[int], trigger: int, may_decline: bool
) -> Step:
    """Build a workshop of these levels; returns whether one was built."""
    codes = t.codes
    chosen: int = RETRY
    while chosen == RETRY:
        options: list[int] = []
        if possible(t, levels, cost, off, trigger):
            options = tiles(t, levels)
        if may_decline:
            options.insert(0, codes.decline)
        if not options:
            return 0
        chosen = yield from t.ask("tile", options)
    if chosen == codes.decline:
        return 0
    tile = chosen - codes.tile + LEVEL_1
    t.emit(events.TILE, tile)
    t.settle(cost, off, trigger)
    slot = take_tile(t, tile)
    before, t.subject = t.subject, TileSubject(tile)
    if tile >= t.edition.level_2:
        yield from room_at_once(t, tile)
    yield from place(t, tile)
    t.subject = before
    refill(t, slot)
    return 1


def take_tile(t: Turn, tile: int) -> int:
    """A tile leaves the offer; returns its slot."""
    state = t.state
    slot = state.offer.index(tile)
    offer = state.offer[:]
    offer[slot] = -1
    state.offer = offer
    return slot


def refill(t: Turn, slot: int) -> None:
    """A tile of the same level comes into an empty slot, if there is one left."""
    state = t.state
    if slot < constants.OFFERED:
        deck, drawn = state.decks[0], state.drawn_1
        if drawn >= len(deck):
            return
        state.drawn_1 = drawn + 1
    else:
        deck, drawn = state.decks[1], state.drawn_2
        if drawn >= len(deck):
            return
        state.drawn_2 = drawn + 1
    offer = state.offer[:]
    offer[slot] = deck[drawn]
    state.offer = offer
    state.revealed = True
    t.emit_shared(events.OFFER, slot, deck[drawn])


def room_at_once(t: Turn, tile: int) -> Flow:
    """The front's room of a level II tile, whichever side will be up; a price may be declined."""
    codes = t.codes
    for number, room in enumerate(t.lookup.rooms[tile * 2]):
        chosen: int = codes.yes
        if room.pay:
            chosen = RETRY
            while chosen == RETRY:
                options = (
                    [codes.decline, codes.yes] if production.works(t, room) else [codes.decline]
                )
                chosen = yield from t.ask("room_now", options)
        if chosen == codes.yes:
            t.emit(events.ROOM, tile, number)
            yield from production.run_room(t, room)


def place(t: Turn, tile: int) -> Flow:
    """Choose side, cell and rotation, and put the tile there."""
    codes, area = t.codes, t.area
    chosen: int = RETRY
    while chosen == RETRY:
        chosen = yield from t.ask("side", [codes.side, codes.side + 1])
    face = tile * 2 + chosen - codes.side
    rotation: int = RETRY
    cell = 0
    while rotation == RETRY:
        chosen = RETRY
        while chosen == RETRY:
            chosen = yield from t.ask("cell", area.cells)
        cell = (chosen - codes.cell) * 2
        # A workshop built meanwhile could lie there.
        before, t.subject = t.subject, RotationSubject(face, cell)
        while rotation == RETRY and chosen in area.cells:
            rotation = yield from t.ask("rotate", t.lookup.rotations[face])
        t.subject = before
    rotation -= codes.rotate
    player_area.add_workshop(area, codes, face, cell, rotation, t.edition.extra[face])
    if t.log is not None:
        t.emit(events.WORKSHOP, face, cell, rotation)
