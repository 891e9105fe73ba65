"""Plays plans by themselves when their turn has come, at tables that allow it.

The process that wrote the last entry knows at once whose turn it is. It waits a moment, in which
the player before can still take back the last choice. If the process dies, another one finds the
plan by its row. The key of the log and that row keep a plan from being played twice.
"""

from __future__ import annotations

import asyncio
import logging

from sandtable.server.cluster.periodic import Periodic
from sandtable.server.errors import ApiError
from sandtable.server.play.live_table import LiveTable
from sandtable.server.play.plans import Plans, may_play_by_itself
from sandtable.server.storage import plan_store
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed
from sandtable.server.storage.writer import Closed

#: Seconds for the player before to take back.
PAUSE = 3.0
#: Seconds between two looks for plans that nobody has played, and after which one is late.
POLL_SECONDS = 5.0
LATE = PAUSE + 2.0

log = logging.getLogger("sandtable.server.plans")


class PlanKeeper:
    def __init__(self, plans: Plans, periodic: Periodic) -> None:
        self.plans = plans
        self.table_cache = plans.table_cache
        self._waiting: dict[str, asyncio.Task[None]] = {}
        plans.on_kept = self.wake
        plans.table_service.turn_listeners.append(self.wake)
        periodic.add("plans", POLL_SECONDS, self.poll)

    def wake(self, live: LiveTable) -> None:
        """Called under the table's lock whenever somebody else may have to choose."""
        before = self._waiting.pop(live.id, None)
        if before is not None and before is not asyncio.current_task():
            before.cancel()
        if live.table is None or not may_play_by_itself(live.table):
            return
        task = asyncio.create_task(self._later(live.id))
        self._waiting[live.id] = task
        task.add_done_callback(lambda done: self._ended(live.id, done))

    def _ended(self, id: str, task: asyncio.Task[None]) -> None:
        if self._waiting.get(id) is task:
            del self._waiting[id]

    async def _later(self, id: str) -> None:
        await asyncio.sleep(PAUSE)
        # From here on it is not broken off: the entry may be on its way to the disk.
        if self._waiting.get(id) is asyncio.current_task():
            del self._waiting[id]
        try:
            await self._play(id)
        except DATABASE_FAILURES as error:
            database_failed(error)  # the plan is found again when the database is back

    async def poll(self) -> None:
        """Play plans that should have been played by now: their process has died or restarted."""
        before = self.table_cache.time_source.now() - round(LATE * 1000)
        for id in await self.table_cache.read(plan_store.due, before):
            await self._play(id)

    async def _play(self, id: str) -> None:
        try:
            await self.plans.play_by_itself(id)
        except ApiError as error:  # another process was faster, or the game cannot be read
            log.info("a plan was not played", extra={"table": id, "reason": error.message})
        except (*DATABASE_FAILURES, Closed):
            raise
        except Exception:  # one table that fails must not keep all others waiting
            log.exception("a plan was not played", extra={"table": id})

    async def stop(self) -> None:
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
