"""What a position of Faiyum is worth to each seat.

The game's clock is the draws until the fourth disaster. A seat's cards yield so much per cycle
(play them all, one administration), a cycle takes so many draws, and the rest of the game brings
yield per draw times draws left. What lies between, cards in hand and goods, is added.

Resources and money have prices of their own for each seat. A price too high makes producers look
too good, one too low consumers; the true price is where the whole is worth least (as in linear
programming), for then neither goods nor the cards that take them lie idle.
"""

from __future__ import annotations

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.bot.features import Features, many
from sandtable.games.faiyum.cards.features import CardFeatures
from sandtable.games.faiyum.rules.market import removed
from sandtable.games.faiyum.state import State
from sandtable.kernel.game import Game

#: Prices that are tried, as multiples of the price in balance.
RESOURCE_STEPS = [0.4, 0.6, 0.8, 1.0, 1.25, 1.6, 2.0]
MONEY_STEPS = [0.2, 0.4, 0.7, 1.0, 1.4]


class SeatValue(Features):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        w = weights
        self.w_basic: float = w["basic"]
        self.w_money: float = w["money"]
        self.w_resource_end: float = w["resource_end"]
        self.w_money_end: float = w["money_end"]
        self.w_resource_half: float = w["resource_half"]
        self.w_money_half: float = w["money_half"]
        self.w_surplus: float = w["surplus"]
        self.w_needed: float = w["needed"]
        self.w_scarce: float = w["scarce"]
        self.w_room: float = w["room"]
        self.w_market: float = w["market"]
        self.w_market_cash: float = w["market_cash"]
        self.w_hand: float = w["hand"]
        self.w_short: float = w["short"]
        self.w_engine: float = w["engine"]
        self.w_growth: float = w["growth"]
        self.w_deep: float = w["deep"]
        self.w_deep_alone: float = w["deep_alone"]
        self.w_buys: float = w["buys"]
        self.w_disaster: float = w["disaster"]
        self.fish_size: float = w["fish"] / w["basic"]
        self.rose_size: float = w["rose"] / w["basic"]
        # Draws that pass between two turns of a seat, by number of players.
        self.paces: list[float] = [
            0.0,
            0.0,
            w["pace_2"],
            2 * w["pace_3"],
            3 * w["pace_4"],
            4 * w["pace_5"],
        ]
        self.pace = 0.0
        self.taken_off = 2.0  # draws an administration and the buys of a cycle take
        self.alone = False
        # Prices of the seat looked at, and the steps they stand at.
        self.resource_price = 0.0
        self.money_price = 0.0
        self.resource_step = 3
        self.money_step = 3
        self.seat_resource_step: list[int] = [3] * 8
        self.seat_money_step: list[int] = [3] * 8
        self.seat_yields: list[float] = [0.0] * 8
        self.seat_active: list[int] = [3] * 8
        self.seat_turn: list[int] = [-9] * 8  # the turn for which they were worked out
        # Its cards: first those in hand, then the stack from the top.
        self.held = 0
        self.card_gains: list[float] = []
        self.card_cash: list[float] = []
        self.card_units: list[float] = []
        # The hand once more, as it can be used now.
        self.hand_gains: list[float] = []
        self.hand_cash: list[float] = []
        self.hand_units: list[float] = []
        self.need: list[int] = [0] * constants.NUM_RESOURCES  # units that the hand takes
        self.room: list[float] = [
            0.0
        ] * constants.NUM_RESOURCES  # units that can be used in the rest of the game
        self.stock = 0.0
        self.money = 0.0
        self.market_money = 0.0
        self.market_price = 0.0
        self.yields = 0.0  # per draw
        self.active = 3  # cards of the cycle that yields most
        self.turn_cost = 0.0  # what the draws between two turns cost

    def update(self, s: State) -> None:
        self.pace = self.paces[s.players]
        self.taken_off = removed(s.players) + self.w_buys
        self.alone = s.players == 1
        self.cycles = self.draws_left(s) / (8.0 * self.pace + self.taken_off)
        super().update(s)

    def seat_value(self, s: State, seat: int) -> float:
        value = float(s.reputation[seat])
        if s.passed >> seat & 1:
            # Only the tie-break is left.
            at = seat * constants.NUM_RESOURCES
            return value + 0.02 * (
                s.money[seat] + sum(s.resources[at : at + constants.NUM_RESOURCES])
            )
        return value + self.to_come(s, seat)

    def to_come(self, s: State, seat: int) -> float:
        """The points a seat that has not passed will still make."""
        return self.last_value(s, seat) if s.last_turns else self.price_assets(s, seat)

    # -- prices --------------------------------------------------------------------------------

    def price_assets(self, s: State, seat: int) -> float:
        """All a seat has beside its reputation, at its prices, which are set.

        The search for the prices begins where it ended for this seat the last time."""
        self.collect_assets(s, seat)
        self.resource_step = self.seat_resource_step[seat]
        self.money_step = self.seat_money_step[seat]
        self.set_prices()
        best = self.total()
        after = self.descend(best, True)
        best = self.descend(after, False)
        if best < after:
            best = self.descend(best, True)
        self.set_prices()
        self.seat_resource_step[seat] = self.resource_step
        self.seat_money_step[seat] = self.money_step
        self.seat_yields[seat] = self.yields
        self.seat_active[seat] = self.active
        self.seat_turn[seat] = s.turns
        self.turn_cost = self.yields * self.pace
        return best

    def descend(self, best: float, resources: bool) -> float:
        """Change one price step by step while the whole gets less; ``yields`` is that of the
        prices where it stops."""
        steps = len(RESOURCE_STEPS) if resources else len(MONEY_STEPS)
        yields = self.yields
        active = self.active
        for step in (-1, 1):
            moved = False
            while True:
                at = (self.resource_step if resources else self.money_step) + step
                if at < 0 or at >= steps:
                    break
                if resources:
                    self.resource_step = at
                else:
                    self.money_step = at
                self.set_prices()
                total = self.total()
                if total >= best:
                    if resources:
                        self.resource_step = at - step
                    else:
                        self.money_step = at - step
                    break
                best = total
                yields = self.yields
                active = self.active
                moved = True
            if moved:
                break
        self.yields = yields
        self.active = active
        return best

    def restore_prices(self, s: State, seat: int) -> None:
        """The prices of a seat as they were last: near enough inside a turn."""
        self.set_sizes(s, seat)
        self.resource_step = self.seat_resource_step[seat]
        self.money_step = self.seat_money_step[seat]
        self.set_prices()
        self.yields = self.seat_yields[seat]
        self.active = self.seat_active[seat]
        self.turn_cost = self.yields * self.pace

    def set_prices(self) -> None:
        share = self.position.draws / (self.position.draws + self.w_resource_half)
        price = self.w_basic * RESOURCE_STEPS[self.resource_step]
        self.resource_price = self.w_resource_end + (price - self.w_resource_end) * share
        share = self.position.draws / (self.position.draws + self.w_money_half)
        price = self.w_money * MONEY_STEPS[self.money_step]
        self.money_price = self.w_money_end + (price - self.w_money_end) * share

    def collect_assets(self, s: State, seat: int) -> None:
        """What does not depend on prices: cards, goods, money."""
        self.set_sizes(s, seat)
        hand = s.hands[seat]
        self.held = len(hand)
        card_gains: list[float] = []
        card_cash: list[float] = []
        card_units: list[float] = []
        hand_gains: list[float] = []
        hand_cash: list[float] = []
        hand_units: list[float] = []
        for number in hand:
            self.set_use(number, False)
            card_gains.append(self.position.gain)
            card_cash.append(self.position.cash)
            card_units.append(self.position.units)
            self.set_use(number, True)
            f = self.cards[number].features
            if f.is_sink:
                missing = self.missing_units(s, f, seat)
                if missing:
                    self.position.weaken(self.w_short**missing)
            hand_gains.append(self.position.gain)
            hand_cash.append(self.position.cash)
            hand_units.append(self.position.units)
        stack = s.stacks[seat]
        for position in range(len(stack) - 1, -1, -1):
            self.set_use(stack[position], False)
            card_gains.append(self.position.gain)
            card_cash.append(self.position.cash)
            card_units.append(self.position.units)
        self.card_gains = card_gains
        self.card_cash = card_cash
        self.card_units = card_units
        self.hand_gains = hand_gains
        self.hand_cash = hand_cash
        self.hand_units = hand_units
        at = seat * constants.NUM_RESOURCES
        stock = 0.0
        for kind in range(constants.NUM_RESOURCES):
            have = s.resources[at + kind]
            if have:
                stock += self.position.size[kind] * self.amount(have, kind)
        self.stock = stock
        self.money = float(s.money[seat])
        share = self.position.draws / (self.position.draws + 12.0)
        self.market_price = self.w_market * share
        self.market_money = self.w_market_cash * (1.0 + self.position.draws / 8.0)

    def set_sizes(self, s: State, seat: int) -> None:
        """How dear each kind is beside the others, and how much of it can be used at all, by what
        the cards make and take of it."""
        need = [0, 0, 0, 0, 3]
        rate = [0.0, 0.0, 0.0]  # taken less made in a cycle
        hand = s.hands[seat]
        for number in hand:
            f = self.cards[number].features
            if f.takes:
                for kind in range(4):
                    need[kind] += f.need[kind]
            if f.makes:
                for kind in range(3):
                    rate[kind] -= f.make[kind]
        for number in s.stacks[seat]:
            f = self.cards[number].features
            if f.makes or f.takes:
                for kind in range(3):
                    rate[kind] += f.need[kind] - f.make[kind]
        self.need = need
        cycles = self.cycles
        at = seat * constants.NUM_RESOURCES
        mean = 0.0
        room = self.room
        for kind in range(3):
            rate[kind] += need[kind]
            more = rate[kind] if rate[kind] > 0.0 else 0.0
            room[kind] = need[kind] + 2.0 + (more + self.w_room) * cycles
            rate[kind] -= s.resources[at + kind] / (cycles + 1.0)
            mean += rate[kind] / 3.0
        size = self.position.size
        dearest = 0.0
        cheapest = 9.0
        for kind in range(3):
            more = rate[kind] - mean
            part = 1.0 + self.w_scarce * more / (1.5 + abs(more))
            size[kind] = part
            dearest = max(dearest, part)
            cheapest = min(cheapest, part)
        size[constants.FISH] = self.fish_size
        size[constants.ROSE] = max(self.rose_size, dearest)
        room[constants.FISH] = need[constants.FISH] + 3.0
        room[constants.ROSE] = 4.0 + 2.0 * cycles
        self.position.dearest = dearest
        self.position.cheapest = cheapest

    def amount(self, have: int, kind: int) -> float:
        """This many units of a kind, weighed by use: needed ones more, surplus ones less."""
        need = self.need[kind]
        if have <= need:
            return have * (1.0 + self.w_needed)
        worth = need * (1.0 + self.w_needed)
        room = self.room[kind]
        if have <= room:
            return worth + have - need
        return worth + room - need + (have - room) * self.w_surplus

    # -- the whole -----------------------------------------------------------------------------

    def total(self) -> float:
        """The worth of what was gathered at the prices set."""
        r, m = self.resource_price, self.money_price
        floor = constants.PUT_DOWN * m  # any card can be cashed in
        uses: list[float] = []
        for i in range(len(self.card_gains)):
            use = self.card_gains[i] + m * self.card_cash[i] + r * self.card_units[i]
            uses.append(use if use > floor else floor)
        held = self.held
        # The hand will lie on top of the stack, its best cards uppermost; deep cards are dear.
        hand = uses[:held]
        hand.sort()
        hand.reverse()
        ranked: list[float] = []
        deep = m * (self.w_deep_alone if self.alone else self.w_deep)
        for i in range(len(uses)):
            use = hand[i] if i < held else uses[i]
            if i > 2:
                use -= deep * (i - 2)
            ranked.append(use)
        ranked.sort()
        ranked.reverse()
        self.set_yield(ranked)
        cost = self.turn_cost
        value = 0.0
        for i in range(held):
            use = self.hand_gains[i] + m * self.hand_cash[i] + r * self.hand_units[i]
            value += (use if use > floor else floor) - cost
        value *= self.w_hand
        value += self.w_engine * self.yields * self.position.draws
        if self.market_price > m:
            value += self.market_money * (self.market_price - m)
        return value + r * self.stock + m * self.money

    def engine_gain(self, use: float) -> float:
        """What a further card of that use adds to the yield of the rest of the game."""
        cards = self.active
        dollars = max(1, cards - 2) if self.alone else 1
        more = use - self.turn_cost - self.money_price * dollars
        if more <= 0.0:
            return 0.0
        length = self.pace * (cards + 2) + self.taken_off
        return self.w_engine * self.w_growth * self.position.draws * more / length

    def set_yield(self, ranked: list[float]) -> None:
        """The best yield per draw of a cycle with some of the cards, given by falling use."""
        pace = self.pace
        alone = self.alone
        total = 0.0
        best = 0.0
        cards = 0
        for use in ranked:
            total += use
            cards += 1
            more = cards - 3
            money = 5.0
            if more > 0:
                money -= more * (more + 1) / 2 if alone else more
            yields = (total + self.money_price * money) / (pace * (cards + 1) + self.taken_off)
            if yields > best:
                best = yields
                self.active = cards
        self.yields = best
        self.turn_cost = best * pace

    def missing_units(self, s: State, f: CardFeatures, seat: int) -> int:
        """How many units are missing to use a card now."""
        at = seat * constants.NUM_RESOURCES
        goods = s.resources
        missing = 0
        spare = goods[at + constants.ROSE]
        rest = 0
        for kind in range(4):
            lack = f.need[kind] - goods[at + kind]
            if lack > 0:
                missing += lack
            elif kind < 3:
                rest -= lack
        if f.need_any > rest:
            missing += f.need_any - rest
        money = s.money[seat] - f.needs_cash
        if money >= constants.STAND_IN:
            spare += 1
        missing = missing - spare if missing > spare else 0
        if money < 0:
            missing += (1 - money) // 2
        return missing

    def worth(self, number: int, now: bool) -> float:
        """The points one use of a card brings at the prices set, at least what it is as cash."""
        self.set_use(number, now)
        points = (
            self.position.gain
            + self.money_price * self.position.cash
            + self.resource_price * self.position.units
        )
        floor = constants.PUT_DOWN * self.money_price
        return points if points > floor else floor

    # -- the last turns ------------------------------------------------------------------------

    def last_value(self, s: State, seat: int) -> float:
        """What a seat can still make of its hand, and of the disasters."""
        p = self.position
        at = seat * constants.NUM_RESOURCES
        goods = s.resources
        units = float(sum(goods[at : at + constants.NUM_RESOURCES]))
        money = float(s.money[seat])
        hand = s.hands[seat]
        for number in hand:
            f = self.cards[number].features
            if not f.is_sink:
                units += f.makes
                money += max(f.money, 0.0)
        p.last_units = units
        p.last_money = money
        card_gains = 0.0
        for number in hand:
            card = self.cards[number]
            f = card.features
            special = card.last_turns(p)
            if special >= 0.0:
                card_gains += special
            elif f.is_sink:
                if p.last_units < f.takes or p.last_money < f.needs_cash:
                    continue
                self.set_use(number, True)
                if p.gain == 0.0:
                    continue
                card_gains += f.reputation * 0.7 ** self.missing_units(s, f, seat)
                p.last_units -= f.takes
                p.last_money -= f.needs_cash
            elif f.reputation > 0:
                card_gains += f.reputation
        disasters = self.disaster_value(s, seat)
        return 0.9 * card_gains + disasters + 0.05 * p.last_units + 0.02 * p.last_money

    def disaster_value(self, s: State, seat: int) -> float:
        """What a seat that has not passed can expect of the disasters."""
        worth = self.rules.components.disasters[s.players]
        best = 0
        for card in s.market:
            if card >= constants.WASTELAND:
                best = max(best, worth[card])
        waiting = s.players - many(s.passed)
        if waiting == 1:
            return float(best)
        return self.w_disaster * best
