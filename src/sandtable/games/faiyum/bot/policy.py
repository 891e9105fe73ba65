"""Quick guesses for every choice Faiyum offers, as a practised player would make them at sight."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.bot.features import many
from sandtable.games.faiyum.bot.value import SeatValue
from sandtable.games.faiyum.rules import market, roads
from sandtable.games.faiyum.rules.administration import (
    CARDS_BACK,
    WORKER_PAYS,
    WORKERS_HOME,
    buy_back_cost,
    income,
)
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import card_of
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Decision

#: Prices that are older than this many turns are worked out again.
STALE = 3


def begins_turn(decision: Decision) -> bool:
    return decision.kind == "turn" or decision.kind == "last"


class Policy:
    def __init__(self, value: SeatValue) -> None:
        self.value = value

    def rate_actions(self, state: State, decision: Decision) -> list[float]:
        value = self.value
        value.update(state)
        seat = decision.player
        if begins_turn(decision):
            if state.turns - value.seat_turn[seat] > STALE or state.turns < value.seat_turn[seat]:
                value.price_assets(state, seat)
            else:
                value.restore_prices(state, seat)
            return self.turn_rates(state, seat, decision.actions)
        value.restore_prices(state, seat)
        return self.part_rates(state, seat, decision)

    # -- the turn ------------------------------------------------------------------------------

    def turn_rates(self, s: State, seat: int, actions: list[int]) -> list[float]:
        c = self.value.codes
        cost = self.value.turn_cost
        m = self.value.money_price
        rates: list[float] = []
        for action in actions:
            if action < c.cash:
                number = c.cards[action - c.play]
                use = self.value.worth(number, True)
                rate = use - self.value.w_hand * (use - cost)
                if s.last_turns:
                    rate = self.last_use(s, seat, number)
            elif action < c.buy:
                number = c.cards[action - c.cash]
                use = self.value.worth(number, True)
                rate = constants.PUT_DOWN * m - self.value.w_hand * (use - cost)
                if s.last_turns:
                    rate = 0.02 - 0.5 * self.last_use(s, seat, number)
            elif action < c.admin:
                rate = self.buy_rate(s, seat, c.market_cards[action - c.buy])
            elif action == c.admin:
                rate = self.admin_rate(s, seat)
            else:
                rate = self.value.disaster_value(s, seat) - self.value.last_value(s, seat)
                rate += self.value.disaster_value(s, seat)
            rates.append(rate)
        return rates

    def last_use(self, s: State, seat: int, number: int) -> float:
        """What playing a card in the last turns brings, or makes possible."""
        f = self.value.cards[number].features
        if f.depends_on_position:
            return self.value.worth(number, True) + 1.0
        return f.reputation + 0.1 * f.makes + 0.05 * max(f.money, 0.0)

    def buy_rate(self, s: State, seat: int, number: int) -> float:
        price = market.price(s, s.market.index(number))
        later = self.value.worth(number, False)
        use = self.value.worth(number, True)
        missing = self.value.missing_units(s, self.value.cards[number].features, seat)
        if missing:
            use *= self.value.w_short**missing
        if s.last_turns:
            return self.last_use(s, seat, number) * self.value.w_short**missing - 0.3 - 0.02 * price
        rate = self.value.w_hand * (use - self.value.turn_cost) - self.value.money_price * price
        return rate + self.value.engine_gain(later) - self.value.w_engine * self.value.yields

    def admin_rate(self, s: State, seat: int) -> float:
        m = self.value.money_price
        off = float(market.removed(s.players))
        earned = income(s, seat) + min(WORKERS_HOME, self.value.position.upright) * WORKER_PAYS
        rate = m * earned - self.value.w_engine * self.value.yields * off
        stack = s.stacks[seat]
        position = len(stack) - 1
        depth = 0
        money = s.money[seat] + earned
        while position >= 0:
            gain = self.value.w_hand * (
                self.value.worth(stack[position], True) - self.value.turn_cost
            )
            if depth < CARDS_BACK:
                rate += gain
            else:
                more = depth - CARDS_BACK + 1
                price = buy_back_cost(s.players, more) - buy_back_cost(s.players, more - 1)
                if gain <= m * price or money < price:
                    break
                money -= price
                rate += gain - m * price
            position -= 1
            depth += 1
        return rate

    # -- parts of a turn -----------------------------------------------------------------------

    def part_rates(self, s: State, seat: int, decision: Decision) -> list[float]:
        kind = decision.kind
        actions = decision.actions
        if kind in ("pay", "road_pay", "pay_singly", "swap"):
            return self.payment_rates(s, seat, kind, actions, card_of(decision))
        if kind == "harvest" or kind == "migrant_step":
            return self.harvest_rates(s, seat, actions, card_of(decision))
        if kind in ("gain", "double", "all_rounder"):
            return self.gain_rates(s, seat, actions, card_of(decision))
        if kind == "road":
            return self.road_rates(s, actions)
        if kind == "bridge":
            return self.bridge_rates(s, actions)
        if kind in ("settlement", "town", "palace", "workshop", "commerce", "site", "block"):
            return self.space_rates(s, seat, kind, actions, card_of(decision))
        if kind in ("worker_home", "worker_off", "lay_down"):
            return self.worker_rates(s, seat, actions, card_of(decision))
        if kind == "buy_back":
            return self.back_rates(s, seat, actions)
        if kind in ("steal", "bazaar"):
            return self.card_rates(s, seat, actions, self.value.codes.take)
        if kind == "market_off":
            return [-rate for rate in self.card_rates(s, seat, actions, self.value.codes.remove)]
        if kind in ("order", "sacrifice"):
            return self.discard_rates(s, seat, actions, card_of(decision))
        if kind in ("times", "hops"):
            return self.number_rates(actions, card_of(decision))
        return self.other_rates(s, kind, actions, card_of(decision))

    def margin(self, s: State, seat: int, kind: int, by: int) -> float:
        """What ``by`` more units of a kind are worth (less: negative)."""
        have = s.resources[seat * constants.NUM_RESOURCES + kind]
        change = self.value.amount(have + by, kind) - self.value.amount(have, kind)
        return self.value.resource_price * self.value.position.size[kind] * change

    def payment_rates(
        self, s: State, seat: int, kind: str, actions: list[int], card: int
    ) -> list[float]:
        c = self.value.codes
        f = self.value.cards[card].features
        rates: list[float] = []
        for action in actions:
            if action == c.done:
                rates.append(0.0)
                continue
            way = c.payments[action - c.pay]
            rate = -constants.STAND_IN * self.value.money_price * way[5]
            paid = way[5]
            for resource in range(constants.NUM_RESOURCES):
                if way[resource]:
                    rate += self.margin(s, seat, resource, -way[resource])
                    paid += way[resource]
            if kind == "swap":
                rate += self.margin(s, seat, constants.ROSE, paid)
            elif kind == "pay_singly":
                rate += f.each_scores
            elif f.scores:
                rate += f.scores[paid]
            rates.append(rate)
        return rates

    def harvest_rates(self, s: State, seat: int, actions: list[int], card: int) -> list[float]:
        c, b = self.value.codes, self.value.board
        f = self.value.cards[card].features
        amount = f.matching
        by_kind = [0.0, 0.0, 0.0]
        if amount:
            by_kind = [self.margin(s, seat, kind, amount) for kind in range(3)]
        free: i64 = b.resource & ~(s.developed | s.upright | s.prone)
        rates: list[float] = []
        for action in actions:
            if action == c.done:
                rates.append(self.value.money_price)
                continue
            space = action - c.space
            rate = by_kind[b.kind[space]]
            if s.crocodiles >> space & 1:
                rate += self.value.money_price
            near: i64 = b.neighbours[space]
            rate += 0.01 * many(near & free & s.crocodiles)
            rates.append(rate)
        return rates

    def gain_rates(self, s: State, seat: int, actions: list[int], card: int) -> list[float]:
        c = self.value.codes
        f = self.value.cards[card].features
        each = float(f.each_costs)
        rates: list[float] = []
        for action in actions:
            if action == c.renown:
                rates.append(f.reputation)
            elif action == c.back:
                stack = s.stacks[seat]
                rates.append(
                    self.value.worth(stack[-1], True) - self.value.turn_cost if stack else 0.0
                )
            else:
                vector = c.gains[action - c.gain]
                rate = 0.0
                for kind in range(constants.NUM_RESOURCES):
                    if vector[kind]:
                        rate += self.margin(s, seat, kind, vector[kind])
                        rate -= each * self.value.money_price * vector[kind]
                rates.append(rate)
        return rates

    def joins(self, s: State, one: i64, other: i64) -> bool:
        """Whether a road or bridge there makes a first direct connection."""
        b = self.value.board
        end = roads.follow(s, b, other, one)
        far = roads.follow(s, b, one, other)
        if end < 0 or far < 0 or end == far:
            return False
        met: i64 = s.met[end]
        return not met >> far & 1

    def road_rates(self, s: State, actions: list[int]) -> list[float]:
        c, b = self.value.codes, self.value.board
        places: i64 = s.settlements | b.sites
        rates: list[float] = []
        for action in actions:
            if action == c.done:
                rates.append(self.value.resource_price - 1.1)
                continue
            one, other = b.road_places[action - c.road]
            rate = 0.0
            if self.joins(s, one, other):
                rate = 1.0
            else:
                # A way that can be finished by one more road.
                ends: i64 = BIT[one] | BIT[other]
                for end in (one, other):
                    bit: i64 = BIT[end]
                    near: i64 = b.neighbours[end]
                    if not bit & places and near & places & ~ends:
                        rate += 0.2
            rates.append(rate)
        return rates

    def bridge_rates(self, s: State, actions: list[int]) -> list[float]:
        c, b = self.value.codes, self.value.board
        rates: list[float] = []
        for action in actions:
            one, other = b.bridge_places[action - c.bridge]
            rates.append(1.0 if self.joins(s, one, other) else 0.0)
        return rates

    def space_rates(
        self, s: State, seat: int, kind: str, actions: list[int], card: int
    ) -> list[float]:
        c, b = self.value.codes, self.value.board
        feasts = False  # on the channel, and a funeral at a monument, among the seat's cards
        funeral = False
        for number in s.hands[seat] + s.stacks[seat]:
            own = self.value.cards[number].features
            feasts = feasts or own.on_channel
            funeral = funeral or own.counts_blocks
        on_channel = 0.5 if feasts else 0.05
        f = self.value.cards[card].features
        rates: list[float] = []
        for action in actions:
            if action == c.done:
                rates.append(self.value.resource_price - 2.0)
                continue
            space = action - c.space
            bit: i64 = BIT[space]
            near: i64 = b.neighbours[space]
            rate = 0.0
            if kind == "settlement":
                if bit & (s.open_ends | s.full_ends):
                    rate += 0.8
                rate += 0.04 * many(near & ~s.crocodiles)
                rate += on_channel if bit & b.channel else 0.0
            elif kind == "town":
                rate += on_channel if bit & b.channel else 0.0
                rate += 0.05 * many(s.links[space])
            elif kind == "commerce":
                if f.counts_blocks:
                    rate += s.blocks[space]
                elif f.counts_connected:
                    rate += self.visit(s, space)
                elif f.post == constants.AT_SITE:
                    rate -= 0.05 * s.blocks[space]
                elif f.matching:
                    rate += self.margin(s, seat, b.kind[space], f.matching)
                elif bit & s.towns and f.post != constants.AT_TOWN:
                    rate -= 0.1
            elif kind in ("site", "block"):
                rate += 0.02 * (b.block_limit[space] - s.blocks[space])
                if funeral:
                    rate += 0.2 * s.blocks[space]
            rates.append(rate)
        return rates

    def visit(self, s: State, town: i64) -> float:
        return float(roads.grandeur(s, roads.direct(s, self.value.board, town)))

    def worker_rates(self, s: State, seat: int, actions: list[int], card: int) -> list[float]:
        """Workers that leave: rather from where the seat's cards want to go."""
        c, b = self.value.codes, self.value.board
        m = self.value.money_price
        pay = m * (self.value.cards[card].features.each_brings if card else WORKER_PAYS)
        commerce = False
        for number in s.hands[seat] + s.stacks[seat][-4:]:
            f = self.value.cards[number].features
            if f.post >= 0:
                commerce = True
        wild: i64 = b.resource & ~(s.developed | s.upright | s.prone)
        rates: list[float] = []
        for action in actions:
            if action == c.done:
                rates.append(0.0)
                continue
            space = action - c.space
            bit: i64 = BIT[space]
            near: i64 = b.neighbours[space]
            rate = pay
            if commerce and bit & (s.settlements | s.workshops | b.sites):
                rate += 0.3
            rate -= 0.03 * many(near & wild)
            rates.append(rate)
        return rates

    def back_rates(self, s: State, seat: int, actions: list[int]) -> list[float]:
        """How many cards to take back for money."""
        c = self.value.codes
        stack = s.stacks[seat]
        gains: list[float] = [0.0]
        total = 0.0
        for position in range(len(stack) - 1, -1, -1):
            total += self.value.w_hand * (
                self.value.worth(stack[position], True) - self.value.turn_cost
            )
            gains.append(total)
        rates: list[float] = []
        for action in actions:
            cards = action - c.number
            rates.append(gains[cards] - self.value.money_price * buy_back_cost(s.players, cards))
        return rates

    def card_rates(self, s: State, seat: int, actions: list[int], base: int) -> list[float]:
        c = self.value.codes
        rates: list[float] = []
        for action in actions:
            use = self.value.worth(c.market_cards[action - base], False)
            rates.append(
                self.value.engine_gain(use) + self.value.w_hand * (use - self.value.turn_cost)
            )
        return rates

    def discard_rates(self, s: State, seat: int, actions: list[int], card: int) -> list[float]:
        """Cards to be rid of: the weakest."""
        c = self.value.codes
        brings = self.value.cards[card].features.each_brings * self.value.money_price
        stack = s.stacks[seat]
        rates: list[float] = []
        for action in actions:
            if action == c.done:
                rates.append(-0.5)
                continue
            in_hand = False
            if action == c.this:
                number = s.playing
            elif c.stack <= action < c.this:
                number = stack[len(stack) - 1 - (action - c.stack)]
            else:
                number = c.cards[action - c.hand]
                in_hand = True
            use = self.value.worth(number, False)
            rate = -self.value.engine_gain(use) - 0.1 * use
            if in_hand:
                rate -= self.value.w_hand * (self.value.worth(number, True) - self.value.turn_cost)
            rates.append(rate + brings)
        return rates

    def number_rates(self, actions: list[int], number: int) -> list[float]:
        card = self.value.cards[number]
        rose = self.value.resource_price * self.value.position.size[constants.ROSE]
        first = self.value.codes.number
        return [
            card.number_rate(action - first, self.value.money_price, rose) for action in actions
        ]

    def other_rates(self, s: State, kind: str, actions: list[int], card: int) -> list[float]:
        c = self.value.codes
        rates: list[float] = []
        for action in actions:
            rate = 0.0
            if kind == "gems":
                each = self.value.cards[card].features.each_brings
                rate = each * self.value.money_price * many(s.prone) if action == c.lift else 0.0
            elif kind == "migrant_again" and action != c.done:
                rate = self.value.resource_price
            elif kind == "crocodile":
                rate = -0.05 if self.value.board.channel >> (action - c.space) & 1 else 0.0
            rates.append(rate)
        return rates
