"""Who is told what: the same event goes out to each as they may see it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from sandtable.server.errors import ApiError
from sandtable.server.play.game import Play
from sandtable.server.play.session import SPECTATOR, LiveConnection, TableSession
from sandtable.server.play.table_cache import TableCache
from sandtable.server.storage import store
from sandtable.server.storage.store import Table


class Broadcaster:
    def __init__(self, table_cache: TableCache) -> None:
        self.table_cache = table_cache

    async def tell_update(
        self, session: TableSession, play: Play, cause: str, by: int | None, log_from: int
    ) -> None:
        """The new position to everybody, to each as they may see it."""
        table = session.table
        assert table is not None
        packed: dict[tuple[int | None, Collection[int]], bytes] = {}
        for connection in list(session.connections):
            own = table.own(connection.id)
            key = (session.viewer(play, connection, own), own)
            message = packed.get(key)
            if message is None:
                message = packed[key] = await self.update(play, key[0], own, cause, by, log_from)
            connection.send(message)

    async def update(
        self,
        play: Play,
        viewer: int | None,
        own: Collection[int],
        cause: str,
        by: int | None,
        log_from: int,
    ) -> bytes:
        story = await self.table_cache.story(play, viewer)
        return orjson.dumps(
            {
                "type": "update",
                "cause": cause,
                "by": by,
                "position": play.position(viewer, own),
                "log_from": log_from,
                "log": story.turns(log_from),
            }
        )

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
                message["position"] = play.position(viewer, own)
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
            connection.send(await self.update(play, viewer, own, cause, None, 0))

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
        self.table_cache.trim()

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
