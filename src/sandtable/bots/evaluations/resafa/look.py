"""A seat of Resafa at a glance: what things are worth to it, and what effects bring."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from sandtable.bots.engine.evaluation import Evaluation
from sandtable.games.resafa import effects as fx
from sandtable.games.resafa import names as n
from sandtable.games.resafa.codebook import Codes
from sandtable.games.resafa.components import CENTRES, Components, Side
from sandtable.games.resafa.effects import HELD, Part
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.rules import Rules
from sandtable.games.resafa.state import Player, State
from sandtable.games.resafa.turn import counted
from sandtable.kernel.game import Game

NUM_ITEMS: Final = 10
#: What one more camel is worth beside the others, by how many there are; and all there are.
CAMELS: Final[list[float]] = [0.0, 1.7, 1.5, 1.3, 1.0, 0.7, 0.5, 0.0]
HERDS: Final[list[float]] = [sum(CAMELS[:camels]) for camels in range(8)]


class ResafaLook(Evaluation):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        assert isinstance(game, Resafa)
        self.c: Components = game.components
        self.k: Codes = game.codes
        self.r: Rules = game.rules
        w = weights
        self.w = w
        self.w_coin: float = w["coin"]
        self.w_stone: float = w["stone"]
        self.w_marble: float = w["marble"]
        self.w_good: float = w["good"] * w["like_trade"]
        self.w_camel: float = w["camel"] * w["like_trade"]
        self.w_sack: float = w["sack"]
        self.w_bonus_card: float = w["bonus_card"]
        self.w_causeway: float = w["causeway"]
        self.w_fade: float = w["fade"]
        self.w_fade_camel: float = w["fade_camel"]
        self.w_use_now: float = w["use_now"]
        self.w_use: list[float] = [
            w["use_coin"], w["use_stone"], w["use_marble"], w["trades"], w["trades"],
        ]  # fmt: skip
        self.w_surplus: float = w["surplus"]
        self.w_first: float = w["first"]
        self.w_productions: float = w["productions"]
        self.w_workshops: float = w["workshops"] * w["like_workshops"]
        self.w_gardens: float = w["gardens"] * w["like_gardens"]
        self.w_canals: float = w["canals"] * w["like_canals"]
        self.w_trades: float = w["trades"] * w["like_trade"]
        self.w_hope: float = w["hope"]
        self.w_second: float = w["second_room"]
        self.w_cards: list[float] = [w["card_1"], w["card_2"], w["card_3"]]
        self.w_pace: float = w["pace"]
        self.w_way: float = w["way"]
        self.w_yellow: list[float] = [w["yellow_1"], w["yellow_2"], w["yellow_3"]]
        self.w_keep: float = w["keep"]
        self.w_workshop: float = w["workshop"] * w["like_workshops"]
        self.like_tracks: float = w["like_tracks"]
        # By face and room: flat pairs of item and amount, what is paid negative.
        self.room_terms: list[list[list[int]]] = [
            [terms(part) for part in rooms] for rooms in self.c.rooms
        ]
        # The seat looked at.
        self.s: State = State(1, game.setup(1, 0, {"advanced": False}).rng)
        self.p: Player = Player()
        self.seat = 0
        self.side: Side = self.c.sides[0]
        self.turns = 0.0  # own turns to come
        self.rains = 0.0
        self.price: list[float] = [0.0] * NUM_ITEMS
        self.best_sale: list[float] = [0.0] * HELD  # per item, with what the trade gives
        self.step_gain: list[float] = [0.0] * 4
        self.best_step = 0.0
        self.guess: list[float] = [0.0] * 12  # special cards nobody has seen, by stack
        self.rooms: list[float] = []  # the best room of each workshop, falling
        self.act: list[float] = [0.0] * 6  # what a main action would bring
        self.small_gain = 0.0  # what a small garden tile would bring, not counting its price
        self.large_gain = 0.0

    def look(self, s: State, seat: int) -> None:
        """Take in the position of a seat, prices first: all else is reckoned with them."""
        p = s.seats[seat]
        self.s = s
        self.p = p
        self.seat = seat
        self.side = self.c.sides[0 if s.players <= 2 else 1]
        left = int(p.hand).bit_count() + len(p.pile)
        self.turns = float(left + 6 * ((n.ROUNDS - s.round) // 2))
        if s.phase == n.SETTING_UP:
            self.turns = 18.0
        self.rains = float(3 - (s.round - 1) // 2)
        if s.phase == n.PLAYING and s.round == n.ROUNDS and s.over:
            self.rains = 0.0
        self.set_prices()
        self.set_steps()
        self.set_rooms()

    def fade(self, half: float) -> float:
        return self.turns / (self.turns + half)

    # -- prices --------------------------------------------------------------------------------

    def set_prices(self) -> None:
        s, p, c = self.s, self.p, self.c
        part = self.fade(self.w_fade)
        price = self.price
        price[fx.COIN] = 0.2 + (self.w_coin - 0.2) * part
        price[fx.STONE] = 0.2 + (self.w_stone - 0.2) * part
        price[fx.MARBLE] = 0.2 + (self.w_marble - 0.2) * part
        best = self.best_sale
        for item in range(HELD):
            best[item] = 0.0
        coin = price[fx.COIN]
        for centre in range(CENTRES):
            face = s.trading[centre]
            item = c.sell_item[face]
            sale = coin * c.sell_coin[face] + c.sell_vp[face]
            if sale > best[item]:
                best[item] = sale
        for item in (fx.AMPHORA, fx.SPICE):
            usual = best[item] if best[item] > 4.0 else 4.0
            price[item] = 1.0 + (self.w_good * usual - 1.0) * part
        price[fx.VP] = 1.0
        more = self.fade(self.w_fade_camel)
        price[fx.CAMEL] = 0.0
        if p.camel < c.camel_max:
            price[fx.CAMEL] = self.w_camel * more * CAMELS[p.camel]
        price[fx.SACK] = 1.0 + (self.w_sack - 1.0) * part
        price[fx.SQUARE] = self.token_gain()
        price[fx.SCARAB] = price[fx.SQUARE] + self.scarab_gain(p.scarabs)

    def things(self, kind: int) -> float:
        """How many buildings a row of tokens will count, as far as can be told."""
        p = self.p
        hope = self.w_hope * self.turns
        if kind == 0:
            return p.gardens + hope * self.w_gardens
        if kind == 1:
            return len(p.workshops) + hope * self.w_workshops
        most = hope * self.w_canals
        left = 7.0 - p.canals
        return p.canals + (most if most < left else left)

    def row_gain(self, kind: int) -> float:
        """What one more token in a row brings."""
        tokens = int(self.p.row(kind))
        table = self.c.row_vp
        if tokens >= len(table):
            return 0.0
        before = table[tokens - 1] if tokens else 0
        # A first token opens the way to the better ones.
        return (table[tokens] - before) * self.things(kind)

    def token_gain(self) -> float:
        if self.p.token_count() < self.c.causeway:
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
        p, c = self.p, self.c
        pink: i64 = p.pink_white & 0x3FFFF
        if pink:
            for card in range(12, 18):
                if pink >> card & 1:
                    for part in c.end[card]:
                        if part.kind == fx.SCARABS:
                            return part.table
        return c.scarab_vp

    def stock(self, item: int, have: int) -> float:
        """What so many of an item are worth: those that can hardly be used count less."""
        if not have:
            return 0.0
        price = self.price[item]
        most = self.w_use_now + self.w_use[item] * self.turns
        first = 0.0
        if item >= fx.AMPHORA:
            most = self.p.camel * (0.7 + self.w_use[item] * self.turns)
        elif item != fx.MARBLE:
            # Without any coin or stone a turn is half lost.
            first = self.w_first * (1.0 if have > 1 else 0.6) * self.fade(1.0)
        if have <= most:
            return price * have + first
        return price * (most + self.w_surplus * (have - most)) + first

    def gains(self, gain: list[int]) -> float:
        """What a gain is worth."""
        found = 0.0
        price = self.price
        for item, amount in enumerate(gain):
            if amount:
                found += amount * price[item]
        return found

    # -- tracks --------------------------------------------------------------------------------

    def card_guess(self, colour: int, level: int) -> float:
        """What a special card is worth that nobody has seen yet."""
        turns = self.turns
        found = self.w_cards[level]
        if colour == fx.PINK:
            found += 0.5 + self.gains(self.c.pink_gain[self.s.round - 1])
        elif colour == fx.YELLOW:
            uses = turns / 6.0 + 0.3
            found = uses * (2.5 + self.w_yellow[level] + level)
        else:
            found *= self.fade(0.7)
        return found * self.like_tracks

    def open_to(self, colour: int, level: int) -> bool:
        """Whether the limits let a marker enter the card space of a level."""
        if level == 0 or colour == fx.PINK:
            return True
        p, c = self.p, self.c
        there = 0
        for other in (fx.YELLOW, fx.WHITE, fx.BLUE):
            if other != colour and p.track(other) >= c.card_spaces[level]:
                there += 1
        return there < c.level_limit[level - 1]

    def way(self, colour: int, space: int) -> float:
        """What standing there is worth, for all cards still ahead: the nearer, the more."""
        spaces = self.c.card_spaces
        reach = self.w_pace * self.turns + 0.6
        found = 0.0
        for level in range(3):
            left = spaces[level] - space
            if left <= 0:
                continue
            if not self.open_to(colour, level):
                break
            found += self.guess[colour * 3 + level] * math.exp(-left / reach)
        return found * self.w_way

    def set_steps(self) -> None:
        p, c = self.p, self.c
        best = 0.0
        for stack in range(12):
            self.guess[stack] = self.card_guess(stack // 3, stack % 3)
        for colour in range(4):
            space = int(p.track(colour))
            gain = 0.0
            if space < c.track_end:
                gain = self.way(colour, space + 1) - self.way(colour, space)
                for level in range(3):
                    if c.card_spaces[level] == space + 1:
                        gain += self.guess[colour * 3 + level]
                        if not self.open_to(colour, level):
                            gain = -1.0
            self.step_gain[colour] = gain
            if gain > best:
                best = gain
        self.best_step = best

    # -- rooms ---------------------------------------------------------------------------------

    def room_gain(self, part: Part) -> float:
        found = 0.0
        price = self.price
        if part.pay:
            for item in range(HELD):
                if part.pay[item]:
                    found -= part.pay[item] * price[item]
        if part.kind == fx.GAIN:
            found += self.gains(part.gain)
        elif part.kind == fx.STEP:
            found += self.best_step * part.times
        elif part.kind == fx.CHOOSE:
            found += self.dearest(part) * part.times
        return found

    def dearest(self, part: Part) -> float:
        best = 0.0
        for item in part.items:
            if self.price[item] > best:
                best = self.price[item]
        return best

    def face_gain(self, face: int) -> float:
        """What a workshop brings when it produces: its better room, and that there is another."""
        best = 0.0
        second = 0.0
        price = self.price
        for pairs in self.room_terms[face]:
            gain = 0.0
            for i in range(0, len(pairs), 2):
                gain += price[pairs[i]] * pairs[i + 1]
            if gain > best:
                second = best
                best = gain
            elif gain > second:
                second = gain
        return best + self.w_second * second

    def set_rooms(self) -> None:
        found = [self.face_gain(face) for face in self.p.workshops]
        found.sort()
        found.reverse()
        self.rooms = found

    def produced(self, times: int) -> float:
        """What rooms of so many workshops bring."""
        found = 0.0
        rooms = self.rooms
        if times > len(rooms):
            times = len(rooms)
        for i in range(times):
            found += rooms[i]
        return found

    # -- effects -------------------------------------------------------------------------------

    def effect_gain(self, parts: list[Part]) -> float:
        found = 0.0
        for part in parts:
            gain = self.part_gain(part)
            if gain > 0.0:
                found += gain
        return found

    def part_gain(self, part: Part) -> float:
        """What a part of an effect brings now, its price taken off."""
        kind = part.kind
        found = 0.0
        if part.pay:
            for item in range(HELD):
                if part.pay[item]:
                    found -= part.pay[item] * self.price[item]
        if kind == fx.GAIN:
            found += self.gains(part.gain)
        elif kind == fx.CHOOSE:
            found += part.times * self.dearest(part)
        elif kind == fx.PER:
            found += part.vp * min(counted(self.p, part.what), part.most)
        elif kind == fx.STEP:
            each = self.best_step if part.what == fx.ANY else self.step_gain[part.what]
            if each < 0.0:
                each = 0.0
            found += part.times * each
        elif kind == fx.BONUS_CARD:
            found += part.times * self.w_bonus_card * self.fade(1.0)
        elif kind == fx.PRODUCE:
            found += self.produced(part.times)
        elif kind == fx.BUILD_GARDEN:
            each = self.small_gain if part.what == fx.SMALL else self.large_gain
            if not part.green:
                each *= 0.6
            found += each * part.times
        elif kind == fx.BUILD_WORKSHOP:
            found += self.act[fx.WORKSHOP] + self.gains(self.c.workshop_cost)
        elif kind == fx.BASE:
            found += self.price[fx.SQUARE]
        elif kind == fx.ACTION:
            found += self.act[part.what]
            if part.discount:
                found += self.gains(part.discount)
            if part.free_move:
                found += 2.0 * self.price[fx.COIN]
            if part.flip:
                found += 1.0
        elif kind == fx.DISCOUNT:
            found += self.gains(part.discount)
        elif kind == fx.FLIP:
            found += 1.5
        elif kind == fx.PER_SOLD:
            found += 0.6 * part.most * self.gains(part.gain)
        return found

    def bonus_gain(self, card: int) -> float:
        """What a bonus card brings when it is used."""
        c, p = self.c, self.p
        found = self.effect_gain(c.bonus_do[card])
        when = c.bonus_when[card]
        if when == fx.CANAL_TIME:
            for part in c.bonus_do[card]:
                if part.kind == fx.PER:
                    found += part.vp
            found *= 0.85 if p.canal_left else 0.0
            found *= self.fade(2.0)
        elif when != fx.ANY_TIME:
            found *= 0.85 * self.fade(2.0)
        need = c.bonus_need[card]
        for i in range(0, len(need), 2):
            if counted(p, need[i]) < need[i + 1]:
                found *= 0.5 * self.fade(3.0)
        return found

    def sack_gain(self, card: int) -> float:
        found = self.effect_gain(self.c.sack_do[card])
        return found if found > 1.0 else 1.0


def terms(part: Part) -> list[int]:
    """What a room gains and takes, as flat pairs; of a choice or a step a good guess."""
    found: list[int] = []
    if part.kind == fx.GAIN:
        for item in range(NUM_ITEMS):
            if part.gain[item]:
                found += [item, part.gain[item]]
    elif part.kind == fx.CHOOSE:
        found += [max(part.items), part.times]
    else:
        found += [fx.VP, 3 * part.times]
    for item in range(HELD):
        if part.pay and part.pay[item]:
            found += [item, -part.pay[item]]
    return found
