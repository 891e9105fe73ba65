"""The parts of a running server, put together and taken apart."""

from __future__ import annotations

import asyncio
import logging
import secrets

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server import database, store
from sandtable.server.analyses import Analyses
from sandtable.server.drive import Drive
from sandtable.server.house import House
from sandtable.server.hub import Hub
from sandtable.server.identity import Identity, Signer
from sandtable.server.limits import Limiter, Open
from sandtable.server.lobby import Lobby
from sandtable.server.offshoots import Offshoots
from sandtable.server.settings import Settings
from sandtable.server.thinkers import Thinkers
from sandtable.server.writer import Writer

log = logging.getLogger("sandtable.server")

#: Many people may share an address; it may ask so many times as often as one person.
ADDRESS_FACTOR = 5


class Service:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = database.connect(database.address(settings.database), settings.full_sync)
        database.migrate(self.engine)
        with self.engine.begin() as connection:
            key = store.keepsake(connection, "signing key", secrets.token_hex(32))
        self.signer = Signer(key)
        self.limiter = Limiter(settings.rates, settings.rate_factor)
        self.open = Open(settings.max_connections, settings.max_connections_each)
        self.writer = Writer(self.engine, settings.full_sync)
        self.house = House(self.engine, self.writer, settings)
        self.hub = Hub(self.house)
        self.thinkers = Thinkers(settings.bot_processes, settings.think_seconds)
        self.drive = Drive(self.hub, self.thinkers)
        self.analyses = Analyses(self.house, self.drive, settings)
        self.lobby = Lobby(self.hub)
        self.offshoots = Offshoots(self.hub)
        #: Previews are worked out in threads; more at once would only wait for each other.
        self.trials = asyncio.Semaphore(2)
        self._resuming: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        try:
            await self.drive.resume()
        except Exception:
            log.exception("games that wait for bots could not be taken up")

    async def stop(self) -> None:
        """Everything that was accepted is written; then all parts stop."""
        if self._resuming is not None:
            self._resuming.cancel()
        await self.hub.herald.stop()
        await self.analyses.stop()
        await self.drive.stop()
        await self.thinkers.close()
        await self.writer.close()
        self.engine.dispose()

    async def healthy(self) -> bool:
        def ask() -> None:
            with self.engine.connect() as connection:
                connection.execute(text("SELECT 1"))

        try:
            await asyncio.wait_for(asyncio.to_thread(ask), 5)
        except (SQLAlchemyError, TimeoutError):
            return False
        return self.writer.alive

    def limit(self, what: str, who: Identity | None, address: str) -> None:
        """Raises `too_fast` where a person, or all at an address together, ask too often."""
        if who is not None:
            self.limiter.check(what, who.id)
            self.limiter.check(what, f"everybody at {address}", ADDRESS_FACTOR)
        else:
            self.limiter.check(what, address)
