"""Who is told what: the same event goes out to each as they may see it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from sandtable.server import store
from sandtable.server.faults import Fault
from sandtable.server.house import House
from sandtable.server.play import Play
from sandtable.server.rooms import SPECTATOR, Room, Visitor
from sandtable.server.store import Table


class Herald:
    def __init__(self, house: House) -> None:
        self.house = house

    async def tell_update(
        self, room: Room, play: Play, cause: str, by: int | None, log_from: int
    ) -> None:
        """The new position to everybody, to each as they may see it."""
        table = room.table
        assert table is not None
        packed: dict[tuple[int | None, Collection[int]], bytes] = {}
        for visitor in list(room.visitors):
            own = table.own(visitor.id)
            key = (room.viewer(play, visitor, own), own)
            message = packed.get(key)
            if message is None:
                message = packed[key] = await self.update(play, key[0], own, cause, by, log_from)
            visitor.send(message)

    async def update(
        self,
        play: Play,
        viewer: int | None,
        own: Collection[int],
        cause: str,
        by: int | None,
        log_from: int,
    ) -> bytes:
        story = await self.house.story(play, viewer)
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

    def tell_table(self, room: Room) -> None:
        """Seats, status or the rematch have changed."""
        table = room.table
        assert table is not None
        for visitor in room.visitors:
            info = self.house.info(table, visitor.id)
            visitor.send(orjson.dumps({"type": "table", "table": info}))

    async def enter(self, id: str, visitor: Visitor) -> None:
        """A visitor comes in and is told all there is."""
        async with self.house.at(id) as (room, table):
            own = table.own(visitor.id)
            self.check_viewer(table, own, visitor.seat)
            if not own and room.spectators() >= self.house.settings.max_spectators:
                raise Fault("busy", "This table has as many spectators as it can take.")
            room.visitors.add(visitor)
            try:
                visitor.send(await self._hello(room, table, visitor, own))
            except BaseException:
                room.visitors.discard(visitor)
                raise
            if room.thinking is not None:
                visitor.send(orjson.dumps(room.thinking))
            room.send_presence()

    async def _hello(
        self, room: Room, table: Table, visitor: Visitor, own: Collection[int]
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
                play = await self.house.play(room)
            except Fault as fault:
                if fault.code != "unplayable":
                    raise
            else:
                viewer = room.viewer(play, visitor, own)
                story = await self.house.story(play, viewer)
                message["position"] = play.position(viewer, own)
                message["log"] = story.turns()
                message["version"] = play.version
        message["table"] = self.house.info(table, visitor.id)
        return orjson.dumps(message)

    async def watch(self, id: str, visitor: Visitor, cause: str) -> None:
        """The whole picture once more, perhaps from another seat."""
        async with self.house.at(id) as (room, table):
            own = table.own(visitor.id)
            self.check_viewer(table, own, visitor.seat)
            play = await self.house.play(room)
            viewer = room.viewer(play, visitor, own)
            visitor.send(await self.update(play, viewer, own, cause, None, 0))

    def leave(self, id: str, visitor: Visitor) -> None:
        """A visitor is gone."""
        room = self.house.find(id)
        if room is None or visitor not in room.visitors:
            return
        room.visitors.discard(visitor)
        if room.table is not None:
            room.send_presence()
            if room.play is not None and not room.visitors:
                for viewer in (None, *range(room.table.setup.players)):
                    room.play.drop_story(viewer)
        self.house.trim()

    def check_viewer(self, table: Table, own: Collection[int], seat: int | None) -> None:
        if seat is not None and seat != SPECTATOR and seat not in own:
            what = "is not yours" if seat < table.setup.players else "does not exist"
            raise Fault("forbidden", f"You cannot look from seat {seat}: it {what}.")

    async def tell_start(self, room: Room) -> None:
        """All seats are taken: the game begins."""
        play = await self.house.play(room)
        self.tell_table(room)
        await self.tell_update(room, play, "start", None, 0)

    async def stop(self) -> None:
        """Send everybody away; they come back when the server does."""
        for room in self.house.all():
            for visitor in list(room.visitors):
                visitor.leave()
