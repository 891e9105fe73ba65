"""Parts that build outside of the main actions: gardens, workshops, bases."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from sandtable.games.resafa import constants
from sandtable.games.resafa.effects import base, fields
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.features import PositionFeatures
from sandtable.games.resafa.lookup import GardenPrice
from sandtable.games.resafa.rules import garden, trading, workshop
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.text.shortages import lacking, why_garden
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Step
from sandtable.kernel.messages import Catalog

FREE: Final[list[int]] = [0] * fx.HELD
#: Permanent cards help with main actions only.
NO_TRIGGER: Final = -1


class GardenPart(EffectPart):
    """Build a garden tile for the price given instead of the printed cost."""

    word = "garden"
    rule = "action-or-build"
    fields: ClassVar[dict[str, Any]] = {
        "pay": fields.PRICE,
        "garden": fields.one_of(*fx.SIZES),
        "times": fields.optional(fields.TIMES),
        "green": fields.optional(fields.FLAG),
    }
    defaults: ClassVar[dict[str, Any]] = {"times": 1, "green": True}
    places: ClassVar[tuple[str, ...]] = (base.NOW,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.size: int = fx.SIZES.index(data["garden"])
        self.times: int = self.data["times"]
        self.green: bool = self.data["green"]
        cost = self.pay or FREE
        self.price = GardenPrice(cost, cost, [], NO_TRIGGER, self.green)

    def can(self, t: Turn) -> bool:
        return garden.affordable(t, BIT[self.size], self.price) != 0

    def worth_waiting(self) -> bool:
        return True

    def run(self, t: Turn, may_decline: bool) -> Step:
        done = 0
        while done < self.times:
            built = yield from garden.build(t, BIT[self.size], self.price, may_decline or done > 0)
            if not built:
                break
            done += 1
        return 1 if done else 0

    def text(self, speech: Catalog) -> str:
        size, green = fx.SIZES[self.size], "yes" if self.green else "no"
        return speech.say("effect.garden", n=self.times, size=size, green=green)

    def why(self, speech: Catalog, t: Turn) -> str:
        return why_garden(speech, t, self.size, self.pay)

    def worth(self, p: PositionFeatures) -> float:
        each = p.small_gain if self.size == fx.SMALL else p.large_gain
        if not self.green:
            each *= 0.6
        return each * self.times


class WorkshopPart(EffectPart):
    """Build a workshop for the price given instead of the printed cost."""

    word = "workshop"
    rule = "action-or-build"
    fields: ClassVar[dict[str, Any]] = {
        "pay": fields.PRICE,
        "workshop": fields.one_of("any", 1, 2),
    }
    places: ClassVar[tuple[str, ...]] = (base.NOW,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        level = data["workshop"]
        self.levels: int = workshop.ANY_LEVEL if level == "any" else level  # as a set
        self.cost: list[int] = self.pay or FREE

    def can(self, t: Turn) -> bool:
        return workshop.possible(t, self.levels, self.cost, [], NO_TRIGGER)

    def worth_waiting(self) -> bool:
        return True

    def run(self, t: Turn, may_decline: bool) -> Step:
        return workshop.build(t, self.levels, self.cost, [], NO_TRIGGER, may_decline)

    def text(self, speech: Catalog) -> str:
        if self.levels == workshop.ANY_LEVEL:
            return speech.say("effect.workshop")
        return speech.say("effect.workshop_level", level=constants.ROMAN[self.levels - 1])

    def why(self, speech: Catalog, t: Turn) -> str:
        if not workshop.tiles(t, self.levels):
            return speech.say("why.no_such_workshop")
        return lacking(speech, t, self.pay)

    def worth(self, p: PositionFeatures) -> float:
        return p.act[fx.WORKSHOP] + p.gains(p.edition.workshop_cost)


class BasePart(EffectPart):
    """Found a base where the caravan stands, without a trade."""

    word = "base"
    rule = "bases"
    fields: ClassVar[dict[str, Any]] = {"pay": fields.PRICE, "base": fields.one_of("here")}
    places: ClassVar[tuple[str, ...]] = (base.NOW,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.cost: list[int] = self.pay or FREE

    def can(self, t: Turn) -> bool:
        return trading.base_possible(t, self.cost, NO_TRIGGER)

    def run(self, t: Turn, may_decline: bool) -> Step:
        return trading.found_base(t, self.cost, NO_TRIGGER, may_decline)

    def text(self, speech: Catalog) -> str:
        return speech.say("effect.base")

    def why(self, speech: Catalog, t: Turn) -> str:
        area = t.area
        if area.at == t.edition.resafa:
            return speech.say("why.in_resafa")
        if area.bases >> area.at & 1:
            return speech.say("why.base_here")
        if int(area.bases).bit_count() >= constants.MARKERS:
            return speech.say("why.no_markers")
        if not trading.base_spaces(t):
            return speech.say("why.no_base_space")
        return lacking(speech, t, self.pay)

    def worth(self, p: PositionFeatures) -> float:
        return p.price[fx.SQUARE]
