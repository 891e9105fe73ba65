"""A table while somebody is there: its record, its game, and who is connected."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Any

import orjson

from sandtable.server.auth.identity import Identity
from sandtable.server.play.game import Play
from sandtable.server.storage.store import Table

#: Messages a slow client may be behind; then it is cut off and comes back for the whole picture.
MAX_BEHIND = 256

SPECTATOR = -1

#: Bytes that a table takes without its game, and a connection with its last position.
TABLE_SIZE = 4_000
CONNECTION_SIZE = 40_000

log = logging.getLogger("sandtable.server.play.session")


class LiveConnection:
    """One live connection. Messages wait here until the socket has taken the ones before."""

    def __init__(self, identity: Identity | None, seat: int | None) -> None:
        self.identity = identity
        self.seat = seat  # None: automatic; SPECTATOR; or one of the own seats
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_BEHIND)
        self.lost = False
        self.position: dict[str, Any] | None = None  # the last one sent

    @property
    def id(self) -> str | None:
        return None if self.identity is None else self.identity.id

    def send(self, message: bytes) -> None:
        if self.lost:
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.leave()

    def leave(self) -> None:
        """Ends the connection as soon as its sender notices."""
        self.lost = True
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class TableSession:
    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.users = 0  # who is working with it now
        self.counted = 0  # bytes the cache counts for it
        self.table: Table | None = None
        self.play: Play | None = None
        self.problem: str | None = None  # why the game cannot be replayed
        self.connections: set[LiveConnection] = set()
        self.bot: asyncio.Task[None] | None = None
        self.thinking: dict[str, Any] | None = None  # what is told of a bot that takes its time

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

    def present(self) -> list[bool]:
        """For each seat whether somebody is there for it."""
        assert self.table is not None
        here = {connection.id for connection in self.connections}
        return [
            seat.kind == "bot" or (seat.identity is not None and seat.identity in here)
            for seat in self.table.seats
        ]

    def spectators(self) -> int:
        assert self.table is not None
        table = self.table
        return sum(1 for connection in self.connections if not table.own(connection.id))

    def viewer(self, play: Play, connection: LiveConnection, own: Collection[int]) -> int | None:
        """The seat a visitor looks from."""
        if connection.seat is None or (connection.seat != SPECTATOR and connection.seat not in own):
            return play.viewer(own)
        return None if connection.seat == SPECTATOR else connection.seat

    def send_all(self, message: dict[str, Any]) -> None:
        """The same to everybody."""
        if self.connections:
            packed = orjson.dumps(message)
            for connection in self.connections:
                connection.send(packed)

    def send_presence(self) -> None:
        if self.connections:
            self.send_all(
                {"type": "presence", "seats": self.present(), "spectators": self.spectators()}
            )
