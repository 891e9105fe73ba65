"""Parts that give something: items, a choice of items, points, the yield of rooms."""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.effects import base, fields
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.features import PositionFeatures
from sandtable.games.resafa.rules import production
from sandtable.games.resafa.rules.scoring import EndScoring
from sandtable.games.resafa.rules.trading import Trip
from sandtable.games.resafa.rules.turn import Turn, counted
from sandtable.games.resafa.text.effects import amount, amounts, at_most, one_of
from sandtable.games.resafa.text.shortages import lacking
from sandtable.kernel.game import Flow, Step
from sandtable.kernel.messages import Catalog


class GainPart(EffectPart):
    """Take the items."""

    word = "gain"
    rule = "goods"
    fields: ClassVar[dict[str, Any]] = {"pay": fields.PRICE, "gain": fields.GAIN}
    places: ClassVar[tuple[str, ...]] = (
        base.NOW,
        base.REWARD,
        base.ROOM,
        base.WITH_CANAL,
        base.WITH_TRADING,
    )

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.gain = fx.read_gain(data["gain"])
        self.automatic = True
        # Points and things to hold are never lost.
        self.sure = any(self.gain[: fx.VP + 1])

    def check(self, where: str, problems: list[str]) -> None:
        if not any(self.gain):
            problems.append(f"{where}.gain: gains nothing")

    def works(self, t: Turn) -> bool:
        return t.gains_something(self.gain)

    def may_bring(self, item: int) -> bool:
        return self.gain[item] > 0

    def do(self, t: Turn) -> Flow:
        if t.grant(self.gain):
            yield from t.tokens(self.gain)

    def after_canal(self, t: Turn) -> Flow:
        # Placing tokens may ask, so they wait until the tile is paid for.
        yield from t.tokens(self.gain)

    def with_trading(self, t: Turn, trip: Trip) -> Flow:
        if t.can_pay(self.pay):
            t.pay(self.pay)
            yield from t.gain(self.gain)

    def text(self, speech: Catalog) -> str:
        return amounts(speech, self.gain)

    def why(self, speech: Catalog, t: Turn) -> str:
        return lacking(speech, t, self.pay) or speech.say("why.lost")

    def worth(self, p: PositionFeatures) -> float:
        return p.gains(self.gain)

    def room_terms(self) -> list[int]:
        pairs: list[int] = []
        for item in range(len(self.gain)):
            if self.gain[item]:
                pairs += [item, self.gain[item]]
        return pairs


class ChoosePart(EffectPart):
    """Take this many items out of a list, in any mixture."""

    word = "choose"
    rule = "goods"
    fields: ClassVar[dict[str, Any]] = {
        "pay": fields.PRICE,
        "from": fields.CHOICE,
        "choose": fields.TIMES,
    }
    places: ClassVar[tuple[str, ...]] = (base.NOW, base.REWARD, base.ROOM)
    questions: ClassVar[tuple[str, ...]] = ("item",)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.items: list[int] = fx.read_items(data["from"])
        self.times: int = data["choose"]
        self.automatic = True
        self.sure = True

    def may_bring(self, item: int) -> bool:
        return item in self.items

    def do(self, t: Turn) -> Flow:
        """One by one in the order of the items, so that every mixture comes once."""
        codes = t.codes
        first = 0
        items = sorted(self.items)
        for _ in range(self.times):
            chosen: int = RETRY
            while chosen == RETRY:
                chosen = yield from t.ask(
                    "item", [codes.item + item for item in items if item >= first]
                )
            first = chosen - codes.item
            t.take(first, 1)

    def text(self, speech: Catalog) -> str:
        if self.times == 1:
            return speech.listing([amount(speech, item, 1) for item in self.items], "or")
        return speech.say("effect.choose", n=self.times, items=one_of(speech, self.items))

    def why(self, speech: Catalog, t: Turn) -> str:
        return lacking(speech, t, self.pay)

    def worth(self, p: PositionFeatures) -> float:
        return self.times * p.dearest(self.items)

    def room_terms(self) -> list[int]:
        return [max(self.items), self.times]


class PerPart(EffectPart):
    """Score VP for each thing counted, up to a limit."""

    word = "per"
    rule = "points"
    fields: ClassVar[dict[str, Any]] = {
        "pay": fields.PRICE,
        "per": fields.COUNTED,
        "vp": fields.AMOUNT,
        "max": fields.optional(fields.AMOUNT),
    }
    defaults: ClassVar[dict[str, Any]] = {"max": fx.MOST}
    places: ClassVar[tuple[str, ...]] = (base.NOW, base.WITH_CANAL, base.AT_END)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.counts: int = fx.COUNTS.index(data["per"])
        self.vp: int = data["vp"]
        self.most: int = self.data["max"]
        self.automatic = True

    def works(self, t: Turn) -> bool:
        return t.counted(self.counts) > 0

    def may_bring(self, item: int) -> bool:
        return False

    def do(self, t: Turn) -> Flow:
        t.score(self.vp * min(t.counted(self.counts), self.most))
        return
        yield

    def after_canal(self, t: Turn) -> Flow:
        yield from self.do(t)

    def end_vp(self, r: EndScoring) -> int:
        return self.vp * min(counted(r.edition, r.area, self.counts), self.most)

    def text(self, speech: Catalog) -> str:
        thing = speech.say(f"each.{fx.COUNTS[self.counts]}")
        text = speech.say("effect.per", vp=self.vp, thing=thing)
        return at_most(speech, text, self.most)

    def why(self, speech: Catalog, t: Turn) -> str:
        return lacking(speech, t, self.pay) or speech.say(f"none.{fx.COUNTS[self.counts]}")

    def worth(self, p: PositionFeatures) -> float:
        return float(self.vp * min(counted(p.edition, p.area, self.counts), self.most))

    def more_after_canal(self) -> float:
        return float(self.vp)

    def end_worth(self, p: PositionFeatures) -> float:
        number = float(counted(p.edition, p.area, self.counts)) + p.more_of(self.counts)
        return self.vp * min(number, float(self.most))


class ProducePart(EffectPart):
    """Use one room in each of this many different workshops."""

    word = "produce"
    rule = "extra-room"
    fields: ClassVar[dict[str, Any]] = {"pay": fields.PRICE, "produce": fields.TIMES}
    places: ClassVar[tuple[str, ...]] = (base.NOW,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.times: int = data["produce"]

    def works(self, t: Turn) -> bool:
        pay = self.pay
        if not pay:
            return production.possible(t)
        owned = t.area.item[:]
        for item in range(fx.HELD):
            t.area.item[item] -= pay[item]
        possible = production.possible(t)
        t.area.item = owned
        return possible

    def worth_waiting(self) -> bool:
        return True

    def run(self, t: Turn, may_decline: bool) -> Step:
        if self.pay:
            paid = yield from self.buy(t, may_decline)
            if not paid:
                return 0
            yield from production.produce(t, self.times, False)
            return 1
        return (yield from production.produce(t, self.times, may_decline))

    def text(self, speech: Catalog) -> str:
        return speech.say("effect.produce", n=self.times)

    def why(self, speech: Catalog, t: Turn) -> str:
        return lacking(speech, t, self.pay) or speech.say("why.no_room")

    def worth(self, p: PositionFeatures) -> float:
        return p.produced(self.times)
