"""The live channel of a table: a WebSocket that brings every change and takes choices."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from sandtable.server.api.needs import address, identity, service
from sandtable.server.channel import (
    ActMessage,
    ClientMessage,
    PingMessage,
    RestartMessage,
    SyncMessage,
    UndoMessage,
    WatchMessage,
)
from sandtable.server.faults import Fault
from sandtable.server.gate import same_origin
from sandtable.server.rooms import Visitor
from sandtable.server.service import Service

router = APIRouter()
log = logging.getLogger("sandtable.server.live")

MESSAGE: TypeAdapter[Any] = TypeAdapter(ClientMessage)
CLOSE = {"not_found": 4404, "forbidden": 4403, "too_fast": 4429}
RESTARTING = 1012
TRY_LATER = 1013
#: Messages over the limit that are answered with an error, before the connection is closed.
PATIENCE = 100


@router.websocket("/api/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    server = service(socket)
    keys: set[str] = set()
    visitor: Visitor | None = None
    await socket.accept()
    try:
        if not same_origin(socket.headers):
            raise Fault("forbidden", "This connection comes from another site's page.")
        who = identity(socket)
        server.limit("connect", who, address(socket))
        wanted = {address(socket)} if who is None else {who.id}
        server.open.enter(wanted)
        keys = wanted
        visitor = Visitor(who, _seat(socket))
        await server.hub.herald.enter(id, visitor)
    except Fault as fault:
        if keys:
            server.open.leave(keys)
        await _close(socket, CLOSE.get(fault.code, TRY_LATER), fault.message)
        return
    except Exception:
        log.exception("a connection failed", extra={"table": id})
        if keys:
            server.open.leave(keys)
        await _close(socket, 1011, "The server could not answer.")
        return
    sender = asyncio.create_task(_send(socket, visitor))
    try:
        await _listen(server, socket, id, visitor)
    finally:
        server.hub.herald.leave(id, visitor)
        server.open.leave(keys)
        sender.cancel()


def _seat(socket: WebSocket) -> int | None:
    text = socket.query_params.get("seat", "")
    if not text:
        return None
    if not text.removeprefix("-").isdecimal() or len(text) > 3:
        raise Fault("forbidden", f"There is no seat {text[:10]!r}.")
    return int(text)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    try:
        # A close frame has room for 123 bytes.
        await socket.close(code, reason.encode()[:120].decode(errors="ignore"))
    except (RuntimeError, WebSocketDisconnect):
        return  # it was gone already


async def _send(socket: WebSocket, visitor: Visitor) -> None:
    """Takes messages out of the visitor's box; a slow socket delays nobody else."""
    try:
        while True:
            message = await visitor.outbox.get()
            if message is None:
                break
            await socket.send({"type": "websocket.send", "text": message.decode()})
    except (RuntimeError, WebSocketDisconnect, OSError):
        return
    if socket.application_state is WebSocketState.CONNECTED:
        await _close(socket, RESTARTING, "Connect again for the whole picture.")


async def _listen(server: Service, socket: WebSocket, id: str, visitor: Visitor) -> None:
    who = visitor.id or address(socket)
    refused = 0
    while not visitor.lost:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        text = received.get("text")
        ref: int | None = None
        try:
            server.limiter.check("act", f"live {who}")
            refused = 0
            if text is None or len(text) > server.settings.max_message:
                raise Fault(
                    "too_large",
                    f"A message is text of at most {server.settings.max_message} characters.",
                )
            message = _parse(text)
            ref = message.ref
            await _answer(server, id, visitor, message)
        except Fault as fault:
            if fault.code == "too_fast":
                refused += 1
                if refused > PATIENCE:
                    await _close(socket, CLOSE["too_fast"], fault.message)
                    return
            visitor.send(_error(server, id, ref, fault))
        except Exception:
            log.exception("a message failed", extra={"table": id})
            unknown = Fault("internal", "The server could not do that; nothing was changed.")
            visitor.send(_error(server, id, ref, unknown))


def _parse(text: str) -> Any:
    try:
        return MESSAGE.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        told = f"{where}: {first['msg']}" if where else first["msg"]
        raise Fault("bad_request", f"This message is not understood: {told}.") from None


async def _answer(server: Service, id: str, visitor: Visitor, message: Any) -> None:
    hub = server.hub

    def done(version: int, step: int) -> None:
        visitor.send(
            orjson.dumps({"type": "ack", "ref": message.ref, "version": version, "step": step})
        )

    if isinstance(message, ActMessage):
        await hub.act(id, visitor.id, message.version, message.action, message.notation, done)
    elif isinstance(message, (UndoMessage, RestartMessage)):
        whole = isinstance(message, RestartMessage)
        await hub.undo(id, visitor.id, message.version, whole, done)
    elif isinstance(message, WatchMessage):
        before, visitor.seat = visitor.seat, message.seat
        try:
            await hub.herald.watch(id, visitor, "watch")
        except Fault:
            visitor.seat = before
            raise
    elif isinstance(message, SyncMessage):
        await hub.herald.watch(id, visitor, "sync")
    else:
        assert isinstance(message, PingMessage)
        visitor.send(orjson.dumps({"type": "pong", "ref": message.ref}))


def _error(server: Service, id: str, ref: int | None, fault: Fault) -> bytes:
    return orjson.dumps(
        {
            "type": "error",
            "ref": ref,
            "code": fault.code,
            "message": fault.message,
            "version": server.house.version(id),
        }
    )
