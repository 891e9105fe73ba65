"""The live channel of a table: a WebSocket that sends every change and takes choices."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from sandtable.server.api.dependencies import address, identity, service
from sandtable.server.errors import ApiError
from sandtable.server.languages import language_of
from sandtable.server.middleware import same_origin
from sandtable.server.play.connection import LiveConnection
from sandtable.server.schemas.live import (
    ActMessage,
    BackMessage,
    ClientMessage,
    MoveNowMessage,
    PingMessage,
    ReleaseMessage,
    RestartMessage,
    SyncMessage,
    UndoMessage,
    WatchMessage,
)
from sandtable.server.service import Service
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed

router = APIRouter()
log = logging.getLogger("sandtable.server.live")

MESSAGE: TypeAdapter[Any] = TypeAdapter(ClientMessage)
CLOSE = {"not_found": 4404, "forbidden": 4403, "challenge_open": 4423, "too_fast": 4429}
RESTARTING = 1012
TRY_LATER = 1013
#: Messages over the rate limit that get an error before the connection is closed.
MAX_REFUSED = 100


@router.websocket("/api/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    server = service(socket)
    entered: str | None = None
    connection: LiveConnection | None = None
    await socket.accept()
    try:
        if not same_origin(socket.headers):
            raise ApiError("forbidden", "This connection comes from another site's page.")
        who = await identity(socket)
        server.limit("connect", who, address(socket))
        name = address(socket) if who is None else who.id
        server.open.enter(name, id)
        entered = name
        connection = LiveConnection(who, _seat(socket), language_of(socket))
        await server.table_service.enter(id, connection)
    except ApiError as api_error:
        if entered is not None:
            server.open.leave(entered, id)
        await close(socket, CLOSE.get(api_error.code, TRY_LATER), api_error.message)
        return
    except DATABASE_FAILURES as error:
        if entered is not None:
            server.open.leave(entered, id)
        await close(socket, TRY_LATER, database_failed(error).message)
        return
    except Exception:
        log.exception("a connection failed", extra={"table": id})
        if entered is not None:
            server.open.leave(entered, id)
        await close(socket, 1011, "The server could not answer.")
        return
    sender = asyncio.create_task(forward(socket, connection))
    try:
        await _listen(server, socket, id, connection)
    finally:
        server.table_service.leave(id, connection)
        server.open.leave(entered, id)
        sender.cancel()


def _seat(socket: WebSocket) -> int | None:
    text = socket.query_params.get("seat", "")
    if not text:
        return None
    if not text.removeprefix("-").isdecimal() or len(text) > 3:
        raise ApiError("forbidden", f"There is no seat {text[:10]!r}.")
    return int(text)


async def close(socket: WebSocket, code: int, reason: str) -> None:
    try:
        # A close frame has room for 123 bytes.
        await socket.close(code, reason.encode()[:120].decode(errors="ignore"))
    except (RuntimeError, WebSocketDisconnect):
        return  # it was gone already


async def forward(socket: WebSocket, connection: LiveConnection) -> None:
    """Send what is in the outbox; a slow socket delays nobody else."""
    try:
        while True:
            message = await connection.outbox.get()
            if message is None:
                break
            await socket.send({"type": "websocket.send", "text": message.decode()})
    except (RuntimeError, WebSocketDisconnect, OSError):
        return
    if socket.application_state is WebSocketState.CONNECTED:
        await close(socket, RESTARTING, "Connect again to get the current state.")


async def _listen(server: Service, socket: WebSocket, id: str, connection: LiveConnection) -> None:
    who = connection.id or address(socket)
    refused = 0
    while not connection.lost:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        text = received.get("text")
        ref: int | None = None
        try:
            server.limiter.check("act", f"live {who}")
            refused = 0
            if text is None or len(text) > server.settings.max_message:
                raise ApiError(
                    "too_large",
                    f"A message is text of at most {server.settings.max_message} characters.",
                )
            message = _parse(text)
            ref = message.ref
            await _answer(server, id, connection, message)
        except ApiError as api_error:
            if api_error.code == "too_fast":
                refused += 1
                if refused > MAX_REFUSED:
                    await close(socket, CLOSE["too_fast"], api_error.message)
                    return
            connection.send(_error(server, id, ref, api_error))
        except DATABASE_FAILURES as error:
            connection.send(_error(server, id, ref, database_failed(error)))
        except Exception:
            log.exception("a message failed", extra={"table": id})
            unknown = ApiError("internal", "The server could not do that; nothing was changed.")
            connection.send(_error(server, id, ref, unknown))


def _parse(text: str) -> Any:
    try:
        return MESSAGE.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        problem = f"{where}: {first['msg']}" if where else first["msg"]
        raise ApiError("bad_request", f"This message is not valid: {problem}.") from None


async def _answer(server: Service, id: str, connection: LiveConnection, message: Any) -> None:
    table_service = server.table_service

    def done(version: int, step: int) -> None:
        connection.send(
            orjson.dumps({"type": "ack", "ref": message.ref, "version": version, "step": step})
        )

    if isinstance(message, ActMessage):
        await table_service.act(
            id, connection.id, message.version, message.action, message.notation, done, message.hold
        )
    elif isinstance(message, (UndoMessage, RestartMessage)):
        whole = isinstance(message, RestartMessage)
        await table_service.undo(id, connection.id, message.version, whole, done)
    elif isinstance(message, BackMessage):
        await table_service.go_back(id, connection.id, message.version, message.step, done)
    elif isinstance(message, ReleaseMessage):
        await table_service.release(id, connection.id)
    elif isinstance(message, MoveNowMessage):
        await table_service.move_now(id, connection.id, message.version)
    elif isinstance(message, WatchMessage):
        before, connection.seat = connection.seat, message.seat
        try:
            await table_service.watch(id, connection, "watch")
        except ApiError:
            connection.seat = before
            raise
    elif isinstance(message, SyncMessage):
        await table_service.watch(id, connection, "sync")
    else:
        assert isinstance(message, PingMessage)
        connection.send(orjson.dumps({"type": "pong", "ref": message.ref}))


def _error(server: Service, id: str, ref: int | None, api_error: ApiError) -> bytes:
    return orjson.dumps(
        {
            "type": "error",
            "ref": ref,
            "code": api_error.code,
            "message": api_error.message,
            "version": server.table_cache.version(id),
        }
    )
