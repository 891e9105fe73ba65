"""Who is told what: the same event goes out to each as they may see it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from sandtable.server.errors import ApiError
from sandtable.server.play.changes import changes
from sandtable.server.play.game import Play
from sandtable.server.play.session import SPECTATOR, LiveConnection, TableSession
from sandtable.server.play.table_cache import TableCache
from sandtable.server.storage import store
from sandtable.server.storage.store import Table

#: From which seat somebody looks, and the seats they hold.
Seen = tuple[int | None, Collection[int]]


class Update:
    """The news of one moment, packed once for all who see the same and were at the same point."""

    def __init__(self, play: Play, cause: str, by: int | None, log_from: int) -> None:
        self._play = play
        self._log_from = log_from
        self._head: dict[str, Any] = {
            "type": "update",
            "cause": cause,
            "by": by,
            "log_from": log_from,
        }
        self._positions: dict[Seen, dict[str, Any]] = {}
        self._messages: dict[tuple[Seen, int], tuple[Any, bytes]] = {}

    def message(
        self, connection: LiveConnection, viewer: int | None, own: Collection[int]
    ) -> bytes:
        """The message for a connection: what has changed since the position it has, or the whole
        one where it has none or looked from elsewhere."""
        seen = (viewer, own)
        position = self._positions.get(seen)
        if position is None:
            position = self._positions[seen] = self._play.position(viewer, own)
        old, connection.position = connection.position, position
        if old is not None and old["seat"] != viewer:
            old = None
        packed = self._messages.get((seen, id(old)))
        if packed is None:
            log = self._play.story(viewer).turns(self._log_from)
            message = {**self._head, "position": None, "changes": None, "log": log}
            if old is None:
                message["position"] = position
            else:
                message["changes"] = changes(old, position)
            # The old position is kept with the message: its identity is not used again.
            packed = self._messages[seen, id(old)] = (old, orjson.dumps(message))
        return packed[1]


class Broadcaster:
    def __init__(self, table_cache: TableCache) -> None:
        self.table_cache = table_cache

    async def tell_update(
        self, session: TableSession, play: Play, cause: str, by: int | None, log_from: int
    ) -> None:
        """The new position to everybody, to each as they may see it."""
        table = session.table
        assert table is not None
        update = Update(play, cause, by, log_from)
        for connection in list(session.connections):
            own = table.own(connection.id)
            viewer = session.viewer(play, connection, own)
            await self.table_cache.story(play, viewer)
            connection.send(update.message(connection, viewer, own))

    def tell_table(self, session: TableSession) -> None:
        """Seats, status or the rematch have changed."""
        table = session.table
        assert table is not None
        for connection in session.connections:
            info = self.table_cache.info(table, connection.id)
            connection.send(orjson.dumps({"type": "table", "table": info}))

    async def enter(self, id: str, connection: LiveConnection) -> None:
        """A visitor comes in and is told all there is."""
        async with self.table_cache.at(id) as (session, table):
            own = table.own(connection.id)
            self.check_viewer(table, own, connection.seat)
            if not own and session.spectators() >= self.table_cache.settings.max_spectators:
                raise ApiError("busy", "This table has as many spectators as it can take.")
            session.connections.add(connection)
            try:
                connection.send(await self._hello(session, table, connection, own))
            except BaseException:
                session.connections.discard(connection)
                raise
            if session.thinking is not None:
                connection.send(orjson.dumps(session.thinking))
            session.send_presence()

    async def _hello(
        self,
        session: TableSession,
        table: Table,
        connection: LiveConnection,
        own: Collection[int],
    ) -> bytes:
        message: dict[str, Any] = {
            "type": "hello",
            "table": None,
            "position": None,
            "log": [],
            "version": table.version,
        }
        if table.status != store.WAITING:
            try:
                play = await self.table_cache.play(session)
            except ApiError as api_error:
                if api_error.code != "unplayable":
                    raise
            else:
                viewer = session.viewer(play, connection, own)
                story = await self.table_cache.story(play, viewer)
                message["position"] = connection.position = play.position(viewer, own)
                message["log"] = story.turns()
                message["version"] = play.version
        message["table"] = self.table_cache.info(table, connection.id)
        return orjson.dumps(message)

    async def watch(self, id: str, connection: LiveConnection, cause: str) -> None:
        """The whole picture once more, perhaps from another seat."""
        async with self.table_cache.at(id) as (session, table):
            own = table.own(connection.id)
            self.check_viewer(table, own, connection.seat)
            play = await self.table_cache.play(session)
            viewer = session.viewer(play, connection, own)
            await self.table_cache.story(play, viewer)
            connection.position = None
            connection.send(Update(play, cause, None, 0).message(connection, viewer, own))

    def leave(self, id: str, connection: LiveConnection) -> None:
        """A visitor is gone."""
        session = self.table_cache.find(id)
        if session is None or connection not in session.connections:
            return
        session.connections.discard(connection)
        if session.table is not None:
            session.send_presence()
            if session.play is not None and not session.connections:
                for viewer in (None, *range(session.table.setup.players)):
                    session.play.drop_story(viewer)

    def check_viewer(self, table: Table, own: Collection[int], seat: int | None) -> None:
        if seat is not None and seat != SPECTATOR and seat not in own:
            what = "is not yours" if seat < table.setup.players else "does not exist"
            raise ApiError("forbidden", f"You cannot look from seat {seat}: it {what}.")

    async def tell_start(self, session: TableSession) -> None:
        """All seats are taken: the game begins."""
        play = await self.table_cache.play(session)
        self.tell_table(session)
        await self.tell_update(session, play, "start", None, 0)

    def sign_out_programs(self, identity: str) -> None:
        """Close the live connections that came with a token of this person."""
        for session in self.table_cache.all():
            for connection in list(session.connections):
                who = connection.identity
                if who is not None and who.by_token and who.id == identity:
                    connection.leave()

    async def stop(self) -> None:
        """Send everybody away; they come back when the server does."""
        for session in self.table_cache.all():
            for connection in list(session.connections):
                connection.leave()
