"""Production: rooms of different workshops."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.effects.language import CHOOSE, STEP
from sandtable.games.resafa.lookup import Room, tile_place
from sandtable.games.resafa.rules import tracks
from sandtable.games.resafa.rules.turn import RETRY, Turn
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
    for part in effect.parts:
        if part.kind == CHOOSE or (part.kind == STEP and tracks.can_step_any(t, part.what)):
            return True
    return False


def possible(t: Turn) -> bool:
    for face in t.p.workshops:
        for room in t.r.rooms[face]:
            if works(t, room):
                return True
    return False


def rooms(t: Turn, used: i64) -> list[int]:
    """The ids of the rooms that can be used, ascending; ``used`` are places of tiles."""
    found: list[int] = []
    first = t.k.room
    for face in t.p.workshops:
        place = tile_place(face // 2)
        if not used >> place & 1:
            number = first + place * 2
            for room in t.r.rooms[face]:
                if works(t, room):
                    found.append(number)
                number += 1
    return found


def produce(t: Turn, times: int, may_decline: bool) -> Step:
    """Use rooms of so many different workshops. All but the first may be declined in any case.

    Returns how many were used.
    """
    k = t.k
    used: i64 = 0
    done = 0
    while done < times:
        options = rooms(t, used)
        if may_decline or done:
            options.insert(0, k.decline)
        if not options:
            break
        chosen = yield from t.ask("produce", options)
        if chosen == RETRY:
            continue
        if chosen == k.decline:
            break
        place = (chosen - k.room) // 2
        used |= BIT[place]
        done += 1
        yield from use_room(t, place, (chosen - k.room) % 2)
    return done


def use_room(t: Turn, place: int, number: int) -> Flow:
    for face in t.p.workshops:
        if tile_place(face // 2) == place:
            if t.log is not None:
                t.tell(ev.ROOM, face // 2, number)
            yield from run_room(t, t.r.rooms[face][number])
            return


def run_room(t: Turn, room: Room) -> Flow:
    t.pay(room.pay)
    effect = room.effect
    if effect.gain:
        source = t.source
        t.source = n.FROM_ROOMS
        if t.grant(effect.gain):
            yield from t.tokens(effect.gain)
        t.source = source
    else:
        yield from t.runner.run(t, effect, t.subject)
