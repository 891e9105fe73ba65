"""The messages of the live channel, in both directions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from sandtable.server.schemas.chat import ChatMessageInfo
from sandtable.server.schemas.clocks import ClockInfo
from sandtable.server.schemas.requests import Hold, Line, RequestModel, Version, Viewer
from sandtable.server.schemas.responses import LogTurn, Position, TableInfo
from sandtable.server.tables.proposal import Outcome, ProposalKind

Ref = Annotated[int, Field(ge=-(2**53), le=2**53)] | None


class ActMessage(RequestModel):
    type: Literal["act"]
    ref: Ref = None
    version: Version
    action: int | None = Field(None, ge=0, le=1_000_000)
    notation: Line | None = None
    hold: Hold = 0


class UndoMessage(RequestModel):
    type: Literal["undo"]
    ref: Ref = None
    version: Version


class BackMessage(RequestModel):
    """Go back to my last choice with at most this many choices before it: practice."""

    type: Literal["back"]
    ref: Ref = None
    version: Version
    step: int = Field(ge=0, le=1_000_000)


class ReleaseMessage(RequestModel):
    """I will not take anything back: the bots need not wait."""

    type: Literal["release"]
    ref: Ref = None


class MoveNowMessage(RequestModel):
    """Make the bot that thinks about this position choose now."""

    type: Literal["move_now"]
    ref: Ref = None
    version: Version


class RestartMessage(RequestModel):
    type: Literal["restart"]
    ref: Ref = None
    version: Version


class WatchMessage(RequestModel):
    type: Literal["watch"]
    ref: Ref = None
    seat: Viewer | None = None


class SyncMessage(RequestModel):
    type: Literal["sync"]
    ref: Ref = None


class PingMessage(RequestModel):
    type: Literal["ping"]
    ref: Ref = None


ClientMessage = Annotated[
    ActMessage
    | UndoMessage
    | RestartMessage
    | BackMessage
    | ReleaseMessage
    | MoveNowMessage
    | WatchMessage
    | SyncMessage
    | PingMessage,
    Field(discriminator="type"),
]


class HelloMessage(BaseModel):
    type: Literal["hello"]
    table: TableInfo
    position: Position | None
    log: list[LogTurn]
    version: int


class Change(BaseModel):
    """A new value in the position, and its path: keys of objects, indices of lists."""

    path: list[str | int]
    value: Any


class UpdateMessage(BaseModel):
    """A new position: whole, or as changes to the last one sent on this connection. Where several
    choices come at once, the changes to each position in between come first."""

    type: Literal["update"]
    cause: Literal["act", "undo", "restart", "back", "sync", "watch", "start", "lesson", "note"]
    by: int | None
    between: list[list[Change]]
    position: Position | None
    changes: list[Change] | None
    log_from: int
    log: list[LogTurn]


class TableMessage(BaseModel):
    type: Literal["table"]
    table: TableInfo


class ClockMessage(BaseModel):
    type: Literal["clock"]
    clock: ClockInfo


class ChatMessage(BaseModel):
    type: Literal["chat"]
    message: ChatMessageInfo


class SettledMessage(BaseModel):
    """The outcome of a proposal. `by`: the seat that refused."""

    type: Literal["settled"]
    kind: ProposalKind
    seat: int
    target: int | None
    outcome: Outcome
    by: int | None


class PlanMessage(BaseModel):
    """My plan has changed, here or elsewhere: fetch it again. Nobody else gets this."""

    type: Literal["plan"]


class PresenceMessage(BaseModel):
    type: Literal["presence"]
    seats: list[bool]
    spectators: int


class ThinkingMessage(BaseModel):
    """A bot thinks about a decision; `limit` is its time limit in seconds, if it has one."""

    type: Literal["thinking"]
    seat: int
    since: str
    limit: float | None


class CandidateInfo(BaseModel):
    """A choice that a bot considers, and how it rates it so far."""

    text: str
    value: float = Field(description="The points it expects to end with.")
    chance: float | None = Field(description="Of winning; null for a bot that plays alone.")
    share: float = Field(description="Share of the search's visits, from 0 to 1.")


class CandidatesMessage(BaseModel):
    """The candidates of a thinking bot, best first; only in games between bots."""

    type: Literal["candidates"]
    seat: int
    candidates: list[CandidateInfo]


class WaitingMessage(BaseModel):
    """A bot has to choose, but waits for a free process."""

    type: Literal["waiting"]
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
    | ClockMessage
    | SettledMessage
    | ChatMessage
    | PlanMessage
    | PresenceMessage
    | WaitingMessage
    | ThinkingMessage
    | CandidatesMessage
    | AckMessage
    | ErrorMessage
    | PongMessage,
    Field(discriminator="type"),
]
