"""Work that is done every so often, by one of the server's processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sandtable.server.cluster.lease_keeper import LeaseKeeper
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed
from sandtable.server.storage.writer import Closed

Work = Callable[[], Awaitable[None]]

#: What the names of these leases begin with.
PREFIX = "job "
#: A process that does not do the work looks so often whether it has become its turn.
POLL_SECONDS = 1.0

log = logging.getLogger("sandtable.server.cluster")


class Periodic:
    def __init__(self, keeper: LeaseKeeper) -> None:
        self._keeper = keeper
        self._work: list[tuple[str, float, Work]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def add(self, name: str, seconds: float, work: Work) -> None:
        """Do this work at the start and then this many seconds after it was last done, in exactly
        one process; if that one dies, another takes over within seconds. Call it before `start`."""
        self._work.append((PREFIX + name, seconds, work))

    def here(self, name: str) -> bool:
        """Whether this process does the work of that name."""
        return self._keeper.holds(PREFIX + name)

    def start(self) -> None:
        for name, seconds, work in self._work:
            self._keeper.want(name)
            self._tasks.append(asyncio.create_task(self._run(name, seconds, work)))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, name: str, seconds: float, work: Work) -> None:
        while True:
            if not self._keeper.holds(name):
                await asyncio.sleep(min(seconds, POLL_SECONDS))
                continue
            try:
                await work()
            except Closed:
                return
            except DATABASE_FAILURES as error:
                database_failed(error)
            except Exception:
                log.exception("a periodic job failed", extra={"job": name})
            await asyncio.sleep(seconds)
