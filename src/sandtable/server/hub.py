"""All tables: who may do what, what is written when, and who is told.

Work on a table is done under its lock, one thing after the other. An entry is first tried on the
match in memory, then written, and only when it is committed does anybody hear of it. Should the
writing fail, the match in memory is thrown away and read again from the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from sandtable.kernel.errors import BadOption, IllegalAction, SandtableError
from sandtable.kernel.game import Game
from sandtable.server import store
from sandtable.server.faults import Fault, no_table
from sandtable.server.infos import table_info
from sandtable.server.play import Play
from sandtable.server.rooms import SPECTATOR, Room, Visitor
from sandtable.server.settings import Settings
from sandtable.server.setups import Editions
from sandtable.server.store import OVER, Table
from sandtable.server.story import Story
from sandtable.server.writer import Closed, Conflict, Writer

T = TypeVar("T")

#: Games longer than this are gone through in a thread, so that nobody else waits.
LONG = 40

STALE = "Somebody was faster, or this page is out of date: look at the new position."

log = logging.getLogger("sandtable.server.hub")


class Hub:
    def __init__(self, engine: Engine, writer: Writer, settings: Settings) -> None:
        self.engine = engine
        self.writer = writer
        self.settings = settings
        self.editions = Editions()
        #: Called under a table's lock whenever a bot may have to choose.
        self.on_turn: Callable[[Room], None] = lambda room: None
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
            self._trim()

    def _trim(self) -> None:
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

    # -- what players do -----------------------------------------------------------------------

    async def act(
        self,
        id: str,
        identity: str | None,
        version: int,
        action: int | None,
        notation: str | None,
        done: Callable[[int, int], None] | None = None,
    ) -> tuple[int, int]:
        """Make a choice for a seat of one's own. Returns the new version and step when written;
        ``done`` hears of it before everybody else."""
        async with self.at(id) as (room, table):
            play = await self.running(room, version)
            seat = play.to_choose
            assert seat is not None
            if seat not in table.own(identity):
                raise Fault("not_your_turn", f"It is {table.names()[seat]} who has to choose.")
            if (action is None) == (notation is None):
                raise Fault("bad_request", "Give either the choice's id or its notation.")
            if action is None:
                assert notation is not None
                try:
                    action = play.match.str_to_action(notation)
                except BadOption as error:
                    raise Fault("illegal", f"{error}.") from None
            await self.commit_choice(room, play, action, done)
            return play.version, play.step

    async def commit_choice(
        self,
        room: Room,
        play: Play,
        action: int,
        done: Callable[[int, int], None] | None = None,
    ) -> None:
        """Make a choice for whoever has to choose, write it, and tell everybody."""
        table = room.table
        assert table is not None
        seat = play.to_choose
        assert seat is not None
        try:
            play.act(action)
        except IllegalAction as error:
            raise Fault("illegal", f"{error}.") from None
        what = play.match.action_to_str(action)
        await self._write(room, play, ("act", what, seat), done)
        made = play.made[-1]
        if play.over:
            await self.tell_update(room, play, "act", seat, 0)
            self.tell_table(room)
        else:
            await self.tell_update(room, play, "act", seat, made.turn)
        self.on_turn(room)

    async def undo(
        self,
        id: str,
        identity: str | None,
        version: int,
        whole_turn: bool,
        done: Callable[[int, int], None] | None = None,
    ) -> tuple[int, int]:
        """Take back the last choice, or all of the turn it belongs to."""
        async with self.at(id) as (room, table):
            play = await self.running(room, version)
            own = table.own(identity)
            refusal = play.undo_refusal(own)
            if refusal is not None:
                raise Fault("illegal", f"This cannot be taken back: {refusal}.")
            count = play.restart_count(own) if whole_turn else 1
            first = play.made[len(play.made) - count]
            play.undo(count)
            await self._write(room, play, ("undo", str(count), first.seat), done)
            cause = "restart" if whole_turn else "undo"
            await self.tell_update(room, play, cause, first.seat, first.turn)
            self.on_turn(room)
            return play.version, play.step

    async def _write(
        self,
        room: Room,
        play: Play,
        what: tuple[str, str, int],
        done: Callable[[int, int], None] | None,
    ) -> None:
        table = room.table
        assert table is not None
        made = store.now()
        row = (table.id, play.version, *what, play.step, play.to_choose, made)
        try:
            if play.over:
                await self.writer.run(_ending(table, play, row))
            else:
                await self.writer.entries([row])
        except Conflict:
            room.forget()
            raise Fault("stale", STALE) from None
        except Closed:
            room.forget()
            raise Fault("busy", "The server is stopping; try again in a moment.") from None
        except BaseException:
            room.forget()
            raise
        table.version, table.step, table.to_choose = play.version, play.step, play.to_choose
        table.updated = made
        if play.over:
            table.status = OVER
            table.scores, table.winners = play.match.scores(), play.match.winners()
        if done is not None:
            done(play.version, play.step)

    # -- who is told -----------------------------------------------------------------------------

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
        story = await self.story(play, viewer)
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
            info = self.info(table, visitor.id)
            visitor.send(orjson.dumps({"type": "table", "table": info}))

    async def enter(self, id: str, visitor: Visitor) -> None:
        """A visitor comes in and is told all there is."""
        async with self.at(id) as (room, table):
            own = table.own(visitor.id)
            self.check_viewer(table, own, visitor.seat)
            if not own and room.spectators() >= self.settings.max_spectators:
                raise Fault("busy", "This table has as many spectators as it can take.")
            room.visitors.add(visitor)
            try:
                visitor.send(await self._hello(room, table, visitor, own))
            except BaseException:
                room.visitors.discard(visitor)
                raise
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
                play = await self.play(room)
            except Fault as fault:
                if fault.code != "unplayable":
                    raise
            else:
                viewer = room.viewer(play, visitor, own)
                story = await self.story(play, viewer)
                message["position"] = play.position(viewer, own)
                message["log"] = story.turns()
                message["version"] = play.version
        message["table"] = self.info(table, visitor.id)
        return orjson.dumps(message)

    async def watch(self, id: str, visitor: Visitor, cause: str) -> None:
        """The whole picture once more, perhaps from another seat."""
        async with self.at(id) as (room, table):
            own = table.own(visitor.id)
            self.check_viewer(table, own, visitor.seat)
            play = await self.play(room)
            viewer = room.viewer(play, visitor, own)
            visitor.send(await self.update(play, viewer, own, cause, None, 0))

    def leave(self, id: str, visitor: Visitor) -> None:
        """A visitor is gone."""
        room = self._rooms.get(id)
        if room is None or visitor not in room.visitors:
            return
        room.visitors.discard(visitor)
        if room.table is not None:
            room.send_presence()
            if room.play is not None and not room.visitors:
                for viewer in (None, *range(room.table.setup.players)):
                    room.play.drop_story(viewer)
        self._trim()

    def check_viewer(self, table: Table, own: Collection[int], seat: int | None) -> None:
        if seat is not None and seat != SPECTATOR and seat not in own:
            what = "is not yours" if seat < table.setup.players else "does not exist"
            raise Fault("forbidden", f"You cannot look from seat {seat}: it {what}.")

    async def starting(self, room: Room) -> None:
        """All seats are taken: the game begins."""
        play = await self.play(room)
        self.tell_table(room)
        await self.tell_update(room, play, "start", None, 0)
        self.on_turn(room)

    async def stop(self) -> None:
        """Send everybody away; they come back when the server does."""
        for room in self._rooms.values():
            for visitor in list(room.visitors):
                visitor.leave()


def _ending(table: Table, play: Play, row: tuple[Any, ...]) -> Callable[[Connection], None]:
    """The last entry of a game, its outcome, and what the people at the table have from it."""
    match = play.match
    scores, winners, result = match.scores(), match.winners(), match.result()
    ranking = play.ranking()
    results: list[dict[str, Any]] = []
    progress: list[dict[str, Any]] = []
    for seat in table.seats if table.counts else []:
        if seat.kind != store.HUMAN or seat.identity is None:
            continue
        results.append(
            {
                "table_id": table.id,
                "seat": seat.seat,
                "identity": seat.identity,
                "game": table.setup.game,
                "players": table.setup.players,
                "options": table.setup.options,
                "score": scores[seat.seat],
                "place": ranking.index(seat.seat) + 1,
                "won": seat.seat in winners,
                "result": result,
                "finished": row[-1],
            }
        )
        mode = result.get("mode")
        if isinstance(mode, str):
            progress.append(
                {
                    "identity": seat.identity,
                    "game": table.setup.game,
                    "mode": mode,
                    "data": {key: value for key, value in result.items() if key != "mode"},
                }
            )

    def job(connection: Connection) -> None:
        try:
            store.add_entry(connection, row)
        except IntegrityError:
            raise Conflict("somebody was faster") from None
        store.finish(connection, table.id, scores, winners, results, progress)

    return job
