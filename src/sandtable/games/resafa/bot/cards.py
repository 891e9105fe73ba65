"""Cards as a seat sees them: what effects bring, and special cards with the tracks to them."""

from __future__ import annotations

import math
from typing import Final

from sandtable.games.resafa.bot.features import ResafaLook
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import HELD, Part
from sandtable.games.resafa.rules.turn import counted
from sandtable.games.resafa.state import State
from sandtable.kernel.game import Game

#: No player has more turns.
MOST_TURNS: Final = 18


class ResafaCards(ResafaLook):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        # By turns to come and steps to a card: how much of its worth is in sight.
        self.sight: list[list[float]] = []
        for turns in range(MOST_TURNS + 1):
            reach = self.w_pace * turns + 0.6
            self.sight.append([math.exp(-left / reach) for left in range(self.c.track_end + 1)])

    def look(self, s: State, seat: int) -> None:
        super().look(s, seat)
        self.set_steps()

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

    # -- special cards -------------------------------------------------------------------------

    def help_gain(self, on: int, gain: list[int], off: list[int]) -> float:
        """What a permanent help brings in the rest of the game."""
        often = self.w_trades * self.chance[fx.TRADING]
        if on == fx.ON_WORKSHOP:
            often = self.w_workshops * self.chance[fx.WORKSHOP]
        elif on == fx.ON_GARDEN:
            often = self.w_gardens * self.chance[fx.GARDEN]
        elif on == fx.ON_CANAL:
            often = self.w_canals * self.chance[fx.CANAL]
        elif on == fx.ON_BASE:
            often *= 0.75
        return often * (self.gains(gain) + self.gains(off))

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
        chance = self.chance
        if what == fx.COUNT_WORKSHOP or what == fx.COUNT_PAIR:
            return self.w_hope * self.w_workshops * chance[fx.WORKSHOP]
        if what == fx.COUNT_GARDEN:
            return self.w_hope * self.w_gardens * chance[fx.GARDEN]
        if what == fx.COUNT_CANAL:
            return min(self.w_hope * self.w_canals * chance[fx.CANAL], 7.0 - self.p.canals)
        if what == fx.COUNT_BASE:
            return 0.75 * self.w_hope * self.w_trades * chance[fx.TRADING]
        if what in (fx.COUNT_TOKEN, fx.COUNT_SQUARE):
            return self.w_hope * self.w_trades * chance[fx.TRADING]
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
        return found * self.like_track[colour]

    def open_to(self, colour: int, level: int) -> bool:
        """Whether the limits let a marker enter the card space of a level."""
        if level == 0 or colour == fx.PINK:
            return True
        p, c = self.p, self.c
        there = 0
        for other in range(fx.PINK):
            if other != colour and p.track(other) >= c.card_spaces[level]:
                there += 1
        return there < c.level_limit[level - 1]

    def way(self, colour: int, space: int) -> float:
        """What standing there is worth, for all cards still ahead: the nearer, the more."""
        spaces = self.c.card_spaces
        sight = self.sight[int(self.turns)]
        found = 0.0
        for level in range(3):
            left = spaces[level] - space
            if left <= 0:
                continue
            if not self.open_to(colour, level):
                break
            found += self.guess[colour * 3 + level] * sight[left]
        return found * self.w_way

    def look_at_open_card(self, colour: int, space: int) -> None:
        """The next card of a track is worth no less than the open one, which others may take."""
        spaces = self.c.card_spaces
        level = 0
        while level < 3 and spaces[level] <= space:
            level += 1
        if level == 3:
            return
        stack = colour * 3 + level
        cards = self.s.special[stack]
        if not cards or not self.s.open >> stack & 1:
            return
        worth = self.card_gain(cards[0]) + self.gains(self.c.open_card)
        if colour == fx.PINK:
            worth += self.gains(self.c.pink_gain[self.s.round - 1])
        worth *= self.like_track[colour]
        before = self.guess[stack]
        if worth > before:
            left = spaces[level] - space
            self.guess[stack] = before + (worth - before) * self.w_seen ** (left - 1)

    def set_steps(self) -> None:
        p, c = self.p, self.c
        best = 0.0
        for stack in range(12):
            self.guess[stack] = self.card_guess(stack // 3, stack % 3)
        for colour in range(4):
            space = int(p.track(colour))
            self.look_at_open_card(colour, space)
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
