"""What a seat of Resafa can expect to end with: the sum of what every part of its game promises."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.bot.cards import Cards
from sandtable.games.resafa.bot.effects import EffectValues
from sandtable.games.resafa.bot.features import HERDS, Features
from sandtable.games.resafa.bot.gardens import Gardens
from sandtable.games.resafa.bot.production import Production
from sandtable.games.resafa.bot.tracks import Tracks
from sandtable.games.resafa.bot.trade import Trade
from sandtable.games.resafa.bot.water import Water
from sandtable.games.resafa.bot.workshops import Workshops
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.state import State
from sandtable.kernel.game import Game

#: What main actions and a step bring as a rule, for what has to be judged before they are.
USUAL: Final[list[float]] = [6.0, 3.0, 3.0, 6.0, 5.0, 5.0]
USUAL_STEP: Final = 2.5


class SeatValue:
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        self.features = Features(game, weights)
        self.production = Production(self.features, weights)
        self.effects = EffectValues(self.features)
        self.cards = Cards(self.features, self.effects, weights)
        self.tracks = Tracks(self.features, self.cards, weights)
        self.gardens = Gardens(self.features, self.effects, weights)
        self.workshops = Workshops(self.features, self.production, self.gardens, weights)
        self.water = Water(self.features, self.effects, weights)
        self.trade = Trade(self.features, self.effects, weights)
        self.w_hand: float = weights["hand"]
        self.w_turn: float = weights["turn"]
        self.w_level_2: float = weights["level_2"]
        # What each part promises the seat looked at.
        self.end = 0.0  # points of the final scoring
        self.rain = 0.0
        self.coins = 0.0
        self.stone = 0.0
        self.marble = 0.0
        self.goods = 0.0
        self.camels = 0.0
        self.ways: list[float] = [0.0] * len(fx.COLOURS)  # on the tracks
        self.engine = 0.0
        self.squares = 0.0
        self.held = 0.0  # cards to be used
        self.doors = 0.0
        self.hand = 0.0

    def update(self, state: State, seat: int) -> None:
        """Work out prices, rooms and steps for a seat."""
        self.features.update(state, seat)
        self.production.set_rooms()
        self.tracks.set_steps()

    def update_actions(self, state: State, seat: int) -> None:
        """Work out a seat and all its main actions."""
        f = self.features
        # The result must not depend on what was evaluated before.
        act = f.act
        for action in range(6):
            act[action] = USUAL[action]
        for colour in range(4):
            f.step_gain[colour] = USUAL_STEP
        f.best_step = USUAL_STEP
        f.small_gain = USUAL[fx.GARDEN]
        f.large_gain = USUAL[fx.GARDEN]
        self.update(state, seat)
        area = f.area
        act[fx.PROVISIONS] = max(f.best_step, f.w_bonus_card * f.fade(0.5))
        act[fx.PRODUCTION] = f.produced(2 + area.extra)
        self.workshops.set_workshop()
        self.gardens.set_squares()
        self.water.set_canal()
        self.trade.set_trade()

    def seat_value(self, state: State, seat: int) -> float:
        f = self.features
        self.update_actions(state, seat)
        area = f.area
        self.end = self.cards.end_points()
        self.rain = self.water.rain_to_come()
        self.value_goods()
        on_tracks = 0.0
        for colour in range(len(fx.COLOURS)):
            each = self.tracks.standing_value(colour, int(area.track(colour)))
            self.ways[colour] = each
            on_tracks += each
        self.engine = self.production.engine(f.rooms, area.extra)
        self.squares = self.gardens.promise
        self.held = self.cards.cards_held()
        self.doors = self.tokens()
        self.hand = self.hand_promise()
        stocks = self.coins + self.stone + self.marble + self.goods + self.camels
        parts = self.end + self.rain + stocks + on_tracks + self.engine + self.squares
        return area.vp + parts + self.held + self.doors + self.hand + self.w_turn * f.turns

    def value_goods(self) -> None:
        """What lies in the warehouse and on the camels, and the camels themselves."""
        f = self.features
        area = f.area
        self.coins = f.stock(fx.COIN, area.item[fx.COIN])
        self.stone = f.stock(fx.STONE, area.item[fx.STONE])
        self.marble = f.stock(fx.MARBLE, area.item[fx.MARBLE])
        goods = 0.0
        for item in range(fx.AMPHORA, fx.SPICE + 1):
            more = area.cargo if area.cargo_item == item else 0
            goods += f.stock(item, area.item[item] + more)
        if area.cargo and area.cargo_item < fx.AMPHORA:
            goods += f.price[area.cargo_item] * area.cargo
        self.goods = goods
        most = f.w_camel * f.fade_of(fx.TRADING, f.w_fade_camel)
        self.camels = most * HERDS[min(area.camel, len(HERDS) - 1)]

    def tokens(self) -> float:
        """Open doors: level II workshops, tanks; tokens on the causeway."""
        f = self.features
        area, edition = f.area, f.edition
        have = area.token_count()
        first = min(have, edition.causeway)
        total = first * (1.0 + f.w_causeway * f.fade(6.0))
        if have >= edition.level_2_tokens:
            total += self.w_level_2 * f.fade_of(fx.WORKSHOP, 5.0)
        return total + self.gardens.tank_promise(area.full_squares)

    def hand_promise(self) -> float:
        """The action cards left in this cycle, by the better half of each."""
        f = self.features
        total = 0.0
        for slot in range(f.edition.pairs):
            if f.slots >> slot & 1:
                total += self.slot_promise(slot)
        return self.w_hand * total

    def slot_promise(self, slot: int) -> float:
        """The better half of an action card."""
        f = self.features
        card = f.area.cards[slot]
        if card >= 0 and f.edition.yellow_pair[card] < 0:
            return max(f.act)
        first = f.act[f.edition.pair_actions[slot * 2]]
        second = f.act[f.edition.pair_actions[slot * 2 + 1]]
        return first if first > second else second
