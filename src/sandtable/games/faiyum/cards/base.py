"""What all cards have in common."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.game import Flow

NO_WORKER = "no worker is left in the supply"


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
    """A card of the edition. ``why`` says what hinders its action; ``can`` is the quick form."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        self.number: int = data["number"]
        self.name: str = data["name"]
        self.text: str = data["text"]
        self.icon: str = data["icon"]
        self.family: str = data["family"]
        self.source: int = constants.SOURCES.index(data["scores_as"])
        self.gains = Gains(data.get("gain", {}))

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
