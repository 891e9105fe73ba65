"""Bots at the tables: each is asked when it has to choose, and what it chooses is written like
any other choice. After a restart they go on where the logs end."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import Any

from cachetools import LRUCache

from sandtable.server.bots.fair_queue import WorkClaim
from sandtable.server.bots.pool import BotJob, BotPool, NoAnswer
from sandtable.server.cluster.lease_keeper import LeaseKeeper
from sandtable.server.errors import ApiError
from sandtable.server.play.game import Play
from sandtable.server.play.live_table import LiveTable
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import leases, table_store
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed
from sandtable.server.storage.stored_table import RUNNING, StoredTable
from sandtable.server.tables.info import moment

#: Quick bots are not announced.
ANNOUNCE = 0.15
#: How many games are taken up at once after a restart.
AT_ONCE = 50
ADDRESSES_KEPT = 10_000
#: So many choices at most are made without letting anybody else in between.
TOGETHER = 20
#: Seconds to wait after failures in a row; the database may be back soon.
PAUSES = [1.0, 5.0, 20.0, 60.0]
DATABASE_PAUSE = 1.0
#: The lease of a table's bots, by the table's id, and after how many seconds it is claimed.
LEASE = "bot "
CLAIM_AFTER = 1.0
#: A bot that has been to choose for so many seconds, claimed by nobody, is taken over.
ABANDONED = 2.5
#: Seconds between two looks for such games: usually, and for a while after a process died.
SLOW_LOOK = 20.0
QUICK_LOOK = 1.0
LOOK_FOR = 10.0

log = logging.getLogger("sandtable.server.bots")


class Announcement:
    """Tells people at a table that a bot waits for its turn to think, or thinks; not at once,
    since most bots are quick."""

    def __init__(self, live: LiveTable, seat: int, table_service: TableService) -> None:
        self._live = live
        self._table_service = table_service
        self._time_source = table_service.table_cache.time_source
        self._seat = seat
        self._type = "waiting"
        self._since = self._time_source.now()
        self._timer = asyncio.get_running_loop().call_later(ANNOUNCE, self._tell)
        self._told = False

    def begin(self) -> None:
        """The bot's turn to think has come."""
        self._type = "thinking"
        self._since = self._time_source.now()
        if self._told:
            self._tell()

    def end(self) -> None:
        self._timer.cancel()
        self._live.thinking = None

    def _tell(self) -> None:
        self._told = True
        message = {"type": self._type, "seat": self._seat, "since": moment(self._since)}
        self._live.thinking = message
        self._table_service.send_everywhere(self._live, message)


class BotRunner:
    def __init__(self, table_service: TableService, bot_pool: BotPool, keeper: LeaseKeeper) -> None:
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        self.bot_pool = bot_pool
        self.leases = keeper
        keeper.on_departure.append(self.process_gone)
        self._look = asyncio.Event()
        self._look_until = 0.0
        self._unplayable: set[str] = set()  # games that cannot be taken up
        #: From where people have asked last.
        self.addresses: LRUCache[str, str] = LRUCache(ADDRESSES_KEPT)
        self._tasks: set[asyncio.Task[None]] = set()
        table_service.on_turn = self.wake

    def wake(self, live: LiveTable) -> None:
        """Called under the table's lock: let a bot choose if it has to."""
        table = live.table
        if live.bot is None and table is not None and to_choose(table) is not None:
            live.driven_elsewhere = False
            live.bot = asyncio.create_task(self._drive(live))
            self._tasks.add(live.bot)
            live.bot.add_done_callback(self._tasks.discard)

    async def resume(self) -> None:
        """Take up all games that wait for a bot: after a restart, and with several processes for
        as long as one runs, since any of them may die."""
        if self.leases.single:
            for id in await self.table_cache.read(table_store.waiting_for_bots):
                await self._take_up(id)
            return
        self._look_until = time.monotonic() + LOOK_FOR
        while True:
            try:
                await self._take_over()
            except DATABASE_FAILURES as error:
                database_failed(error)
            except Exception:
                log.exception("games that wait for bots could not be taken over")
            quick = time.monotonic() < self._look_until
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), QUICK_LOOK if quick else SLOW_LOOK)
            self._look.clear()

    def process_gone(self, process: str) -> None:
        """Another process has died or stopped: look for the games it was driving."""
        self._look_until = time.monotonic() + LOOK_FOR
        self._look.set()

    async def _take_over(self) -> None:
        """Drive the bots of games that have waited for a moment and that nobody has claimed."""
        before = self.table_cache.time_source.now() - round(ABANDONED * 1000)
        waiting = await self.table_cache.read(table_store.waiting_for_bots, before)
        known = self._driven() | self._unplayable
        waiting = [id for id in waiting if id not in known]
        claimed = await self.table_cache.read(leases.holders, LEASE)
        free = [LEASE + id for id in waiting if LEASE + id not in claimed]
        taken = sorted(await self.leases.take(free))
        try:
            for name in taken:
                await self._take_up(name.removeprefix(LEASE))
        finally:
            driven = self._driven()
            for name in taken:
                if name.removeprefix(LEASE) not in driven:
                    self.leases.drop(name)

    def _driven(self) -> set[str]:
        return {live.id for live in self.table_cache.all() if live.bot is not None}

    async def _take_up(self, id: str) -> None:
        while len(self._tasks) >= AT_ONCE:
            await asyncio.sleep(0.1)
        try:
            async with self.table_cache.at(id) as (live, _):
                await live.game()
                self.wake(live)
        except ApiError as api_error:
            self._unplayable.add(id)
            log.warning("not resumed", extra={"table": id, "reason": api_error.message})

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _drive(self, live: LiveTable) -> None:
        """Let bots choose until it is a person's turn. Whoever wrote the last entry drives; what
        takes longer is also claimed by a lease, so that no other process takes it over."""
        name = LEASE + live.id
        claim = asyncio.get_running_loop().call_later(CLAIM_AFTER, self.leases.want, name)
        try:
            await self._turns(live)
        finally:
            claim.cancel()
            self.leases.drop(name)

    async def _turns(self, live: LiveTable) -> None:
        failures = 0
        while True:
            pause = 0.0
            try:
                if not await self._turn(live):
                    return
                failures = 0
            except ApiError as api_error:
                if api_error.code in ("not_found", "unplayable", "not_running"):
                    live.bot = None
                    return
                failures += 1
            except DATABASE_FAILURES as error:
                database_failed(error)
                failures += 1
                pause = DATABASE_PAUSE
            except Exception:
                log.exception("bot's turn failed", extra={"table": live.id})
                failures += 1
            except BaseException:
                live.bot = None
                raise
            if failures:
                await asyncio.sleep(pause or PAUSES[min(failures, len(PAUSES)) - 1])

    async def _turn(self, live: LiveTable) -> bool:
        """One answer of a bot; False when no bot has to choose any more."""
        async with self.table_cache.at(live.id, trusted=True) as (_, table):
            play = await live.game()
            seat = to_choose(table)
            if (
                live.driven_elsewhere
                or seat is None
                or (play.lesson is not None and play.lesson.holds())
            ):
                live.bot = None  # under the lock, so nobody waits for a bot that has left
                return False
            bot = table.seats[seat].program
            assert bot is not None
            version = play.version
            choices = _scripted(play)
            claim = self.claim(table.owner, watched=bool(live.connections))
            job = self.job("think", table, play, claim, bot=bot, many=True)
        if not choices:  # a lesson goes on at once
            choices = await self._think(live, seat, job)
            await live.held()
        for first in range(0, max(1, len(choices)), TOGETHER):
            async with self.table_cache.at(live.id, trusted=True) as (_, table):
                play = await live.game()
                if play.version != version or to_choose(table) != seat:
                    break  # somebody took a choice back, or took the seat
                some = choices[first : first + TOGETHER]
                some = some or [secrets.choice(play.match.legal_actions())]
                await self.table_service.commit_choices(live, play, some)
                version = play.version
        return True

    async def _think(self, live: LiveTable, seat: int, job: BotJob) -> list[int]:
        """What the bot chooses; empty where it gave no answer."""
        announcement = Announcement(live, seat, self.table_service)
        try:
            return await self.bot_pool.think(job, announcement.begin)
        except NoAnswer as error:
            log.warning(
                "bot gave no answer",
                extra={"table": live.id, "seat": seat, **job.details, "reason": str(error)},
            )
            return []
        finally:
            announcement.end()

    def claim(self, person: str, watched: bool = True) -> WorkClaim:
        """For whom a job is done: a person's share is theirs however many tables they have."""
        return WorkClaim(self.addresses.get(person, "unknown address"), person, watched)

    def job(
        self, kind: str, table: StoredTable, play: Play, claim: WorkClaim, **details: Any
    ) -> BotJob:
        """A job for a bot process. The process has the whole match, and guards what a seat may
        know: a bot gets a table to look at, never the match."""
        setup = table.setup
        standard = self.table_cache.editions.standard_digest(setup.game) == setup.digest
        edition = None if standard else play.game.edition
        return BotJob(kind, table.id, setup, edition, play.history.actions(), claim, details)


def _scripted(play: Play) -> list[int]:
    """What a lesson lets the bot do now; empty: the bot thinks for itself."""
    if play.lesson is None:
        return []
    script = [play.match.str_to_action(what) for what in play.lesson.script(play.match)]
    return script if script and script[0] in play.match.legal_actions() else []


def to_choose(table: StoredTable) -> int | None:
    """The seat of the bot that has to choose; None where it is not a bot."""
    seat = table.to_choose
    if table.status != RUNNING or seat is None or table.seats[seat].program is None:
        return None
    if table.proposal is not None and table.proposal.kind == "undo":
        return None  # people are talking about what was chosen before
    if table.source is not None:  # it would play out a game of other people: see tables.advice
        return None
    return seat
