"""Special cards: what they bring in the rest of the game and at its end."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa.bot.effects import EffectValues
from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.effects import language as fx
from sandtable.kernel.bits import INDEX


class Cards:
    def __init__(
        self, features: Features, effects: EffectValues, weights: dict[str, float]
    ) -> None:
        self.features = features
        self.effects = effects
        self.w_yellow: list[float] = [
            weights["yellow_1"], weights["yellow_2"], weights["yellow_3"],
        ]  # fmt: skip
        self.w_keep: float = weights["keep"]

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
        f = self.features
        edition = f.edition
        total = float(edition.boxed[card])
        colour = edition.special_colour[card]
        if colour == fx.PINK:
            for part in edition.end[card]:
                total += part.end_worth(f)
            return total
        if colour == fx.YELLOW:
            return total + self.yellow_gain(card, -1)
        if edition.special_do[card]:
            total += self.effects.effect_gain(edition.special_do[card])
        for help_ in edition.always[card]:
            total += self.help_gain(help_.on, help_.gain, help_.discount)
        return total

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
                    if part.repeats:
                        repeat = True
                    else:
                        gain = part.end_worth(f)
                        worth += gain
                        if part.scarab_table:
                            total -= gain  # counted above
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
