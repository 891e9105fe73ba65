"""The features of a seat of Resafa: its turns to come, and what things are worth to it.

The parts of the evaluation share this. They also leave here what each main action, step and garden
tile would bring, since effects of all kinds lead to them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants
from sandtable.games.resafa.actions import Codes
from sandtable.games.resafa.edition.components import Side
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.features import PositionFeatures
from sandtable.games.resafa.effects.language import HELD
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.state import Player, State
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Game
from sandtable.kernel.rng import seeded

#: No player has more turns.
MOST_TURNS: Final = constants.CARDS_A_ROUND * constants.ROUNDS
#: Turns from one redraw to the next.
CYCLE: Final = 2 * constants.CARDS_A_ROUND
#: What one more camel is worth by how many there are already, and how many there can be.
CAMELS: Final[list[float]] = [0.0, 1.7, 1.5, 1.3, 1.0, 0.7, 0.5, 0.0]
HERDS: Final[list[float]] = [sum(CAMELS[:camels]) for camels in range(8)]


class Features(PositionFeatures):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        assert isinstance(game, Resafa)
        super().__init__(game.components)
        self.codes: Codes = game.codes
        self.lookup: LookupTables = game.rules
        w = weights
        self.w_coin: float = w["coin"]
        self.w_stone: float = w["stone"]
        self.w_marble: float = w["marble"]
        self.w_good: float = w["good"] * w["like_trade"]
        self.w_camel: float = w["camel"] * w["like_trade"]
        self.w_sack: float = w["sack"]
        self.w_bonus_card: float = w["bonus_card"]
        self.w_causeway: float = w["causeway"]
        self.w_fade: float = w["fade"]
        self.w_fade_good: float = w["fade_good"]
        self.w_free_card: float = w["free_card"]
        self.w_commit: float = w["commit"]
        self.w_sales: float = w["sales"]
        self.w_fade_camel: float = w["fade_camel"]
        self.w_use_now: float = w["use_now"]
        self.w_use: list[float] = [w["use_coin"], w["use_stone"], w["use_marble"]]
        self.w_surplus: float = w["surplus"]
        self.w_first: float = w["first"]
        self.w_workshops: float = w["workshops"] * w["like_workshops"]
        self.w_gardens: float = w["gardens"] * w["like_gardens"]
        self.w_canals: float = w["canals"] * w["like_canals"]
        self.w_trades: float = w["trades"] * w["like_trade"]
        self.w_hope: float = w["hope"]
        self.scarab_cards: list[int] = [
            card
            for card in range(len(self.edition.end))
            if any(part.scarab_table for part in self.edition.end[card])
        ]
        # The seat looked at.
        self.state: State = State(1, seeded(0))
        self.player = 0
        self.side: Side = self.edition.sides[0]
        # By main action the turns to come with cards that have it, so that a third of them will be
        # spent on it where all actions are liked the same.
        self.chance: list[float] = [0.0] * 6
        self.slots: i64 = 0  # of the action cards left in this cycle
        self.least_turns = 0  # that are believed to be left, whatever is
        self.rains = 0.0
        self.best_sale: list[float] = [0.0] * HELD  # per item, with what the trade gives

    def update(self, state: State, seat: int) -> None:
        """Work out the features of a seat, prices first: everything else depends on them."""
        area = state.seats[seat]
        self.state = state
        self.area = area
        self.player = seat
        self.side = self.edition.sides[0 if state.players <= 2 else 1]
        left = min(int(area.hand).bit_count() + len(area.pile), CYCLE)
        self.turns = float(left + 6 * ((constants.ROUNDS - state.round) // 2))
        if state.phase == constants.SETTING_UP:
            self.turns = float(MOST_TURNS)
        if self.turns < self.least_turns:
            self.turns = float(self.least_turns)
        self.set_chances(area)
        self.rains = float(3 - (state.round - 1) // 2)
        if state.phase == constants.PLAYING and state.round == constants.ROUNDS and state.over:
            self.rains = 0.0
        self.set_prices()

    def set_chances(self, area: Player) -> None:
        """Which main actions the cards left over allow, those of later rounds included."""
        chance = self.chance
        later = 6.0 * ((constants.ROUNDS - self.state.round) // 2)
        if self.state.phase == constants.SETTING_UP:
            later = float(MOST_TURNS)
        if later < self.least_turns:
            later = float(self.least_turns)
        for action in range(6):
            chance[action] = later
        free = 0.0
        slots: i64 = area.hand
        for slot in area.pile:
            slots |= BIT[slot]
        self.slots = slots
        for slot in range(self.edition.pairs):
            if slots >> slot & 1:
                card = area.cards[slot]
                if card >= 0 and self.edition.yellow_pair[card] < 0:
                    free += self.w_free_card * self.edition.mains[card]
                else:
                    chance[self.edition.pair_actions[slot * 2]] += 3.0
                    chance[self.edition.pair_actions[slot * 2 + 1]] += 3.0
        if free:
            for action in range(6):
                chance[action] += free

    def fade(self, half: float) -> float:
        return self.turns / (self.turns + half)

    def fade_of(self, action: int, half: float) -> float:
        """The same, by the chances to take an action."""
        return self.chance[action] / (self.chance[action] + half)

    def set_prices(self) -> None:
        state, area, edition = self.state, self.area, self.edition
        part = self.fade(self.w_fade)
        price = self.price
        chance = self.chance
        price[fx.COIN] = 0.2 + (self.w_coin - 0.2) * part
        use = (chance[fx.WORKSHOP] + chance[fx.GARDEN] + chance[fx.TRADING]) / 3.0
        price[fx.STONE] = 0.2 + (self.w_stone - 0.2) * use / (use + self.w_fade)
        use = max(chance[fx.CANAL], 0.5 * chance[fx.TRADING])
        price[fx.MARBLE] = 0.2 + (self.w_marble - 0.2) * use / (use + self.w_fade)
        best = self.best_sale
        for item in range(HELD):
            best[item] = 0.0
        coin = price[fx.COIN]
        for centre in range(edition.centres):
            face = state.trading[centre]
            item = edition.sell_item[face]
            sale = coin * edition.sell_coin[face] + edition.sell_vp[face]
            if sale > best[item]:
                best[item] = sale
        part = self.fade_of(fx.TRADING, self.w_fade_good)
        for item in range(fx.AMPHORA, fx.SPICE + 1):
            usual = best[item] if best[item] > 4.0 else 4.0
            price[item] = 1.0 + (self.w_good * usual - 1.0) * part
        price[fx.VP] = 1.0
        more = self.fade_of(fx.TRADING, self.w_fade_camel)
        price[fx.CAMEL] = 0.0
        if area.camel < edition.camel_max:
            price[fx.CAMEL] = self.w_camel * more * CAMELS[area.camel]
        price[fx.SACK] = 1.0 + (self.w_sack - 1.0) * self.fade(self.w_fade)
        price[fx.SQUARE] = self.token_gain()
        price[fx.SCARAB] = price[fx.SQUARE] + self.scarab_gain(area.scarabs)

    def things(self, kind: int) -> float:
        """How many buildings a row of tokens will count, as far as can be told."""
        area = self.area
        # Who has tokens in a row builds more of its kind.
        hope = self.w_hope * (1.0 + self.w_commit * int(area.row(kind)))
        if kind == 0:
            return area.gardens + hope * self.w_gardens * self.chance[fx.GARDEN]
        if kind == 1:
            return len(area.workshops) + hope * self.w_workshops * self.chance[fx.WORKSHOP]
        most = hope * self.w_canals * self.chance[fx.CANAL]
        left = float(self.edition.canal_tiles - area.canals)
        return area.canals + (most if most < left else left)

    def row_gain(self, kind: int) -> float:
        """What one more token in a row brings."""
        tokens = int(self.area.row(kind))
        table = self.edition.row_vp
        if tokens >= len(table):
            return 0.0
        before = table[tokens - 1] if tokens else 0
        # A first token opens the way to the better ones.
        return (table[tokens] - before) * self.things(kind)

    def token_gain(self) -> float:
        if self.area.token_count() < self.edition.causeway:
            return 1.0 + self.w_causeway * self.fade(6.0)
        best = 0.0
        for kind in range(3):
            gain = self.row_gain(kind)
            if gain > best:
                best = gain
        return best

    def scarab_gain(self, have: int) -> float:
        table = self.scarab_table()
        if have >= len(table):
            return 0.0
        gain = float(table[have] - (table[have - 1] if have else 0))
        if have + 1 < len(table):
            gain += 0.25 * self.fade(4.0) * (table[have + 1] - table[have])
        return gain

    def scarab_table(self) -> list[int]:
        """What scarabs score: by a card that replaces the printed table, if the seat has one."""
        for card in self.scarab_cards:
            if self.area.owns(self.edition, card):
                for part in self.edition.end[card]:
                    if part.scarab_table:
                        return part.scarab_table
        return self.edition.scarab_vp

    def stock(self, item: int, have: int) -> float:
        """What so many of an item are worth: those that can hardly be used count less."""
        if not have:
            return 0.0
        price = self.price[item]
        first = 0.0
        if item >= fx.AMPHORA:
            most = self.area.camel * self.w_sales * self.chance[fx.TRADING]
        else:
            most = self.w_use_now + self.w_use[item] * self.turns
        if item < fx.MARBLE:
            # Without any coin or stone a turn is half lost.
            first = self.w_first * (1.0 if have > 1 else 0.6) * self.fade(1.0)
        if have <= most:
            return price * have + first
        more = self.w_surplus * price
        if item >= fx.AMPHORA and more < 1.0:
            more = 1.0
        return price * most + more * (have - most) + first

    def bonus_card(self) -> float:
        return self.w_bonus_card * self.fade(1.0)

    def more_of(self, what: int) -> float:
        """How many more of what is counted may come."""
        hope = self.w_hope * self.turns
        chance = self.chance
        if what == fx.COUNT_WORKSHOP or what == fx.COUNT_PAIR:
            return self.w_hope * self.w_workshops * chance[fx.WORKSHOP]
        if what == fx.COUNT_GARDEN:
            return self.w_hope * self.w_gardens * chance[fx.GARDEN]
        if what == fx.COUNT_CANAL:
            return min(
                self.w_hope * self.w_canals * chance[fx.CANAL],
                float(self.edition.canal_tiles - self.area.canals),
            )
        if what == fx.COUNT_BASE:
            return 0.75 * self.w_hope * self.w_trades * chance[fx.TRADING]
        if what in (fx.COUNT_TOKEN, fx.COUNT_SQUARE):
            return self.w_hope * self.w_trades * chance[fx.TRADING]
        if what == fx.COUNT_WATER_CUBE:
            cubes = int(self.state.cubes).bit_count() if self.state.players == 1 else 0
            return min(hope * 0.12 + cubes, 3.0)
        if what == fx.COUNT_CAMEL:
            return min(hope * 0.12, float(self.edition.camel_max - self.area.camel))
        if what == fx.COUNT_SPECIAL:
            return hope * 0.4
        if what >= fx.COUNT_YELLOW_CARD:
            return hope * 0.12
        return 0.0
