"""Effects of cards, tiles and spaces: what they bring now."""

from __future__ import annotations

from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.bot.production import Production
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import HELD, Part
from sandtable.games.resafa.rules.turn import counted


class Effects:
    def __init__(self, features: Features, production: Production) -> None:
        self.features = features
        self.production = production

    def effect_gain(self, parts: list[Part]) -> float:
        total = 0.0
        for part in parts:
            gain = self.part_gain(part)
            if gain > 0.0:
                total += gain
        return total

    def part_gain(self, part: Part) -> float:
        """What a part of an effect brings now, its price taken off."""
        f = self.features
        kind = part.kind
        total = 0.0
        if part.pay:
            for item in range(HELD):
                if part.pay[item]:
                    total -= part.pay[item] * f.price[item]
        if kind == fx.GAIN:
            total += f.gains(part.gain)
        elif kind == fx.CHOOSE:
            total += part.times * f.dearest(part)
        elif kind == fx.PER:
            total += part.vp * min(counted(f.edition, f.area, part.what), part.most)
        elif kind == fx.STEP:
            each = f.best_step if part.what == fx.ANY else f.step_gain[part.what]
            if each < 0.0:
                each = 0.0
            total += part.times * each
        elif kind == fx.BONUS_CARD:
            total += part.times * f.w_bonus_card * f.fade(1.0)
        elif kind == fx.PRODUCE:
            total += self.production.produced(part.times)
        elif kind == fx.BUILD_GARDEN:
            each = f.small_gain if part.what == fx.SMALL else f.large_gain
            if not part.green:
                each *= 0.6
            total += each * part.times
        elif kind == fx.BUILD_WORKSHOP:
            total += f.act[fx.WORKSHOP] + f.gains(f.edition.workshop_cost)
        elif kind == fx.BASE:
            total += f.price[fx.SQUARE]
        elif kind == fx.ACTION:
            total += f.act[part.what]
            if part.discount:
                total += f.gains(part.discount)
            if part.free_move:
                total += 2.0 * f.price[fx.COIN]
            if part.flip:
                total += 1.0
        elif kind == fx.DISCOUNT:
            total += f.gains(part.discount)
        elif kind == fx.FLIP:
            total += 1.5
        elif kind == fx.PER_SOLD:
            total += 0.6 * part.most * f.gains(part.gain)
        return total

    def bonus_gain(self, card: int) -> float:
        """What a bonus card brings when it is used."""
        f = self.features
        edition, area = f.edition, f.area
        total = self.effect_gain(edition.bonus_do[card])
        when = edition.bonus_when[card]
        if when == fx.CANAL_TIME:
            for part in edition.bonus_do[card]:
                if part.kind == fx.PER:
                    total += part.vp
            total *= 0.85 if area.canal_left else 0.0
            total *= f.fade(2.0)
        elif when != fx.ANY_TIME:
            total *= 0.85 * f.fade(2.0)
        need = edition.bonus_need[card]
        for i in range(0, len(need), 2):
            if counted(edition, area, need[i]) < need[i + 1]:
                total *= 0.5 * f.fade(3.0)
        return total

    def sack_gain(self, card: int) -> float:
        total = self.effect_gain(self.features.edition.sack_do[card])
        return total if total > 1.0 else 1.0
