"""What is missing for a price, a main action or a garden tile."""

from __future__ import annotations

from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import COIN, HELD
from sandtable.games.resafa.lookup import lowered
from sandtable.games.resafa.rules import trading, workshop
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.text.effects import amount, amounts
from sandtable.kernel.messages import Catalog


def lacking(speech: Catalog, t: Turn, cost: list[int], trigger: int = -1) -> str:
    """What is missing to pay a cost, with permanent cards for ``trigger``; empty if nothing is."""
    missing = [cost[item] - t.area.item[item] for item in range(HELD)] if cost else []
    for help_ in t.area.helps:
        if missing and help_.on == trigger:
            for item in range(HELD):
                missing[item] -= help_.discount[item] + help_.gain[item]
    missing = [max(0, number) for number in missing]
    return speech.say("why.lack", what=amounts(speech, missing)) if any(missing) else ""


def why_action(speech: Catalog, t: Turn, action: int, off: list[int]) -> str:
    """Why a main action cannot be taken."""
    if action == fx.WORKSHOP:
        if not workshop.tiles(t, workshop.ANY_LEVEL):
            return speech.say("why.no_workshop")
        missing = lacking(speech, t, lowered(t.edition.workshop_cost, off), fx.ON_WORKSHOP)
        return missing or speech.say("why.no_cell")
    if action == fx.PROVISIONS:
        return speech.say("why.no_provisions")
    if action == fx.GARDEN:
        small = why_garden(
            speech, t, fx.SMALL, lowered(t.edition.garden_cost[0], off), fx.ON_GARDEN
        )
        if t.state.small_left and t.area.small:
            return small
        large = why_garden(
            speech, t, fx.LARGE, lowered(t.edition.garden_cost[1], off), fx.ON_GARDEN
        )
        return speech.say("why.neither_garden", small=small, large=large)
    if action == fx.PRODUCTION:
        return speech.say("why.no_room")
    if action == fx.TRADING:
        due = t.lookup.cheapest[t.area.at] - trading.move_off(t)
        return speech.say("why.far", cost=amount(speech, COIN, due), have=t.area.item[COIN])
    if not t.area.canal_left:
        return speech.say("why.canals_built")
    return speech.say("why.no_canal")


def why_garden(speech: Catalog, t: Turn, size: int, cost: list[int], trigger: int = -1) -> str:
    left = t.state.small_left if size == fx.SMALL else t.state.large_left
    places = t.area.small if size == fx.SMALL else t.area.large
    if not left:
        return speech.say("why.no_garden_tile", size=fx.SIZES[size])
    if not places:
        return speech.say("why.no_square", size=fx.SIZES[size])
    return lacking(speech, t, cost, trigger)
