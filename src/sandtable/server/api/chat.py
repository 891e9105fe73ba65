"""Talk at a table, and notes for oneself."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from sandtable.server.api.dependencies import (
    ERRORS,
    Actor,
    Anyone,
    Person,
    Serving,
    TableId,
    address,
    id_of,
)
from sandtable.server.schemas.chat import (
    ChatMessageInfo,
    ChatMessages,
    MuteRequest,
    NoteRequest,
    PrivateNote,
    ReportRequest,
    SayRequest,
)

router = APIRouter(prefix="/api/tables/{id}", tags=["chat"], responses=ERRORS)

Number = Annotated[int, Path(ge=1, le=1_000_000_000)]


@router.get("/chat", response_model=ChatMessages)
async def messages(id: TableId, who: Anyone, server: Serving) -> dict[str, Any]:
    """What was said at the table. Players do not get the spectators' channel before the end."""
    return {"messages": await server.chat.messages(id, id_of(who))}


@router.post("/chat", response_model=ChatMessageInfo)
async def say(
    id: TableId, asked: SayRequest, who: Person, server: Serving, request: Request
) -> dict[str, Any]:
    """Say something: players to everybody at the table, spectators to each other."""
    server.limit("chat", who, address(request))
    return await server.chat.say(id, who, asked.text, asked.phrase)


@router.post("/chat/{number}/mute", status_code=204)
async def mute(
    id: TableId, number: Number, asked: MuteRequest, who: Actor, server: Serving
) -> Response:
    """Hide, or show again, everything by the author of this message, at all tables."""
    await server.chat.mute(id, who, number, asked.muted)
    return Response(status_code=204)


@router.post("/chat/{number}/report", status_code=204)
async def report(
    id: TableId,
    number: Number,
    asked: ReportRequest,
    who: Person,
    server: Serving,
    request: Request,
) -> Response:
    """Complain to the administrator about a message."""
    server.limit("chat", who, address(request))
    await server.chat.report(id, who, number, asked.reason)
    return Response(status_code=204)


@router.get("/note", response_model=PrivateNote)
async def note(id: TableId, who: Person, server: Serving) -> dict[str, Any]:
    """What I have noted about this game. Nobody else sees it."""
    return {"text": await server.chat.note(id, who)}


@router.put("/note", response_model=PrivateNote)
async def set_note(id: TableId, asked: NoteRequest, who: Actor, server: Serving) -> dict[str, Any]:
    """Note something about this game for myself."""
    await server.chat.set_note(id, who, asked.text)
    return {"text": asked.text}
