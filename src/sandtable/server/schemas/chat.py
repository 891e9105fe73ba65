"""Talk at a table, private notes, mutes and reports."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from sandtable.server.play.chat import Channel, Phrase
from sandtable.server.schemas.requests import RequestModel, storable

MAX_MESSAGE = 500
MAX_NOTE = 10_000


class SayRequest(RequestModel):
    text: Annotated[str, Field(max_length=MAX_MESSAGE), AfterValidator(storable)] = ""
    phrase: Phrase | None = Field(None, description="A quick phrase instead of a text.")


class MuteRequest(RequestModel):
    muted: bool


class ReportRequest(RequestModel):
    reason: Annotated[str, Field(max_length=MAX_MESSAGE), AfterValidator(storable)] = ""


class NoteRequest(RequestModel):
    text: Annotated[str, Field(max_length=MAX_NOTE), AfterValidator(storable)]


class ChatMessageInfo(BaseModel):
    number: int
    channel: Channel
    author: str = Field(description="Tells authors apart at this table.")
    name: str
    seat: int | None
    text: str
    phrase: Phrase | None
    made: str
    muted: bool = Field(description="Whether I have muted the author.")


class ChatMessages(BaseModel):
    messages: list[ChatMessageInfo]


class PrivateNote(BaseModel):
    text: str
