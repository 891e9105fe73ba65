"""Figures for Prometheus: requests, connections, tables, and what waits."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from secrets import compare_digest
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from sqlalchemy import Connection, func, select

from sandtable.server.storage.models import GameRow
from sandtable.server.storage.notice_models import DeliveryRow
from sandtable.version import VERSION

if TYPE_CHECKING:
    from sandtable.server.service import Service

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
#: Methods that are counted by name: a client may send any word.
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}


class Metrics:
    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._requests = Counter(
            "sandtable_requests", "Requests answered", ["method", "status"], registry=registry
        )
        self._seconds = Histogram(
            "sandtable_request_seconds", "Time to answer", buckets=SECONDS, registry=registry
        )
        self._connections = Gauge(
            "sandtable_live_connections", "Open live connections", registry=registry
        )
        self._in_memory = Gauge(
            "sandtable_tables_in_memory", "Tables in this process", registry=registry
        )
        self._tables = Gauge("sandtable_tables", "Stored tables", ["status"], registry=registry)
        self._notices = Gauge(
            "sandtable_notices_waiting", "Notices on their way", registry=registry
        )
        version = Gauge("sandtable_info", "Version", ["version"], registry=registry)
        version.labels(VERSION).set(1)

    def count(self, method: str, status: int, seconds: float) -> None:
        """A request was answered."""
        name = method if method in METHODS else "other"
        self._requests.labels(name, str(status)).inc()
        self._seconds.observe(seconds)

    async def text(self, server: Service) -> bytes:
        """All figures, read now."""
        tables = server.table_cache.all()
        self._in_memory.set(len(tables))
        self._connections.set(sum(len(live.connections) for live in tables))
        by_status, notices = await server.table_cache.read(_stored)
        for status in ("waiting", "running", "over"):
            self._tables.labels(status).set(by_status.get(status, 0))
        self._notices.set(notices)
        return await asyncio.to_thread(generate_latest, self._registry)


def _stored(connection: Connection) -> tuple[dict[str, int], int]:
    query = select(GameRow.status, func.count()).group_by(GameRow.status)
    tables = {str(row[0]): int(row[1]) for row in connection.execute(query)}
    waiting = connection.execute(select(func.count()).select_from(DeliveryRow)).scalar_one()
    return tables, int(waiting)


def may_read(token: str, authorization: str | None, address: str) -> bool:
    """Whether figures are given out: to who knows the token, or without one to this machine."""
    if token:
        scheme, _, given = (authorization or "").partition(" ")
        return scheme.lower() == "bearer" and compare_digest(given.encode(), token.encode())
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
