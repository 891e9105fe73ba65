"""Cards about money, cards and the market, and the soldiers' parade."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards import fields
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.cards.commerce import gain_ids, gain_vector
from sandtable.games.faiyum.cards.features import CardFeatures, PositionFeatures
from sandtable.games.faiyum.rules import administration, market, roads
from sandtable.games.faiyum.rules.paying import Price
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import BIT, INDEX, members
from sandtable.kernel.game import Flow
from sandtable.kernel.messages import Catalog

NONE_TO_TAKE: Final = "why.only_disasters"
MOST_HOPS: Final = 3  # of an escort


class Revenue(Card):
    """The gains, for nothing."""

    family = "revenue"
    fields: ClassVar[dict[str, Any]] = {"gain": fields.optional(fields.GAIN)}

    def can(self, t: Turn) -> bool:
        return True

    def why(self, t: Turn) -> str:
        return ""

    def play(self, t: Turn) -> Flow:
        self.gains.give(t)
        return
        yield


class Refinement(Card):
    """Double one or two of the resources one has."""

    family = "refinement"
    fields: ClassVar[dict[str, Any]] = {"up_to": fields.number(1, 2)}
    prompts: ClassVar[dict[str, str]] = {"double": "ask.double"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        # What can be doubled is what could be paid, without anything standing for it.
        self.up_to: int = data["up_to"]
        ways = [(*way, 0) for way in codes.gains if sum(way) <= self.up_to]
        self.doubled = Price(ways, 0, codes, [])
        self.ids: dict[int, int] = {codes.pay_id[way]: codes.gain_id[way[:5]] for way in ways}

    def can(self, t: Turn) -> bool:
        return self.doubled.possible(t)

    def why(self, t: Turn) -> str:
        return "" if self.can(t) else t.say("why.nothing_to_double")

    def play(self, t: Turn) -> Flow:
        options = sorted([self.ids[way] for way in self.doubled.affordable(t)])
        chosen = yield from t.choose("double", options)
        gain_vector(t, chosen)

    def fill_features(self, f: CardFeatures) -> None:
        f.make_any = float(self.up_to)


def judge_free_card(p: PositionFeatures) -> None:
    """A card got without buying it, the later the less useful."""
    p.cash += p.free_card * p.draws / (p.draws + 6.0)


class Thief(Card):
    """Take a card from the current market for free and put it on your stack."""

    family = "thief"
    fields: ClassVar[dict[str, Any]] = {"gain": fields.optional(fields.GAIN)}
    prompts: ClassVar[dict[str, str]] = {"steal": "ask.take"}

    def can(self, t: Turn) -> bool:
        return len(market.current(t.state)) > 0

    def why(self, t: Turn) -> str:
        return "" if self.can(t) else t.say(NONE_TO_TAKE)

    def play(self, t: Turn) -> Flow:
        s = t.state
        options = [t.codes.take_of[card] for card in market.current(s)]
        chosen = yield from t.choose("steal", options)
        card = t.codes.market_cards[chosen - t.codes.take]
        t.emit(events.TAKE, card)
        market.take(t, card)
        s.stacks[t.player] = (*s.stacks[t.player], card)
        market.refill(t)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        judge_free_card(p)


class Bazaar(Card):
    """Take a card from the current market into the hand for little money."""

    family = "bazaar"
    fields: ClassVar[dict[str, Any]] = {"price": fields.MONEY}
    prompts: ClassVar[dict[str, str]] = {"bazaar": "ask.take"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.cost: int = data["price"]

    def options(self, t: Turn) -> list[int]:
        ids: list[int] = []
        for card in market.current(t.state):
            if t.money() >= self.cost - (1 if market.has_token(t.state, card) else 0):
                ids.append(t.codes.take_of[card])
        return ids

    def can(self, t: Turn) -> bool:
        return len(self.options(t)) > 0

    def why(self, t: Turn) -> str:
        if not market.current(t.state):
            return t.say(NONE_TO_TAKE)
        return "" if self.can(t) else t.say("why.bazaar_cost", cost=self.cost, money=t.money())

    def play(self, t: Turn) -> Flow:
        chosen = yield from t.choose("bazaar", self.options(t))
        card = t.codes.market_cards[chosen - t.codes.take]
        t.emit(events.TAKE, card)
        t.spend(self.cost - (1 if market.has_token(t.state, card) else 0))
        market.take(t, card)
        t.add_to_hand(card)
        market.refill(t)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        judge_free_card(p)


class AllRounder(Card):
    """The top card back, or a resource, or reputation."""

    family = "all_rounder"
    fields: ClassVar[dict[str, Any]] = {"gain": fields.optional(fields.GAIN)}
    prompts: ClassVar[dict[str, str]] = {"all_rounder": "ask.all_rounder"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.options: list[int] = gain_ids(codes, 1, 1)

    def can(self, t: Turn) -> bool:
        return True

    def why(self, t: Turn) -> str:
        return ""

    def play(self, t: Turn) -> Flow:
        options = self.options[:]
        # Where PAPYRUS copies this, no card comes back: the two would go on forever.
        if t.state.stacks[t.player] and t.card == t.action:
            options.append(t.codes.back)
        options.append(t.codes.renown)
        chosen = yield from t.choose("all_rounder", options)
        if chosen == t.codes.back:
            administration.take_back(t, 1)
        elif chosen == t.codes.renown:
            t.score(self.gains.reputation)
        else:
            gain_vector(t, chosen)

    def fill_features(self, f: CardFeatures) -> None:
        f.make_any = 0.4


class Order(Card):
    """One or more cards of the hand go under the seat's stack, for money."""

    family = "order"
    fields: ClassVar[dict[str, Any]] = {"up_to": fields.TIMES, "each": fields.MONEY}
    prompts: ClassVar[dict[str, str]] = {"order": "ask.order"}
    enough: ClassVar[dict[str, str]] = {"order": "done.cards"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.up_to: int = data["up_to"]
        self.each: int = data["each"]

    def can(self, t: Turn) -> bool:
        return len(t.state.hands[t.player]) > 1  # itself is still among them

    def why(self, t: Turn) -> str:
        return "" if self.can(t) else t.say("why.no_other_card")

    def play(self, t: Turn) -> Flow:
        s, c = t.state, t.codes
        put = 0
        while put < self.up_to and s.hands[t.player]:
            options: list[int] = []
            for card in s.hands[t.player]:
                code = c.hand_of[card]
                if not options or options[-1] != code:
                    options.append(code)
            if put:
                options.append(c.done)
            chosen = yield from t.choose("order", options)
            if chosen == c.done:
                break
            card = c.cards[chosen - c.hand]
            t.drop_from_hand(card)
            s.stacks[t.player] = (card, *s.stacks[t.player])
            t.emit(events.CARD_UNDER, card)
            put += 1
        t.earn(put * self.each)

    def fill_features(self, f: CardFeatures) -> None:
        f.money = 1.5 * self.each
        f.each_brings = float(self.each)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.gain += p.thinning


class Escort(Card):
    """Soldiers parade from settlement to settlement, then leave the board."""

    family = "escort"
    places: ClassVar[dict[str, str]] = {"escort": "place.escort"}
    fields: ClassVar[dict[str, Any]] = {
        "costs": fields.numbers(fields.MONEY, MOST_HOPS),
        "rewards": fields.numbers(fields.MONEY, MOST_HOPS),
    }
    prompts: ClassVar[dict[str, str]] = {
        "escort": "ask.escort",
        "hops": "ask.hops",
    }

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.costs: list[int] = data["costs"]
        self.rewards: list[int] = data["rewards"]

    def hops(self, t: Turn, start: i64) -> i64:
        """How far the worker of a settlement can go: a bit set of the possible numbers of hops."""
        reach: i64 = 0
        settlements = t.state.settlements
        one = roads.direct(t.state, t.board, start) & settlements
        taken: i64 = t.state.upright | t.state.prone
        here: i64 = BIT[start]
        free: i64 = ~(taken | here)
        if one & free:
            reach |= 2
        while one:
            low: i64 = one & -one
            one ^= low
            two = roads.direct(t.state, t.board, INDEX[low % 67]) & settlements & ~here & ~low
            if two & free:
                reach |= 4
            if len(self.costs) < MOST_HOPS or reach & 8:
                continue
            while two:
                next_: i64 = two & -two
                two ^= next_
                three = roads.direct(t.state, t.board, INDEX[next_ % 67]) & settlements
                if three & free & ~low & ~next_:
                    reach |= 8
        return reach

    def affordable(self, t: Turn, start: i64) -> list[int]:
        far = self.hops(t, start)
        return [
            hops
            for hops in range(1, len(self.costs) + 1)
            if far >> hops & 1 and t.money() >= self.costs[hops - 1]
        ]

    def starts(self, t: Turn) -> i64:
        settlements: i64 = 0
        if t.money() < self.costs[0]:
            return 0
        rest: i64 = t.state.upright & t.state.settlements
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            if len(self.affordable(t, INDEX[low % 67])):
                settlements |= low
        return settlements

    def can(self, t: Turn) -> bool:
        return self.starts(t) != 0

    def why(self, t: Turn) -> str:
        if t.money() < self.costs[0]:
            return t.say("why.least_cost", cost=self.costs[0], money=t.money())
        if not t.state.upright & t.state.settlements:
            return t.say("why.none_in_settlement")
        if self.can(t):
            return ""
        for start in members(t.state.upright & t.state.settlements):
            if self.hops(t, start):
                return t.say("why.too_far")
        return t.say("why.no_way")

    def play(self, t: Turn) -> Flow:
        start = yield from t.choose_space("escort", self.starts(t))
        options = [t.codes.number + hops for hops in self.affordable(t, start)]
        chosen = yield from t.choose("hops", options)
        hops = chosen - t.codes.number
        t.spend(self.costs[hops - 1])
        t.emit(events.ESCORT, start, hops)
        t.remove_worker(start)
        t.score(self.rewards[hops - 1])

    def number_text(self, words: Catalog, number: int) -> str:
        cost, reputation = self.costs[number - 1], self.rewards[number - 1]
        return words.say("choose.hops", number=number, cost=cost, reputation=reputation)

    def fill_features(self, f: CardFeatures) -> None:
        f.reputation = float(self.rewards[0])
        f.needs_cash = self.costs[0]
        f.money -= f.needs_cash

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        if p.exist_at[constants.AT_SETTLEMENT] < 4:
            p.weaken(0.6)

    def number_rate(self, number: int, money: float, rose: float) -> float:
        more = self.rewards[number - 1] - self.rewards[0] + 1
        return more - self.costs[number - 1] * money


class Papyrus(Card):
    """The action of the card on top of the seat's stack."""

    family = "papyrus"
    fields: ClassVar[dict[str, Any]] = {"gain": fields.optional(fields.GAIN)}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.deck: list[Card | None] = []  # all cards by number; filled when all are made

    def copied(self, t: Turn) -> Card | None:
        stack = t.state.stacks[t.player]
        return self.deck[stack[-1]] if stack else None

    def acts_as(self, t: Turn) -> int:
        return t.state.stacks[t.player][-1]

    def can(self, t: Turn) -> bool:
        card = self.copied(t)
        return card is not None and card.can(t)

    def why(self, t: Turn) -> str:
        card = self.copied(t)
        if card is None:
            return t.say("why.empty_stack")
        hindered = card.why(t)
        return t.say("why.copied", card=card.name, reason=hindered) if hindered else ""

    def play(self, t: Turn) -> Flow:
        card = self.copied(t)
        assert card is not None
        t.action = card.number
        t.source = card.source
        yield from card.play(t)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.gain += 2.0
