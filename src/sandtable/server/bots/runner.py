"""Runs the bots at the tables: each is asked when it has to choose, and its choice is stored like
any other. After a restart they continue where the logs end."""

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
from sandtable.server.tables.info import moment, only_bots

#: Quick bots are not announced.
ANNOUNCE = 0.15
#: Milliseconds after which a further decision of the same bot is announced, if its time limit has
#: not changed.
ANNOUNCE_AGAIN = 250
#: How many of the choices that a bot considers are shown.
CANDIDATES = 4
#: How many games are taken up at once after a restart.
AT_ONCE = 50
ADDRESSES_KEPT = 10_000
#: At most this many choices are stored in one go: others wait for the table's lock.
BATCH_SIZE = 20
#: Seconds to wait after failures in a row; the database may be back soon.
PAUSES = [1.0, 5.0, 20.0, 60.0]
DATABASE_PAUSE = 1.0
#: The lease of a table's bots, by the table's id, and after how many seconds it is claimed.
LEASE = "bot "
CLAIM_AFTER = 1.0
#: A bot that has had to choose for this many seconds, claimed by nobody, is taken over.
ABANDONED = 2.5
#: Seconds between two searches for such games: usually, and for a while after a process died.
SLOW_POLL = 20.0
QUICK_POLL = 1.0
QUICK_POLL_FOR = 10.0

log = logging.getLogger("sandtable.server.bots")


class Announcement:
    """Shows people at a table that a bot is queued or thinking, after a short delay: most bots are
    quick."""

    def __init__(self, live: LiveTable, seat: int, table_service: TableService) -> None:
        self._live = live
        self._table_service = table_service
        self._time_source = table_service.table_cache.time_source
        self._seat = seat
        self._type = "waiting"
        self._since = self._time_source.now()
        self._timer = asyncio.get_running_loop().call_later(ANNOUNCE, self._send)
        self._sent = False
        self._sent_at = 0
        self._limit: float | None = None
        self._sent_limit: float | None = None

    def begin(self) -> None:
        """The bot starts to think."""
        self._type = "thinking"
        self._since = self._time_source.now()
        if self._sent:
            self._send()

    def end(self) -> None:
        self._timer.cancel()
        self._live.thinking = None
        self._live.candidates = None

    def progress(self, message: dict[str, Any]) -> None:
        """A progress message of the bot: the time limit of its next decision, or its candidates."""
        if "limit" in message:
            self._limit, self._since = message["limit"], self._time_source.now()
            is_new = self._limit != self._sent_limit
            if self._sent and (is_new or self._since - self._sent_at >= ANNOUNCE_AGAIN):
                self._send()
        elif self._sent:
            self._table_service.send_candidates(self._live, self._seat, message["candidates"])

    def _send(self) -> None:
        self._sent = True
        self._sent_at = self._time_source.now()
        self._sent_limit = self._limit
        message: dict[str, Any] = {
            "type": self._type,
            "seat": self._seat,
            "since": moment(self._since),
        }
        if self._type == "thinking":
            message["limit"] = self._limit
        self._live.thinking = message
        self._table_service.send_everywhere(self._live, message)


class BotRunner:
    def __init__(self, table_service: TableService, bot_pool: BotPool, keeper: LeaseKeeper) -> None:
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        self.bot_pool = bot_pool
        self.leases = keeper
        keeper.on_departure.append(self.process_gone)
        self._poll = asyncio.Event()
        self._quick_until = 0.0
        self._unplayable: set[str] = set()  # games that cannot be taken up
        #: The address of each person's last request.
        self.addresses: LRUCache[str, str] = LRUCache(ADDRESSES_KEPT)
        self._tasks: set[asyncio.Task[None]] = set()
        #: What bots think about now, by table, with the version of the log.
        self._jobs: dict[str, tuple[int, BotJob]] = {}
        table_service.turn_listeners.append(self.wake)
        table_service.on_move_now = self.move_now

    def wake(self, live: LiveTable) -> None:
        """Called under the table's lock: let a bot choose if it has to."""
        table = live.table
        if live.bot is None and table is not None and to_choose(table) is not None:
            live.driven_elsewhere = False
            live.move_now_turn = None
            live.bot = asyncio.create_task(self._drive(live))
            self._tasks.add(live.bot)
            live.bot.add_done_callback(self._tasks.discard)

    def move_now(self, live: LiveTable, version: int) -> None:
        """Make the bot that thinks about this position choose now, and for the rest of its turn."""
        thinking = self._jobs.get(live.id)
        if thinking is None or thinking[0] != version or live.play is None:
            return
        live.move_now_turn = _turn_of(live.play)
        self.bot_pool.move_now(thinking[1])

    async def resume(self) -> None:
        """Continue all games that wait for a bot: after a restart, and with several processes all
        the time, since any of them may die."""
        if self.leases.single:
            for id in await self.table_cache.read(table_store.waiting_for_bots):
                await self._take_up(id)
            return
        self._quick_until = time.monotonic() + QUICK_POLL_FOR
        while True:
            try:
                await self._take_over()
            except DATABASE_FAILURES as error:
                database_failed(error)
            except Exception:
                log.exception("games that wait for bots could not be taken over")
            quick = time.monotonic() < self._quick_until
            with suppress(TimeoutError):
                await asyncio.wait_for(self._poll.wait(), QUICK_POLL if quick else SLOW_POLL)
            self._poll.clear()

    def process_gone(self, process: str) -> None:
        """Another process has died or stopped: look for the games it was driving."""
        self._quick_until = time.monotonic() + QUICK_POLL_FOR
        self._poll.set()

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
        """Let bots choose until it is a person's turn. The process that wrote the last entry runs
        them; what takes longer is also claimed by a lease, so that no other process takes it
        over."""
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
            count = CANDIDATES if only_bots(table) else 0
            job = self.job("think", table, play, claim, bot=bot, many=True, candidates=count)
            job.move_now = live.move_now_turn == _turn_of(play)
        if not choices:  # a lesson goes on at once
            choices = await self._think(live, seat, version, job)
            await live.held()
        for first in range(0, max(1, len(choices)), BATCH_SIZE):
            async with self.table_cache.at(live.id, trusted=True) as (_, table):
                play = await live.game()
                if play.version != version or to_choose(table) != seat:
                    break  # somebody took a choice back, or took the seat
                some = choices[first : first + BATCH_SIZE]
                some = some or [secrets.choice(play.match.legal_actions())]
                await self.table_service.commit_choices(live, play, some)
                version = play.version
        return True

    async def _think(self, live: LiveTable, seat: int, version: int, job: BotJob) -> list[int]:
        """The bot's choices; empty where it gave no answer."""
        announcement = Announcement(live, seat, self.table_service)
        job.on_progress = announcement.progress
        self._jobs[live.id] = (version, job)
        try:
            return await self.bot_pool.think(job, announcement.begin)
        except NoAnswer as error:
            log.warning(
                "bot gave no answer",
                extra={"table": live.id, "seat": seat, **job.details, "reason": str(error)},
            )
            return []
        finally:
            del self._jobs[live.id]
            announcement.end()

    def claim(self, person: str, watched: bool = True) -> WorkClaim:
        """Whose share of the processors a job counts against, however many tables they have."""
        return WorkClaim(self.addresses.get(person, "unknown address"), person, watched)

    def job(
        self, kind: str, table: StoredTable, play: Play, claim: WorkClaim, **details: Any
    ) -> BotJob:
        """A job for a bot process. The process has the whole match and keeps its secrets: a bot
        gets a `Table`, never the match."""
        setup = table.setup
        standard = self.table_cache.editions.standard_digest(setup.game) == setup.digest
        edition = None if standard else play.game.edition
        return BotJob(kind, table.id, setup, edition, play.history.actions(), claim, details)


def _turn_of(play: Play) -> tuple[int | None, int]:
    """The turn of a game, and who is to choose in it."""
    return play.to_choose, play.match.turn_number()


def _scripted(play: Play) -> list[int]:
    """The choices a lesson prescribes for the bot; empty: the bot chooses itself."""
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
