"""Parts that are done one by one: steps on tracks, and bonus cards."""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.effects import base, fields
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.features import PositionFeatures
from sandtable.games.resafa.rules import provisions, tracks
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.text.effects import colour_name
from sandtable.games.resafa.text.shortages import lacking
from sandtable.kernel.game import Flow, Step
from sandtable.kernel.messages import Catalog


class OneByOnePart(EffectPart):
    """Something that is chosen and paid for once, or several times in a row."""

    question: ClassVar[str] = ""
    defaults: ClassVar[dict[str, Any]] = {"times": 1}

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.colour: int = fx.read_word(data[self.word], fx.COLOURS)
        self.times: int = self.data["times"]

    def options(self, t: Turn) -> list[int]:
        raise NotImplementedError

    def once(self, t: Turn, chosen: int) -> Flow:
        raise NotImplementedError

    def run(self, t: Turn, may_decline: bool) -> Step:
        codes = t.codes
        done = 0
        while done < self.times:
            options = self.options(t) if t.can_pay(self.pay) else []
            if not options and not self.pay:
                break
            if may_decline or done:
                options.insert(0, codes.decline)
            if not options:
                break
            chosen = yield from t.ask(self.question, options)
            if chosen == RETRY:
                continue
            if chosen == codes.decline:
                break
            t.pay(self.pay)
            done += 1
            yield from self.once(t, chosen)
        return 1 if done else 0


class StepPart(OneByOnePart):
    """A step on a track, or several, each on any track that fits."""

    word = "step"
    rule = "take-step"
    fields: ClassVar[dict[str, Any]] = {
        "pay": fields.PRICE,
        "step": fields.COLOUR_OR_ANY,
        "times": fields.optional(fields.TIMES),
    }
    places: ClassVar[tuple[str, ...]] = (base.NOW, base.REWARD, base.ROOM)
    question = "step"

    def works(self, t: Turn) -> bool:
        return tracks.can_step_any(t, self.colour)

    def options(self, t: Turn) -> list[int]:
        return tracks.steps(t, self.colour)

    def once(self, t: Turn, chosen: int) -> Flow:
        return tracks.step(t, chosen - t.codes.step)

    def text(self, speech: Catalog) -> str:
        return speech.say("effect.step", n=self.times, colour=colour_name(self.colour))

    def why(self, speech: Catalog, t: Turn) -> str:
        return lacking(speech, t, self.pay) or speech.say("why.track_closed")

    def worth(self, p: PositionFeatures) -> float:
        each = p.best_step if self.colour == fx.ANY else p.step_gain[self.colour]
        return self.times * each if each > 0.0 else 0.0

    def room_terms(self) -> list[int]:
        return [fx.VP, 3 * self.times]


class BonusCardPart(OneByOnePart):
    """Take an open bonus card from a row, or from any; or several."""

    word = "bonus_card"
    rule = "bonus-cards"
    fields: ClassVar[dict[str, Any]] = {
        "pay": fields.PRICE,
        "bonus_card": fields.COLOUR_OR_ANY,
        "times": fields.optional(fields.TIMES),
    }
    places: ClassVar[tuple[str, ...]] = (base.NOW, base.REWARD)
    question = "bonus"

    def works(self, t: Turn) -> bool:
        return provisions.any_bonus(t, self.colour)

    def options(self, t: Turn) -> list[int]:
        return provisions.bonus_slots(t, self.colour)

    def once(self, t: Turn, chosen: int) -> Flow:
        provisions.take_bonus(t, chosen - t.codes.bonus)
        return
        yield

    def text(self, speech: Catalog) -> str:
        return speech.say("effect.bonus_card", n=self.times, colour=colour_name(self.colour))

    def why(self, speech: Catalog, t: Turn) -> str:
        return lacking(speech, t, self.pay) or speech.say("why.no_bonus")

    def worth(self, p: PositionFeatures) -> float:
        return self.times * p.bonus_card()
