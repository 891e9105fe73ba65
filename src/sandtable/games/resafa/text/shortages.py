"""What is missing for a price, a main action or a garden tile."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import COIN, HELD
from sandtable.games.resafa.lookup import lowered
from sandtable.games.resafa.rules import trading, workshop
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.text import effects as describe

NO_ROOM: Final = "none of your rooms would do anything"
NO_BONUS: Final = "no open bonus card is left"


def lacking(t: Turn, cost: list[int], trigger: int = -1) -> str:
    """What is missing to pay a cost, with permanent cards for ``trigger``; empty if nothing is."""
    missing = [cost[item] - t.area.item[item] for item in range(HELD)] if cost else []
    for help_ in t.area.helps:
        if missing and help_.on == trigger:
            for item in range(HELD):
                missing[item] -= help_.discount[item] + help_.gain[item]
    missing = [max(0, amount) for amount in missing]
    return f"you lack {describe.amounts(missing)}" if any(missing) else ""


def why_action(t: Turn, action: int, off: list[int]) -> str:
    """Why a main action cannot be taken."""
    if action == fx.WORKSHOP:
        if not workshop.tiles(t, workshop.ANY_LEVEL):
            return "no workshop on offer can be built"
        missing = lacking(t, lowered(t.edition.workshop_cost, off), fx.ON_WORKSHOP)
        return missing or "there is no room for a workshop"
    if action == fx.PROVISIONS:
        return "there is nothing left to take, and no step to go"
    if action == fx.GARDEN:
        small = why_garden(t, fx.SMALL, lowered(t.edition.garden_cost[0], off), fx.ON_GARDEN)
        if t.state.small_left and t.area.small:
            return small
        large = why_garden(t, fx.LARGE, lowered(t.edition.garden_cost[1], off), fx.ON_GARDEN)
        return f"{small}, and for a large one {large}"
    if action == fx.PRODUCTION:
        return NO_ROOM
    if action == fx.TRADING:
        due = t.lookup.cheapest[t.area.at] - trading.move_off(t)
        return f"the shortest move costs {describe.amount(COIN, due)}, you have {t.area.item[COIN]}"
    if not t.area.canal_left:
        return "all your canal tiles are built"
    return "you cannot pay for any canal tile"


def why_garden(t: Turn, size: int, cost: list[int], trigger: int = -1) -> str:
    left = t.state.small_left if size == fx.SMALL else t.state.large_left
    places = t.area.small if size == fx.SMALL else t.area.large
    if not left:
        return f"no {fx.SIZES[size]} garden tile is left"
    if not places:
        return f"no square has room for a {fx.SIZES[size]} tile"
    return lacking(t, cost, trigger)
