"""From a wish to a table: how its game begins, checked and stored."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from sandtable.kernel.edition import digest as digest_of
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import store
from sandtable.server.storage.store import OPEN, Seat, Table
from sandtable.server.tables.seating import tell_apart
from sandtable.server.tables.setup import Setup, begin


@dataclass
class Plan:
    """A table to be stored: its seats, how its game begins, and what has been played already."""

    seats: list[Seat]
    game: Game
    setup: Setup
    name: str | None = None
    listed: bool = False
    seed_chosen: bool = False
    counts: bool = True
    parent: tuple[str, int] | None = None
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


async def store_plan(table_service: TableService, who: Identity, plan: Plan) -> Table:
    """Store a table; if all seats are taken, its game runs."""
    setup = plan.setup
    table, log = await asyncio.to_thread(_table, who, plan)
    edition = plan.game.edition
    limit = table_service.table_cache.settings.max_running

    def job(connection: Connection) -> None:
        if table.status != store.OVER and store.unfinished(connection, who.id) >= limit:
            raise ApiError(
                "too_fast", f"You have {limit} unfinished tables; finish or delete some first."
            )
        name = str(edition.get("name", "unnamed"))
        store.keep_edition(connection, setup.digest, setup.game, name, json.dumps(edition))
        store.add_table(connection, table, log)

    await table_service.table_cache.writer.run(job)
    if table.status == store.RUNNING:
        async with table_service.table_cache.at(table.id) as (session, _):
            table_service.on_turn(session)
    return table


def _table(who: Identity, plan: Plan) -> tuple[Table, list[dict[str, Any]]]:
    """The table and the entries of what has been played."""
    moment = store.now()
    tell_apart(plan.seats)
    match = begin(plan.setup, plan.game)
    first = match.current_player
    log: list[dict[str, Any]] = []
    for number, action in enumerate(plan.choices, 1):
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
    waiting = any(seat.kind == OPEN for seat in plan.seats)
    status = store.WAITING if waiting else store.RUNNING
    if match.is_over:
        status = store.OVER
    table = Table(
        id=store.new_id(),
        setup=plan.setup,
        first=first,
        name=plan.name or f"{who.name}'s table",
        owner=who.id,
        invite=store.new_invite(),
        listed=plan.listed,
        seed_chosen=plan.seed_chosen,
        counts=plan.counts,
        status=status,
        created=moment,
        updated=moment,
        seats=plan.seats,
        scores=match.scores() if match.is_over else None,
        winners=match.winners() if match.is_over else None,
        version=len(log),
        step=len(log),
        to_choose=None if waiting else match.current_player,
    )
    if plan.parent is not None:
        table.parent, table.parent_step = plan.parent
    return table, log


def check_storable(value: Any) -> None:
    """Databases cannot keep every text that JSON can write."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        text.encode()
    except UnicodeEncodeError:
        raise ApiError("bad_request", "The edition contains half of a surrogate pair.") from None
    except RecursionError:
        raise ApiError("bad_request", "The edition is nested too deeply.") from None
    if "\\u0000" in text:
        raise ApiError("bad_request", "The edition contains the character 0.")
