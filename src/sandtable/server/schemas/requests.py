"""Requests, declared for validation, for the documentation and for typed clients."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from sandtable.server.auth.identity import MAX_NAME
from sandtable.server.tables.clock import OnTimeout, Pace
from sandtable.server.tables.proposal import ProposalKind

SeatKind = Literal["human", "hotseat", "bot", "open"]
Status = Literal["waiting", "running", "over"]


def storable(text: str) -> str:
    """Text that every database can keep."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("half of a surrogate pair is no character") from None
    if "\x00" in text:
        raise ValueError("a text must not contain the character 0")
    return text


Word = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(storable)]
Line = Annotated[str, Field(max_length=200), AfterValidator(storable)]
Name = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(storable)]
SeatNumber = Annotated[int, Field(ge=0, le=20)]
Viewer = Annotated[int, Field(ge=-1, le=20)]
Version = Annotated[int, Field(ge=0, le=1_000_000_000)]
Hold = Annotated[
    float,
    Field(
        ge=0,
        le=10,
        description="Seconds in which I can take the choice back: bots wait if only they follow.",
    ),
]


class RequestModel(BaseModel):
    """A request: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


# -- requests ------------------------------------------------------------------------------------


class CoachRequest(RequestModel):
    """Somebody by the name of their account, or by the offer they have made."""

    name: Name | None = None
    offer: int | None = Field(None, ge=0, le=1_000_000, description="The number of an offer.")
    seat: SeatNumber | None = Field(None, description="Which of my seats; the first if left out.")


class CoachOffer(RequestModel):
    seat: SeatNumber


class NameRequest(RequestModel):
    name: Name = Field(description=f"What others call you, up to {MAX_NAME} characters.")


class SeatRequest(RequestModel):
    kind: SeatKind
    name: Name | None = Field(None, description="For hot-seat: this person's name.")
    bot: Word | None = Field(None, description="For bots: one of the names of /api/bots.")


RATED = Field(
    default=True,
    description="Count for ratings, unless something keeps the game from it: a chosen seed, "
    "another edition, several people at one screen, hints, practice.",
)


class PlayRequest(RequestModel):
    game: Word
    players: int | None = Field(None, ge=1, le=20)
    bot: Word | None = None
    options: dict[Word, Any] = Field(default_factory=dict, max_length=20)
    rated: bool = RATED


class ClockRequest(RequestModel):
    """A time bank for each player and an increment for each turn they finish."""

    pace: Pace
    bank: int = Field(ge=30, le=30 * 86400, description="Seconds.")
    increment: int = Field(ge=0, le=7 * 86400, description="Seconds.")
    on_timeout: OnTimeout = "bot"
    bot: Word | None = Field(
        None, description="The bot that takes over; the default bot if left out."
    )


class TableRequest(RequestModel):
    game: Word
    seats: list[SeatRequest] = Field(min_length=1, max_length=20)
    options: dict[Word, Any] = Field(default_factory=dict, max_length=20)
    seed: int | Line | None = None
    edition: dict[str, Any] | None = None
    listed: bool = False
    name: Name | None = None
    rated: bool = RATED
    clock: ClockRequest | None = Field(None, description="Without it there is no time limit.")
    auto_plans: bool = Field(False, description="Whether plans may be played automatically.")


class ProposalRequest(RequestModel):
    kind: ProposalKind
    seat: SeatNumber | None = Field(
        None, description="For replace: the seat a bot should take over."
    )
    version: Version | None = Field(
        None, description="For undo: the version of the position I see."
    )
    step: int | None = Field(
        None,
        ge=0,
        le=1_000_000,
        description="For undo: back to my last choice with at most this many choices before it.",
    )


class AnswerRequest(RequestModel):
    proposal: Word = Field(description="The id of the proposal.")
    agree: bool


class JoinRequest(RequestModel):
    seat: SeatNumber | None = Field(None, description="Which open seat; the first if left out.")
    name: Name | None = Field(
        None, description="Your name at this table; your usual one if left out."
    )


class ActRequest(RequestModel):
    version: Version = Field(description="The version of the position this answers.")
    action: int | None = Field(None, ge=0, le=1_000_000, description="The id of the choice ...")
    notation: Line | None = Field(None, description="... or its notation.")
    hold: Hold = 0


class UndoRequest(RequestModel):
    version: Version


class BackRequest(RequestModel):
    version: Version
    step: int = Field(
        ge=0, le=1_000_000, description="Back to my last choice with at most this many before it."
    )


class HintRequest(RequestModel):
    bot: Word | None = None


class BranchRequest(RequestModel):
    step: int = Field(ge=0, le=1_000_000)
    seat: SeatNumber | None = None
    bot: Word | None = None


class RecordRequest(RequestModel):
    record: Annotated[str, Field(max_length=300_000), AfterValidator(storable)]
    edition: dict[str, Any] | None = None
    bot: Word | None = None


class ReadRequest(RequestModel):
    number: int = Field(ge=0, le=10_000, description="The number of the step that was read.")


class LessonRequest(RequestModel):
    game: Word
    lesson: Annotated[str, Field(pattern="^(guide(:[a-z0-9-]{1,40})?|puzzle:[a-z0-9-]{1,40})$")] = (
        Field(
            description="guide, guide:<chapter> or puzzle:<id>; guide continues where I left off."
        )
    )
