"""Whether the parts of the server can do their work, for those who watch over it.

Every part is tried for real, but only so often: what was found out is kept for a moment, and
requests that come together share one try. A part that does not answer in time is failing.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, Engine, delete, insert, text

from sandtable.server.bots.pool import BotPool
from sandtable.server.storage.models import ServerValueRow
from sandtable.server.storage.writer import Writer

#: Seconds for which a result holds.
FRESH = 2.0
#: Seconds a part may take; a process for bots has to be started first.
TIMEOUT = 3.0
BOTS_TIMEOUT = 15.0
#: Characters written to see whether there is room: more than fit on a page of the database.
WRITTEN = 8_000

log = logging.getLogger("sandtable.server.health")


class Check:
    """Tries one part, at most every few seconds, and never twice at once."""

    def __init__(
        self, name: str, attempt: Callable[[], Awaitable[None]], timeout: float = TIMEOUT
    ) -> None:
        self.name = name
        self._timeout = timeout
        self._attempt = attempt
        self._task: asyncio.Task[bool] | None = None
        self._begun = 0.0
        self._ok = True

    async def ok(self) -> bool:
        now = time.monotonic()
        if self._task is None or (self._task.done() and now - self._begun >= FRESH):
            self._begun = now
            self._task = asyncio.create_task(self._run())
        left = self._begun + self._timeout - now
        done, _ = await asyncio.wait({self._task}, timeout=max(0.0, left))
        ok = bool(done) and self._task.result()
        if ok != self._ok:
            self._ok = ok
            log.warning("%s %s", self.name, "works again" if ok else "fails")
        return ok

    async def _run(self) -> bool:
        try:
            await self._attempt()
        except Exception as error:
            log.info("check failed", extra={"part": self.name, "reason": str(error)[:200]})
            return False
        return True


class Health:
    def __init__(self, engine: Engine, writer: Writer, bot_pool: BotPool) -> None:
        self._engine = engine
        self._writer = writer
        self._checks = [
            Check("database", self._read),
            Check("storage", self._write),
            Check("bots", bot_pool.check, BOTS_TIMEOUT),
        ]

    async def parts(self) -> dict[str, bool]:
        """For each part whether it works."""
        results = await asyncio.gather(*(check.ok() for check in self._checks))
        return {check.name: ok for check, ok in zip(self._checks, results, strict=True)}

    async def _read(self) -> None:
        def read() -> None:
            with self._engine.connect() as connection:
                connection.execute(text("SELECT 1"))

        await asyncio.to_thread(read)

    async def _write(self) -> None:
        await self._writer.run(_write_and_delete)


def _write_and_delete(connection: Connection) -> None:
    name = f"health {secrets.token_hex(8)}"
    connection.execute(insert(ServerValueRow).values(name=name, value="x" * WRITTEN))
    connection.execute(delete(ServerValueRow).where(ServerValueRow.name == name))
