"""What all cards have in common."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards.features import CardFeatures, PositionFeatures
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.game import Flow
from sandtable.kernel.messages import Catalog

NO_WORKER: Final = "why.no_worker"


class Gains:
    """What a card yields in any case."""

    def __init__(self, data: dict[str, int]) -> None:
        self.resources: list[tuple[int, int]] = [
            (i, data[word]) for i, word in enumerate(constants.RESOURCES) if word in data
        ]
        self.money: int = data.get("money", 0)
        self.reputation: int = data.get("reputation", 0)

    def give(self, t: Turn) -> None:
        for resource, amount in self.resources:
            t.gain(resource, amount)
        t.earn(self.money)
        t.score(self.reputation)


class Card:
    """A card of the edition. A family of cards is a subclass: what its rows of data hold, what it
    does, what it asks, and what evaluations need to know of it.

    ``why`` says what hinders the action; ``can`` is the quick form. What it asks and what choices
    mean are keys of the title's messages.
    """

    #: The family's name in the edition.
    family: ClassVar[str] = ""
    #: What its rows hold beside what all rows do, by the kinds of cards/fields.py.
    fields: ClassVar[dict[str, Any]] = {}
    #: What it asks, by kind of question.
    prompts: ClassVar[dict[str, str]] = {}
    #: What it means to choose a space, by kind of question.
    places: ClassVar[dict[str, str]] = {}
    #: What ``done`` means, by kind of question.
    enough: ClassVar[dict[str, str]] = {}
    #: What ``done`` leaves undone, by kind of question; elsewhere nothing is lost.
    forgone: ClassVar[dict[str, str]] = {}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        self.number: int = data["number"]
        self.name: str = data["name"]
        self.text: str = data["text"]
        self.icon: str = data["icon"]
        self.source: int = constants.SOURCES.index(data["scores_as"])
        self.gains = Gains(data.get("gain", {}))
        self.features = CardFeatures(data)

    # -- the rules -----------------------------------------------------------------------------

    def acts_as(self, t: Turn) -> int:
        """The card whose action is carried out: another one where this one copies it."""
        return self.number

    def can(self, t: Turn) -> bool:
        """Whether the action can be carried out in full."""
        return not self.why(t)

    def why(self, t: Turn) -> str:
        """Why it cannot; empty where it can."""
        raise NotImplementedError

    def play(self, t: Turn) -> Flow:
        """The action. Only called where ``can`` is true."""
        raise NotImplementedError

    # -- for people ----------------------------------------------------------------------------

    def cost_text(self, words: Catalog) -> str:
        """The price it asks for, as people say it; empty where there is none."""
        return ""

    def number_text(self, words: Catalog, number: int) -> str:
        """A number it asks for, with what this many cost and bring."""
        return str(number)

    # -- for evaluations -----------------------------------------------------------------------

    def fill_features(self, f: CardFeatures) -> None:
        """Add to the features what price and gain do not say."""

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        """Correct what one use brings by the position; ``now``: in this turn, else later on."""

    def last_turns(self, p: PositionFeatures) -> float:
        """The reputation it makes of what is left in the last turns, taking that away; -1 where it
        is nothing special then."""
        return -1.0

    def number_rate(self, number: int, money: float, rose: float) -> float:
        """What a number it asks for is worth, by the prices of a dollar and of a rose."""
        return 0.0
