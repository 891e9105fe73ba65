"""Figures for Prometheus: requests, connections, tables, and what waits.

Any process answers for all of them: what a process counts has its name as a label, what is stored
stands there once.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from secrets import compare_digest
from typing import TYPE_CHECKING, Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from sqlalchemy import Connection, func, select

from sandtable.server.cluster.process_query import ProcessQuery, Rows
from sandtable.server.storage.models import GameRow
from sandtable.server.storage.notice_models import DeliveryRow
from sandtable.version import VERSION

if TYPE_CHECKING:
    from sandtable.server.service import Service

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
#: Methods that are counted by name: a client may send any word.
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}
TOPIC = "figures"


class Metrics:
    def __init__(self) -> None:
        #: What this process counts.
        self._own = own = CollectorRegistry()
        ProcessCollector(registry=own)
        self._requests = Counter(
            "sandtable_requests", "Requests answered", ["method", "status"], registry=own
        )
        self._seconds = Histogram(
            "sandtable_request_seconds", "Time to answer", buckets=SECONDS, registry=own
        )
        self._connections = Gauge(
            "sandtable_live_connections", "Open live connections", registry=own
        )
        self._in_memory = Gauge("sandtable_tables_in_memory", "Tables in memory", registry=own)
        about = Gauge("sandtable_info", "Where it runs", ["version", "host", "pid"], registry=own)
        about.labels(VERSION, socket.gethostname(), str(os.getpid())).set(1)
        #: What is stored, the same for all processes.
        self._stored = stored = CollectorRegistry()
        self._tables = Gauge("sandtable_tables", "Stored tables", ["status"], registry=stored)
        self._notices = Gauge("sandtable_notices_waiting", "Notices on their way", registry=stored)
        self._query: ProcessQuery | None = None

    def start(self, server: Service) -> None:
        """Answer the other processes from now on."""
        self._query = ProcessQuery(TOPIC, server.news, server.leases, lambda: self._samples(server))

    def count(self, method: str, status: int, seconds: float) -> None:
        """A request was answered."""
        name = method if method in METHODS else "other"
        self._requests.labels(name, str(status)).inc()
        self._seconds.observe(seconds)

    def _samples(self, server: Service) -> Rows:
        """The figures of this process, read now."""
        tables = server.table_cache.all()
        self._in_memory.set(len(tables))
        self._connections.set(sum(len(live.connections) for live in tables))
        return [
            [family.name, sample.name, sample.labels, sample.value]
            for family in self._own.collect()
            for sample in family.samples
        ]

    async def text(self, server: Service) -> bytes:
        """The figures of all processes, read now."""
        assert self._query is not None
        by_process = await self._query.rows()
        by_status, notices = await server.table_cache.read(_stored)
        for status in ("waiting", "running", "over"):
            self._tables.labels(status).set(by_status.get(status, 0))
        self._notices.set(notices)
        together = CollectorRegistry()
        together.register(_Together(self._own, by_process))
        return await asyncio.to_thread(
            lambda: generate_latest(together) + generate_latest(self._stored)
        )


class _Together(Collector):
    """The figures of several processes, told apart by a label."""

    def __init__(self, own: CollectorRegistry, by_process: Mapping[str, Rows]) -> None:
        self._own = own
        self._by_process = by_process

    def collect(self) -> Iterator[Metric]:
        families = {
            family.name: Metric(family.name, family.documentation, family.type)
            for family in self._own.collect()
        }
        for process, rows in sorted(self._by_process.items()):
            for family, name, labels, value in rows:
                known = families.get(family)
                if known is not None:
                    known.add_sample(name, _labels(labels, process), value)
        yield from families.values()


def _labels(labels: Mapping[str, Any], process: str) -> dict[str, str]:
    return {**{str(key): str(value) for key, value in labels.items()}, "process": process}


def _stored(connection: Connection) -> tuple[dict[str, int], int]:
    query = select(GameRow.status, func.count()).group_by(GameRow.status)
    tables = {str(row[0]): int(row[1]) for row in connection.execute(query)}
    waiting = connection.execute(select(func.count()).select_from(DeliveryRow)).scalar_one()
    return tables, int(waiting)


def may_read(token: str, authorization: str | None, address: str) -> bool:
    """Whether the figures may be read: with the token, or from this machine if there is none."""
    if token:
        scheme, _, given = (authorization or "").partition(" ")
        return scheme.lower() == "bearer" and compare_digest(given.encode(), token.encode())
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
