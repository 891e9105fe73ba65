"""Effects of cards, tiles and spaces: what they bring now."""

from __future__ import annotations

from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.rules.turn import counted


class EffectValues:
    def __init__(self, features: Features) -> None:
        self.features = features

    def effect_gain(self, parts: list[EffectPart]) -> float:
        """What an effect brings now; parts that would not pay are left out."""
        total = 0.0
        for part in parts:
            gain = part.value(self.features)
            if gain > 0.0:
                total += gain
        return total

    def bonus_gain(self, card: int) -> float:
        """What a bonus card brings when it is used."""
        f = self.features
        edition, area = f.edition, f.area
        total = self.effect_gain(edition.bonus_do[card])
        when = edition.bonus_when[card]
        if when == fx.CANAL_TIME:
            for part in edition.bonus_do[card]:
                total += part.more_after_canal()
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
