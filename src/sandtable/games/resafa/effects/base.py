"""What all parts of effects have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.effects.language import HELD, read_cost
from sandtable.games.resafa.text.effects import amounts
from sandtable.kernel.game import Flow, Step
from sandtable.kernel.messages import Catalog

if TYPE_CHECKING:  # the rules run effects, and effects call the rules
    from sandtable.games.resafa.effects.features import PositionFeatures
    from sandtable.games.resafa.rules.scoring import EndScoring
    from sandtable.games.resafa.rules.trading import Trip
    from sandtable.games.resafa.rules.turn import Turn

# Where parts may stand in an edition: see docs/resafa-effects.md.
NOW: Final = "now"
REWARD: Final = "reward"
ROOM: Final = "room"
WITH_CANAL: Final = "with canal"
WITH_TRADING: Final = "with trading"
WITH_SALE: Final = "with sale"
AT_END: Final = "at end"
PLACES: Final = [NOW, REWARD, ROOM, WITH_CANAL, WITH_TRADING, WITH_SALE, AT_END]


@mypyc_attr(allow_interpreted_subclasses=True)
class EffectPart:
    """One part of an effect. A kind of parts is a subclass: the fields of its data, what it does,
    what it says, and what it is worth to bots.

    Which methods a kind needs depends on where it may stand: ``can`` and ``run`` (or ``works`` and
    ``do``, if all it asks is whether to pay) for parts that act now, and those named after the
    other places.
    """

    #: The leading word in the data.
    word: ClassVar[str] = ""
    #: The section of the rules that explains it.
    rule: ClassVar[str] = ""
    #: All fields of the data, by the kinds of ``fields.py``.
    fields: ClassVar[dict[str, Any]] = {}
    #: What optional fields are when they are left out; a price left out is no price.
    defaults: ClassVar[dict[str, Any]] = {}
    #: Where such a part may stand.
    places: ClassVar[tuple[str, ...]] = ()
    #: The kinds of questions it asks, beyond what the rules ask anyway.
    questions: ClassVar[tuple[str, ...]] = ()

    def __init__(self, data: dict[str, Any]) -> None:
        self.data: dict[str, Any] = {**self.defaults, **data}
        #: The price of one execution: one number per held item, empty when it is free.
        self.pay: list[int] = read_cost(data["pay"]) if "pay" in data else []
        #: What it gives without a question, by item; empty where it does something else.
        self.gain: list[int] = []
        #: Held items off the cost of an action; empty when nothing is taken off.
        self.discount: list[int] = []
        #: The main actions it takes, as a bit set.
        self.actions: i64 = 0
        #: Without a price it happens by itself, instead of waiting to be chosen or declined.
        self.automatic = False
        #: Without a price it always does something.
        self.sure = False
        #: At the end: VP by number of scarabs in place of the usual table.
        self.scarab_table: list[int] = []
        #: At the end: another pink card scores again.
        self.repeats = False

    def check(self, where: str, problems: list[str]) -> None:
        """Add what is wrong between the fields; each field by itself has been checked."""

    def free(self) -> EffectPart:
        """The same part without its price."""
        data = dict(self.data)
        data.pop("pay", None)
        kind: Any = type(self)
        part: EffectPart = kind(data)
        return part

    # -- the rules -----------------------------------------------------------------------------

    def can(self, t: Turn) -> bool:
        """Whether it can be paid for and would do something."""
        return t.can_pay(self.pay) and self.works(t)

    def works(self, t: Turn) -> bool:
        """Whether it would do something once it is paid for."""
        return True

    def worth_waiting(self) -> bool:
        """Whether it may become possible by using other things."""
        return len(self.pay) > 0

    def may_bring(self, item: int) -> bool:
        """Whether doing it may bring an item; yes where that depends."""
        return True

    def run(self, t: Turn, may_decline: bool) -> Step:
        """Carry it out; returns whether anything was done."""
        if self.pay:
            paid = yield from self.buy(t, may_decline)
            if not paid:
                return 0
        yield from self.do(t)
        return 1

    def buy(self, t: Turn, may_decline: bool) -> Step:
        """Pay, if the player wants to; returns whether the price was paid."""
        codes = t.codes
        chosen: int = codes.yes
        if may_decline:
            chosen = RETRY
            while chosen == RETRY:
                options = [codes.decline, codes.yes] if self.can(t) else [codes.decline]
                chosen = yield from t.ask("pay", options)
        if chosen == codes.decline or not self.can(t):
            return 0
        t.pay(self.pay)
        return 1

    def do(self, t: Turn) -> Flow:
        """Carry it out; it is paid for."""
        raise NotImplementedError

    def after_canal(self, t: Turn) -> Flow:
        """With a canal action: what it gives once the tile lies there. Its discount was taken off,
        its price paid and its gain taken before, all but the tokens."""
        return
        yield

    def with_trading(self, t: Turn, trip: Trip) -> Flow:
        """With a trading action: what it does before the trade."""
        return
        yield

    def fits_sale(self, item: int) -> bool:
        """With a sale: whether it goes with a sale of this item."""
        return False

    def after_sale(self, t: Turn, sold: int) -> Flow:
        """With a sale: what it gives for this many items sold."""
        return
        yield

    def end_vp(self, r: EndScoring) -> int:
        """At the end: the VP it gives; what it turns in is taken from ``r.owned``."""
        return 0

    # -- for people ----------------------------------------------------------------------------

    def text(self, speech: Catalog) -> str:
        """What it does, in a few words, without its price."""
        raise NotImplementedError

    def priced_text(self, speech: Catalog) -> str:
        """Such as `4 marble for 1 stone`."""
        text = self.text(speech)
        if not self.pay:
            return text
        return speech.say("effect.priced", text=text, price=amounts(speech, self.pay))

    def why(self, speech: Catalog, t: Turn) -> str:
        """Why it would do nothing; empty where it would do something."""
        return ""

    # -- for evaluations -----------------------------------------------------------------------

    def value(self, p: PositionFeatures) -> float:
        """What it brings now, its price taken off."""
        total = 0.0
        if self.pay:
            pay = self.pay
            for item in range(HELD):
                if pay[item]:
                    total -= pay[item] * p.price[item]
        return total + self.worth(p)

    def worth(self, p: PositionFeatures) -> float:
        """What it brings now, its price left aside."""
        return 0.0

    def room_terms(self) -> list[int]:
        """What it brings in a room as flat pairs of item and amount; a good guess where that
        depends."""
        return []

    def more_after_canal(self) -> float:
        """What it brings more because a canal tile was just built."""
        return 0.0

    def sale_worth(self, p: PositionFeatures, item: int, count: int) -> float:
        """What it brings with a sale of this many of an item."""
        return 0.0

    def end_worth(self, p: PositionFeatures) -> float:
        """What it will score at the end, as far as can be told."""
        return 0.0
