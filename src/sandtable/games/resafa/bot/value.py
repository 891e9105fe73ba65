"""What a seat of Resafa can expect to end with."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants as n
from sandtable.games.resafa.actions import USABLE
from sandtable.games.resafa.bot.features import HERDS
from sandtable.games.resafa.bot.water import ResafaWater
from sandtable.games.resafa.edition.components import LEVEL_1, PAIRS
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules.scoring import Reckoning
from sandtable.games.resafa.state import State
from sandtable.kernel.bits import INDEX
from sandtable.kernel.game import Game

#: What main actions and a step bring as a rule, for what has to be judged before they are.
USUAL: Final[list[float]] = [6.0, 3.0, 3.0, 6.0, 5.0, 5.0]
USUAL_STEP: Final = 2.5


class ResafaValue(ResafaWater):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        self.w_foresight: float = weights["foresight"]
        self.w_hand: float = weights["hand"]
        self.w_turn: float = weights["turn"]
        self.w_level_2: float = weights["level_2"]
        self.w_spread: float = weights["spread"]
        self.w_spread_turns: float = weights["spread_turns"]

    def values(self, state: State) -> list[float]:
        if state.over:
            return [float(player.vp) for player in state.seats]
        if self.w_foresight == 0.0:
            return [float(own.vp + Reckoning(self.c, own).total()) for own in state.seats]
        return [self.seat_value(state, seat) for seat in range(state.players)]

    def survey(self, s: State, seat: int) -> None:
        """Look at a seat and at all its main actions."""
        # Whatever was looked at before must not colour this.
        act = self.act
        for action in range(6):
            act[action] = USUAL[action]
        for colour in range(4):
            self.step_gain[colour] = USUAL_STEP
        self.best_step = USUAL_STEP
        self.small_gain = USUAL[fx.GARDEN]
        self.large_gain = USUAL[fx.GARDEN]
        self.look(s, seat)
        p = self.p
        act[fx.PROVISIONS] = max(self.best_step, self.w_bonus_card * self.fade(0.5))
        act[fx.PRODUCTION] = self.produced(2 + p.extra)
        found = self.w_workshop * self.fade_of(fx.PRODUCTION, 4.0)
        row = int(p.row(1))
        if row:
            found += self.c.row_vp[row - 1]
        if not p.item[fx.COIN] or not p.item[fx.STONE]:
            found *= 0.6
        act[fx.WORKSHOP] = found
        self.set_squares()
        self.set_canal()
        self.set_trade()

    def seat_value(self, s: State, seat: int) -> float:
        self.survey(s, seat)
        p = self.p
        found = p.vp + self.end_points()
        found += self.rain_to_come()
        for item in range(3):
            found += self.stock(item, p.item[item])
        for item in range(fx.AMPHORA, fx.SPICE + 1):
            more = p.cargo if p.cargo_item == item else 0
            found += self.stock(item, p.item[item] + more)
        if p.cargo and p.cargo_item < fx.AMPHORA:
            found += self.price[p.cargo_item] * p.cargo
        found += self.w_camel * self.fade_of(fx.TRADING, self.w_fade_camel) * HERDS[min(p.camel, 7)]
        for colour in range(4):
            found += self.way(colour, int(p.track(colour)))
        found += self.engine(self.rooms, p.extra)
        found += self.promise
        found += self.cards_held()
        found += self.tokens()
        found += self.hand_promise()
        return found + self.w_turn * self.turns

    def engine(self, rooms: list[float], extra: int) -> float:
        """What production will bring."""
        found = 0.0
        times = 2 + extra
        for i in range(len(rooms)):
            if i < times:
                found += rooms[i]
            else:
                found += 0.1 * rooms[i]
        return found * self.w_productions * self.chance[fx.PRODUCTION]

    def tokens(self) -> float:
        """Open doors: level II workshops, tanks; tokens on the causeway."""
        p, c = self.p, self.c
        have = p.token_count()
        first = min(have, c.causeway)
        found = first * (1.0 + self.w_causeway * self.fade(6.0))
        if have >= c.level_2_tokens:
            found += self.w_level_2 * self.fade_of(fx.WORKSHOP, 5.0)
        return found + self.tank_promise(p.full_squares)

    def hand_promise(self) -> float:
        """The action cards left in this cycle, by the better half of each."""
        p, c = self.p, self.c
        slots: i64 = p.hand
        found = 0.0
        act = self.act
        for slot in range(PAIRS):
            if slots >> slot & 1 or slot in p.pile:
                card = p.cards[slot]
                if card >= 0 and c.yellow_pair[card] < 0:
                    found += max(act)
                else:
                    found += max(act[c.pair_actions[slot * 2]], act[c.pair_actions[slot * 2 + 1]])
        return self.w_hand * found

    # -- cards ---------------------------------------------------------------------------------

    def cards_held(self) -> float:
        """Everything that can be used later."""
        p, c = self.p, self.c
        if self.turns == 0.0:
            return float(int(p.sacks).bit_count())
        found = 0.0
        bits: i64 = p.bonus
        while bits:
            card = INDEX[(bits & -bits) % 67] // 2
            copies: i64 = bits >> 2 * card & 3
            bits &= ~(copies << 2 * card)
            found += self.bonus_gain(card) * (1.0 if copies == 1 else 1.7)
        bits = p.sacks
        while bits:
            low: i64 = bits & -bits
            bits ^= low
            found += self.sack_gain(INDEX[low % 67])
        bits = p.tiles
        while bits:
            low = bits & -bits
            bits ^= low
            found += self.effect_gain(c.canal_bonus_do[INDEX[low % 67]])
        bits = p.unused
        while bits:
            low = bits & -bits
            bits ^= low
            found += self.effect_gain(c.special_do[USABLE[INDEX[low % 67]]])
        found *= self.w_keep
        for help_ in p.helps:
            found += self.help_gain(help_.on, help_.gain, help_.discount)
        for slot in range(PAIRS):
            card = p.cards[slot]
            if card >= 0:
                found += self.yellow_gain(card, slot)
        return found

    # -- the end -------------------------------------------------------------------------------

    def end_points(self) -> float:
        p, c = self.p, self.c
        found = 0.0
        table = self.scarab_table()
        if p.scarabs:
            found += table[min(p.scarabs, len(table)) - 1]
        if p.scarabs < len(table):
            found += (
                0.25
                * self.fade(4.0)
                * (table[p.scarabs] - (table[p.scarabs - 1] if p.scarabs else 0))
            )
        for kind in range(3):
            level = int(p.row(kind))
            if level:
                found += c.row_vp[level - 1] * self.things(kind)
        if p.canals:
            found += c.canal_vp[p.canals - 1]
        bits: i64 = p.pink_white
        best = 0.0
        repeat = False
        while bits:
            low: i64 = bits & -bits
            bits ^= low
            card = INDEX[low % 67]
            found += c.boxed[card]
            if card < 18:
                worth = float(c.boxed[card])
                for part in c.end[card]:
                    if part.kind == fx.REPEAT:
                        repeat = True
                    else:
                        worth += self.end_gain(part)
                        if part.kind == fx.SCARABS:
                            found -= self.end_gain(part)  # counted above
                if worth > best:
                    best = worth
                found += worth - c.boxed[card]
        if repeat:
            found += best
        bits = p.yellow_blue
        while bits:
            low = bits & -bits
            bits ^= low
            found += c.boxed[36 + INDEX[low % 67]]
        return found

    def tile_gain(self, tile: int) -> float:
        """What a workshop on offer would bring."""
        front = self.engine_with(tile * 2)
        back = self.engine_with(tile * 2 + 1)
        found = front if front > back else back
        if self.c.workshop_level[tile] == 2:
            for part in self.c.rooms[tile * 2]:
                gain = self.room_gain(part)
                if gain > 0.0:
                    found += gain
        return found

    def engine_with(self, face: int) -> float:
        rooms = [*self.rooms, self.face_gain(face)]
        rooms.sort()
        rooms.reverse()
        green = 0.0
        for third in range(12):
            green += self.green(face * 12 + third)
        found = self.engine(rooms, self.p.extra + self.c.extra[face])
        return found + 0.3 * green * self.like_gardens * self.fade(4.0)

    def is_start(self, tile: int) -> bool:
        return tile < LEVEL_1

    def spread(self, state: State) -> float:
        left = 3 * (n.ROUNDS - state.round) + 3
        return self.w_spread + self.w_spread_turns * math.sqrt(left)
