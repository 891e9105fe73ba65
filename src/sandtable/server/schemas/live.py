"""The messages of the live channel, in both directions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from sandtable.server.schemas.chat import ChatMessageInfo
from sandtable.server.schemas.clocks import ClockInfo
from sandtable.server.schemas.requests import Asked, Hold, Line, Version, Viewer
from sandtable.server.schemas.responses import LogTurn, Position, TableInfo
from sandtable.server.tables.proposal import Outcome, ProposalKind

Ref = Annotated[int, Field(ge=-(2**53), le=2**53)] | None


class ActMessage(Asked):
    type: Literal["act"]
    ref: Ref = None
    version: Version
    action: int | None = Field(None, ge=0, le=1_000_000)
    notation: Line | None = None
    hold: Hold = 0


class UndoMessage(Asked):
    type: Literal["undo"]
    ref: Ref = None
    version: Version


class BackMessage(Asked):
    """Go back to my last choice with at most so many choices before it: practice."""

    type: Literal["back"]
    ref: Ref = None
    version: Version
    step: int = Field(ge=0, le=1_000_000)


class ReleaseMessage(Asked):
    """I take nothing back: bots that wait for it go on."""

    type: Literal["release"]
    ref: Ref = None


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
    ActMessage
    | UndoMessage
    | RestartMessage
    | BackMessage
    | ReleaseMessage
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
    """A value to put into the position, and where: keys of objects, places in lists."""

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
    """What became of a proposal. `by`: the seat that refused."""

    type: Literal["settled"]
    kind: ProposalKind
    seat: int
    target: int | None
    outcome: Outcome
    by: int | None


class PresenceMessage(BaseModel):
    type: Literal["presence"]
    seats: list[bool]
    spectators: int


class ThinkingMessage(BaseModel):
    type: Literal["thinking"]
    seat: int
    since: str


class WaitingMessage(BaseModel):
    """A bot has to choose, but others think first."""

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
    | PresenceMessage
    | WaitingMessage
    | ThinkingMessage
    | AckMessage
    | ErrorMessage
    | PongMessage,
    Field(discriminator="type"),
]
