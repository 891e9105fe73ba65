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
from sandtable.server import store
from sandtable.server.faults import Fault, no_table
from sandtable.server.infos import table_info
from sandtable.server.play import Play
from sandtable.server.rooms import Room
from sandtable.server.settings import Settings
from sandtable.server.setups import Editions
from sandtable.server.store import Table
from sandtable.server.story import Story
from sandtable.server.writer import Writer

T = TypeVar("T")

#: Games longer than this are gone through in a thread, so that nobody else waits.
LONG = 40

STALE = "Somebody was faster, or this page is out of date: look at the new position."

log = logging.getLogger("sandtable.server.house")


class House:
    def __init__(self, engine: Engine, writer: Writer, settings: Settings) -> None:
        self.engine = engine
        self.writer = writer
        self.settings = settings
        self.editions = Editions()
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    # -- rooms ---------------------------------------------------------------------------------

    async def read(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a query in a thread."""

        def run() -> T:
            with self.engine.connect() as connection:
                return query(connection, *arguments)

        return await asyncio.to_thread(run)

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[tuple[Room, Table]]:
        """The table, locked. Raises the fault `not_found` where there is none."""
        room = self._rooms.get(id)
        if room is None:
            room = self._rooms[id] = Room(id)
        else:
            self._rooms.move_to_end(id)
        room.users += 1
        try:
            async with room.lock:
                if room.table is None:
                    room.table = await self.read(store.table, id)
                    if room.table is None:
                        raise no_table()
                yield room, room.table
        finally:
            room.users -= 1
            if room.table is None and room.idle:
                self._rooms.pop(id, None)
            self.trim()

    def trim(self) -> None:
        """Keep to the number of games in memory: first those nobody looks at go."""
        over = len(self._rooms) - self.settings.cached_games
        if over <= 0:
            return
        for room in list(self._rooms.values()):
            if over <= 0:
                return
            if room.idle:
                del self._rooms[room.id]
                over -= 1
        for room in self._rooms.values():
            if over <= 0:
                return
            if not room.users and room.play is not None:
                room.play = None
                over -= 1

    def remove(self, room: Room) -> None:
        """The table is gone."""
        room.forget()
        for visitor in list(room.visitors):
            visitor.leave()
        self._rooms.pop(room.id, None)

    def find(self, id: str) -> Room | None:
        """The room of a table that is in memory."""
        return self._rooms.get(id)

    def all(self) -> list[Room]:
        return list(self._rooms.values())

    def version(self, id: str) -> int | None:
        """The newest version of a table that somebody looks at."""
        room = self._rooms.get(id)
        return None if room is None or room.table is None else room.table.version

    def presence(self, id: str) -> list[bool] | None:
        room = self._rooms.get(id)
        return None if room is None or room.table is None else room.present()

    def info(self, table: Table, identity: str | None) -> dict[str, Any]:
        room = self._rooms.get(table.id)
        problem = None if room is None else room.problem
        present = self.presence(table.id)
        return table_info(table, identity, self.editions, present, problem)

    # -- games ---------------------------------------------------------------------------------

    async def game_of(self, name: str, digest: str) -> Game:
        """The game in an edition that is stored."""
        game = self.editions.get(name, digest)
        if game is None:
            found = await self.read(store.edition, digest)
            if found is None:
                raise Fault("unplayable", "The edition of this game is not stored here.")
            data = json.loads(found[1])
            game = await asyncio.to_thread(self.editions.add, name, data)
        return game

    async def play(self, room: Room) -> Play:
        """The game of a locked table, read from its log if it is not in memory."""
        if room.play is not None:
            return room.play
        table = room.table
        assert table is not None
        if table.status == store.WAITING:
            raise Fault("not_running", "The game begins when all seats are taken.")
        try:
            game = await self.game_of(table.setup.game, table.setup.digest)
            entries = await self.read(store.entries, table.id)

            def load() -> Play:
                return Play.load(table.setup, game, table.names(), entries)

            play = load() if len(entries) < LONG else await asyncio.to_thread(load)
        except SandtableError as error:
            room.problem = f"This server cannot replay this game: {error}."
            log.warning("unplayable", extra={"table": table.id, "reason": str(error)})
            raise Fault("unplayable", room.problem) from None
        room.problem = None
        room.play = play
        table.version, table.step, table.to_choose = play.version, play.step, play.to_choose
        return play

    async def running(self, room: Room, version: int | None = None) -> Play:
        """The game, if it can go on from the position the caller knows."""
        assert room.table is not None
        play = await self.play(room)
        if version is not None and version != play.version:
            raise Fault("stale", STALE)
        if play.over:
            raise Fault("not_running", "The game is over.")
        return play

    async def story(self, play: Play, viewer: int | None) -> Story:
        if play.has_story(viewer) or play.step < LONG:
            return play.story(viewer)
        made, over = play.made[:], play.over
        story = await asyncio.to_thread(play.tell_story, viewer, made, over)
        play.keep_story(viewer, story)
        return story
