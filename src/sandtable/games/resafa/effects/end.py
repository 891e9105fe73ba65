"""Parts of pink cards, which score at the end of the game."""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.games.resafa.effects import base, fields
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.features import PositionFeatures
from sandtable.games.resafa.rules.scoring import EndScoring
from sandtable.games.resafa.text.effects import amount, at_most, one_of
from sandtable.kernel.messages import Catalog


class FlatPart(EffectPart):
    """Gain VP."""

    word = "vp"
    rule = "pink-cards"
    fields: ClassVar[dict[str, Any]] = {"vp": fields.AMOUNT}
    places: ClassVar[tuple[str, ...]] = (base.AT_END,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.vp: int = data["vp"]

    def end_vp(self, r: EndScoring) -> int:
        return self.vp

    def text(self, speech: Catalog) -> str:
        return amount(speech, fx.VP, self.vp)

    def end_worth(self, p: PositionFeatures) -> float:
        return float(self.vp)


class ConvertPart(EffectPart):
    """Items of caravan and warehouse are turned in for VP each, as many as possible."""

    word = "convert"
    rule = "scoring"
    fields: ClassVar[dict[str, Any]] = {
        "convert": fields.CHOICE,
        "vp": fields.AMOUNT,
        "max": fields.AMOUNT,
    }
    places: ClassVar[tuple[str, ...]] = (base.AT_END,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.items: list[int] = fx.read_items(data["convert"])
        self.vp: int = data["vp"]
        self.most: int = data["max"]

    def end_vp(self, r: EndScoring) -> int:
        left = self.most
        for item in self.items:
            used = min(left, r.owned[item])
            r.owned[item] -= used
            left -= used
        return self.vp * (self.most - left)

    def text(self, speech: Catalog) -> str:
        text = speech.say("effect.convert", vp=self.vp, items=one_of(speech, self.items))
        return at_most(speech, text, self.most)

    def end_worth(self, p: PositionFeatures) -> float:
        area = p.area
        have = 1.0 * p.turns * 0.3
        for item in self.items:
            have += area.item[item]
            if area.cargo_item == item:
                have += area.cargo
        each = self.vp - p.price[self.items[0]]
        if each < 0.0:
            each = 0.0
        return each * min(have, float(self.most))


class ScarabsPart(EffectPart):
    """Scarab tokens score by a table of their own, if that is better."""

    word = "scarabs"
    rule = "scarabs"
    fields: ClassVar[dict[str, Any]] = {"scarabs": fields.SCARAB_TABLE}
    places: ClassVar[tuple[str, ...]] = (base.AT_END,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.scarab_table = data["scarabs"]

    def check(self, where: str, problems: list[str]) -> None:
        fx.never_falls(self.scarab_table, f"{where}.scarabs", problems)

    def text(self, speech: Catalog) -> str:
        table = speech.listing([str(vp) for vp in self.scarab_table], "or")
        return speech.say("effect.scarabs", table=table)

    def end_worth(self, p: PositionFeatures) -> float:
        area, table = p.area, self.scarab_table
        have = area.scarabs + 0.1 * p.turns
        top = table[-1] / len(table)
        return max(0.0, top * min(have, float(len(table))) - area.scarabs * 2.5)


class RepeatPart(EffectPart):
    """The most valuable other pink card scores again."""

    word = "repeat"
    rule = "pink-cards"
    fields: ClassVar[dict[str, Any]] = {"repeat": fields.one_of(True)}
    places: ClassVar[tuple[str, ...]] = (base.AT_END,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.repeats = True

    def text(self, speech: Catalog) -> str:
        return speech.say("effect.repeat")

    def end_worth(self, p: PositionFeatures) -> float:
        best = 0.0
        for card in p.pink_cards:
            if p.area.owns(p.edition, card):
                total = float(p.edition.boxed[card])
                for part in p.edition.end[card]:
                    if not part.repeats:
                        total += part.end_worth(p)
                if total > best:
                    best = total
        return best
