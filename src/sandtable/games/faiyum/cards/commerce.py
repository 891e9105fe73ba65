"""Cards that send a worker to a built-up space: settlement, town, workshop or building site."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards.base import NO_WORKER, Card
from sandtable.games.faiyum.cards.build import price_of
from sandtable.games.faiyum.rules import roads
from sandtable.games.faiyum.rules.paying import exchange, lacking, pay_singly, pay_vector, units
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import BIT, count
from sandtable.kernel.game import Flow

WHERE: Final = [
    "settlement",
    "town",
    "workshop",
    "wheat workshop",
    "grape workshop",
    "stone workshop",
    "building site",
]


class Commerce(Card):
    """Place a worker, pay the price, take the gains. Others differ only in ``trade``."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.where: int = WHERE.index(data["where"])
        self.price = price_of(data, codes)

    def spaces(self, t: Turn) -> i64:
        s = t.state
        free: i64 = ~(s.upright | s.prone)
        if self.where == 0:
            return s.settlements & free
        if self.where == 1:
            return s.towns & free
        if self.where == 2:
            return s.workshops & free
        if self.where == 6:
            return t.board.sites & free
        kind: i64 = t.board.of_kind[self.where - 3]
        return s.workshops & kind & free

    def can(self, t: Turn) -> bool:
        return t.state.workers_left > 0 and self.spaces(t) != 0 and self.can_trade(t)

    def why(self, t: Turn) -> str:
        if t.state.workers_left <= 0:
            return NO_WORKER
        if not self.spaces(t):
            return f"there is no {WHERE[self.where]} without a worker"
        return "" if self.can_trade(t) else self.why_no_trade(t)

    def can_trade(self, t: Turn) -> bool:
        return self.price.possible(t)

    def why_no_trade(self, t: Turn) -> str:
        return self.price.why(t)

    def play(self, t: Turn) -> Flow:
        space = yield from t.choose_space("commerce", self.spaces(t))
        t.place_worker(space)
        yield from self.trade(t, space)

    def trade(self, t: Turn, space: int) -> Flow:
        yield from self.price.pay(t)
        self.gains.give(t)


class Choice(Commerce):
    """Gain so many resources of one's choice (28, 82)."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        amount: int = data["choice"]
        self.options: list[int] = gain_ids(codes, amount, amount)

    def trade(self, t: Turn, space: int) -> Flow:
        chosen = yield from t.choose("gain", self.options[:])
        gain_vector(t, chosen)


def gain_ids(codes: Codes, least: int, most: int) -> list[int]:
    """All gains of one's choice of that size; roses are never among them."""
    return [
        codes.gain + i
        for i, vector in enumerate(codes.gains)
        if least <= sum(vector) <= most and not vector[constants.ROSE]
    ]


def gain_vector(t: Turn, chosen: int) -> int:
    total = 0
    for resource, amount in enumerate(t.codes.gains[chosen - t.codes.gain]):
        if amount:
            t.gain(resource, amount)
            total += amount
    return total


class Marketer(Commerce):
    """Up to so many times: pay money for a resource of one's choice."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.up_to: int = data["up_to"]
        self.each_costs: int = data["each_costs"]
        self.options: list[list[int]] = [gain_ids(codes, 1, most) for most in range(self.up_to + 1)]

    def can_trade(self, t: Turn) -> bool:
        return t.money() >= self.each_costs

    def why_no_trade(self, t: Turn) -> str:
        return f"each resource costs ${self.each_costs}, and you have ${t.money()}"

    def trade(self, t: Turn, space: int) -> Flow:
        most = min(self.up_to, t.money() // self.each_costs)
        chosen = yield from t.choose("gain", self.options[most][:])
        total = sum(t.codes.gains[chosen - t.codes.gain])
        t.spend(total * self.each_costs)
        gain_vector(t, chosen)


class Trader(Commerce):
    """Up to so many times: swap a resource for a rose."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        kinds = [constants.RESOURCES.index(word) for word in data["of"]]
        self.price = exchange(data["up_to"], kinds, codes)

    def why_no_trade(self, t: Turn) -> str:
        return "you have no resource to swap"

    def trade(self, t: Turn, space: int) -> Flow:
        chosen = yield from t.choose("swap", self.price.affordable(t))
        swapped = pay_vector(t, t.codes.payments[chosen - t.codes.pay])
        t.gain(constants.ROSE, swapped)


class Sale(Commerce):
    """So many times: give up a rose (32), a point of reputation (34) or $2 (116) for something."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.up_to: int = data["up_to"]
        self.sold: str = data["sell"]
        self.each: int = data["each"]  # units given up each time

    def stock(self, t: Turn) -> int:
        if self.sold == "rose":
            return t.owned(constants.ROSE)
        if self.sold == "reputation":
            return t.state.reputation[t.player]
        return t.money()

    def can_trade(self, t: Turn) -> bool:
        return self.stock(t) >= self.each

    def why_no_trade(self, t: Turn) -> str:
        if self.sold == "money":
            return f"it costs at least ${self.each}, and you have ${t.money()}"
        return f"you have no {self.sold} to give up"

    def trade(self, t: Turn, space: int) -> Flow:
        most = min(self.up_to, self.stock(t) // self.each)
        options = [t.codes.number + times for times in range(1, most + 1)]
        chosen = yield from t.choose("times", options)
        times = chosen - t.codes.number
        if self.sold == "rose":
            t.give_up(constants.ROSE, times * self.each)
        elif self.sold == "reputation":
            t.score(-times * self.each)
        else:
            t.spend(times * self.each)
        t.earn(times * self.gains.money)
        t.score(times * self.gains.reputation)


class Assistant(Commerce):
    """Resources of the workshop's own kind (56)."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.matching: int = data["matching"]

    def trade(self, t: Turn, space: int) -> Flow:
        t.gain(t.board.kind[space], self.matching)
        return
        yield


class PerPiece(Commerce):
    """Money for every workshop and town on the board (90, 106)."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.per_town: int = data.get("per_town", 0)
        self.per_workshop: int = data.get("per_workshop", 0)

    def trade(self, t: Turn, space: int) -> Flow:
        towns = int(count(t.state.towns))
        workshops = int(count(t.state.workshops))
        t.earn(towns * self.per_town + workshops * self.per_workshop)
        return
        yield


class Mummy(Commerce):
    """Reputation for each resource paid, and for each block of the site (114)."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.kinds: list[int] = [constants.RESOURCES.index(word) for word in data["of"]]
        self.up_to: int = data["up_to"]

    def can_trade(self, t: Turn) -> bool:
        return units(t, self.kinds, 0) > 0

    def why_no_trade(self, t: Turn) -> str:
        return lacking(t, self.kinds)

    def trade(self, t: Turn, space: int) -> Flow:
        paid = yield from pay_singly(t, self.kinds, self.up_to)
        t.score(paid + t.state.blocks[space])


class Pharaoh(Commerce):
    """Reputation for a town and everything directly connected with it (112)."""

    def trade(self, t: Turn, space: int) -> Flow:
        t.score(roads.grandeur(t.state, roads.direct(t.state, t.board, space) | BIT[space]))
        return
        yield
