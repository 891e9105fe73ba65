"""What happens on a connection before the application sees it: limits and timeouts.

uvicorn's protocols for HTTP and WebSockets, with limits on the size of a request's head, on the
time until head and body are complete, on clients that do not read, and on open connections.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import orjson
from starlette.types import Scope
from uvicorn import Config
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected, get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from sandtable.server.connections import Connections, address_key
from sandtable.server.errors import ApiError

#: Bytes of a request's line and headers together, and of one of them.
MAX_HEAD = 32_768
MAX_LINE = 16_384
MAX_HEADERS = 100
#: Bytes a refused client may still send while it reads the reason.
MAX_AFTER_REFUSAL = 2_000_000
#: Seconds it has for that.
LINGER_SECONDS = 2.0
#: Pieces of one WebSocket message; browsers send one.
MAX_FRAGMENTS = 64
#: WebSocket messages that may wait for the application before no more are read.
MAX_UNREAD = 16

NO_ROOM = "The server has as many connections as it can take; try again soon."


@dataclass(frozen=True)
class ConnectionRules:
    """What the protocols have to know."""

    connections: Connections
    #: The id of the sender of a request; None for people the server does not know.
    identify: Callable[[Scope], str | None]
    head_seconds: float
    body_seconds: float
    read_seconds: float  # for a client to read what it was sent
    max_body: int


class HttpConnection(HttpToolsProtocol):
    def __init__(
        self,
        rules: ConnectionRules,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.rules = rules
        self.address = ""
        self.person: str | None = None
        self.deadline: float | None = None
        self._in_head = True
        self._handed_over = False  # the application works on the request
        self._bytes = 0  # received since the request began
        self._head_bytes = 0
        self._refused = False

    # -- for Connections ---------------------------------------------------------------------

    @property
    def closing(self) -> bool:
        return self.transport.is_closing()

    def abort(self) -> None:
        self.rules.connections.remove(self)
        self.transport.abort()

    def too_late(self) -> None:
        if self._refused or self.flow.write_paused:
            self.abort()
        elif self._in_head and self._answering:
            self._wait(self.rules.head_seconds)  # it sends the next request before the answer
        elif self._in_head and not self._bytes:
            self.transport.close()  # it never asked for anything
        else:
            self._refuse(408, "bad_request", "The request did not arrive in time.")

    # -- from the transport ------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = get_remote_addr(transport)
        self.address = address_key(host[0]) if host else "local"
        if not self.rules.connections.add(self):
            self._refuse(503, "busy", NO_ROOM)
            self.transport.close()
            return
        self.rules.connections.set_waiting(self)
        self._wait(self.rules.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.rules.connections.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._bytes += len(data)
        if self._refused:
            if self._bytes > MAX_AFTER_REFUSAL:
                self.abort()
            return
        if self._in_head and self.deadline is None:
            self._wait(self.rules.head_seconds)
        super().data_received(data)
        if self._refused or self.transport.is_closing():
            return
        if self._in_head:
            if self._bytes > MAX_HEAD:
                self._refuse(431, "too_large", f"Headers have at most {MAX_HEAD} bytes.")
        elif self._bytes > self.rules.max_body:
            # The application has said no long ago, and nobody reads on.
            self.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(self.rules.read_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._in_head:
            self.deadline = None
        else:
            self._wait(self.rules.body_seconds)

    # -- from the parser ---------------------------------------------------------------------

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_bytes = 0
        self._handed_over = False

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value) + 4)
        if len(self.headers) > MAX_HEADERS:
            self._refuse(431, "too_large", f"A request has at most {MAX_HEADERS} headers.")

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if size > MAX_LINE:
            self._refuse(431, "too_large", f"A header has at most {MAX_LINE} bytes.")
        elif self._head_bytes > MAX_HEAD:
            self._refuse(431, "too_large", f"Headers have at most {MAX_HEAD} bytes.")

    def on_headers_complete(self) -> None:
        if self._refused:
            return
        self._in_head = False
        self._bytes = 0
        self.rules.connections.set_busy(self)
        self._wait(self.rules.body_seconds)
        if self.parser.should_upgrade() and self._should_upgrade():
            super().on_headers_complete()
        elif self._admitted():
            super().on_headers_complete()
            self._handed_over = True

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self._refused:
            return
        super().on_message_complete()
        self._in_head = True
        self._bytes = 0
        if not self.flow.write_paused:
            self.deadline = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._in_head and not self._answering and not self.transport.is_closing():
            self.rules.connections.set_waiting(self)

    def handle_websocket_upgrade(self) -> None:
        if self._refused or not self._admitted():
            return
        self.deadline = None
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "bad_request", "This is not a valid HTTP request.")

    # -- what is done ------------------------------------------------------------------------

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def _answered(self) -> bool:
        """Whether the answer is given although the request is not complete."""
        return self._handed_over and not self._in_head and not self._answering

    def _admitted(self) -> bool:
        scope: Any = {**self.scope, "type": "http"}
        if self.rules.connections.admit(self, lambda: self.rules.identify(scope)):
            return True
        self._refuse(503, "busy", NO_ROOM)
        return False

    def _wait(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answer, and read no more; what still comes is thrown away for a moment, since closing
        at once would take the answer away from a client that is still sending."""
        if self._refused:
            return
        self._refused = True
        if self._answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self._answered or (self._answering and self.cycle.response_started):
            self.abort()  # no second answer to one request
            return
        self._bytes = 0
        self._unset_keepalive_if_required()
        self._wait(LINGER_SECONDS)
        body = orjson.dumps(ApiError(code, message).body())
        head = (
            b"content-type: application/json\r\nconnection: close\r\nretry-after: 5\r\n"
            b"content-length: %d\r\n\r\n" % len(body)
        )
        self.transport.write(STATUS_LINE[status] + head + body)
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def eof_received(self) -> None:
        super().eof_received()
        if self._refused:
            self.transport.close()


class WebSocketConnection(WebSocketsSansIOProtocol):
    def __init__(
        self,
        rules: ConnectionRules,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.rules = rules
        self.address = ""
        self.person: str | None = None
        self.deadline: float | None = None
        self._flushing = False  # what was sent is about to be written

    @property
    def closing(self) -> bool:
        return self.transport.is_closing()

    def abort(self) -> None:
        self.rules.connections.remove(self)
        self.transport.abort()

    def too_late(self) -> None:
        self.abort()

    # -- system calls cost most, so there are few --------------------------------------------

    async def send(self, message: ASGISendEvent) -> None:
        """Like uvicorn's, but what is sent at one moment goes out in one write."""
        text = message.get("text")
        if text is None or not self.handshake_complete or self.close_sent:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            self.conn.send_text(cast(str, text).encode())
        except InvalidState:
            raise ClientDisconnected from None
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def send_receive_event_to_app(self) -> None:
        """Like uvicorn's, but reading continues until several messages wait."""
        if self.read_paused or self.queue.qsize() >= MAX_UNREAD:
            super().send_receive_event_to_app()
        else:
            self.read_paused = True  # so that it does not pause
            super().send_receive_event_to_app()
            self.read_paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        old = transport.get_protocol()
        assert isinstance(old, HttpConnection)
        self.address = old.address
        self.rules.connections.replace(old, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.rules.connections.remove(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.deadline = self.loop.time() + self.rules.read_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self.deadline = None

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.abort()  # it pings and does not read the answers

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MAX_FRAGMENTS or event.fin:
            super().handle_cont(event)
        else:
            self.abort()
