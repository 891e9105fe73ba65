"""The tables in memory: locked one by one, read when needed, forgotten when nobody is there."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Engine

from sandtable.kernel.game import Game
from sandtable.kernel.messages import ENGLISH
from sandtable.server.errors import ApiError, no_table
from sandtable.server.play import refresh
from sandtable.server.play.game import Play
from sandtable.server.play.live_table import LONG, LiveTable, present
from sandtable.server.settings import Settings
from sandtable.server.storage import edition_store, entry_store, table_store
from sandtable.server.storage.stored_table import StoredTable
from sandtable.server.storage.writer import Writer
from sandtable.server.tables.info import table_info
from sandtable.server.tables.lesson_run import lesson_run
from sandtable.server.tables.setup import Editions
from sandtable.server.time_source import TimeSource

T = TypeVar("T")

#: Where tables take too much memory, so much of it is used afterwards: not each one trims again.
TRIM_TO = 0.9


async def _let_in(table: StoredTable, identity: str | None) -> None:
    """Everybody may look on."""


class TableCache:
    def __init__(
        self, engine: Engine, writer: Writer, settings: Settings, time_source: TimeSource
    ) -> None:
        self.engine = engine
        self.writer = writer
        self.settings = settings
        self.time_source = time_source
        self.editions = Editions()
        #: Whether no other process changes tables.
        self.single = engine.dialect.name == "sqlite"
        self._bytes = 0  # what all tables in memory take, about
        self._most_bytes = settings.cache_megabytes * 1e6
        #: Who is connected to a table at other processes.
        self.elsewhere: Callable[[str], Mapping[str, int]] = lambda id: {}
        #: Raises ApiError where somebody must not look at a table yet; see tables.challenges.
        self.check_visitor: Callable[[StoredTable, str | None], Awaitable[None]] = _let_in
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()

    # -- tables ---------------------------------------------------------------------------------

    async def read(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a query in a thread."""

        def run() -> T:
            with self.engine.connect() as connection:
                return query(connection, *arguments)

        return await asyncio.to_thread(run)

    @asynccontextmanager
    async def at(
        self, id: str, version: int | None = None, trusted: bool = False
    ) -> AsyncIterator[tuple[LiveTable, StoredTable]]:
        """The table, locked. Raises the error `not_found` where there is none.

        Where several processes run, what is in memory is compared with what is stored, unless it
        has the ``version`` that the caller knows or is ``trusted``: writing an entry fails anyway
        if it is not the next one."""
        live = self._tables.get(id)
        if live is None:
            live = self._tables[id] = LiveTable(id, self.editions, self._load, self.time_source)
            live.elsewhere = partial(self.elsewhere, id)
        else:
            self._tables.move_to_end(id)
        live.users += 1
        try:
            async with live.lock:
                if live.table is None:
                    live.table = await self.read(table_store.table, id)
                    if live.table is None:
                        raise no_table()
                    if live.connections:
                        await refresh.send_missed(live)
                elif not (self.single or trusted or version == live.table.version):
                    await refresh.refresh(self, live)
                    if live.table is None:
                        raise no_table()
                yield live, live.table
        finally:
            live.users -= 1
            if live.table is None and live.idle:
                self.drop(live)
            elif id in self._tables:
                self._count(live)
            if self._bytes > self._most_bytes:
                self.trim()

    @asynccontextmanager
    async def seen_by(
        self, id: str, identity: str | None
    ) -> AsyncIterator[tuple[LiveTable, StoredTable]]:
        """The table, locked, for somebody who wants to look at it and may."""
        async with self.at(id) as (live, table):
            await self.check_visitor(table, identity)
            yield live, table

    def trim(self) -> None:
        """Make room: tables nobody uses go first. Running games of those who are there go only
        where these alone are too many, the longest untouched first."""
        enough = self._most_bytes * TRIM_TO
        for live in list(self._tables.values()):
            if self._bytes <= enough:
                return
            if live.idle:
                self.drop(live)
        for live in list(self._tables.values()):
            if self._bytes <= enough:
                return
            if not live.users:
                live.play = None
                self._count(live)

    def _count(self, live: LiveTable) -> None:
        """Keep account of the memory a table takes."""
        size = live.size()
        self._bytes += size - live.counted
        live.counted = size

    def drop(self, live: LiveTable) -> None:
        """Forget a table that nobody uses."""
        if self._tables.pop(live.id, None) is not None:
            self._bytes -= live.counted
            live.counted = 0

    def remove(self, live: LiveTable) -> None:
        """The table is gone."""
        live.forget()
        live.close()
        self.drop(live)

    def find(self, id: str) -> LiveTable | None:
        """A table that is in memory."""
        return self._tables.get(id)

    def all(self) -> list[LiveTable]:
        return list(self._tables.values())

    def version(self, id: str) -> int | None:
        """The newest version of a table that somebody looks at."""
        live = self._tables.get(id)
        return None if live is None or live.table is None else live.table.version

    def presence(self, table: StoredTable) -> list[bool]:
        live = self._tables.get(table.id)
        if live is None or live.table is None:
            return present(table, self.elsewhere(table.id).keys())
        return live.present()

    def info(
        self, table: StoredTable, identity: str | None, language: str = ENGLISH
    ) -> dict[str, Any]:
        live = self._tables.get(table.id)
        problem = None if live is None else live.problem
        present = self.presence(table)
        now = self.time_source.now()
        return table_info(table, identity, self.editions, present, problem, now, language)

    # -- games ---------------------------------------------------------------------------------

    async def game_of(self, name: str, digest: str) -> Game:
        """The game in an edition that is stored."""
        game = self.editions.get(name, digest)
        if game is None:
            stored = await self.read(edition_store.edition, digest)
            if stored is None:
                raise ApiError("unplayable", "The edition of this game is not stored here.")
            data = json.loads(stored[1])
            game = await asyncio.to_thread(self.editions.add, name, data)
        return game

    async def _load(self, table: StoredTable) -> Play:
        """A game from its log."""
        game = await self.game_of(table.setup.game, table.setup.digest)
        entries = await self.read(entry_store.entries, table.id)

        def load() -> Play:
            lesson = None if table.lesson is None else lesson_run(game, table.lesson)
            return Play.load(table.setup, game, table.names(), entries, lesson)

        return load() if len(entries) < LONG else await asyncio.to_thread(load)
