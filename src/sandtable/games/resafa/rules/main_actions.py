"""The six main actions: whether one can be taken, and taking it."""

from __future__ import annotations

from sandtable.games.resafa.effects import language as effects
from sandtable.games.resafa.effects.language import (
    CANAL,
    GARDEN,
    ON_GARDEN,
    ON_WORKSHOP,
    PRODUCTION,
    PROVISIONS,
    TRADING,
    WORKSHOP,
)
from sandtable.games.resafa.lookup import GardenPrice
from sandtable.games.resafa.rules import canal, garden, production, provisions, trading, workshop
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.subjects import MainSubject
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Step


def possible(t: Turn, action: int, off: list[int], free_move: bool) -> bool:
    """Whether a main action would do something now; never inside an action of its own kind."""
    if t.busy >> action & 1:
        return False
    if action == WORKSHOP:
        return workshop.possible(t, workshop.ANY_LEVEL, t.edition.workshop_cost, off, ON_WORKSHOP)
    if action == PROVISIONS:
        return provisions.possible(t, effects.ANY)
    if action == GARDEN:
        return garden.affordable(t, garden.ANY_SIZE, garden_price(t, off)) != 0
    if action == PRODUCTION:
        return production.possible(t)
    if action == TRADING:
        return trading.possible(t, free_move)
    return canal.possible(t, off)


def take(
    t: Turn, action: int, off: list[int], free_move: bool, flips: int, may_decline: bool
) -> Step:
    """Take a main action; returns whether something was done."""
    before, t.subject = t.subject, MainSubject(action)
    t.busy |= BIT[action]
    outer, t.state.discount = t.state.discount, off
    if action == WORKSHOP:
        cost = t.edition.workshop_cost
        done = yield from workshop.build(t, workshop.ANY_LEVEL, cost, off, ON_WORKSHOP, may_decline)
    elif action == PROVISIONS:
        done = yield from provisions.provide(t, effects.ANY, "provisions", may_decline)
    elif action == GARDEN:
        done = yield from garden.build(t, garden.ANY_SIZE, garden_price(t, off), may_decline)
    elif action == PRODUCTION:
        times = production.ACTIVATIONS + t.area.extra
        done = yield from production.produce(t, times, may_decline)
    elif action == TRADING:
        done = yield from trading.trade(t, free_move, flips, may_decline)
    else:
        assert action == CANAL
        done = yield from canal.build(t, off, may_decline)
    t.busy &= ~BIT[action]
    t.state.discount = outer
    t.subject = before
    return done


def garden_price(t: Turn, off: list[int]) -> GardenPrice:
    if not off:
        return t.lookup.garden_price
    small, large = t.edition.garden_cost
    return GardenPrice(small, large, off, ON_GARDEN, True)
