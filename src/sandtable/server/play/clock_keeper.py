"""Acts when somebody's time is up. Every process looks; a lease settles which one acts, and the
key of the log keeps even a process that was asleep from acting twice.

While clocks run, a process notes now and then that it is alive. When a server starts after none was
alive for a while, nobody's clock loses that time.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.cluster.lease_keeper import LeaseKeeper
from sandtable.server.errors import ApiError
from sandtable.server.play.agreements import Agreements
from sandtable.server.storage import clock_store, server_values
from sandtable.server.storage.writer import Closed
from sandtable.server.tables.clock import SECOND, Clock

#: How often a process looks for clocks that others have left, and says that it is alive.
HEARTBEAT = 5 * SECOND
#: Nobody alive for longer than this: the server was down.
DOWN = 2 * HEARTBEAT
ALIVE = "alive"

log = logging.getLogger("sandtable.server.clocks")


class ClockKeeper:
    def __init__(self, agreements: Agreements, leases: LeaseKeeper) -> None:
        self.agreements = agreements
        self.leases = leases
        self.table_cache = agreements.table_cache
        self._time_source = self.table_cache.time_source
        self._woken = asyncio.Event()
        self._next = 0
        self._task: asyncio.Task[None] | None = None
        agreements.table_service.on_clock = self._clock_changed
        agreements.on_proposal = self._wake

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def _clock_changed(self, clock: Clock) -> None:
        if clock.deadline is not None:
            self._wake(clock.deadline)

    def _wake(self, moment: int) -> None:
        """Something is due at this moment."""
        if moment < self._next:
            self._woken.set()

    async def _run(self) -> None:
        begun = False
        while True:
            self._woken.clear()
            self._next = self._time_source.now() + HEARTBEAT
            try:
                if not begun:
                    await self._after_outage()
                    begun = True
                soonest = await self._act()
                if soonest is not None:
                    self._next = min(self._next, soonest)
            except (SQLAlchemyError, Closed) as error:
                log.warning("clocks were not looked at", extra={"reason": str(error)})
            await self._sleep()

    async def _sleep(self) -> None:
        """Until the next moment, or until something is due earlier."""
        sleeping = asyncio.ensure_future(self._time_source.sleep_until(self._next))
        waking = asyncio.ensure_future(self._woken.wait())
        try:
            await asyncio.wait({sleeping, waking}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            waking.cancel()

    async def _act(self) -> int | None:
        """Do what is due; returns when something is due next."""
        now = self._time_source.now()
        due = await self.table_cache.read(clock_store.due, now)
        names = {f"clock {id}": id for id in due}
        for name in sorted(await self.leases.take(list(names))):
            try:
                await self.agreements.due(names[name])
            except ApiError as error:  # another process was faster, or the game cannot be read
                reason = error.message
                log.info("a clock was not acted on", extra={"table": names[name], "reason": reason})
            except (SQLAlchemyError, Closed):
                raise
            except Exception:  # one table that fails must not stop the clocks of all others
                log.exception("a clock was not acted on", extra={"table": names[name]})
            finally:
                self.leases.drop(name)
        soonest: int | None = await self.table_cache.read(clock_store.next_due)
        if soonest is not None:
            await self.table_cache.writer.run(
                lambda connection: server_values.set_server_value(connection, ALIVE, str(now))
            )
        # What could not be acted on now is tried again with the next heartbeat.
        return None if soonest is not None and soonest <= now else soonest

    async def _after_outage(self) -> None:
        now = self._time_source.now()

        def job(connection: Connection) -> int:
            alive = int(server_values.server_value(connection, ALIVE, str(now)))
            if now - alive <= DOWN:
                return 0
            server_values.set_server_value(connection, ALIVE, str(now))
            return clock_store.add_outage(connection, alive, now)

        stood = await self.table_cache.writer.run(job)
        if stood:
            log.info("clocks stood still while the server was down", extra={"clocks": stood})
