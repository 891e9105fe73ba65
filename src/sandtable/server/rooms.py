"""A table while somebody is there: its record, its game, and who is connected."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Any

import orjson

from sandtable.server.identity import Identity
from sandtable.server.play import Play
from sandtable.server.store import Table

#: Messages a slow client may be behind; then it is cut off and comes back for the whole picture.
MAX_BEHIND = 256

SPECTATOR = -1

log = logging.getLogger("sandtable.server.rooms")


class Visitor:
    """One live connection. Messages wait here until the socket has taken the ones before."""

    def __init__(self, identity: Identity | None, seat: int | None) -> None:
        self.identity = identity
        self.seat = seat  # None: automatic; SPECTATOR; or one of the own seats
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_BEHIND)
        self.lost = False

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


class Room:
    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.users = 0  # who is working with it now
        self.table: Table | None = None
        self.play: Play | None = None
        self.problem: str | None = None  # why the game cannot be replayed
        self.visitors: set[Visitor] = set()
        self.bot: asyncio.Task[None] | None = None
        self.thinking: dict[str, Any] | None = None  # what is told of a bot that takes its time

    @property
    def idle(self) -> bool:
        return not self.users and not self.visitors and self.bot is None

    def forget(self) -> None:
        """What is in memory may not be what is stored: read it again when needed."""
        self.table = None
        self.play = None

    def present(self) -> list[bool]:
        """For each seat whether somebody is there for it."""
        assert self.table is not None
        here = {visitor.id for visitor in self.visitors}
        return [
            seat.kind == "bot" or (seat.identity is not None and seat.identity in here)
            for seat in self.table.seats
        ]

    def spectators(self) -> int:
        assert self.table is not None
        table = self.table
        return sum(1 for visitor in self.visitors if not table.own(visitor.id))

    def viewer(self, play: Play, visitor: Visitor, own: Collection[int]) -> int | None:
        """The seat a visitor looks from."""
        if visitor.seat is None or (visitor.seat != SPECTATOR and visitor.seat not in own):
            return play.viewer(own)
        return None if visitor.seat == SPECTATOR else visitor.seat

    def send_all(self, message: dict[str, Any]) -> None:
        """The same to everybody."""
        if self.visitors:
            packed = orjson.dumps(message)
            for visitor in self.visitors:
                visitor.send(packed)

    def send_presence(self) -> None:
        if self.visitors:
            self.send_all(
                {"type": "presence", "seats": self.present(), "spectators": self.spectators()}
            )
