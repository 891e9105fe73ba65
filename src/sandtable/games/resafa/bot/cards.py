"""Special cards: what they bring in the rest of the game and at its end."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa.bot.effects import Effects
from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import Part
from sandtable.games.resafa.rules.turn import counted
from sandtable.kernel.bits import INDEX


class Cards:
    def __init__(self, features: Features, effects: Effects, weights: dict[str, float]) -> None:
        self.features = features
        self.effects = effects
        self.w_yellow: list[float] = [
            weights["yellow_1"], weights["yellow_2"], weights["yellow_3"],
        ]  # fmt: skip
        self.w_keep: float = weights["keep"]
        edition = features.edition
        self.pink_cards: list[int] = [
            card for card in range(len(edition.boxed)) if edition.special_colour[card] == fx.PINK
        ]

    def help_gain(self, on: int, gain: list[int], off: list[int]) -> float:
        """What a permanent help brings in the rest of the game."""
        f = self.features
        often = f.w_trades * f.chance[fx.TRADING]
        if on == fx.ON_WORKSHOP:
            often = f.w_workshops * f.chance[fx.WORKSHOP]
        elif on == fx.ON_GARDEN:
            often = f.w_gardens * f.chance[fx.GARDEN]
        elif on == fx.ON_CANAL:
            often = f.w_canals * f.chance[fx.CANAL]
        elif on == fx.ON_BASE:
            often *= 0.75
        return often * (f.gains(gain) + f.gains(off))

    def yellow_gain(self, card: int, slot: int) -> float:
        """What a yellow card brings in the rest of the game beside a starting card."""
        f = self.features
        uses = f.turns // 6.0
        area = f.area
        if slot < 0:
            uses += 0.6 if f.turns > 0.0 else 0.0
        elif area.hand >> slot & 1 or slot in area.pile:
            uses = (f.turns + 5.0) // 6.0
        else:
            uses = f.turns // 6.0
        each = self.effects.effect_gain(f.edition.special_do[card])
        return uses * (each + self.w_yellow[f.edition.special_level[card] - 1])

    def card_gain(self, card: int) -> float:
        """What a special card is worth to this seat."""
        edition = self.features.edition
        total = float(edition.boxed[card])
        colour = edition.special_colour[card]
        if colour == fx.PINK:
            for part in edition.end[card]:
                total += self.end_gain(part)
            return total
        if colour == fx.YELLOW:
            return total + self.yellow_gain(card, -1)
        if edition.special_do[card]:
            total += self.effects.effect_gain(edition.special_do[card])
        for help_ in edition.always[card]:
            total += self.help_gain(help_.on, help_.gain, help_.discount)
        return total

    def end_gain(self, part: Part) -> float:
        """What a part of a pink card will score, as far as can be told."""
        f = self.features
        area = f.area
        if part.kind == fx.FLAT:
            return float(part.vp)
        if part.kind == fx.PER:
            number = float(counted(f.edition, area, part.what)) + self.more_of(part.what)
            return part.vp * min(number, float(part.most))
        if part.kind == fx.CONVERT:
            have = 1.0 * f.turns * 0.3
            for item in part.items:
                have += area.item[item]
                if area.cargo_item == item:
                    have += area.cargo
            each = part.vp - f.price[part.items[0]]
            if each < 0.0:
                each = 0.0
            return each * min(have, float(part.most))
        if part.kind == fx.SCARABS:
            have = area.scarabs + 0.1 * f.turns
            top = part.table[-1] / len(part.table)
            return max(0.0, top * min(have, float(len(part.table))) - area.scarabs * 2.5)
        best = 0.0
        for card in self.pink_cards:
            if area.owns(f.edition, card):
                total = float(f.edition.boxed[card])
                for other in f.edition.end[card]:
                    if other.kind != fx.REPEAT:
                        total += self.end_gain(other)
                if total > best:
                    best = total
        return best

    def more_of(self, what: int) -> float:
        """How many more of what is counted may come."""
        f = self.features
        hope = f.w_hope * f.turns
        chance = f.chance
        if what == fx.COUNT_WORKSHOP or what == fx.COUNT_PAIR:
            return f.w_hope * f.w_workshops * chance[fx.WORKSHOP]
        if what == fx.COUNT_GARDEN:
            return f.w_hope * f.w_gardens * chance[fx.GARDEN]
        if what == fx.COUNT_CANAL:
            return min(
                f.w_hope * f.w_canals * chance[fx.CANAL],
                float(f.edition.canal_tiles - f.area.canals),
            )
        if what == fx.COUNT_BASE:
            return 0.75 * f.w_hope * f.w_trades * chance[fx.TRADING]
        if what in (fx.COUNT_TOKEN, fx.COUNT_SQUARE):
            return f.w_hope * f.w_trades * chance[fx.TRADING]
        if what == fx.COUNT_WATER_CUBE:
            cubes = int(f.state.cubes).bit_count() if f.state.players == 1 else 0
            return min(hope * 0.12 + cubes, 3.0)
        if what == fx.COUNT_CAMEL:
            return min(hope * 0.12, float(f.edition.camel_max - f.area.camel))
        if what == fx.COUNT_SPECIAL:
            return hope * 0.4
        if what >= fx.COUNT_YELLOW_CARD:
            return hope * 0.12
        return 0.0

    def cards_held(self) -> float:
        """Everything that can be used later."""
        f = self.features
        area, edition = f.area, f.edition
        if f.turns == 0.0:
            return float(int(area.sacks).bit_count())
        total = 0.0
        bits: i64 = area.bonus
        while bits:
            card = INDEX[(bits & -bits) % 67] // 2
            copies: i64 = bits >> 2 * card & 3
            bits &= ~(copies << 2 * card)
            total += self.effects.bonus_gain(card) * (1.0 if copies == 1 else 1.7)
        bits = area.sacks
        while bits:
            low: i64 = bits & -bits
            bits ^= low
            total += self.effects.sack_gain(INDEX[low % 67])
        bits = area.tiles
        while bits:
            low = bits & -bits
            bits ^= low
            total += self.effects.effect_gain(edition.canal_bonus_do[INDEX[low % 67]])
        bits = area.unused
        while bits:
            low = bits & -bits
            bits ^= low
            total += self.effects.effect_gain(edition.special_do[edition.usable[INDEX[low % 67]]])
        total *= self.w_keep
        for help_ in area.helps:
            total += self.help_gain(help_.on, help_.gain, help_.discount)
        for slot in range(edition.pairs):
            card = area.cards[slot]
            if card >= 0:
                total += self.yellow_gain(card, slot)
        return total

    def end_points(self) -> float:
        f = self.features
        area, edition = f.area, f.edition
        total = 0.0
        table = f.scarab_table()
        if area.scarabs:
            total += table[min(area.scarabs, len(table)) - 1]
        if area.scarabs < len(table):
            total += (
                0.25
                * f.fade(4.0)
                * (table[area.scarabs] - (table[area.scarabs - 1] if area.scarabs else 0))
            )
        for kind in range(3):
            level = int(area.row(kind))
            if level:
                total += edition.row_vp[level - 1] * f.things(kind)
        if area.canals:
            total += edition.canal_vp[area.canals - 1]
        bits: i64 = area.pink_white
        best = 0.0
        repeat = False
        while bits:
            low: i64 = bits & -bits
            bits ^= low
            card = INDEX[low % 67]
            total += edition.boxed[card]
            if edition.special_colour[card] == fx.PINK:
                worth = float(edition.boxed[card])
                for part in edition.end[card]:
                    if part.kind == fx.REPEAT:
                        repeat = True
                    else:
                        worth += self.end_gain(part)
                        if part.kind == fx.SCARABS:
                            total -= self.end_gain(part)  # counted above
                if worth > best:
                    best = worth
                total += worth - edition.boxed[card]
        if repeat:
            total += best
        bits = area.yellow_blue
        while bits:
            low = bits & -bits
            bits ^= low
            total += edition.boxed[edition.first_yellow + INDEX[low % 67]]
        return total
