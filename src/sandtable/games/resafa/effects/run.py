"""Carrying out effects: using things at any time, and the order of the parts."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sandtable.games.resafa import events
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.lookup import Effect
from sandtable.games.resafa.rules.turn import Runner, Turn
from sandtable.games.resafa.subjects import UseSubject
from sandtable.kernel.bits import BIT, INDEX
from sandtable.kernel.game import Flow, Step, Subject

NO_USES: Final[list[int]] = []


class EffectRunner(Runner):
    # -- what can be used ----------------------------------------------------------------------

    def offered(self, t: Turn) -> list[int]:
        area, codes, lookup = t.area, t.codes, t.lookup
        if not area.bonus and not area.sacks and not area.tiles and not area.unused:
            return NO_USES
        uses: list[int] = []
        bits: i64 = area.bonus & lookup.bonus_masks[fx.ANY_TIME]
        while bits:
            card: i64 = INDEX[(bits & -bits) % 67] // 2
            bits &= ~(3 * BIT[2 * card])
            if usable(t, lookup.effects[card]):
                uses.append(codes.first_use + card)
        bits = area.sacks
        first: i64 = codes.use_sack - codes.first_use
        while bits:
            low: i64 = bits & -bits
            bits ^= low
            card = first + INDEX[low % 67]
            if usable(t, lookup.effects[card]):
                uses.append(codes.first_use + card)
        bits = area.tiles
        first = codes.use_tile - codes.first_use
        seen: i64 = 0
        while bits:
            low = bits & -bits
            bits ^= low
            tile: i64 = INDEX[low % 67]
            twin: i64 = BIT[t.edition.canal_bonus_twin[tile]]
            if seen & twin:
                continue
            seen |= twin
            card = first + tile
            if usable(t, lookup.effects[card]):
                uses.append(codes.first_use + card)
        bits = area.unused
        first = codes.use_special - codes.first_use
        while bits:
            low = bits & -bits
            bits ^= low
            card = first + INDEX[low % 67]
            if usable(t, lookup.effects[card]):
                uses.append(codes.first_use + card)
        bits = area.sacks
        while bits:
            low = bits & -bits
            bits ^= low
            uses.append(codes.discard + INDEX[low % 67])
        return uses

    def use(self, t: Turn, action: int) -> Flow:
        """Use a card or tile at any time, or discard a sack card.

        What could not be done in the end, because something used meanwhile has spent the price or
        taken the last place, comes back unused.
        """
        codes, area = t.codes, t.area
        if action >= codes.discard:
            sack = action - codes.discard
            t.emit(events.DISCARD, sack)
            t.drop_sack(sack)
            t.put_sack_under(sack)
            source = t.source
            t.source = t.lookup.effects[codes.use_sack - codes.first_use].source
            t.score(t.edition.sack_vp)
            t.source = source
            return
        thing = action - codes.first_use
        t.emit(events.USE, thing)
        sack = -1
        if action < codes.use_sack:
            area.bonus -= BIT[2 * thing]
        elif action < codes.use_tile:
            sack = action - codes.use_sack
            t.drop_sack(sack)
        elif action < codes.use_special:
            area.tiles &= ~BIT[action - codes.use_tile]
        else:
            area.unused &= ~BIT[action - codes.use_special]
        done = yield from self.run(t, t.lookup.effects[thing], UseSubject(thing))
        if not done:
            self._give_back(t, action)
        elif sack >= 0:
            t.put_sack_under(sack)

    def _give_back(self, t: Turn, action: int) -> None:
        """A thing that did nothing returns to the player."""
        codes, area = t.codes, t.area
        if action < codes.use_sack:
            area.bonus += BIT[2 * (action - codes.first_use)]
        elif action < codes.use_tile:
            bit: i64 = BIT[action - codes.use_sack]
            area.sacks |= bit
            area.sacks_shown |= bit
        elif action < codes.use_special:
            area.tiles |= BIT[action - codes.use_tile]
        else:
            area.unused |= BIT[action - codes.use_special]
        t.emit(events.BACK, action - codes.first_use)

    # -- running -------------------------------------------------------------------------------

    def run(self, t: Turn, effect: Effect, subject: Subject | None) -> Step:
        """Free gains, then free choices and points, then the other parts in any order.

        An effect that is a single part was wanted, so it is not declined; of several parts, and
        of rewards that come unasked, each may be. Returns 0 if a part that was wanted could not be
        done after all.
        """
        done = 1
        source, t.source = t.source, effect.source
        before, t.subject = t.subject, subject
        if effect.gain and t.grant(effect.gain):
            yield from t.tokens(effect.gain)
        for part in effect.then:
            yield from part.do(t)
        if effect.open:
            wanted = isinstance(subject, UseSubject) and len(effect.parts) == 1
            if len(effect.open) == 1:
                last = yield from run_last(t, effect.open[0], not wanted)
                if wanted:
                    done = last
            else:
                yield from run_open(t, effect.open)
        t.subject = before
        t.source = source
        return done


def run_open(t: Turn, parts: list[EffectPart]) -> Flow:
    """Several parts, in the order the player likes; the last one left is gone to at once."""
    codes = t.codes
    left = parts[:]
    while len(left) > 1:
        options = [codes.decline]
        seen: list[dict[str, Any]] = []  # of equal parts the first is offered
        for i in range(len(parts)):
            if parts[i] in left and parts[i].data not in seen and parts[i].can(t):
                seen.append(parts[i].data)
                options.append(codes.part + i)
        if len(options) == 1 and not any(part.worth_waiting() for part in left):
            return
        chosen = yield from t.ask("part", options)
        if chosen == RETRY:
            continue
        if chosen == codes.decline:
            return
        part = parts[chosen - codes.part]
        done = yield from part.run(t, False)
        if done:
            left.remove(part)
    yield from run_last(t, left[0], True)


def run_last(t: Turn, part: EffectPart, may_decline: bool) -> Step:
    """The only open part there is; returns whether it was done. If it cannot be done it is lost,
    unless something that could be used first might help."""
    if part.can(t) or part.worth_waiting():
        return (yield from part.run(t, may_decline))
    return 0


def usable(t: Turn, effect: Effect) -> bool:
    """Whether a thing can be used: its need is met and some part of it does something.

    A thing with a main action waits while an action of that kind is under way: the action could
    not be taken inside it and would be lost.
    """
    if effect.actions & t.busy:
        return False
    if effect.sure:
        return True
    need = effect.need
    for i in range(0, len(need), 2):
        if t.counted(need[i]) < need[i + 1]:
            return False
    if t.gains_something(effect.gain):
        return True
    return any(part.can(t) for part in effect.then) or any(part.can(t) for part in effect.open)
