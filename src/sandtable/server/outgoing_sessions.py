"""Connections for `outgoing`: only to public addresses.

Names are checked as they are resolved for the connection itself: a name cannot point elsewhere
between check and use.
"""

from __future__ import annotations

import socket
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from sandtable.server.outgoing import NotAllowed, is_public


class PublicResolver(AbstractResolver):
    """Resolves names, and refuses those that lead to an address that is not public."""

    def __init__(self) -> None:
        self._inner = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        addresses = await self._inner.resolve(host, port, family)
        if not addresses or not all(is_public(result["host"]) for result in addresses):
            raise NotAllowed("The address leads to a machine that is not on the internet.")
        return addresses

    async def close(self) -> None:
        await self._inner.close()


def _tracing() -> aiohttp.TraceConfig:
    """Calls what a request has given as ``begin`` once it has a connection."""

    async def connected(session: object, context: Any, details: object) -> None:
        begin = context.trace_request_ctx
        if begin is not None:
            await begin()

    trace = aiohttp.TraceConfig()
    trace.on_connection_create_end.append(connected)
    trace.on_connection_reuseconn.append(connected)
    return trace


def open_session(private: bool) -> aiohttp.ClientSession:
    """``private``: addresses of the host's own network are allowed, too."""
    resolver = ThreadedResolver() if private else PublicResolver()
    connector = aiohttp.TCPConnector(resolver=resolver, use_dns_cache=False, limit=20)
    return aiohttp.ClientSession(
        connector=connector,
        trust_env=False,
        cookie_jar=aiohttp.DummyCookieJar(),
        trace_configs=[_tracing()],
    )
