"""One live connection to a table: who it is, where they look from, and what waits to be sent."""

from __future__ import annotations

import asyncio
from typing import Any

from sandtable.kernel.messages import ENGLISH
from sandtable.server.auth.identity import Identity

#: Messages a slow client may be behind; then it is cut off and comes back for the whole position.
MAX_BEHIND = 256

SPECTATOR = -1


class LiveConnection:
    """One live connection. Messages wait here until the socket has taken the ones before."""

    def __init__(
        self, identity: Identity | None, seat: int | None, language: str = ENGLISH
    ) -> None:
        self.identity = identity
        self.language = language
        self.seat = seat  # None: automatic; SPECTATOR; or one of the person's seats
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
