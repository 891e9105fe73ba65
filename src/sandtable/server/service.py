"""The parts of a running server, put together and taken apart."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from sandtable.kernel.registry import game, games
from sandtable.server.auth.accounts import Accounts
from sandtable.server.auth.identity import Identity, Signer
from sandtable.server.auth.sign_ins import SignIns
from sandtable.server.bots.analyses import Analyses
from sandtable.server.bots.fair_queue import FairQueue, WorkClaim
from sandtable.server.bots.pool import BotPool, default_bot
from sandtable.server.bots.runner import BotRunner
from sandtable.server.cluster.lease_keeper import LeaseKeeper
from sandtable.server.cluster.news import News
from sandtable.server.cluster.periodic import Periodic
from sandtable.server.cluster.roster import Roster
from sandtable.server.cluster.shared_limits import SharedLimits
from sandtable.server.health import Health
from sandtable.server.limits import ConnectionLimit, Limiter
from sandtable.server.mail import Mailer
from sandtable.server.notices.delivery import Deliverer
from sandtable.server.notices.links import NoticeLinks
from sandtable.server.notices.push import Pusher, new_key
from sandtable.server.notices.service import NoticeService
from sandtable.server.outgoing import Outgoing
from sandtable.server.people.channel import PersonalChannel
from sandtable.server.people.data import PersonalData
from sandtable.server.people.friends import Friends
from sandtable.server.play.agreements import Agreements
from sandtable.server.play.chat import Chat
from sandtable.server.play.clock_keeper import ClockKeeper
from sandtable.server.play.coaching import Coaching
from sandtable.server.play.plan_keeper import PlanKeeper
from sandtable.server.play.plans import Plans
from sandtable.server.play.table_cache import TableCache
from sandtable.server.play.table_service import TableService
from sandtable.server.settings import Settings
from sandtable.server.storage import database, edition_store, leases, people, server_values
from sandtable.server.storage.backup import Backups
from sandtable.server.storage.writer import Writer
from sandtable.server.tables.challenges import Challenges
from sandtable.server.tables.derived import DerivedTables
from sandtable.server.tables.lessons import LessonTables
from sandtable.server.tables.lobby import Lobby
from sandtable.server.time_source import WALL_CLOCK, TimeSource
from sandtable.server.uploads.pool import UploadPool

T = TypeVar("T")

log = logging.getLogger("sandtable.server")

#: Many people may share an address; it may ask this many times as often as one person.
ADDRESS_FACTOR = 5


TIDY_SECONDS = 3600
NOTICE_SECONDS = 5

#: Whom a push service is to ask about this server, if the host has named nobody.
CONTACT = "https://github.com/sandtable/sandtable"

#: A position is hundreds of objects without cycles: look for garbage less often than Python does.
GC_THRESHOLDS = (20_000, 20, 20)


def _load_games() -> None:
    """Load all games now: later it would hold up everybody who is connected."""
    for name in games():
        try:
            game(name)
        except Exception:
            log.exception("a game cannot be loaded", extra={"game": name})


class Service:
    def __init__(self, settings: Settings, time_source: TimeSource = WALL_CLOCK) -> None:
        self.settings = settings
        self.time_source = time_source
        self.since = time_source.now()
        self.engine = database.connect(database.address(settings.database), settings.full_sync)
        database.migrate(self.engine)
        self.backups = Backups(self.engine, settings.backups)
        with self.engine.begin() as connection:
            key = server_values.server_value(connection, "signing key", secrets.token_hex(32))
            vapid = server_values.server_value(connection, "push key", new_key())
        self.signer = Signer(key)
        self.limiter = Limiter(settings.rates, settings.rate_factor)
        self.writer = Writer(self.engine, settings.full_sync)
        self.leases = LeaseKeeper(self.engine, self.writer)
        #: For work that one process does: `periodic.add(name, seconds, work)`.
        self.periodic = Periodic(self.leases)
        #: For what the other processes have to know: `news.on(topic, handler)`.
        self.news = News(self.engine, self.writer)
        self.roster = Roster(self.news, self.leases)
        self.open = ConnectionLimit(
            settings.max_connections, settings.max_connections_each, self.roster
        )
        self.shared_limits = SharedLimits(self.limiter, self.news)
        self.table_cache = TableCache(self.engine, self.writer, settings, time_source)
        self.table_cache.elsewhere = self.roster.at
        self.table_service = TableService(self.table_cache, self.news)
        self.roster.on_change = self.table_service.presence_changed
        self.bot_pool = BotPool(
            settings.bot_processes, settings.think_seconds, settings.bot_niceness
        )
        self.bot_runner = BotRunner(self.table_service, self.bot_pool, self.leases)
        self.analyses = Analyses(self.table_cache, self.bot_runner, settings, self.periodic)
        self.sign_ins = SignIns(self.signer, self.table_cache)
        self.news.on(people.TOPIC, self._person_changed)
        self.mailer = Mailer.of(settings)
        self.accounts = Accounts(self.table_cache, self.sign_ins, self.mailer)
        self.personal_channel = PersonalChannel(self.news)
        self.uploads = UploadPool(settings.upload_seconds, settings.bot_niceness)
        self.agreements = Agreements(self.table_service, default_bot)
        self.chat = Chat(self.table_service, self.news)
        self.clock_keeper = ClockKeeper(self.agreements, self.leases)
        self.plans = Plans(self.table_service)
        self.plan_keeper = PlanKeeper(self.plans, self.periodic)
        self.lobby = Lobby(self.table_service, self.uploads)
        self.personal_data = PersonalData(
            self.accounts, self.signer, self.table_service, self.lobby
        )
        self.coaching = Coaching(self.table_service, self.personal_channel)
        self.friends = Friends(self.table_cache, self.personal_channel)
        self.friends.on_block = self.coaching.end_between
        self.derived_tables = DerivedTables(self.table_service, self.uploads)
        self.challenges = Challenges(self.table_service)
        self.lesson_tables = LessonTables(self.table_service, self.lobby)
        #: Previews are worked out in threads; more at once would only wait for each other.
        self._previews = FairQueue(2)
        self.health = Health(self.engine, self.writer, self.bot_pool)
        self.notice_links = NoticeLinks(key)
        self.outgoing = Outgoing(settings.outgoing_private)
        self.notices = NoticeService(self.table_cache, self._deliverer(vapid), self.leases)
        self._resuming: asyncio.Task[None] | None = None
        self.periodic.add("editions", TIDY_SECONDS, self._tidy)
        self.periodic.add("notices", NOTICE_SECONDS, self.notices.poll)

    async def _person_changed(self, id: str, details: dict[str, Any]) -> None:
        """Another process has changed what counts for a person: end what no longer does."""
        counts = await self.sign_ins.changed_elsewhere(id)
        self.sign_out(id, lambda who: not counts(who))

    def _deliverer(self, key: str) -> Deliverer:
        settings = self.settings
        contact = settings.public_url if settings.public_url.startswith("https:") else CONTACT
        if settings.mail_from:
            contact = f"mailto:{settings.mail_from}"
        return Deliverer(
            self.mailer,
            Pusher(key, contact, self.outgoing),
            self.outgoing,
            self.notice_links,
            settings.public_url,
            self.time_source,
        )

    def start(self) -> None:
        _load_games()
        self.accounts.passwords.warm_up()
        # What is there from the start stays: looking through it for garbage would hold up everybody
        # for a tenth of a second now and then.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        self._resuming = asyncio.create_task(self._resume())
        self.leases.start()
        self.periodic.start()
        self.news.start()
        self.clock_keeper.start()

    def sign_out(self, identity: str, ended: Callable[[Identity], bool]) -> None:
        """Close the live connections of a person whose sign-in has ended."""
        self.table_service.sign_out(identity, ended)
        self.personal_channel.sign_out(identity, ended)

    async def _resume(self) -> None:
        try:
            await self.bot_runner.resume()
        except Exception:
            log.exception("games that wait for bots could not be taken up")

    async def _tidy(self) -> None:
        """Delete the editions that no table needs any more, and what processes left behind."""
        dropped = await self.writer.run(edition_store.drop_unused_editions)
        await self.writer.run(leases.drop_expired)
        if dropped:
            log.info("unused editions deleted", extra={"count": dropped})

    async def stop(self) -> None:
        """Everything that was accepted is written; then all parts stop."""
        if self._resuming is not None:
            self._resuming.cancel()
        await self.periodic.stop()
        await self.outgoing.close()
        await self.clock_keeper.stop()
        await self.plan_keeper.stop()
        self.table_service.stop()
        self.personal_channel.close()
        await self.accounts.stop()
        await self.analyses.stop()
        await self.bot_runner.stop()
        await self.bot_pool.close()
        await self.uploads.close()
        await self.news.stop()
        await self.leases.stop()
        await self.writer.close()
        self.engine.dispose()

    def limit(self, what: str, who: Identity | None, address: str) -> None:
        """Raises `too_fast` where a person, or all at an address together, ask too often."""
        if who is not None:
            self.bot_runner.addresses[who.id] = address
            self.limiter.check(what, who.id)
            self.limiter.check(what, f"everybody at {address}", ADDRESS_FACTOR)
        else:
            self.limiter.check(what, address)

    async def try_out(self, who: Identity | None, address: str, work: Callable[[], T]) -> T:
        """Do a preview's work in a thread, when it is this person's turn."""
        claim = WorkClaim(address, address if who is None else who.id)
        since = await self._previews.enter(claim)
        try:
            return await asyncio.to_thread(work)
        finally:
            self._previews.leave(claim, since)
