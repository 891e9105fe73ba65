"""Cards that send a worker to a built-up space: settlement, town, workshop or building site."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards import fields
from sandtable.games.faiyum.cards.base import NO_WORKER, Card
from sandtable.games.faiyum.cards.build import PRICED, price_of
from sandtable.games.faiyum.cards.features import CardFeatures, PositionFeatures
from sandtable.games.faiyum.rules import paying, roads
from sandtable.games.faiyum.rules.paying import exchange, lacking, pay_singly, pay_vector, units
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.text.words import amount_of, amounts
from sandtable.kernel.bits import BIT, INDEX, count
from sandtable.kernel.game import Flow
from sandtable.kernel.messages import Catalog

#: The spaces the worker can go to.
POST_FIELDS: Final[dict[str, Any]] = {"where": fields.POST}
POST_PROMPTS: Final[dict[str, str]] = {"commerce": "ask.worker"}


class Commerce(Card):
    """Place a worker, pay the price, take the gains. Others differ only in ``trade``."""

    family = "commerce"
    places: ClassVar[dict[str, str]] = {"commerce": "place.worker"}
    fields: ClassVar[dict[str, Any]] = {**POST_FIELDS, **PRICED}
    prompts: ClassVar[dict[str, str]] = {**POST_PROMPTS, **paying.PROMPTS}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.where: int = constants.POSTS.index(data["where"])
        self.price = price_of(data, codes)

    def spaces(self, t: Turn) -> i64:
        s = t.state
        free: i64 = ~(s.upright | s.prone)
        if self.where == constants.AT_SETTLEMENT:
            return s.settlements & free
        if self.where == constants.AT_TOWN:
            return s.towns & free
        if self.where == constants.AT_WORKSHOP:
            return s.workshops & free
        if self.where == constants.AT_SITE:
            return t.board.sites & free
        kind: i64 = t.board.of_kind[self.where - constants.AT_KIND]
        return s.workshops & kind & free

    def can(self, t: Turn) -> bool:
        return t.state.workers_left > 0 and self.spaces(t) != 0 and self.can_trade(t)

    def why(self, t: Turn) -> str:
        if t.state.workers_left <= 0:
            return t.say(NO_WORKER)
        if not self.spaces(t):
            return t.say("why.no_post", post=constants.POSTS[self.where].replace(" ", "_"))
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

    def cost_text(self, words: Catalog) -> str:
        return self.price.text(words)

    def fill_features(self, f: CardFeatures) -> None:
        f.post = self.where

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        where = self.where
        if not p.exist_at[where]:
            p.weaken(0.5)
        elif now and not p.free_at[where]:
            p.weaken(p.blocked)


class Choice(Commerce):
    """Gain this many resources of one's choice."""

    family = "choice"
    fields: ClassVar[dict[str, Any]] = {**POST_FIELDS, "choice": fields.FEW}
    prompts: ClassVar[dict[str, str]] = {**POST_PROMPTS, "gain": "ask.gain"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.amount: int = data["choice"]
        self.options: list[int] = gain_ids(codes, self.amount, self.amount)

    def trade(self, t: Turn, space: int) -> Flow:
        chosen = yield from t.choose("gain", self.options[:])
        gain_vector(t, chosen)

    def fill_features(self, f: CardFeatures) -> None:
        super().fill_features(f)
        f.make_any = float(self.amount)


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
    """Up to this many times: pay money for a resource of one's choice."""

    family = "marketer"
    fields: ClassVar[dict[str, Any]] = {
        **POST_FIELDS,
        "up_to": fields.FEW,
        "each_costs": fields.AMOUNT,
    }
    prompts: ClassVar[dict[str, str]] = {**POST_PROMPTS, "gain": "ask.buy_resources"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.up_to: int = data["up_to"]
        self.each_costs: int = data["each_costs"]
        self.options: list[list[int]] = [gain_ids(codes, 1, most) for most in range(self.up_to + 1)]

    def can_trade(self, t: Turn) -> bool:
        return t.money() >= self.each_costs

    def why_no_trade(self, t: Turn) -> str:
        return t.say("why.resource_cost", cost=self.each_costs, money=t.money())

    def trade(self, t: Turn, space: int) -> Flow:
        most = min(self.up_to, t.money() // self.each_costs)
        chosen = yield from t.choose("gain", self.options[most][:])
        total = sum(t.codes.gains[chosen - t.codes.gain])
        t.spend(total * self.each_costs)
        gain_vector(t, chosen)

    def fill_features(self, f: CardFeatures) -> None:
        super().fill_features(f)
        f.make_any = float(self.up_to)
        f.money -= self.up_to * self.each_costs
        f.each_costs = float(self.each_costs)


class Trader(Commerce):
    """Up to this many times: swap a resource for a rose."""

    family = "trader"
    fields: ClassVar[dict[str, Any]] = {
        **POST_FIELDS,
        "up_to": fields.FEW,
        "of": fields.KINDS,
    }
    prompts: ClassVar[dict[str, str]] = {**POST_PROMPTS, "swap": "ask.swap"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        kinds = [constants.RESOURCES.index(word) for word in data["of"]]
        self.up_to: int = data["up_to"]
        self.price = exchange(self.up_to, kinds, codes)

    def why_no_trade(self, t: Turn) -> str:
        return t.say("why.no_swap")

    def trade(self, t: Turn, space: int) -> Flow:
        chosen = yield from t.choose("swap", self.price.affordable(t))
        swapped = pay_vector(t, t.codes.payments[chosen - t.codes.pay])
        t.gain(constants.ROSE, swapped)

    def fill_features(self, f: CardFeatures) -> None:
        super().fill_features(f)
        f.make[constants.ROSE] = self.up_to
        f.need_any = self.up_to

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        """Judged alike in all positions."""


SOLD: Final = ["rose", "reputation", "money"]
#: How often a sale for reputation is made, in the judgement of it.
USUAL_TIMES: Final = 8.0


class Sale(Commerce):
    """This many times: give up roses, reputation or money for something."""

    family = "sale"
    fields: ClassVar[dict[str, Any]] = {
        **POST_FIELDS,
        "sell": fields.one_of(SOLD),
        "up_to": fields.TIMES,
        "each": fields.AMOUNT,
        "gain": fields.GAIN,
    }
    prompts: ClassVar[dict[str, str]] = {**POST_PROMPTS, "times": "ask.times"}

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
            return t.say("why.least_cost", cost=self.each, money=t.money())
        return t.say(f"why.none_to_sell.{self.sold}")

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

    def number_text(self, words: Catalog, number: int) -> str:
        sold = "$" if self.sold == "money" else self.sold
        gain = {"$": number * self.gains.money, "reputation": number * self.gains.reputation}
        gained = amounts(words, {what: amount for what, amount in gain.items() if amount})
        paid = amount_of(words, number * self.each, sold)
        return words.say("choose.sale", paid=paid, gained=gained)

    def fill_features(self, f: CardFeatures) -> None:
        super().fill_features(f)
        f.each_brings = float(self.gains.money)
        if self.sold == "money":
            f.depends_on_position = True
        elif self.sold == "rose":
            f.make[constants.ROSE] = -self.up_to
            f.money = float(self.up_to * self.gains.money)
        else:
            f.reputation = -float(self.up_to * self.each)
            f.money = float(self.up_to * self.gains.money)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        if self.sold == "money":
            p.gain += USUAL_TIMES * self.gains.reputation
            p.cash -= USUAL_TIMES * self.each
        else:
            super().adjust(p, now)

    def last_turns(self, p: PositionFeatures) -> float:
        if self.sold != "money":
            return -1.0
        times = min(p.last_money / self.each, float(self.up_to))
        p.last_money = max(0.0, p.last_money - self.up_to * self.each)
        return times * self.gains.reputation

    def number_rate(self, number: int, money: float, rose: float) -> float:
        if self.sold == "money":
            return number * (self.gains.reputation - self.each * money)
        each = rose if self.sold == "rose" else 1.0
        return number * (self.gains.money * money - self.each * each)


class Assistant(Commerce):
    """Resources of the workshop's own kind."""

    family = "assistant"
    fields: ClassVar[dict[str, Any]] = {
        "where": fields.one_of(["workshop"]),
        "matching": fields.number(1, 9),
    }
    prompts = POST_PROMPTS

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.matching: int = data["matching"]

    def trade(self, t: Turn, space: int) -> Flow:
        t.gain(t.board.kind[space], self.matching)
        return
        yield

    def fill_features(self, f: CardFeatures) -> None:
        super().fill_features(f)
        f.matching = self.matching
        f.make_any = float(self.matching)


class PerPiece(Commerce):
    """Money for every workshop and town on the board."""

    family = "per_piece"
    fields: ClassVar[dict[str, Any]] = {
        **POST_FIELDS,
        "per_town": fields.optional(fields.MONEY),
        "per_workshop": fields.optional(fields.MONEY),
    }
    prompts = POST_PROMPTS

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

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        at = p.exist_at
        towns, workshops = at[constants.AT_TOWN], at[constants.AT_WORKSHOP]
        p.cash += self.per_town * towns + self.per_workshop * workshops
        if now and not p.free_at[self.where]:
            p.weaken(p.blocked)
        elif not now:
            p.cash += p.draws / 20.0


class Mummy(Commerce):
    """Reputation for each resource paid, and for each block of the site."""

    family = "mummy"
    fields: ClassVar[dict[str, Any]] = {
        "where": fields.one_of(["building site"]),
        "of": fields.KINDS,
        "up_to": fields.TIMES,
    }
    prompts: ClassVar[dict[str, str]] = {**POST_PROMPTS, **paying.SINGLY_PROMPTS}
    enough = paying.SINGLY_ENOUGH

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

    def fill_features(self, f: CardFeatures) -> None:
        super().fill_features(f)
        f.each_scores = 1.0
        f.counts_blocks = True
        f.depends_on_position = True

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.gain += p.best_blocks + 6.0
        p.units -= 6.0 * p.cheapest

    def last_turns(self, p: PositionFeatures) -> float:
        paid = min(p.last_units, float(self.up_to))
        p.last_units -= paid
        return paid + p.best_blocks


class Pharaoh(Commerce):
    """Reputation for a town and everything directly connected with it."""

    family = "pharaoh"
    fields: ClassVar[dict[str, Any]] = {"where": fields.one_of(["town"])}
    prompts = POST_PROMPTS

    def trade(self, t: Turn, space: int) -> Flow:
        t.score(roads.grandeur(t.state, roads.direct(t.state, t.board, space) | BIT[space]))
        return
        yield

    def fill_features(self, f: CardFeatures) -> None:
        super().fill_features(f)
        f.counts_connected = True
        f.depends_on_position = True

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.gain += self.best_visit(p, now)

    def last_turns(self, p: PositionFeatures) -> float:
        return self.best_visit(p, True)

    def best_visit(self, p: PositionFeatures, now: bool) -> float:
        s = p.position()
        best = 0
        rest: i64 = s.towns
        if now:
            rest &= ~(s.upright | s.prone)
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            total = 2 + roads.grandeur(s, roads.direct(s, p.board, INDEX[low % 67]))
            if total > best:
                best = total
        return float(best) if now else max(3.0, float(best))
