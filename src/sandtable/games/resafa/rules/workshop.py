"""Workshop construction: tile, payment, the room of level II, side, cell, rotation, refill."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.edition.components import LEVEL_1
from sandtable.games.resafa.rules import player_area, production
from sandtable.games.resafa.rules.turn import RETRY, Turn
from sandtable.games.resafa.subjects import RotationSubject, TileSubject
from sandtable.kernel.game import Flow, Step

ANY_LEVEL: Final = 3  # levels as a set: 1 for level I, 2 for level II


def levels_open(t: Turn, levels: int) -> int:
    """Those of the levels that the player may build now."""
    if t.s.round < t.c.level_2_round or t.p.token_count() < t.c.level_2_tokens:
        return levels & 1
    return levels


def tiles(t: Turn, levels: int) -> list[int]:
    """The ids of the tiles on offer that the player may build, ascending."""
    allowed = levels_open(t, levels)
    found: list[int] = []
    for slot in range(2 * n.OFFERED):
        tile = t.s.offer[slot]
        if tile >= 0 and allowed & (1 if slot < n.OFFERED else 2):
            found.append(t.k.tile + tile - LEVEL_1)
    found.sort()
    return found


def possible(t: Turn, levels: int, cost: list[int], off: list[int], trigger: int) -> bool:
    if not t.affords(cost, off, trigger) or not t.p.cells:
        return False
    allowed = levels_open(t, levels)
    offer = t.s.offer
    return any(
        offer[slot] >= 0 and allowed & (1 if slot < n.OFFERED else 2)
        for slot in range(2 * n.OFFERED)
    )


def build(
    t: Turn, levels: int, cost: list[int], off: list[int], trigger: int, may_decline: bool
) -> Step:
    """Build a workshop of these levels; returns whether one was built."""
    k = t.k
    chosen: int = RETRY
    while chosen == RETRY:
        options: list[int] = []
        if possible(t, levels, cost, off, trigger):
            options = tiles(t, levels)
        if may_decline:
            options.insert(0, k.decline)
        if not options:
            return 0
        chosen = yield from t.ask("tile", options)
    if chosen == k.decline:
        return 0
    tile = chosen - k.tile + LEVEL_1
    t.tell(ev.TILE, tile)
    t.settle(cost, off, trigger)
    slot = take_tile(t, tile)
    before, t.subject = t.subject, TileSubject(tile)
    if tile >= t.c.level_2:
        yield from room_at_once(t, tile)
    yield from place(t, tile)
    t.subject = before
    refill(t, slot)
    return 1


def take_tile(t: Turn, tile: int) -> int:
    """A tile leaves the offer; returns its slot."""
    s = t.s
    slot = s.offer.index(tile)
    offer = s.offer[:]
    offer[slot] = -1
    s.offer = offer
    return slot


def refill(t: Turn, slot: int) -> None:
    """A tile of the same level comes into an empty slot, if there is one left."""
    s = t.s
    if slot < n.OFFERED:
        deck, drawn = s.decks[0], s.drawn_1
        if drawn >= len(deck):
            return
        s.drawn_1 = drawn + 1
    else:
        deck, drawn = s.decks[1], s.drawn_2
        if drawn >= len(deck):
            return
        s.drawn_2 = drawn + 1
    offer = s.offer[:]
    offer[slot] = deck[drawn]
    s.offer = offer
    s.revealed = True
    t.tell_all(ev.OFFER, slot, deck[drawn])


def room_at_once(t: Turn, tile: int) -> Flow:
    """The front's room of a level II tile, whichever side will be up; a price may be declined."""
    k = t.k
    for number, room in enumerate(t.r.rooms[tile * 2]):
        chosen: int = k.yes
        if room.pay:
            chosen = RETRY
            while chosen == RETRY:
                options = [k.decline, k.yes] if production.works(t, room) else [k.decline]
                chosen = yield from t.ask("room_now", options)
        if chosen == k.yes:
            t.tell(ev.ROOM, tile, number)
            yield from production.run_room(t, room)


def place(t: Turn, tile: int) -> Flow:
    """Choose side, cell and rotation, and put the tile there."""
    k, p = t.k, t.p
    chosen: int = RETRY
    while chosen == RETRY:
        chosen = yield from t.ask("side", [k.side, k.side + 1])
    face = tile * 2 + chosen - k.side
    rotation: int = RETRY
    cell = 0
    while rotation == RETRY:
        chosen = RETRY
        while chosen == RETRY:
            chosen = yield from t.ask("cell", p.cells)
        cell = (chosen - k.cell) * 2
        # A workshop built meanwhile could lie there.
        before, t.subject = t.subject, RotationSubject(face, cell)
        while rotation == RETRY and chosen in p.cells:
            rotation = yield from t.ask("rotate", t.r.rotations[face])
        t.subject = before
    rotation -= k.rotate
    player_area.add_workshop(p, k, face, cell, rotation, t.c.extra[face])
    if t.log is not None:
        t.tell(ev.WORKSHOP, face, cell, rotation)
