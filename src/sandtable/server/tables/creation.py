"""Creating a table: how its game begins, checked and stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from sandtable.kernel.edition import digest as digest_of
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.notices.preferences import BEGAN
from sandtable.server.play.table_service import TableService
from sandtable.server.play.timing import seat_on_clock
from sandtable.server.settings import Settings
from sandtable.server.storage import edition_store, notice_store, table_store
from sandtable.server.storage.database import lock
from sandtable.server.storage.models import GameRow
from sandtable.server.storage.stored_table import (
    OPEN,
    OVER,
    RUNNING,
    WAITING,
    Seat,
    StoredTable,
    new_id,
    new_invite,
)
from sandtable.server.tables.clock import FIRST_DELAY, Clock
from sandtable.server.tables.seating import tell_apart
from sandtable.server.tables.setup import Setup, begin

#: What a table takes in the database, and an entry of its log.
TABLE_BYTES = 1500
ENTRY_BYTES = 60


@dataclass
class TableDraft:
    """A table to be stored: its seats, how its game begins, and what has been played already."""

    seats: list[Seat]
    game: Game
    setup: Setup
    name: str | None = None
    listed: bool = False
    seed_chosen: bool = False
    counts: bool = True
    rated: bool = False  # if nothing else keeps it from being; see people.ratings
    parent: tuple[str, int] | None = None
    source: str | None = None  # see tables.advice
    lesson: str | None = None  # see tables.lessons
    sealed: bool = False  # no advice and no going back until it is over: see tables.challenges
    clock: Clock | None = None
    auto_plans: bool = False  # see play.plan_keeper
    choices: list[int] = field(default_factory=list)


def setup_of(match: Match) -> Setup:
    seed = match.seed
    assert isinstance(seed, (int, str))
    return Setup(
        game=match.game.name,
        rules=match.game.rules_version,
        digest=digest_of(match.game.edition),
        players=match.players,
        seed=seed,
        options=dict(match.options),
    )


async def store_draft(
    table_service: TableService,
    who: Identity,
    draft: TableDraft,
    also: Callable[[Connection, StoredTable], None] | None = None,
) -> StoredTable:
    """Store a table; if all seats are taken, its game runs. ``also`` is part of the transaction."""
    setup = draft.setup
    moment = table_service.table_cache.time_source.now()
    table, log = await asyncio.to_thread(_table, who, draft, moment)
    edition = draft.game.edition
    settings = table_service.table_cache.settings
    limit = settings.max_running
    data = await asyncio.to_thread(json.dumps, edition)
    standard = table_service.table_cache.editions.standard_digest(setup.game) == setup.digest
    size = 0 if standard else len(data)
    # Other editions may be other games.
    table.rated = table.rated and standard

    def job(connection: Connection) -> None:
        # One table after the other, so that nobody gets more than their share at two processes.
        lock(connection, f"owner {table.owner}")
        if table.address is not None:
            lock(connection, f"address {table.address}")
        if table.status != OVER and table_store.unfinished(connection, who.id) >= limit:
            raise ApiError(
                "too_fast", f"You have {limit} unfinished tables; finish or delete some first."
            )
        elsewhere = table.source not in (None, table.id)
        if elsewhere and not table_store.is_running(connection, str(table.source)):
            table.source = None  # it ended this moment
        name = str(edition.get("name", "unnamed"))
        edition_store.keep_edition(connection, setup.digest, setup.game, name, data, size)
        table_store.add_table(connection, table, log)
        if also is not None:
            also(connection, table)
        # Counted with the table in: if it is too much, the transaction takes all of it back.
        check_shares(connection, table, settings)
        if table.status == RUNNING:
            others = table.others(who.id)
            notice_store.add_events(connection, BEGAN, table.id, others, moment)

    await table_service.table_cache.writer.run(job)
    if table.clock is not None:
        table_service.on_clock(table.clock)
    if table.status == RUNNING:
        async with table_service.table_cache.at(table.id) as (live, _):
            table_service.on_turn(live)
    return table


def check_shares(connection: Connection, table: StoredTable, settings: Settings) -> None:
    """Raises ApiError where a person, or an address, has more stored than its share."""
    for column, value, most, whose in (
        (GameRow.owner, table.owner, settings.max_stored_each, "You have"),
        (GameRow.address, table.address, settings.max_stored_address, "Your network has"),
    ):
        if most and value and edition_store.stored_bytes(connection, column, value) > most:
            raise ApiError(
                "share_used_up",
                f"{whose} used up the share of {most // 1_000_000} MB for tables, records and "
                "editions here; delete tables that you no longer need.",
            )


def _stored_size(table: StoredTable, log: list[dict[str, Any]]) -> int:
    """Roughly the bytes that a new table takes in the database."""
    size = TABLE_BYTES + sum(ENTRY_BYTES + len(entry["what"]) for entry in log)
    origin = table.setup.origin
    while origin is not None:
        size += sum(len(notation) + 4 for notation in origin.prefix)
        origin = origin.base
    return size


def _table(
    who: Identity, draft: TableDraft, moment: int
) -> tuple[StoredTable, list[dict[str, Any]]]:
    """The table and the entries of what has been played."""
    tell_apart(draft.seats)
    match = begin(draft.setup, draft.game)
    first = match.current_player
    log: list[dict[str, Any]] = []
    for number, action in enumerate(draft.choices, 1):
        seat = match.current_player
        match.apply(action)
        log.append(
            {
                "number": number,
                "kind": "act",
                "what": match.action_to_str(action),
                "seat": seat,
                "step": number,
                "to_choose": match.current_player,
                "made": moment,
            }
        )
    waiting = any(seat.kind == OPEN for seat in draft.seats)
    status = WAITING if waiting else RUNNING
    if match.is_over:
        status = OVER
    table = StoredTable(
        id=new_id(),
        setup=draft.setup,
        first=first,
        name=draft.name or f"{who.name}'s table",
        owner=who.id,
        invite=new_invite(),
        listed=draft.listed,
        seed_chosen=draft.seed_chosen,
        counts=draft.counts,
        rated=draft.rated and draft.counts and draft.setup.players > 1,
        status=status,
        created=moment,
        updated=moment,
        seats=draft.seats,
        scores=match.scores() if match.is_over else None,
        winners=match.winners() if match.is_over else None,
        version=len(log),
        step=len(log),
        to_choose=None if waiting else match.current_player,
    )
    if draft.clock is not None:
        running = seat_on_clock(table.to_choose, draft.seats, None)
        table.clock = draft.clock.runs_for(running, moment, FIRST_DELAY)
    table.source = table.id if draft.sealed else draft.source
    table.lesson = draft.lesson
    table.auto_plans = draft.auto_plans
    if draft.parent is not None:
        table.parent, table.parent_step = draft.parent
    table.address = who.address
    table.size = _stored_size(table, log)
    return table, log
