"""Parts that take a main action, and parts that go with one."""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.games.resafa.effects import base, fields
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.features import PositionFeatures
from sandtable.games.resafa.rules import main_actions
from sandtable.games.resafa.rules.trading import Trip
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.text.effects import amounts, at_most
from sandtable.games.resafa.text.shortages import why_action
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Flow, Step
from sandtable.kernel.messages import Catalog


class ActionPart(EffectPart):
    """Take a main action, perhaps at a lower cost."""

    word = "action"
    rule = "action-or-build"
    fields: ClassVar[dict[str, Any]] = {
        "action": fields.ACTION,
        "discount": fields.optional(fields.COST),
        "free_move": fields.optional(fields.FLAG),
        "flip": fields.optional(fields.FLAG),
    }
    defaults: ClassVar[dict[str, Any]] = {"free_move": False, "flip": False}
    places: ClassVar[tuple[str, ...]] = (base.NOW,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.action: int = fx.ACTIONS.index(data["action"])
        self.actions = BIT[self.action]
        if "discount" in data:
            self.discount = fx.read_cost(data["discount"])
        self.free_move: bool = self.data["free_move"]
        self.flip: bool = self.data["flip"]

    def check(self, where: str, problems: list[str]) -> None:
        if self.discount and self.action in (fx.TRADING, fx.PRODUCTION, fx.PROVISIONS):
            name = fx.ACTIONS[self.action]
            problems.append(f"{where}: {name} has no cost to take a discount from")
        if (self.free_move or self.flip) and self.action != fx.TRADING:
            problems.append(f"{where}: 'free_move' and 'flip' go with a trading action only")

    def can(self, t: Turn) -> bool:
        return main_actions.possible(t, self.action, self.discount, self.free_move)

    def worth_waiting(self) -> bool:
        return True

    def run(self, t: Turn, may_decline: bool) -> Step:
        flips = 1 if self.flip else 0
        return main_actions.take(t, self.action, self.discount, self.free_move, flips, may_decline)

    def text(self, speech: Catalog) -> str:
        texts = [speech.say("effect.action", action=fx.ACTIONS[self.action])]
        if self.discount:
            texts.append(speech.say("effect.less", what=amounts(speech, self.discount)))
        if self.free_move:
            texts.append(speech.say("effect.free_move"))
        if self.flip:
            texts.append(speech.say("effect.flip"))
        return ", ".join(texts)

    def why(self, speech: Catalog, t: Turn) -> str:
        return why_action(speech, t, self.action, self.discount)

    def worth(self, p: PositionFeatures) -> float:
        total = p.act[self.action]
        if self.discount:
            total += p.gains(self.discount)
        if self.free_move:
            total += 2.0 * p.price[fx.COIN]
        if self.flip:
            total += 1.0
        return total


class DiscountPart(EffectPart):
    """So much less to pay for the tile of a canal action."""

    word = "discount"
    rule = "discounts"
    fields: ClassVar[dict[str, Any]] = {"discount": fields.COST}
    places: ClassVar[tuple[str, ...]] = (base.WITH_CANAL,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.discount = fx.read_cost(data["discount"])

    def text(self, speech: Catalog) -> str:
        return speech.say("effect.less", what=amounts(speech, self.discount))

    def worth(self, p: PositionFeatures) -> float:
        return p.gains(self.discount)


class FlipPart(EffectPart):
    """The tile of the centre may be turned over before the trade."""

    word = "flip"
    rule = "trading-cards"
    fields: ClassVar[dict[str, Any]] = {"flip": fields.one_of(True)}
    places: ClassVar[tuple[str, ...]] = (base.WITH_TRADING,)

    def with_trading(self, t: Turn, trip: Trip) -> Flow:
        trip.flips += 1
        return
        yield

    def text(self, speech: Catalog) -> str:
        return speech.say("effect.flip")

    def worth(self, p: PositionFeatures) -> float:
        return 1.5


class PerSoldPart(EffectPart):
    """A gain for each item just sold, up to a limit."""

    word = "per_sold"
    rule = "sale-cards"
    fields: ClassVar[dict[str, Any]] = {
        "per_sold": fields.HELD,
        "gain": fields.GAIN,
        "max": fields.AMOUNT,
    }
    places: ClassVar[tuple[str, ...]] = (base.WITH_SALE,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.item: int = fx.ITEMS.index(data["per_sold"])
        self.each: list[int] = fx.read_gain(data["gain"])
        self.most: int = data["max"]

    def check(self, where: str, problems: list[str]) -> None:
        if not any(self.each):
            problems.append(f"{where}.gain: gains nothing")

    def fits_sale(self, item: int) -> bool:
        return item == self.item

    def after_sale(self, t: Turn, sold: int) -> Flow:
        for _ in range(min(sold, self.most)):
            yield from t.gain(self.each)

    def text(self, speech: Catalog) -> str:
        gain = amounts(speech, self.each)
        text = speech.say("effect.per_sold", gain=gain, item=fx.ITEMS[self.item])
        return at_most(speech, text, self.most)

    def worth(self, p: PositionFeatures) -> float:
        return 0.6 * self.most * p.gains(self.each)

    def sale_worth(self, p: PositionFeatures, item: int, count: int) -> float:
        if item != self.item:
            return 0.0
        return 0.4 * min(count, self.most) * p.gains(self.each)
