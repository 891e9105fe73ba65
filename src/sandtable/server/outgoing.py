"""Requests to addresses that people gave us: push services and webhooks.

Such an address could name a machine behind the host's firewall. So the server connects only to
public addresses, over HTTPS, and follows no redirect. The connections are those of
`outgoing_sessions`, which is slow to import and waits until something is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import aiohttp

SECONDS = 20
MAX_URL = 2000
#: Bytes of an answer that are read; nobody needs more than the status.
ANSWER_BYTES = 2_000


class NotAllowed(Exception):
    """An address that the server does not send to; the message says why."""


class SendFailed(Exception):
    """The other side could not be reached."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the internet."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if inner is not None:
            return inner.is_global and not inner.is_multicast
    return parsed.is_global and not parsed.is_multicast


def check_url(url: str, private: bool = False) -> None:
    """Raises NotAllowed for an address that can never be sent to. ``private``: the host allows
    plain HTTP and addresses of its own network."""
    if len(url) > MAX_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise NotAllowed("This is not a web address.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotAllowed("This is not a web address.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise NotAllowed("This is not a web address; it begins with https://.")
    if parts.username or parts.password:
        raise NotAllowed("The address must not contain a name or password before the @.")
    if private:
        return
    if parts.scheme != "https":
        raise NotAllowed("The address must begin with https://.")
    if port not in (None, 443):
        raise NotAllowed("The address must not name a port.")
    try:
        literal = ip_address(parts.hostname)
    except ValueError:
        # A name without a dot is one of the host's own network, if anything.
        if "." not in parts.hostname.strip(".") or parts.hostname.endswith((".local", ".internal")):
            raise NotAllowed("The address must be on the internet.") from None
        return
    if not is_public(str(literal)):
        raise NotAllowed("The address must be on the internet.")


class Outgoing:
    def __init__(self, private: bool = False) -> None:
        self._private = private
        self._session: aiohttp.ClientSession | None = None

    async def post(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        begin: Callable[[], Awaitable[None]] | None = None,
    ) -> int:
        """Returns the status of the answer; raises NotAllowed or SendFailed. ``begin`` is called
        when there is a connection and nothing has been sent; what it raises ends the request."""
        check_url(url, self._private)
        import aiohttp

        try:
            async with (
                asyncio.timeout(SECONDS),
                self._open().post(
                    url,
                    data=body,
                    headers=headers,
                    allow_redirects=False,
                    trace_request_ctx=begin,
                ) as answer,
            ):
                await answer.content.read(ANSWER_BYTES)
                return answer.status
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise SendFailed(type(error).__name__) from None

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            from sandtable.server.outgoing_sessions import open_session

            self._session = open_session(self._private)
        return self._session

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None
