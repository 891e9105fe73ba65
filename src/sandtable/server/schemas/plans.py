"""Planning ahead: a person's plan, and the private copy it is made on."""

from __future__ import annotations

from pydantic import BaseModel, Field

from sandtable.server.schemas.requests import Hold, RequestModel, SeatNumber, Version
from sandtable.server.schemas.responses import Done, Position
from sandtable.server.tables.plan import PlanStatus, StopReason

_SEAT = Field(None, description="One of my seats; may be left out if I have only one.")
_REVISION = Field(description="The revision of the plan this answers.")


class PlanRequest(RequestModel):
    seat: SeatNumber | None = _SEAT


class PlanChoiceRequest(RequestModel):
    seat: SeatNumber | None = _SEAT
    revision: Version = _REVISION
    action: int = Field(ge=0, le=1_000_000)


class PlanBackRequest(RequestModel):
    seat: SeatNumber | None = _SEAT
    revision: Version = _REVISION
    count: int = Field(1, ge=1, le=1000, description="How many of the last choices to remove.")


class KeepRequest(RequestModel):
    seat: SeatNumber | None = _SEAT
    revision: Version = _REVISION
    automatic: bool = Field(False, description="Play it automatically, if the table allows that.")


class PlayPlanRequest(RequestModel):
    seat: SeatNumber | None = _SEAT
    version: Version = Field(description="The version of the position I see.")
    hold: Hold = 0


class PlanStep(BaseModel):
    notation: str
    text: str
    prompt: str
    lines: list[str] = Field(description="What it brings about on the copy.")


class Outlook(BaseModel):
    """How far the plan would get now, as far as its seat can know."""

    done: int
    stop: StopReason | None


class PlanInfo(BaseModel):
    seat: int
    revision: int
    status: PlanStatus
    automatic: bool
    steps: list[PlanStep]
    assumed: list[str] = Field(description="What the others are assumed to do before my turn.")
    complete: bool = Field(description="Whether the turn is over after the last step.")
    revealed: bool = Field(description="Something hidden is revealed here, so planning ends.")
    turn: int
    stop: StopReason | None = Field(description="Why the plan stopped when it was played.")
    done: int = Field(description="How many of its steps were played then.")
    outlook: Outlook | None = Field(description="For a kept plan, once it is my turn.")


class PlanState(BaseModel):
    """My plan and the position on its private copy; a plan that has stopped has none."""

    plan: PlanInfo | None
    position: Position | None


class PlanPlayed(Done):
    done: int
    stop: StopReason | None
