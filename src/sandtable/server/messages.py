"""All that goes in and out, described for the documentation, for checks and for typed clients."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from sandtable.server.identity import MAX_NAME

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


class PlayRequest(Asked):
    game: Word
    players: int | None = Field(None, ge=1, le=20)
    bot: Word | None = None
    options: dict[Word, Any] = Field(default_factory=dict, max_length=20)


class TableRequest(Asked):
    game: Word
    seats: list[SeatRequest] = Field(min_length=1, max_length=20)
    options: dict[Word, Any] = Field(default_factory=dict, max_length=20)
    seed: int | Line | None = None
    edition: dict[str, Any] | None = None
    listed: bool = False
    name: Name | None = None


class JoinRequest(Asked):
    seat: SeatNumber | None = Field(None, description="Which open seat; usually the first.")
    name: Name | None = Field(None, description="Your name at this table; usually your own.")


class ActRequest(Asked):
    version: Version = Field(description="The version of the position this answers.")
    action: int | None = Field(None, ge=0, le=1_000_000, description="The id of the choice ...")
    notation: Line | None = Field(None, description="... or its notation.")


class UndoRequest(Asked):
    version: Version


class HintRequest(Asked):
    bot: Word | None = None


class BranchRequest(Asked):
    step: int = Field(ge=0, le=1_000_000)
    seat: SeatNumber | None = None
    bot: Word | None = None


class RecordRequest(Asked):
    record: Annotated[str, Field(max_length=2_000_000), AfterValidator(storable)]
    edition: dict[str, Any] | None = None
    bot: Word | None = None


# -- answers -------------------------------------------------------------------------------------


class ErrorDetail(BaseModel):
    code: str
    message: str
    problems: list[str] | None = None


class ErrorAnswer(BaseModel):
    error: ErrorDetail


class Health(BaseModel):
    status: Literal["ok", "failing"]
    version: str
    database: Literal["ok", "failing"]
    bots: Literal["ok", "failing"]


class Me(BaseModel):
    name: str
    known: bool


class Token(BaseModel):
    token: str


class GameOption(BaseModel):
    model_config = ConfigDict(extra="allow")

    name: str
    values: list[Any]
    default: Any
    help: str
    players: list[int] | None = None


class GameInfo(BaseModel):
    name: str
    title: str
    min_players: int
    max_players: int
    edition: str
    digest: str
    options: list[GameOption]


class Games(BaseModel):
    games: list[GameInfo]


class CodebookGroup(BaseModel):
    word: str
    items: list[str]


class GameData(GameInfo):
    edition_data: dict[str, Any]
    words: list[CodebookGroup]


class EditionCheck(BaseModel):
    ok: bool
    problems: list[str]
    name: str | None
    digest: str


class BotInfo(BaseModel):
    name: str
    level: int | None


class Bots(BaseModel):
    bots: list[BotInfo]
    default: str


class SeatInfo(BaseModel):
    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    mine: bool
    present: bool


class Parent(BaseModel):
    table: str
    step: int


class TableInfo(BaseModel):
    id: str
    game: str
    title: str
    name: str
    status: Status
    created: str
    updated: str
    players: int
    options: dict[str, Any]
    edition: str
    digest: str
    standard_edition: bool
    seed_chosen: bool
    listed: bool
    owner: bool
    invite: str | None
    seats: list[SeatInfo]
    to_choose: int | None
    my_turn: bool
    step: int
    version: int
    scores: list[int] | None
    winners: list[int] | None
    parent: Parent | None
    rematch: str | None
    hints: bool
    problem: str | None


class Tables(BaseModel):
    tables: list[TableInfo]


class Choice(BaseModel):
    id: int
    notation: str
    word: str
    item: str
    text: str


class DecisionInfo(BaseModel):
    kind: str
    prompt: str
    choices: list[Choice]
    explanations: dict[str, str]


class UndoInfo(BaseModel):
    allowed: bool
    reason: str | None
    count: int


class Position(BaseModel):
    step: int
    version: int
    turn: int
    seat: int | None
    view: dict[str, Any]
    to_choose: int | None
    over: bool
    decision: DecisionInfo | None
    undo: UndoInfo | None
    scores: list[int] | None


class LogStep(BaseModel):
    step: int
    seat: int
    action: int | None
    notation: str | None
    text: str | None
    events: list[dict[str, Any]]


class LogTurn(BaseModel):
    turn: int
    seat: int | None
    lines: list[str]
    steps: list[LogStep]


class Log(BaseModel):
    turns: list[LogTurn]
    step: int


class Done(BaseModel):
    version: int
    step: int


class SeatChange(BaseModel):
    seat: int
    score: int
    changes: dict[str, int]


class Preview(BaseModel):
    action: int
    certain: bool
    ends_turn: bool
    seats: list[SeatChange]
    events: list[dict[str, Any]]
    lines: list[str]
    view: dict[str, Any] | None


class Previews(BaseModel):
    version: int
    previews: list[Preview]


class Hint(BaseModel):
    version: int
    action: int
    notation: str
    text: str
    bot: str


class ScorePoint(BaseModel):
    step: int
    turn: int
    scores: list[int]


class Result(BaseModel):
    scores: list[int]
    winners: list[int]
    ranking: list[int]
    breakdown: list[dict[str, int]]
    over_time: list[ScorePoint]
    result: dict[str, Any]
    names: list[str]


class Score(BaseModel):
    game: str
    players: int
    options: dict[str, Any]
    score: int
    won: bool
    place: int
    finished: str
    table: str
    result: dict[str, Any]


class Scores(BaseModel):
    scores: list[Score]


class Progress(BaseModel):
    progress: dict[str, dict[str, dict[str, Any]]]


# -- the live channel ------------------------------------------------------------------------------

Ref = Annotated[int, Field(ge=-(2**53), le=2**53)] | None


class ActMessage(Asked):
    type: Literal["act"]
    ref: Ref = None
    version: Version
    action: int | None = Field(None, ge=0, le=1_000_000)
    notation: Line | None = None


class UndoMessage(Asked):
    type: Literal["undo"]
    ref: Ref = None
    version: Version


class RestartMessage(Asked):
    type: Literal["restart"]
    ref: Ref = None
    version: Version


class WatchMessage(Asked):
    type: Literal["watch"]
    ref: Ref = None
    seat: Viewer | None = None


class SyncMessage(Asked):
    type: Literal["sync"]
    ref: Ref = None


class PingMessage(Asked):
    type: Literal["ping"]
    ref: Ref = None


ClientMessage = Annotated[
    ActMessage | UndoMessage | RestartMessage | WatchMessage | SyncMessage | PingMessage,
    Field(discriminator="type"),
]


class HelloMessage(BaseModel):
    type: Literal["hello"]
    table: TableInfo
    position: Position | None
    log: list[LogTurn]
    version: int


class UpdateMessage(BaseModel):
    type: Literal["update"]
    cause: Literal["act", "undo", "restart", "sync", "watch", "start"]
    by: int | None
    position: Position
    log_from: int
    log: list[LogTurn]


class TableMessage(BaseModel):
    type: Literal["table"]
    table: TableInfo


class PresenceMessage(BaseModel):
    type: Literal["presence"]
    seats: list[bool]
    spectators: int


class ThinkingMessage(BaseModel):
    type: Literal["thinking"]
    seat: int
    since: str


class AckMessage(BaseModel):
    type: Literal["ack"]
    ref: int | None
    version: int
    step: int


class ErrorMessage(BaseModel):
    type: Literal["error"]
    ref: int | None
    code: str
    message: str
    version: int | None


class PongMessage(BaseModel):
    type: Literal["pong"]
    ref: int | None


ServerMessage = Annotated[
    HelloMessage
    | UpdateMessage
    | TableMessage
    | PresenceMessage
    | ThinkingMessage
    | AckMessage
    | ErrorMessage
    | PongMessage,
    Field(discriminator="type"),
]
