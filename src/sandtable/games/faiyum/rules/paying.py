"""Prices: every way to pay that differs in effect, worked out once per card.

A way is a vector (wheat, grape, stone, fish, roses, 1 if $3 replace a basic resource).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes, Vector
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.text.words import amount_of, amounts, listing, resource_names
from sandtable.kernel.game import Step
from sandtable.kernel.messages import Catalog

#: What paying asks: for a whole price, and for resources one by one with what ``done`` means.
PROMPTS: Final[dict[str, str]] = {"pay": "ask.pay"}
SINGLY_PROMPTS: Final[dict[str, str]] = {"pay_singly": "ask.pay_singly"}
SINGLY_ENOUGH: Final[dict[str, str]] = {"pay_singly": "done.pay"}

# Amounts are compared all at once: each takes four bits of an integer, three for the amount (more
# than 7 is never asked) and a guard. Owned minus asked keeps every guard where nothing is short.
GUARDS: Final = 0x888888
THREE: Final = 1 << 20  # the place of the sixth amount, $3 instead of a resource


def packed(way: Vector) -> int:
    bits = 0
    for i, amount in enumerate(way):
        bits |= amount << 4 * i
    return bits


def purse(t: Turn) -> i64:
    """The resources of the seat, packed, with all guards set."""
    at = t.player * constants.NUM_RESOURCES
    r = t.state.resources
    wheat: i64 = r[at]
    grape: i64 = r[at + 1]
    stone: i64 = r[at + 2]
    fish: i64 = r[at + 3]
    rose: i64 = r[at + 4]
    return (
        GUARDS
        | (wheat if wheat < 7 else 7)
        | (grape if grape < 7 else 7) << 4
        | (stone if stone < 7 else 7) << 8
        | (fish if fish < 7 else 7) << 12
        | (rose if rose < 7 else 7) << 16
    )


class Price:
    """A choice of ways, and money that is due in any case."""

    def __init__(self, ways: list[Vector], money: int, codes: Codes, cost: list[int]) -> None:
        ordered = sorted(set(ways), key=lambda way: codes.pay_id[way])
        self.ways: list[int] = [packed(way) for way in ordered]
        self.ids: list[int] = [codes.pay_id[way] for way in ordered]
        self.money = money
        self.cost = cost  # of each kind, where that is fixed
        #: How people say what is not fixed: a key of messages, the number and the kinds to choose
        #: from.
        self.key = ""
        self.all_different = False
        self.least_units = 0
        self.most_units = 0
        self.kinds: list[int] = []
        self.least: int = min((sum(way) for way in ordered), default=0)

    def say_as(self, key: str, least: int, most: int, kinds: list[int]) -> Price:
        self.key = key
        self.all_different = key in ("price.different", "price.different_range")
        self.least_units, self.most_units = least, most
        self.kinds = kinds
        return self

    def text(self, words: Catalog) -> str:
        """The price as people say it."""
        parts = [
            amount_of(words, amount, constants.RESOURCES[kind])
            for kind, amount in enumerate(self.cost)
            if amount
        ]
        if self.key:
            kinds = resource_names(words, self.kinds)
            least, most = self.least_units, self.most_units
            parts.append(words.say(self.key, least=least, most=most, kinds=kinds))
        if self.money:
            parts.append(amount_of(words, self.money, "$"))
        return listing(words, parts)

    def possible(self, t: Turn) -> bool:
        """Whether some way can be afforded. Only asked before anything changes hands."""
        money = t.state.money[t.player]
        if money < self.money:
            return False
        if t.purse == 0:
            t.purse = purse(t)
            t.units = sum(
                t.state.resources[
                    t.player * constants.NUM_RESOURCES : (t.player + 1) * constants.NUM_RESOURCES
                ]
            )
        have: i64 = t.purse
        if money >= self.money + constants.STAND_IN:
            have |= THREE
            if t.units + 1 < self.least:
                return False
        elif t.units < self.least:
            return False
        for way in self.ways:
            if (have - way) & GUARDS == GUARDS:
                return True
        return not self.ways

    def why(self, t: Turn) -> str:
        """What is missing to pay; empty where nothing is."""
        if self.possible(t):
            return ""
        price = self.text(t.edition.words)
        if t.money() < self.money:
            return t.say("why.money", price=price, money=t.money())
        lack = {
            constants.RESOURCES[kind]: amount - t.owned(kind)
            for kind, amount in enumerate(self.cost)
            if amount > t.owned(kind)
        }
        if not lack:
            return t.say("why.too_few", price=price, have=self.payable(t))
        return t.say("why.lack", price=price, missing=amounts(t.edition.words, lack))

    def payable(self, t: Turn) -> int:
        """How many of the resources it asks for could be paid, roses and one $3 included."""
        if not self.all_different:
            return units(t, self.kinds, self.money)
        total = t.owned(constants.ROSE)
        replaceable = False
        for kind in self.kinds:
            if kind != constants.ROSE and t.owned(kind):
                total += 1
            elif kind < constants.BASIC:
                replaceable = True
        if replaceable and t.money() >= self.money + constants.STAND_IN:
            total += 1
        return total

    def affordable(self, t: Turn) -> list[int]:
        """The ids of all ways that can be afforded, ascending."""
        have: i64 = purse(t)
        if t.state.money[t.player] >= self.money + constants.STAND_IN:
            have |= THREE
        ids: list[int] = []
        i = 0
        for way in self.ways:
            if (have - way) & GUARDS == GUARDS:
                ids.append(self.ids[i])
            i += 1
        return ids

    def pay(self, t: Turn) -> Step:
        """Ask for a way and pay; returns how many units were paid."""
        if not self.ways:
            t.spend(self.money)
            return 0
        chosen = yield from t.choose("pay", self.affordable(t))
        t.spend(self.money)
        return pay_vector(t, t.codes.payments[chosen - t.codes.pay])


def pay_vector(t: Turn, vector: Vector) -> int:
    total = 0
    for resource in range(constants.NUM_RESOURCES):
        if vector[resource]:
            t.give_up(resource, vector[resource])
            total += vector[resource]
    if vector[5]:
        t.spend(constants.STAND_IN)
        total += 1
    return total


# -- the kinds of price ------------------------------------------------------------------------


def fixed(cost: list[int], money: int, codes: Codes) -> Price:
    """This much of each (wheat, grape, stone, fish); roses and one $3 fill in."""
    ways: list[Vector] = []
    for w in range(cost[0] + 1):
        for g in range(cost[1] + 1):
            for st in range(cost[2] + 1):
                for f in range(cost[3] + 1):
                    basic = cost[0] - w + cost[1] - g + cost[2] - st
                    missing = basic + cost[3] - f
                    ways.append((w, g, st, f, missing, 0))
                    if basic:
                        ways.append((w, g, st, f, missing - 1, 1))
    return Price(ways if sum(cost) else [], money, codes, cost)


def any_of(amount: int, kinds: list[int], money: int, codes: Codes) -> Price:
    """This many resources of these kinds, the same or different."""
    ways = [
        way
        for way in codes.payments
        if sum(way) == amount and _only(way, kinds) and (not way[5] or _has_basic(kinds))
    ]
    return Price(ways, money, codes, []).say_as("price.any_of", amount, amount, kinds)


def different(least: int, most: int, kinds: list[int], money: int, codes: Codes) -> Price:
    """This many different resources of these kinds. A rose stands for any one, $3 for a basic one
    that is not paid itself."""
    basic = [kind for kind in kinds if kind < constants.BASIC]
    ways = [
        way
        for way in codes.payments
        if least <= sum(way) <= most
        and max(way[:4]) <= 1
        and _only(way, kinds)
        and (not way[5] or any(not way[kind] for kind in basic))
    ]
    key = "price.different" if least == most else "price.different_range"
    if most == 1:
        key = "price.one"
    return Price(ways, money, codes, []).say_as(key, least, most, kinds)


def exchange(most: int, kinds: list[int], codes: Codes) -> Price:
    """One to ``most`` resources that are each swapped for a rose. Roses among them would change
    nothing, so a rose is offered only as the single exchange."""
    ways = [
        way
        for way in codes.payments
        if sum(way) <= most and _only(way, kinds) and (way[4] == 0 or sum(way) == 1)
    ]
    return Price(ways, 0, codes, []).say_as("price.exchange", 1, most, kinds)


def lacking(t: Turn, kinds: list[int]) -> str:
    """Why not even one resource of these kinds can be paid; empty where one can."""
    if units(t, kinds, 0):
        return ""
    others = [kind for kind in kinds if kind != constants.ROSE]
    key = "why.nothing_to_pay" if _has_basic(kinds) else "why.nothing_to_pay_rose"
    return t.say(key, kinds=resource_names(t.edition.words, others))


def _only(way: Vector, kinds: list[int]) -> bool:
    return all(resource in kinds for resource in range(4) if way[resource])


def _has_basic(kinds: list[int]) -> bool:
    return any(kind < constants.BASIC for kind in kinds)


# -- step by step ------------------------------------------------------------------------------


def units(t: Turn, kinds: list[int], money: int) -> int:
    """How many single resources of these kinds could be paid, roses and one $3 included."""
    total = t.owned(constants.ROSE)
    for kind in kinds:
        if kind != constants.ROSE:
            total += t.owned(kind)
    if t.money() >= money + constants.STAND_IN and _has_basic(kinds):
        total += 1
    return total


def pay_singly(t: Turn, kinds: list[int], most: int) -> Step:
    """Pay one to ``most`` resources one by one, in any order; returns how many."""
    left = [t.owned(kind) if kind in kinds else 0 for kind in range(4)]
    left.append(t.owned(constants.ROSE))
    left.append(1 if t.money() >= constants.STAND_IN and _has_basic(kinds) else 0)
    paid = 0
    while paid < most:
        options = [t.codes.pay_one[way] for way in range(6) if left[way]]
        options.sort()
        if paid:
            options.append(t.codes.done)
        if len(options) == 1 and paid:
            break
        chosen = yield from t.choose("pay_singly", options)
        if chosen == t.codes.done:
            break
        way = t.codes.pay_one.index(chosen)
        left[way] -= 1
        paid += 1
        if way == 5:
            t.spend(constants.STAND_IN)
        else:
            t.give_up(way, 1)
    return paid
