"""What a seat of Resafa can expect to end with."""

from __future__ import annotations

import math

from mypy_extensions import i64

from sandtable.bots.evaluations.resafa.look import HERDS
from sandtable.bots.evaluations.resafa.water import ResafaWater
from sandtable.games.resafa import effects as fx
from sandtable.games.resafa import names as n
from sandtable.games.resafa.codebook import USABLE
from sandtable.games.resafa.components import LEVEL_1, PAIRS
from sandtable.games.resafa.effects import Part
from sandtable.games.resafa.scoring import Reckoning
from sandtable.games.resafa.state import State
from sandtable.games.resafa.turn import counted
from sandtable.kernel.bits import INDEX
from sandtable.kernel.game import Game


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
        self.look(s, seat)
        act = self.act
        p = self.p
        act[fx.PROVISIONS] = max(self.best_step, self.w_bonus_card * self.fade(0.5))
        act[fx.PRODUCTION] = self.produced(2 + p.extra)
        found = self.w_workshop * self.fade(4.0)
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
        for item in (fx.AMPHORA, fx.SPICE):
            more = p.cargo if p.cargo_item == item else 0
            found += self.stock(item, p.item[item] + more)
        if p.cargo and p.cargo_item < fx.AMPHORA:
            found += self.price[p.cargo_item] * p.cargo
        found += self.w_camel * self.fade(self.w_fade_camel) * HERDS[min(p.camel, 7)]
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
        return found * self.w_productions * self.turns

    def tokens(self) -> float:
        """Open doors: level II workshops, tanks; tokens on the causeway."""
        p, c = self.p, self.c
        have = p.token_count()
        first = min(have, c.causeway)
        found = first * (1.0 + self.w_causeway * self.fade(6.0))
        if have >= c.level_2_tokens:
            found += self.w_level_2 * self.fade(5.0)
        if p.full_squares >= c.tank_squares and p.bases and p.canal_left & 3:
            found += self.w_tanks * self.fade(3.0)
        return found

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

    def help_gain(self, on: int, gain: list[int], off: list[int]) -> float:
        """What a permanent help brings in the rest of the game."""
        often = self.w_trades
        if on == fx.ON_WORKSHOP:
            often = self.w_workshops
        elif on == fx.ON_GARDEN:
            often = self.w_gardens
        elif on == fx.ON_CANAL:
            often = self.w_canals
        elif on == fx.ON_BASE:
            often = 0.75 * self.w_trades
        return often * self.turns * (self.gains(gain) + self.gains(off))

    def yellow_gain(self, card: int, slot: int) -> float:
        """What a yellow card brings in the rest of the game beside a starting card."""
        uses = self.turns // 6.0
        p = self.p
        if slot < 0:
            uses += 0.6 if self.turns > 0.0 else 0.0
        elif p.hand >> slot & 1 or slot in p.pile:
            uses = (self.turns + 5.0) // 6.0
        else:
            uses = self.turns // 6.0
        each = self.effect_gain(self.c.special_do[card])
        return uses * (each + self.w_yellow[self.c.special_level[card] - 1])

    def card_gain(self, card: int) -> float:
        """What a special card is worth to this seat."""
        c = self.c
        found = float(c.boxed[card])
        colour = c.special_colour[card]
        if colour == fx.PINK:
            for part in c.end[card]:
                found += self.end_gain(part)
            return found
        if colour == fx.YELLOW:
            return found + self.yellow_gain(card, -1)
        if c.special_do[card]:
            found += self.effect_gain(c.special_do[card])
        for help_ in c.always[card]:
            found += self.help_gain(help_.on, help_.gain, help_.discount)
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

    def end_gain(self, part: Part) -> float:
        """What a part of a pink card will score, as far as can be told."""
        p = self.p
        if part.kind == fx.FLAT:
            return float(part.vp)
        if part.kind == fx.PER:
            number = float(counted(p, part.what)) + self.more_of(part.what)
            return part.vp * min(number, float(part.most))
        if part.kind == fx.CONVERT:
            have = 1.0 * self.turns * 0.3
            for item in part.items:
                have += p.item[item]
                if p.cargo_item == item:
                    have += p.cargo
            each = part.vp - self.price[part.items[0]]
            if each < 0.0:
                each = 0.0
            return each * min(have, float(part.most))
        if part.kind == fx.SCARABS:
            have = p.scarabs + 0.1 * self.turns
            top = part.table[-1] / 5.0
            return max(0.0, top * min(have, 5.0) - p.scarabs * 2.5)
        best = 0.0
        for card in range(18):
            if p.owns(card):
                found = float(self.c.boxed[card])
                for other in self.c.end[card]:
                    if other.kind != fx.REPEAT:
                        found += self.end_gain(other)
                if found > best:
                    best = found
        return best

    def more_of(self, what: int) -> float:
        """How many more of what is counted may come."""
        hope = self.w_hope * self.turns
        if what == fx.COUNT_WORKSHOP or what == fx.COUNT_PAIR:
            return hope * self.w_workshops
        if what == fx.COUNT_GARDEN:
            return hope * self.w_gardens
        if what == fx.COUNT_CANAL:
            return min(hope * self.w_canals, 7.0 - self.p.canals)
        if what == fx.COUNT_BASE:
            return 0.75 * hope * self.w_trades
        if what in (fx.COUNT_TOKEN, fx.COUNT_SQUARE):
            return hope * self.w_trades
        if what == fx.COUNT_WATER_CUBE:
            cubes = int(self.s.cubes).bit_count() if self.s.players == 1 else 0
            return min(hope * 0.12 + cubes, 3.0)
        if what == fx.COUNT_CAMEL:
            return min(hope * 0.12, 7.0 - self.p.camel)
        if what == fx.COUNT_SPECIAL:
            return hope * 0.4
        if what >= fx.COUNT_YELLOW_CARD:
            return hope * 0.12
        return 0.0

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
