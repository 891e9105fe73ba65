"""What a seat of Resafa can expect to end with: the sum of what every part of its game promises."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

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

    def look(self, state: State, seat: int) -> None:
        """Take in a seat: prices, rooms and steps."""
        self.features.look(state, seat)
        self.production.set_rooms()
        self.tracks.set_steps()

    def survey(self, state: State, seat: int) -> None:
        """Look at a seat and at all its main actions."""
        f = self.features
        # Whatever was looked at before must not colour this.
        act = f.act
        for action in range(6):
            act[action] = USUAL[action]
        for colour in range(4):
            f.step_gain[colour] = USUAL_STEP
        f.best_step = USUAL_STEP
        f.small_gain = USUAL[fx.GARDEN]
        f.large_gain = USUAL[fx.GARDEN]
        self.look(state, seat)
        area = f.area
        act[fx.PROVISIONS] = max(f.best_step, f.w_bonus_card * f.fade(0.5))
        act[fx.PRODUCTION] = f.produced(2 + area.extra)
        self.workshops.set_workshop()
        self.gardens.set_squares()
        self.water.set_canal()
        self.trade.set_trade()

    def seat_value(self, state: State, seat: int) -> float:
        f = self.features
        self.survey(state, seat)
        area = f.area
        total = area.vp + self.cards.end_points()
        total += self.water.rain_to_come()
        for item in range(3):
            total += f.stock(item, area.item[item])
        for item in range(fx.AMPHORA, fx.SPICE + 1):
            more = area.cargo if area.cargo_item == item else 0
            total += f.stock(item, area.item[item] + more)
        if area.cargo and area.cargo_item < fx.AMPHORA:
            total += f.price[area.cargo_item] * area.cargo
        total += (
            f.w_camel
            * f.fade_of(fx.TRADING, f.w_fade_camel)
            * HERDS[min(area.camel, len(HERDS) - 1)]
        )
        for colour in range(4):
            total += self.tracks.way(colour, int(area.track(colour)))
        total += self.production.engine(f.rooms, area.extra)
        total += self.gardens.promise
        total += self.cards.cards_held()
        total += self.tokens()
        total += self.hand_promise()
        return total + self.w_turn * f.turns

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
        area, edition = f.area, f.edition
        slots: i64 = area.hand
        total = 0.0
        act = f.act
        for slot in range(edition.pairs):
            if slots >> slot & 1 or slot in area.pile:
                card = area.cards[slot]
                if card >= 0 and edition.yellow_pair[card] < 0:
                    total += max(act)
                else:
                    total += max(
                        act[edition.pair_actions[slot * 2]], act[edition.pair_actions[slot * 2 + 1]]
                    )
        return self.w_hand * total
