"""Notices: looks now and then who is to be told something, and hands it over.

What is to be told follows from the database: whose turn it is from the games' logs, the rest from
events that were written with the change itself. So nothing is lost with a process. Any number of
processes may run this: a person's row decides who tells them, a delivery's row who hands it over.
A process that dies while handing over leaves the delivery to others after `LEASE`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row

from sandtable.server.notices.delivery import Deliverer, Gone, Undeliverable
from sandtable.server.notices.preferences import EMAIL, KINDS, PUSH, WEBHOOK, Preferences
from sandtable.server.play.table_cache import TableCache
from sandtable.server.storage import notice_store
from sandtable.server.storage.notice_store import Waiting

#: Milliseconds after which something is told: a choice may be taken back at once.
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


class NoticeService:
    def __init__(self, table_cache: TableCache, deliverer: Deliverer) -> None:
        self.deliverer = deliverer
        self._cache = table_cache
        self._time = table_cache.time_source
        self._looking = asyncio.Lock()

    async def look(self) -> None:
        """Decide who is told something, and hand over what is due."""
        async with self._looking:
            moment = self._time.now()
            for person, waiting in await self._cache.read(_waiting, moment):
                await self._tell(person, waiting, moment)
            if await self._cache.read(notice_store.deliveries_due, moment):
                await self._deliver_due(moment)

    async def _tell(self, person: Row[Any], waiting: list[Waiting], moment: int) -> None:
        devices = await self._cache.read(notice_store.push_of, person.identity)
        notice = notice_of(waiting)
        deliveries = [(channel, target, notice) for channel, target in _targets(person, devices)]
        if deliveries:
            await self._cache.writer.run(
                lambda c: notice_store.claim(c, person.identity, person.seen, moment, deliveries)
            )

    async def _deliver_due(self, moment: int) -> None:
        rows = await self._cache.writer.run(
            lambda c: notice_store.take_deliveries(c, moment, LEASE, AT_ONCE)
        )
        await asyncio.gather(*(self._deliver(row) for row in rows))

    async def _deliver(self, row: Row[Any]) -> None:
        details = {"channel": row.channel, "attempt": row.attempts + 1}
        try:
            async with asyncio.timeout(TAKES / 1000):
                await self._hand_over(row)
        except (Undeliverable, TimeoutError) as error:
            permanent = isinstance(error, Undeliverable) and error.permanent
            log.info("notice not taken", extra={**details, "reason": str(error) or "too slow"})
            if not permanent and row.attempts < len(PAUSES):
                due = self._time.now() + PAUSES[row.attempts]
                await self._cache.writer.run(lambda c: notice_store.delay_delivery(c, row.id, due))
                return
        except Exception:
            log.exception("a notice could not be handed over", extra=details)
        else:
            log.info("notice sent", extra=details)
        await self._cache.writer.run(lambda c: notice_store.drop_delivery(c, row.id))

    async def _hand_over(self, row: Row[Any]) -> None:
        person = await self._cache.read(notice_store.person, row.identity)
        push = await self._cache.read(notice_store.push, row.target) if row.target else None
        if person is None or (push is not None and push.identity != row.identity):
            return
        try:
            await self.deliverer.deliver(row.channel, person, push, row.notice)
        except Gone:
            await self._cache.writer.run(lambda c: notice_store.drop_push(c, row.target))


def _waiting(connection: Connection, moment: int) -> list[tuple[Row[Any], list[Waiting]]]:
    """Who is to be told now, and what: only kinds they want, and not in their quiet hours."""
    away_since, until = moment - AWAY, moment - DELAY
    people = notice_store.reachable(connection, away_since)
    if not people:
        return []
    turns = notice_store.turns(connection, away_since, until)
    events = notice_store.events(connection, away_since, until)
    found = []
    for person in people:
        preferences = Preferences.of(person.preferences)
        known = turns.get(person.identity, []) + events.get(person.identity, [])
        wanted = [item for item in known if item.kind in preferences.kinds]
        if wanted and not preferences.quiet_at(moment):
            found.append((person, wanted))
    return found


def _targets(person: Row[Any], devices: Sequence[Row[Any]]) -> list[tuple[str, str]]:
    """The ways on which a person is told: channel, and which of several devices."""
    preferences = Preferences.of(person.preferences)
    found = [(PUSH, device.id) for device in devices if preferences.push]
    if preferences.email and person.email:
        found.append((EMAIL, ""))
    if preferences.webhook and person.webhook:
        found.append((WEBHOOK, ""))
    return found


def notice_of(waiting: list[Waiting]) -> dict[str, Any]:
    """One notice for all that waits: the most urgent by name, the others by their number."""
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
