"""A plan: what a person means to choose in their next turn, tried out on a private copy.

It belongs to one seat and to the person who holds it. Nobody else is ever told about it.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass
from typing import Any, Literal

import orjson

#: Being made; ready to be played; played as far as it went.
PlanStatus = Literal["draft", "kept", "stopped"]

#: Why a plan stops: the choice cannot be made any more; something else is asked; it would bring or
#: cost something else; something hidden came to light; more was not planned.
StopReason = Literal["illegal", "question", "changed", "revealed", "end"]


def plain(value: Any) -> Any:
    """Data as it comes back from the database."""
    return orjson.loads(orjson.dumps(value))


def new_plan_id() -> str:
    return secrets.token_hex(8)


@dataclass(frozen=True)
class PlannedChoice:
    """A choice, the question it answers, and what it brings the seat at once."""

    notation: str
    kind: str
    subject: dict[str, Any] | None
    #: Points and own things that change. None: it depends on something hidden.
    effect: dict[str, Any] | None

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(plain: dict[str, Any]) -> PlannedChoice:
        return PlannedChoice(**plain)


@dataclass(frozen=True)
class PlayerPlan:
    game: str
    seat: int
    identity: str
    id: str
    #: Where the real game stood when the private copy was drawn, and how it was drawn.
    version: int
    step: int
    seed: str
    #: What the others are assumed to choose up to the seat's next turn.
    assumed: tuple[str, ...]
    made: int
    turn: int  # in which the copy was drawn; of a plan that has stopped: in which it did
    revision: int = 0
    status: PlanStatus = "draft"
    automatic: bool = False
    choices: tuple[PlannedChoice, ...] = ()
    complete: bool = False  # the turn is over after these choices
    #: For a plan that has stopped: why, and after how many choices.
    stop: StopReason | None = None
    done: int = 0
