"""Carrying out effects: the only place that looks at what kind a part is."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import events
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import HELD, Part
from sandtable.games.resafa.lookup import Effect, Price
from sandtable.games.resafa.rules import (
    garden,
    main_actions,
    production,
    provisions,
    tracks,
    trading,
    workshop,
)
from sandtable.games.resafa.rules.turn import RETRY, Runner, Turn
from sandtable.games.resafa.subjects import UseSubject
from sandtable.kernel.bits import BIT, INDEX
from sandtable.kernel.game import Flow, Step, Subject

NO_USES: Final[list[int]] = []


class Effects(Runner):
    # -- what can be used ----------------------------------------------------------------------

    def offered(self, t: Turn) -> list[int]:
        area, codes, lookup = t.area, t.codes, t.lookup
        if not area.bonus and not area.sacks and not area.tiles and not area.unused:
            return NO_USES
        found: list[int] = []
        bits: i64 = area.bonus & lookup.bonus_masks[fx.ANY_TIME]
        while bits:
            card: i64 = INDEX[(bits & -bits) % 67] // 2
            bits &= ~(3 * BIT[2 * card])
            if usable(t, lookup.effects[card]):
                found.append(codes.first_use + card)
        bits = area.sacks
        first: i64 = codes.use_sack - codes.first_use
        while bits:
            low: i64 = bits & -bits
            bits ^= low
            card = first + INDEX[low % 67]
            if usable(t, lookup.effects[card]):
                found.append(codes.first_use + card)
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
                found.append(codes.first_use + card)
        bits = area.unused
        first = codes.use_special - codes.first_use
        while bits:
            low = bits & -bits
            bits ^= low
            card = first + INDEX[low % 67]
            if usable(t, lookup.effects[card]):
                found.append(codes.first_use + card)
        bits = area.sacks
        while bits:
            low = bits & -bits
            bits ^= low
            found.append(codes.discard + INDEX[low % 67])
        return found

    def use(self, t: Turn, action: int) -> Flow:
        """Use a card or tile at any time, or discard a sack card.

        What could not be done in the end, because something used meanwhile has spent the price or
        taken the last place, comes back unused.
        """
        codes, area = t.codes, t.area
        if action >= codes.discard:
            sack = action - codes.discard
            t.tell(events.DISCARD, sack)
            t.drop_sack(sack)
            t.put_sack_under(sack)
            source = t.source
            t.source = t.lookup.effects[codes.use_sack - codes.first_use].source
            t.score(t.edition.sack_vp)
            t.source = source
            return
        thing = action - codes.first_use
        t.tell(events.USE, thing)
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
        t.tell(events.BACK, action - codes.first_use)

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
            yield from do(t, part, False)
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


def run_open(t: Turn, parts: list[Part]) -> Flow:
    """Several parts, in the order the player likes; the last one left is gone to at once."""
    codes = t.codes
    left = parts[:]
    while len(left) > 1:
        options = [codes.decline]
        for i in range(len(parts)):
            if parts[i] in left and can(t, parts[i]):
                options.append(codes.part + i)
        if len(options) == 1 and not any(worth_waiting(part) for part in left):
            return
        chosen = yield from t.ask("part", options)
        if chosen == RETRY:
            continue
        if chosen == codes.decline:
            return
        part = parts[chosen - codes.part]
        done = yield from do(t, part, False)
        if done:
            left.remove(part)
    yield from run_last(t, left[0], True)


def run_last(t: Turn, part: Part, may_decline: bool) -> Step:
    """The only open part there is; returns whether it was done. If it cannot be done it is lost,
    unless something that could be used first might help."""
    if can(t, part) or worth_waiting(part):
        return (yield from do(t, part, may_decline))
    return 0


def worth_waiting(part: Part) -> bool:
    """Whether a part that cannot be done may become possible by using other things."""
    if part.pay:
        return True
    return part.kind not in (fx.STEP, fx.BONUS_CARD, fx.BASE, fx.GAIN, fx.PER)


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
    return any(can(t, part) for part in effect.then) or any(can(t, part) for part in effect.open)


# -- parts -----------------------------------------------------------------------------------------


def can(t: Turn, part: Part) -> bool:
    """Whether a part can be paid for and would do something."""
    kind = part.kind
    pay = part.pay
    if kind == fx.BUILD_GARDEN:
        return garden.affordable(t, BIT[part.what], garden_price(part)) != 0
    if kind == fx.BUILD_WORKSHOP:
        return workshop.possible(t, workshop_levels(part), priced(pay), [], -1)
    if kind == fx.BASE:
        return trading.base_possible(t, priced(pay), -1)
    if kind == fx.ACTION:
        return main_actions.possible(t, part.what, part.discount, part.free_move)
    if not t.can_pay(pay):
        return False
    if kind == fx.GAIN:
        return t.gains_something(part.gain)
    if kind == fx.CHOOSE:
        return True
    if kind == fx.PER:
        return t.counted(part.what) > 0
    if kind == fx.STEP:
        return tracks.can_step_any(t, part.what)
    if kind == fx.BONUS_CARD:
        return provisions.any_bonus(t, part.what)
    assert kind == fx.PRODUCE
    if not pay:
        return production.possible(t)
    owned = t.area.item[:]
    for item in range(HELD):
        t.area.item[item] -= pay[item]
    found = production.possible(t)
    t.area.item = owned
    return found


def do(t: Turn, part: Part, may_decline: bool) -> Step:
    """Carry out a part; returns whether anything was done."""
    kind = part.kind
    if kind == fx.STEP or kind == fx.BONUS_CARD:
        return (yield from do_one_by_one(t, part, may_decline))
    if kind == fx.BUILD_GARDEN:
        return (yield from do_gardens(t, part, may_decline))
    if kind == fx.BUILD_WORKSHOP:
        levels = workshop_levels(part)
        return (yield from workshop.build(t, levels, priced(part.pay), [], -1, may_decline))
    if kind == fx.BASE:
        return (yield from trading.found_base(t, priced(part.pay), -1, may_decline))
    if kind == fx.ACTION:
        flips = 1 if part.flip else 0
        return (
            yield from main_actions.take(
                t, part.what, part.discount, part.free_move, flips, may_decline
            )
        )
    if kind == fx.PRODUCE and not part.pay:
        return (yield from production.produce(t, part.times, may_decline))
    if part.pay:
        chosen: int = t.codes.yes
        if may_decline:
            chosen = RETRY
            while chosen == RETRY:
                options = [t.codes.decline, t.codes.yes] if can(t, part) else [t.codes.decline]
                chosen = yield from t.ask("pay", options)
        if chosen == t.codes.decline or not can(t, part):
            return 0
        t.pay(part.pay)
    if kind == fx.GAIN:
        yield from t.gain(part.gain)
    elif kind == fx.CHOOSE:
        yield from choose_items(t, part)
    elif kind == fx.PER:
        t.score(part.vp * min(t.counted(part.what), part.most))
    else:
        assert kind == fx.PRODUCE
        yield from production.produce(t, part.times, False)
    return 1


def do_one_by_one(t: Turn, part: Part, may_decline: bool) -> Step:
    """Steps on tracks, or bonus cards."""
    codes = t.codes
    step = part.kind == fx.STEP
    done = 0
    while done < part.times:
        options: list[int] = []
        if t.can_pay(part.pay):
            options = tracks.steps(t, part.what) if step else provisions.bonus_slots(t, part.what)
        if not options and not part.pay:
            break
        if may_decline or done:
            options.insert(0, codes.decline)
        if not options:
            break
        chosen = yield from t.ask("step" if step else "bonus", options)
        if chosen == RETRY:
            continue
        if chosen == codes.decline:
            break
        t.pay(part.pay)
        done += 1
        if step:
            yield from tracks.step(t, chosen - codes.step)
        else:
            provisions.take_bonus(t, chosen - codes.bonus)
    return 1 if done else 0


def do_gardens(t: Turn, part: Part, may_decline: bool) -> Step:
    price = garden_price(part)
    done = 0
    while done < part.times:
        built = yield from garden.build(t, BIT[part.what], price, may_decline or done > 0)
        if not built:
            break
        done += 1
    return 1 if done else 0


def choose_items(t: Turn, part: Part) -> Flow:
    """So many items out of a list; in the list's order, so that every mixture comes once."""
    codes = t.codes
    first = 0
    items = sorted(part.items)
    for _ in range(part.times):
        chosen: int = RETRY
        while chosen == RETRY:
            chosen = yield from t.ask(
                "item", [codes.item + item for item in items if item >= first]
            )
        first = chosen - codes.item
        t.take(first, 1)


def garden_price(part: Part) -> Price:
    cost = priced(part.pay)
    return Price(cost, cost, [], -1, part.green)


FREE: Final[list[int]] = [0] * HELD


def priced(pay: list[int]) -> list[int]:
    return pay or FREE


def workshop_levels(part: Part) -> int:
    return workshop.ANY_LEVEL if part.what == fx.ANY else part.what
