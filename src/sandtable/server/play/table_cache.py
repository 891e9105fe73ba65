"""The tables in memory: locked one by one, read when needed, forgotten when nobody is there."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Engine

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.server.errors import ApiError, no_table
from sandtable.server.play.game import Play
from sandtable.server.play.game_log import GameLog
from sandtable.server.play.session import TableSession
from sandtable.server.settings import Settings
from sandtable.server.storage import store
from sandtable.server.storage.store import Table
from sandtable.server.storage.writer import Writer
from sandtable.server.tables.info import table_info
from sandtable.server.tables.setup import Editions

T = TypeVar("T")

#: Games longer than this are gone through in a thread, so that nobody else waits.
LONG = 40

#: Where tables take too much memory, so much of it is used afterwards: not each one trims again.
TRIM_TO = 0.9

STALE = "Somebody was faster, or this page is out of date: look at the new position."

log = logging.getLogger("sandtable.server.play.table_cache")


class TableCache:
    def __init__(self, engine: Engine, writer: Writer, settings: Settings) -> None:
        self.engine = engine
        self.writer = writer
        self.settings = settings
        self.editions = Editions()
        self._bytes = 0  # what all tables in memory take, about
        self._most_bytes = settings.cache_megabytes * 1e6
        self._sessions: OrderedDict[str, TableSession] = OrderedDict()

    # -- tables ---------------------------------------------------------------------------------

    async def read(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a query in a thread."""

        def run() -> T:
            with self.engine.connect() as connection:
                return query(connection, *arguments)

        return await asyncio.to_thread(run)

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[tuple[TableSession, Table]]:
        """The table, locked. Raises the error `not_found` where there is none."""
        session = self._sessions.get(id)
        if session is None:
            session = self._sessions[id] = TableSession(id)
        else:
            self._sessions.move_to_end(id)
        session.users += 1
        try:
            async with session.lock:
                if session.table is None:
                    session.table = await self.read(store.table, id)
                    if session.table is None:
                        raise no_table()
                yield session, session.table
        finally:
            session.users -= 1
            if session.table is None and session.idle:
                self._drop(session)
            elif id in self._sessions:
                self._count(session)
            if self._bytes > self._most_bytes:
                self.trim()

    def trim(self) -> None:
        """Make room: tables nobody uses go first. Running games of those who are there go only
        where these alone are too many, the longest untouched first."""
        enough = self._most_bytes * TRIM_TO
        for session in list(self._sessions.values()):
            if self._bytes <= enough:
                return
            if session.idle:
                self._drop(session)
        for session in list(self._sessions.values()):
            if self._bytes <= enough:
                return
            if not session.users:
                session.play = None
                self._count(session)

    def _count(self, session: TableSession) -> None:
        """Keep account of the memory a table takes."""
        size = session.size()
        self._bytes += size - session.counted
        session.counted = size

    def _drop(self, session: TableSession) -> None:
        if self._sessions.pop(session.id, None) is not None:
            self._bytes -= session.counted
            session.counted = 0

    def remove(self, session: TableSession) -> None:
        """The table is gone."""
        session.forget()
        for connection in list(session.connections):
            connection.leave()
        self._drop(session)

    def find(self, id: str) -> TableSession | None:
        """The session of a table that is in memory."""
        return self._sessions.get(id)

    def all(self) -> list[TableSession]:
        return list(self._sessions.values())

    def version(self, id: str) -> int | None:
        """The newest version of a table that somebody looks at."""
        session = self._sessions.get(id)
        return None if session is None or session.table is None else session.table.version

    def presence(self, id: str) -> list[bool] | None:
        session = self._sessions.get(id)
        return None if session is None or session.table is None else session.present()

    def info(self, table: Table, identity: str | None) -> dict[str, Any]:
        session = self._sessions.get(table.id)
        problem = None if session is None else session.problem
        present = self.presence(table.id)
        return table_info(table, identity, self.editions, present, problem)

    # -- games ---------------------------------------------------------------------------------

    async def game_of(self, name: str, digest: str) -> Game:
        """The game in an edition that is stored."""
        game = self.editions.get(name, digest)
        if game is None:
            found = await self.read(store.edition, digest)
            if found is None:
                raise ApiError("unplayable", "The edition of this game is not stored here.")
            data = json.loads(found[1])
            game = await asyncio.to_thread(self.editions.add, name, data)
        return game

    async def play(self, session: TableSession) -> Play:
        """The game of a locked table, read from its log if it is not in memory."""
        if session.play is not None:
            return session.play
        table = session.table
        assert table is not None
        if table.status == store.WAITING:
            raise ApiError("not_running", "The game begins when all seats are taken.")
        try:
            game = await self.game_of(table.setup.game, table.setup.digest)
            entries = await self.read(store.entries, table.id)

            def load() -> Play:
                return Play.load(table.setup, game, table.names(), entries)

            play = load() if len(entries) < LONG else await asyncio.to_thread(load)
        except SandtableError as error:
            session.problem = f"This server cannot replay this game: {error}."
            log.warning("unplayable", extra={"table": table.id, "reason": str(error)})
            raise ApiError("unplayable", session.problem) from None
        session.problem = None
        session.play = play
        table.version, table.step, table.to_choose = play.version, play.step, play.to_choose
        return play

    async def running(self, session: TableSession, version: int | None = None) -> Play:
        """The game, if it can go on from the position the caller knows."""
        assert session.table is not None
        play = await self.play(session)
        if version is not None and version != play.version:
            raise ApiError("stale", STALE)
        if play.over:
            raise ApiError("not_running", "The game is over.")
        return play

    async def story(self, play: Play, viewer: int | None) -> GameLog:
        if play.has_story(viewer) or play.step < LONG:
            return play.story(viewer)
        made, over = play.made[:], play.over
        story = await asyncio.to_thread(play.tell_story, viewer, made, over)
        play.keep_story(viewer, story)
        return story
