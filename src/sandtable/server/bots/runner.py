"""Bots at the tables: each is asked when it has to choose, and what it chooses is written like
any other choice. After a restart they go on where the logs end."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from typing import Any

from sandtable.server.bots.pool import BotPool, NoAnswer
from sandtable.server.errors import ApiError
from sandtable.server.play.game import Play
from sandtable.server.play.session import TableSession
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import store
from sandtable.server.storage.store import BOT, RUNNING, Table
from sandtable.server.tables.info import moment

#: Quick bots are not announced.
ANNOUNCE = 0.15
#: How many games are taken up at once after a restart.
AT_ONCE = 50
PAUSES = [1.0, 5.0, 20.0, 60.0]

log = logging.getLogger("sandtable.server.bots")


class BotRunner:
    def __init__(self, table_service: TableService, bot_pool: BotPool) -> None:
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        self.bot_pool = bot_pool
        self._tasks: set[asyncio.Task[None]] = set()
        table_service.on_turn = self.wake

    def wake(self, session: TableSession) -> None:
        """Called under the table's lock: let a bot choose if it has to."""
        table = session.table
        if session.bot is None and table is not None and to_choose(table) is not None:
            session.bot = asyncio.create_task(self._drive(session))
            self._tasks.add(session.bot)
            session.bot.add_done_callback(self._tasks.discard)

    async def resume(self) -> None:
        """After a restart: take up all games that wait for a bot."""
        for id in await self.table_cache.read(store.waiting_for_bots):
            while len(self._tasks) >= AT_ONCE:
                await asyncio.sleep(0.1)
            try:
                async with self.table_cache.at(id) as (session, _):
                    await self.table_cache.play(session)
                    self.wake(session)
            except ApiError as api_error:
                log.warning("not resumed", extra={"table": id, "reason": api_error.message})

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _drive(self, session: TableSession) -> None:
        failures = 0
        while True:
            try:
                if not await self._turn(session):
                    return
                failures = 0
            except ApiError as api_error:
                if api_error.code in ("not_found", "unplayable", "not_running"):
                    session.bot = None
                    return
                failures += 1
            except Exception:
                log.exception("bot's turn failed", extra={"table": session.id})
                failures += 1
            except BaseException:
                session.bot = None
                raise
            if failures:
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES)) - 1])

    async def _turn(self, session: TableSession) -> bool:
        """One answer of a bot; False when no bot has to choose any more."""
        async with self.table_cache.at(session.id) as (_, table):
            play = await self.table_cache.play(session)
            seat = to_choose(table)
            if seat is None:
                session.bot = None  # under the lock, so nobody waits for a bot that has left
                return False
            bot = table.seats[seat].bot
            assert bot is not None
            version = play.version
            job = await self.job(table, play, bot, many=True)
        announcement = asyncio.get_running_loop().call_later(
            ANNOUNCE, self._announce, session, seat, moment(store.now())
        )
        choices: list[str | None]
        try:
            choices = [*await self.bot_pool.think(job)]
        except NoAnswer as error:
            log.warning(
                "bot gave no answer",
                extra={"table": session.id, "seat": seat, "bot": bot, "reason": str(error)},
            )
            choices = [None]
        finally:
            announcement.cancel()
            session.thinking = None
        for notation in choices:
            async with self.table_cache.at(session.id) as (_, table):
                play = await self.table_cache.play(session)
                if play.version != version or to_choose(table) != seat:
                    break  # somebody took a choice back, or took the seat
                if notation is None:
                    action = secrets.choice(play.match.legal_actions())
                else:
                    action = play.match.str_to_action(notation)
                await self.table_service.commit_choice(session, play, action)
                version = play.version
        return True

    def _announce(self, session: TableSession, seat: int, since: str) -> None:
        session.thinking = {"type": "thinking", "seat": seat, "since": since}
        session.send_all(session.thinking)

    async def job(self, table: Table, play: Play, bot: str, many: bool) -> dict[str, Any]:
        """What a thinking process has to know. The seat's rights are guarded there: a bot gets
        a table to look at, never the match."""
        setup = table.setup
        edition: dict[str, Any] | None = None
        if self.table_cache.editions.standard_digest(setup.game) != setup.digest:
            found = await self.table_cache.read(store.edition, setup.digest)
            edition = None if found is None else json.loads(found[1])
        notation = play.match.action_to_str
        return {
            "table": table.id,
            "setup": setup.plain(),
            "edition": edition,
            "choices": [notation(made.action) for made in play.made],
            "bot": bot,
            "many": many,
        }


def to_choose(table: Table) -> int | None:
    """The seat of the bot that has to choose; None where it is not a bot."""
    seat = table.to_choose
    if table.status != RUNNING or seat is None or table.seats[seat].kind != BOT:
        return None
    if table.source is not None:  # it would play out a game of other people: see tables.advice
        return None
    return seat
