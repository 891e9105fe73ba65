"""Middleware for every request: origin, size of the body, headers, cookie, and the log."""

from __future__ import annotations

import logging
import time
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.auth.identity import COOKIE, YEARS_5
from sandtable.server.errors import ApiError
from sandtable.server.metrics import Metrics
from sandtable.server.request_id import begin
from sandtable.server.settings import Settings

log = logging.getLogger("sandtable.server.http")

#: Endings of paths that take a record or an edition.
UPLOADS = ("/api/records", "/api/tables", "/edition-check")

#: Bytes of a body over the limit that are still read before the refusal.
MAX_DISCARDED = 16_000_000

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
        "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    ),
}


class RequestMiddleware:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.metrics = metrics
        self.app = app
        self.settings = settings
        self._arriving = 0  # bytes of bodies that are not complete

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request_id = begin()
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        scope.setdefault("state", {})
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request_id
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
                value = scope["state"].get("new_cookie")
                if value is not None:
                    headers.append("set-cookie", cookie(value, scope["scheme"] == "https"))
            await send(message)

        try:
            body = await self._body(scope, receive)
        except ApiError as api_error:
            await _refuse(api_error, answer)
        else:
            await self.app(scope, _replay(body, receive), answer)
        seconds = time.perf_counter() - begun
        self.metrics.count(scope["method"], status, seconds)
        if scope["path"].startswith("/api/"):
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": _shown(scope["path"]),
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                },
            )

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """Read the whole body; raise ApiError if it is too large or from another site."""
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return b""
        headers = Headers(scope=scope)
        if not same_origin(headers):
            raise ApiError("forbidden", "This request comes from another site's page.")
        path = scope["path"]
        large = path.endswith(UPLOADS)
        most = self.settings.max_upload if large else self.settings.max_body
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > most:
            await _discard(receive)
            raise ApiError("too_large", f"At most {most} bytes can be sent here.")
        parts: list[bytes] = []
        size = 0
        try:
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise ApiError("bad_request", "The request was not complete.")
                part = message.get("body", b"")
                size += len(part)
                self._arriving += len(part)
                if size > most:
                    if message.get("more_body"):
                        await _discard(receive)
                    raise ApiError("too_large", f"At most {most} bytes can be sent here.")
                if self._arriving > self.settings.max_pending_bodies:
                    raise ApiError("busy", "Too much is being sent to this server; try again.")
                parts.append(part)
                if not message.get("more_body"):
                    return b"".join(parts)
        finally:
            self._arriving -= size


async def _discard(receive: Receive) -> None:
    """Read the rest of a body and keep nothing: a client that is still sending may miss the
    answer, and would find its connection closed at its next request."""
    size = 0
    while size <= MAX_DISCARDED:
        message = await receive()
        size += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


async def _refuse(api_error: ApiError, send: Send) -> None:
    body = orjson.dumps(api_error.body())
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": api_error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages. Programs send no origin and may pass."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return origin != "null" and urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def cookie(value: str, secure: bool) -> str:
    """The header that sets the cookie; an empty value takes it away."""
    age = YEARS_5 if value else 0
    header = f"{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax"
    return header + "; Secure" if secure else header


def _shown(path: str) -> str:
    """The path as it is logged: without the secret of an invitation."""
    return "/api/invites/..." if path.startswith("/api/invites/") else path
