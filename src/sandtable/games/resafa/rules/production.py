"""Production: rooms of different workshops."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.lookup import Room, tile_place
from sandtable.games.resafa.rules.turn import Turn
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Flow, Step

ACTIVATIONS: Final = 2


def works(t: Turn, room: Room) -> bool:
    """Whether a room can be paid for and does something."""
    if room.sure:
        return True
    if not t.can_pay(room.pay):
        return False
    effect = room.effect
    if effect.sure or t.gains_something(effect.gain):
        return True
    return any(part.can(t) for part in effect.open)


def possible(t: Turn) -> bool:
    for face in t.area.workshops:
        for room in t.lookup.rooms[face]:
            if works(t, room):
                return True
    return False


def rooms(t: Turn, used: i64) -> list[int]:
    """The ids of the rooms that can be used, ascending; ``used`` are places of tiles."""
    ids: list[int] = []
    first = t.codes.room
    for face in t.area.workshops:
        place = tile_place(face // 2)
        if not used >> place & 1:
            number = first + place * 2
            for room in t.lookup.rooms[face]:
                if works(t, room):
                    ids.append(number)
                number += 1
    return ids


def produce(t: Turn, times: int, may_decline: bool) -> Step:
    """Use rooms of this many different workshops. All but the first may be declined in any case.

    Returns how many were used.
    """
    codes = t.codes
    used: i64 = 0
    done = 0
    while done < times:
        options = rooms(t, used)
        if may_decline or done:
            options.insert(0, codes.decline)
        if not options:
            break
        chosen = yield from t.ask("produce", options)
        if chosen == RETRY:
            continue
        if chosen == codes.decline:
            break
        place = (chosen - codes.room) // 2
        used |= BIT[place]
        done += 1
        yield from use_room(t, place, (chosen - codes.room) % 2)
    return done


def use_room(t: Turn, place: int, number: int) -> Flow:
    for face in t.area.workshops:
        if tile_place(face // 2) == place:
            if t.log is not None:
                t.emit(events.ROOM, face // 2, number)
            yield from run_room(t, t.lookup.rooms[face][number])
            return


def run_room(t: Turn, room: Room) -> Flow:
    t.pay(room.pay)
    effect = room.effect
    if effect.gain:
        source = t.source
        t.source = constants.FROM_ROOMS
        if t.grant(effect.gain):
            yield from t.tokens(effect.gain)
        t.source = source
    else:
        yield from t.runner.run(t, effect, t.subject)
