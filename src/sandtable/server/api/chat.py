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
async def list_messages(id: TableId, who: Anyone, server: Serving) -> dict[str, Any]:
    """Get the chat of a table. Players get the spectators' channel only after the end."""
    return {"messages": await server.chat.messages(id, id_of(who))}


@router.post("/chat", response_model=ChatMessageInfo)
async def send_message(
    id: TableId, asked: SayRequest, who: Person, server: Serving, request: Request
) -> dict[str, Any]:
    """Send a chat message: players to everybody at the table, spectators to each other."""
    server.limit("chat", who, address(request))
    return await server.chat.say(id, who, asked.text, asked.phrase)


@router.post("/chat/{number}/mute", status_code=204)
async def mute_author(
    id: TableId, number: Number, asked: MuteRequest, who: Actor, server: Serving
) -> Response:
    """Mute or unmute the author of this message, at all tables."""
    await server.chat.mute(id, who, number, asked.muted)
    return Response(status_code=204)


@router.post("/chat/{number}/report", status_code=204)
async def report_message(
    id: TableId,
    number: Number,
    asked: ReportRequest,
    who: Person,
    server: Serving,
    request: Request,
) -> Response:
    """Report a message to the administrator."""
    server.limit("chat", who, address(request))
    await server.chat.report(id, who, number, asked.reason)
    return Response(status_code=204)


@router.get("/note", response_model=PrivateNote)
async def get_note(id: TableId, who: Person, server: Serving) -> dict[str, Any]:
    """Get my private note about this game."""
    return {"text": await server.chat.note(id, who)}


@router.put("/note", response_model=PrivateNote)
async def set_note(id: TableId, asked: NoteRequest, who: Actor, server: Serving) -> dict[str, Any]:
    """Set my private note about this game."""
    await server.chat.set_note(id, who, asked.text)
    return {"text": asked.text}
