"""What can be asked, described for checks, for the documentation and for typed clients."""

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
        description="Seconds for which bots wait where only bots follow, to take the choice back.",
    ),
]


class Asked(BaseModel):
    """A request: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


# -- requests ------------------------------------------------------------------------------------


class NameRequest(Asked):
    name: Name = Field(description=f"What others call you, up to {MAX_NAME} characters.")


class SeatRequest(Asked):
    kind: SeatKind
    name: Name | None = Field(None, description="For hot-seat: what this person is called.")
    bot: Word | None = Field(None, description="For bots: one of the names of /api/bots.")


RATED = Field(
    default=True,
    description="Count for ratings, unless something keeps the game from it: a chosen seed, "
    "another edition, several people at one screen, hints, practice.",
)


class PlayRequest(Asked):
    game: Word
    players: int | None = Field(None, ge=1, le=20)
    bot: Word | None = None
    options: dict[Word, Any] = Field(default_factory=dict, max_length=20)
    rated: bool = RATED


class ClockRequest(Asked):
    """A time bank for each player and an increment for each turn they finish."""

    pace: Pace
    bank: int = Field(ge=30, le=30 * 86400, description="Seconds.")
    increment: int = Field(ge=0, le=7 * 86400, description="Seconds.")
    on_timeout: OnTimeout = "bot"
    bot: Word | None = Field(None, description="Who takes over; usually the default bot.")


class TableRequest(Asked):
    game: Word
    seats: list[SeatRequest] = Field(min_length=1, max_length=20)
    options: dict[Word, Any] = Field(default_factory=dict, max_length=20)
    seed: int | Line | None = None
    edition: dict[str, Any] | None = None
    listed: bool = False
    name: Name | None = None
    rated: bool = RATED
    clock: ClockRequest | None = Field(None, description="Without it nobody's time is measured.")


class ProposalRequest(Asked):
    kind: ProposalKind
    seat: SeatNumber | None = Field(None, description="replace: whose seat a bot is to play.")
    version: Version | None = Field(None, description="undo: of the position I see.")
    step: int | None = Field(
        None,
        ge=0,
        le=1_000_000,
        description="undo: back to my last choice with at most so many before it.",
    )


class AnswerRequest(Asked):
    proposal: Word = Field(description="The id of what is proposed.")
    agree: bool


class JoinRequest(Asked):
    seat: SeatNumber | None = Field(None, description="Which open seat; usually the first.")
    name: Name | None = Field(None, description="Your name at this table; usually your own.")


class ActRequest(Asked):
    version: Version = Field(description="The version of the position this answers.")
    action: int | None = Field(None, ge=0, le=1_000_000, description="The id of the choice ...")
    notation: Line | None = Field(None, description="... or its notation.")
    hold: Hold = 0


class UndoRequest(Asked):
    version: Version


class BackRequest(Asked):
    version: Version
    step: int = Field(
        ge=0, le=1_000_000, description="Go back to my last choice with at most so many before it."
    )


class HintRequest(Asked):
    bot: Word | None = None


class BranchRequest(Asked):
    step: int = Field(ge=0, le=1_000_000)
    seat: SeatNumber | None = None
    bot: Word | None = None


class RecordRequest(Asked):
    record: Annotated[str, Field(max_length=300_000), AfterValidator(storable)]
    edition: dict[str, Any] | None = None
    bot: Word | None = None


class ReadRequest(Asked):
    number: int = Field(ge=0, le=10_000, description="The number of the step that was read.")


class LessonRequest(Asked):
    game: Word
    lesson: Annotated[str, Field(pattern="^(guide(:[a-z0-9-]{1,40})?|puzzle:[a-z0-9-]{1,40})$")] = (
        Field(description="guide, guide:<chapter> or puzzle:<id>; guide goes on where it was left.")
    )
