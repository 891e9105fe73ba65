"""Notices: finds out who should get one, and delivers it.

Notices follow from the database: turns from the games' logs, the rest from events that were stored
with the change itself. So nothing is lost when a process dies. Any number of processes may run
this: a person's row decides which of them creates a notice, a delivery's row which one delivers it.

A process marks the delivery's row when it starts to send. If it dies before that, another process
takes the delivery over. If it dies after, nobody knows whether the message has arrived. A repeated
push message replaces the first, and a repeated mail has the same id, so that mail programs drop it:
these are sent again. A webhook would post twice, so it is not called again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row

from sandtable.server.cluster.lease_keeper import LeaseKeeper
from sandtable.server.notices.delivery import Deliverer, Gone, Undeliverable
from sandtable.server.notices.preferences import EMAIL, KINDS, PUSH, WEBHOOK, Preferences
from sandtable.server.play.table_cache import TableCache
from sandtable.server.storage import notice_store
from sandtable.server.storage.notice_store import Waiting

#: Milliseconds before a notice is created: a choice may be taken back at once.
DELAY = 30_000
#: Milliseconds after which somebody is no longer here; browsers report every minute.
AWAY = 150_000
#: Milliseconds one delivery may take, and after which another process may try.
TAKES = 45_000
LEASE = 60_000
#: Milliseconds until a delivery is tried again; after the last it is given up.
PAUSES = (60_000, 300_000, 1_800_000, 7_200_000)
AT_ONCE = 16

log = logging.getLogger("sandtable.server.notices")


class Taken(Exception):
    """Another process has the delivery, or the notice is out of date."""


class Quiet(Exception):
    """It is tried again in the person's quiet hours: not before they end."""

    def __init__(self, until: int) -> None:
        super().__init__(until)
        self.until = until


class NoticeService:
    def __init__(self, table_cache: TableCache, deliverer: Deliverer, keeper: LeaseKeeper) -> None:
        self.deliverer = deliverer
        self._keeper = keeper
        self._cache = table_cache
        self._time = table_cache.time_source
        self._polling = asyncio.Lock()

    async def poll(self) -> None:
        """Create notices, and deliver those that are due."""
        async with self._polling:
            moment = self._time.now()
            for person, waiting in await self._cache.read(_waiting, moment):
                await self._create(person, waiting, moment)
            living = {self._keeper.process, *self._keeper.others}
            if await self._cache.read(notice_store.deliveries_due, moment, living):
                await self._deliver_due(moment, living)

    async def _create(self, person: Row[Any], waiting: list[Waiting], moment: int) -> None:
        devices = await self._cache.read(notice_store.push_of, person.identity)
        notice = notice_of(waiting)
        deliveries = [(channel, target, notice) for channel, target in _targets(person, devices)]
        if deliveries:
            await self._cache.writer.run(
                lambda c: notice_store.claim(c, person.identity, person.seen, moment, deliveries)
            )

    async def _deliver_due(self, moment: int, living: set[str]) -> None:
        process = self._keeper.process
        rows = await self._cache.writer.run(
            lambda c: notice_store.take_deliveries(c, moment, LEASE, AT_ONCE, process, living)
        )
        await asyncio.gather(*(self._deliver(row) for row in rows))

    async def _deliver(self, row: Row[Any]) -> None:
        details = {"channel": row.channel, "attempt": row.attempts + 1}
        process = self._keeper.process
        try:
            if row.begun and row.channel == WEBHOOK:
                raise Undeliverable("it may have arrived before its process died", permanent=True)
            async with asyncio.timeout(TAKES / 1000):
                await self._hand_over(row)
        except Taken:
            return
        except Quiet as quiet:
            until = quiet.until
            await self._cache.writer.run(
                lambda c: notice_store.delay_delivery(c, row.id, until, process, row.attempts)
            )
            return
        except (Undeliverable, TimeoutError) as error:
            permanent = isinstance(error, Undeliverable) and error.permanent
            log.info("notice not taken", extra={**details, "reason": str(error) or "too slow"})
            if not permanent and row.attempts < len(PAUSES):
                due = self._time.now() + PAUSES[row.attempts]
                await self._cache.writer.run(
                    lambda c: notice_store.delay_delivery(c, row.id, due, process)
                )
                return
        except Exception:
            log.exception("notice not delivered", extra=details)
        else:
            log.info("notice sent", extra=details)
        await self._cache.writer.run(lambda c: notice_store.drop_delivery(c, row.id, process))

    async def _hand_over(self, row: Row[Any]) -> None:
        person = await self._cache.read(notice_store.person, row.identity)
        push = await self._cache.read(notice_store.push, row.target) if row.target else None
        if person is None or (push is not None and push.identity != row.identity):
            return
        process = self._keeper.process
        quiet, now = Preferences.of(person.preferences).quiet, self._time.now()
        if quiet is not None and quiet.hold(now):
            raise Quiet(quiet.end_after(now))

        async def begin() -> None:
            if not await self._cache.writer.run(
                lambda c: notice_store.begin_delivery(c, row.id, process)
            ):
                raise Taken

        try:
            key = f"notice.{row.id}.{row.made}"
            await self.deliverer.deliver(row.channel, person, push, row.notice, key, begin)
        except Gone:
            await self._cache.writer.run(lambda c: notice_store.drop_push(c, row.target))


def _waiting(connection: Connection, moment: int) -> list[tuple[Row[Any], list[Waiting]]]:
    """Who should get a notice now, and about what: only kinds they want, not in quiet hours."""
    away_since, until = moment - AWAY, moment - DELAY
    people = notice_store.reachable(connection, away_since)
    if not people:
        return []
    turns = notice_store.turns(connection, away_since, until)
    events = notice_store.events(connection, away_since, until)
    due = []
    for person in people:
        preferences = Preferences.of(person.preferences)
        known = turns.get(person.identity, []) + events.get(person.identity, [])
        wanted = [item for item in known if item.kind in preferences.kinds]
        if wanted and not preferences.quiet_at(moment):
            due.append((person, wanted))
    return due


def _targets(person: Row[Any], devices: Sequence[Row[Any]]) -> list[tuple[str, str]]:
    """The channels for a person's notices, with the device where there are several."""
    preferences = Preferences.of(person.preferences)
    targets = [(PUSH, device.id) for device in devices if preferences.push]
    if preferences.email and person.email:
        targets.append((EMAIL, ""))
    if preferences.webhook and person.webhook:
        targets.append((WEBHOOK, ""))
    return targets


def notice_of(waiting: list[Waiting]) -> dict[str, Any]:
    """One notice for everything: the most urgent thing by name, the others as a number."""
    first = min(waiting, key=lambda item: (KINDS.index(item.kind), item.made))
    tables = {item.table for item in waiting}
    return {
        "kind": first.kind,
        "table": first.table,
        "name": first.name,
        "game": first.game,
        "by": first.by,
        "more": len(tables) - 1,
    }
