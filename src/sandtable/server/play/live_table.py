"""A table in memory: what is stored about it, its game, and the people who are connected.

`LiveTable` owns all of it. Work on a table is done under its lock, which `TableCache.at` takes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

import orjson

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.messages import ENGLISH
from sandtable.server.errors import ApiError
from sandtable.server.play.connection import SPECTATOR, LiveConnection
from sandtable.server.play.game import Play
from sandtable.server.play.packed_log import PackedLog
from sandtable.server.play.update import Seen, Update
from sandtable.server.storage.stored_table import BOT, WAITING, StoredTable
from sandtable.server.tables.clock import Clock
from sandtable.server.tables.info import only_bots, table_info
from sandtable.server.tables.setup import Editions
from sandtable.server.time_source import TimeSource

#: Bytes that a table takes without its game, and a connection with its last position.
TABLE_SIZE = 4_000
CONNECTION_SIZE = 40_000

#: Games longer than this are gone through in a thread, so that nobody else waits.
LONG = 40

#: What people see of a choice that a bot considers, besides its text.
ESTIMATES = ("value", "chance", "share")

STALE = "Somebody was faster, or this page is out of date: look at the new position."

log = logging.getLogger("sandtable.server.play")

#: Reads a game from its log.
Load = Callable[[StoredTable], Awaitable[Play]]
#: The seat of a bot that thinks, and the choices it considers, with their texts by language.
Candidates = tuple[int, list[dict[str, Any]]]


class LiveTable:
    def __init__(self, id: str, editions: Editions, load: Load, time_source: TimeSource) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.users = 0  # who is working with it now
        self.counted = 0  # bytes the cache counts for it
        self.table: StoredTable | None = None
        self.play: Play | None = None
        self.problem: str | None = None  # why the game cannot be replayed
        self.connections: set[LiveConnection] = set()
        #: Who is connected to other processes, with how many connections each.
        self.elsewhere: Callable[[], Mapping[str, int]] = dict
        self.bot: asyncio.Task[None] | None = None
        #: The last entry was written by another process, which also drives the bots.
        self.driven_elsewhere = False
        self.thinking: dict[str, Any] | None = None  # what people see of a slow bot
        self.candidates: Candidates | None = None  # what it considers, where that is shown
        #: The seat and the turn of a bot that was asked to move now.
        self.move_now_turn: tuple[int | None, int] | None = None
        self._held_until = 0.0  # of the loop's clock: bots choose nothing before
        self._released = asyncio.Event()
        self._editions = editions
        self._load = load
        self._time_source = time_source
        self._clock_sent: Clock | None = None

    @property
    def idle(self) -> bool:
        return not self.users and not self.connections and self.bot is None

    def size(self) -> int:
        """About how many bytes it takes."""
        size = TABLE_SIZE + CONNECTION_SIZE * len(self.connections)
        return size if self.play is None else size + self.play.size()

    def forget(self) -> None:
        """What is in memory may not be what is stored: read it again when needed."""
        self.table = None
        self.play = None

    # -- the game ------------------------------------------------------------------------------

    async def game(self) -> Play:
        """The game, read from its log if it is not in memory."""
        if self.play is not None:
            return self.play
        table = self.table
        assert table is not None
        if table.status == WAITING:
            raise ApiError("not_running", "The game begins when all seats are taken.")
        try:
            play = await self._load(table)
        except SandtableError as error:
            self.problem = f"This server cannot replay this game: {error}."
            log.warning("unplayable", extra={"table": table.id, "reason": str(error)})
            raise ApiError("unplayable", self.problem) from None
        self.problem = None
        self.play = play
        table.version, table.step, table.to_choose = play.version, play.step, play.to_choose
        return play

    async def running_game(self, version: int | None = None) -> Play:
        """The game, if it can go on from the position the caller knows."""
        play = await self.game()
        if version is not None and version != play.version:
            raise ApiError("stale", STALE)
        if play.over:
            raise ApiError("not_running", "The game is over.")
        return play

    async def game_log(self, play: Play, viewer: int | None, language: str) -> PackedLog:
        """What has happened, as the seat may know it."""
        if play.has_log(viewer, language) or play.step < LONG:
            return play.log(viewer, language)
        choices, over = play.choices[:], play.over
        game_log = await asyncio.to_thread(play.make_log, viewer, choices, over, language)
        play.keep_log(game_log)
        return game_log

    # -- a moment to take back -------------------------------------------------------------------

    def hold(self, seconds: float) -> None:
        """Keep bots from choosing for so long."""
        self._held_until = asyncio.get_running_loop().time() + seconds
        self._released.clear()

    def release(self) -> None:
        """Bots need not wait any longer."""
        self._held_until = 0.0
        self._released.set()

    async def held(self) -> None:
        """Wait as long as bots are held back."""
        loop = asyncio.get_running_loop()
        while (wait := self._held_until - loop.time()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._released.wait(), wait)

    # -- people --------------------------------------------------------------------------------

    def present(self) -> list[bool]:
        """For each seat whether somebody is there for it."""
        assert self.table is not None
        here = {connection.id for connection in self.connections}
        return present(self.table, here | self.elsewhere().keys())

    def spectators(self) -> int:
        assert self.table is not None
        table = self.table
        here = sum(1 for connection in self.connections if not table.own(connection.id))
        return here + sum(n for who, n in self.elsewhere().items() if not table.own(who))

    def info(self, connection: LiveConnection) -> dict[str, Any]:
        """The table as a person may see it."""
        assert self.table is not None
        return table_info(
            self.table,
            connection.id,
            self._editions,
            self.present(),
            self.problem,
            self._time_source.now(),
            connection.language,
        )

    def check_viewer(self, sees: Collection[int], seat: int | None) -> None:
        """Raises `forbidden` where those who look from these seats cannot look from there."""
        assert self.table is not None
        if seat is not None and seat != SPECTATOR and seat not in sees:
            what = "is not yours" if seat < self.table.setup.players else "does not exist"
            raise ApiError("forbidden", f"You cannot look from seat {seat}: it {what}.")

    def leave(self, connection: LiveConnection) -> None:
        """Somebody is gone."""
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        if self.table is not None:
            self.send_presence()
            if self.play is not None and not self.connections:
                self.play.drop_logs()
                if self.play.over:
                    self.play = None  # few come back to it, and it can be read again

    def close(self) -> None:
        """Send everybody away; they come back when they can."""
        for connection in list(self.connections):
            connection.leave()

    # -- messages ------------------------------------------------------------------------------

    def send_all(self, message: dict[str, Any]) -> None:
        """The same to everybody."""
        if self.connections:
            packed = orjson.dumps(message)
            for connection in self.connections:
                connection.send(packed)

    def send_candidates(self) -> None:
        """What a bot considers, to everybody."""
        for connection in self.connections:
            self.send_candidates_to(connection)

    def send_candidates_to(self, connection: LiveConnection) -> None:
        """A bot's candidates give away its hand, so they are sent only where all seats are bots."""
        if self.candidates is None or self.table is None or not only_bots(self.table):
            return
        seat, candidates = self.candidates
        shown = []
        for candidate in candidates:
            texts = candidate["texts"]
            text = texts.get(connection.language, texts[ENGLISH])
            shown.append({"text": text, **{name: candidate[name] for name in ESTIMATES}})
        message = {"type": "candidates", "seat": seat, "candidates": shown}
        connection.send(orjson.dumps(message))

    def send_presence(self) -> None:
        if self.connections:
            self.send_all(
                {"type": "presence", "seats": self.present(), "spectators": self.spectators()}
            )

    def send_table(self) -> None:
        """Seats, status, clock, proposal or the rematch have changed."""
        assert self.table is not None
        self._clock_sent = self.table.clock
        for connection in self.connections:
            info = self.info(connection)
            connection.send(orjson.dumps({"type": "table", "table": info}))

    def send_clock(self) -> None:
        """The clock, where it is not the one that everybody has."""
        assert self.table is not None
        clock = self.table.clock
        if clock is not None and clock != self._clock_sent:
            self._clock_sent = clock
            self.send_all({"type": "clock", "clock": clock.shown(self._time_source.now())})

    async def send_update(self, cause: str, by: int | None, log_from: int) -> None:
        """The new position to everybody, to each as they may see it."""
        play = await self.game()
        await self.send(play, Update(play, cause, by, log_from))

    async def send(self, play: Play, update: Update) -> None:
        """An update to everybody."""
        for connection in list(self.connections):
            await self._send_update(play, update, connection)
        self.send_clock()

    def seen(self, play: Play) -> list[Seen]:
        """How people look at the game now."""
        return [self._seen(play, connection) for connection in self.connections]

    def _seen(self, play: Play, connection: LiveConnection) -> Seen:
        assert self.table is not None
        viewer = _viewer(play, connection, self.table.sees(connection.id))
        return viewer, self.table.playing(connection.id), play.spoken(connection.language)

    async def send_position(self, connection: LiveConnection, cause: str) -> None:
        """The whole position once more to one connection."""
        play = await self.game()
        connection.position = None
        await self._send_update(play, Update(play, cause, None, 0), connection)

    async def _send_update(self, play: Play, update: Update, connection: LiveConnection) -> None:
        seen = self._seen(play, connection)
        viewer, _, language = seen
        await self.game_log(play, viewer, language)
        connection.send(update.message(connection, seen))

    async def send_hello(self, connection: LiveConnection) -> None:
        """All there is, for somebody who comes in."""
        table = self.table
        assert table is not None
        message: dict[str, Any] = {
            "type": "hello",
            "table": None,
            "position": None,
            "log": [],
            "version": table.version,
        }
        if table.status != WAITING:
            try:
                play = await self.game()
            except ApiError as api_error:
                if api_error.code != "unplayable":
                    raise
            else:
                viewer, playing, language = self._seen(play, connection)
                game_log = await self.game_log(play, viewer, language)
                message["position"] = connection.position = play.position(viewer, playing, language)
                message["log"] = game_log.since()
                message["version"] = play.version
        message["table"] = self.info(connection)
        connection.send(orjson.dumps(message))


def _viewer(play: Play, connection: LiveConnection, sees: Collection[int]) -> int | None:
    """The seat a connection looks from."""
    if connection.seat is None or (connection.seat != SPECTATOR and connection.seat not in sees):
        return play.viewer(sees)
    return None if connection.seat == SPECTATOR else connection.seat


def present(table: StoredTable, here: Collection[str | None]) -> list[bool]:
    """For each seat whether somebody is there for it; bots always are."""
    return [
        seat.kind == BOT or (seat.identity is not None and seat.identity in here)
        for seat in table.seats
    ]
