"""Keeps this process's leases and knows which other processes are alive.

Everything is done in one transaction a second: renew what this process has, take what has become
free, and look who is there. With SQLite there is one process, which has every lease it wants.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.storage import leases
from sandtable.server.storage.writer import Closed, Writer

#: Seconds a lease lasts, and between two renewals. A dead process is noticed after their sum.
LEASE_SECONDS = 5.0
RENEW_SECONDS = 1.0
#: Every process has a lease of this name with its own at the end.
PROCESS = "process "

log = logging.getLogger("sandtable.server.cluster")


class _Renewed(NamedTuple):
    held: set[str]
    processes: set[str]


class LeaseKeeper:
    def __init__(self, engine: Engine, writer: Writer) -> None:
        self.process: str = engine.get_execution_options()["process"]
        #: Whether there can be no other process.
        self.single = engine.dialect.name == "sqlite"
        #: The other live processes.
        self.others: set[str] = set()
        #: Called with the name of a process that has come or gone.
        self.on_arrival: list[Callable[[str], None]] = []
        self.on_departure: list[Callable[[str], None]] = []
        self._writer = writer
        self._wanted: set[str] = {PROCESS + self.process}
        self._dropped: set[str] = set()
        self._until: dict[str, float] = {}  # what is held, by this process's clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if not self.single:
            self._task = asyncio.create_task(self._run())

    def holds(self, name: str) -> bool:
        return self.single or time.monotonic() < self._until.get(name, 0.0)

    def want(self, name: str) -> None:
        """Take the lease as soon as nobody else has it, and keep it."""
        self._wanted.add(name)
        self._dropped.discard(name)

    def drop(self, name: str) -> None:
        """Let others have the lease."""
        self._wanted.discard(name)
        if self._until.pop(name, None) is not None:
            self._dropped.add(name)

    async def take(self, names: list[str]) -> set[str]:
        """Take leases now, as far as nobody else has them, and keep those."""
        if self.single or not names:
            return set(names)
        since = time.monotonic()
        process = self.process
        taken: set[str] = await self._writer.run(
            lambda connection: leases.take_many(connection, names, process, LEASE_SECONDS)
        )
        for name in taken:
            self.want(name)
            self._until[name] = since + LEASE_SECONDS
        return taken

    async def stop(self) -> None:
        """Give everything back, so that others continue at once."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._until.clear()
        try:
            await self._writer.run(lambda c: leases.release_all(c, self.process))
        except (Closed, SQLAlchemyError) as error:
            log.warning("leases were not given back", extra={"reason": str(error)})

    async def _run(self) -> None:
        while True:
            try:
                await self._renew()
            except Closed:
                return
            except SQLAlchemyError as error:
                log.warning(
                    "leases were not renewed", extra={"reason": str(error).partition("\n")[0]}
                )
            except Exception:
                log.exception("leases were not renewed")
            await asyncio.sleep(RENEW_SECONDS)

    async def _renew(self) -> None:
        since = time.monotonic()
        wanted, dropped = sorted(self._wanted), sorted(self._dropped)
        self._dropped.clear()
        known = self.others

        def job(connection: Connection) -> _Renewed:
            for name in dropped:
                leases.release(connection, name, self.process)
            held = leases.take_many(connection, wanted, self.process, LEASE_SECONDS)
            there = leases.holders(connection, PROCESS)
            processes = set(there.values()) - {self.process}
            for gone in known - processes:
                leases.release_all(connection, gone)
            return _Renewed(held, processes)

        renewed = await self._writer.run(job)
        until = since + LEASE_SECONDS
        self._until = {name: until for name in renewed.held if name in self._wanted}
        self.others = renewed.processes
        for process in sorted(renewed.processes - known):
            for hear in self.on_arrival:
                hear(process)
        for process in sorted(known - renewed.processes):
            log.warning("a server process is gone", extra={"gone": process})
            for hear in self.on_departure:
                hear(process)
