"""Tables and their seats in the database.

Here and in the other stores every function takes a connection; writers run in the writer's
thread, readers in any.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.orm import aliased

from sandtable.server.storage import clock_store, coach_store, news
from sandtable.server.storage.database import lock
from sandtable.server.storage.edition_store import EDITIONS
from sandtable.server.storage.models import EditionRow, EntryRow, GameRow, SeatRow
from sandtable.server.storage.people_models import AccountRow
from sandtable.server.storage.stored_table import (
    BOT,
    OVER,
    RUNNING,
    WAITING,
    Seat,
    StoredTable,
)
from sandtable.server.tables.setup import Origin, Setup

#: Milliseconds without an entry after which nobody is expected to be at a lesson.
LESSON_PAUSE = 600_000


def table(connection: Connection, id: str) -> StoredTable | None:
    tables = _tables(connection, select(GameRow.__table__).where(GameRow.id == id))
    return tables[0] if tables else None


def standing(connection: Connection, id: str) -> tuple[int, int] | None:
    """The revision of a table and the number of its last entry, to compare with a copy."""
    last = select(func.max(EntryRow.number)).where(EntryRow.game == id).scalar_subquery()
    row = connection.execute(select(GameRow.revision, last).where(GameRow.id == id)).first()
    return None if row is None else (row[0], row[1] or 0)


def lock_table(connection: Connection, id: str) -> None:
    """Keep other processes from changing the table until this transaction is committed. SQLite
    has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            select(GameRow.id).where(GameRow.id == id).with_for_update(key_share=True)
        )


def table_by_invite(connection: Connection, invite: str) -> StoredTable | None:
    tables = _tables(connection, select(GameRow.__table__).where(GameRow.invite == invite))
    return tables[0] if tables else None


def open_tables(connection: Connection, since: int, limit: int) -> list[StoredTable]:
    """Listed tables that wait for players, newest first."""
    query = (
        select(GameRow.__table__)
        .where(GameRow.status == WAITING, GameRow.listed, GameRow.updated > since)
        .order_by(GameRow.updated.desc())
        .limit(limit)
    )
    return _tables(connection, query)


def tables_of(
    connection: Connection, identity: str, status: str | None, limit: int
) -> list[StoredTable]:
    """The tables where a person sits or which they made, latest change first; no puzzles."""
    last = (
        select(EntryRow.made)
        .where(EntryRow.game == GameRow.id)
        .order_by(EntryRow.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    seated = select(SeatRow.game).where(SeatRow.identity == identity)
    query = (
        select(GameRow.__table__)
        .where(GameRow.id.in_(seated) | (GameRow.owner == identity))
        .where(GameRow.lesson.is_(None) | ~GameRow.lesson.startswith("puzzle:"))
        .order_by(func.coalesce(last, GameRow.updated).desc(), GameRow.id)
        .limit(limit)
    )
    if status is not None:
        query = query.where(GameRow.status == status)
    return _tables(connection, query)


def table_ids_of(connection: Connection, identity: str) -> list[str]:
    """All tables where a person sits or which they made."""
    seated = select(SeatRow.game).where(SeatRow.identity == identity)
    query = select(GameRow.id).where(GameRow.id.in_(seated) | (GameRow.owner == identity))
    return list(connection.execute(query.order_by(GameRow.created, GameRow.id)).scalars())


def lesson_tables(connection: Connection, identity: str, game: str) -> list[StoredTable]:
    """A person's lessons of a game that are under way, latest first."""
    query = (
        select(GameRow.__table__)
        .where(GameRow.owner == identity, GameRow.game == game, GameRow.status == RUNNING)
        .where(GameRow.lesson.is_not(None))
        .order_by(GameRow.created.desc(), GameRow.id)
    )
    return _tables(connection, query)


def unfinished(connection: Connection, identity: str) -> int:
    """How many tables a person has made that are not over."""
    query = select(func.count()).where(GameRow.owner == identity, GameRow.status != OVER)
    return int(connection.execute(query).scalar_one())


def is_running(connection: Connection, id: str) -> bool:
    query = select(GameRow.id).where(GameRow.id == id, GameRow.status == RUNNING)
    return connection.execute(query).first() is not None


def waiting_for_bots(connection: Connection, before: int | None = None) -> list[str]:
    """Running games in which a bot is to choose. With ``before``: since then or earlier, without
    lessons in which nothing has happened for a while; there bots wait for people to read."""
    past = aliased(EntryRow)
    number = select(func.max(past.number)).where(past.game == GameRow.id).scalar_subquery()
    running = select(GameRow.id).join(SeatRow, SeatRow.game == GameRow.id)
    by_bot = (SeatRow.kind == BOT) | SeatRow.driver.is_not(None)
    running = running.where(GameRow.status == RUNNING, by_bot)
    last = (EntryRow.game == GameRow.id) & (EntryRow.number == number)
    begun = running.join(EntryRow, last).where(SeatRow.seat == EntryRow.to_choose)
    none = ~select(EntryRow.game).where(EntryRow.game == GameRow.id).exists()
    new = running.where(SeatRow.seat == GameRow.first, none)
    if before is not None:
        begun = begun.where(EntryRow.made <= before, GameRow.updated <= before)
        begun = begun.where(GameRow.lesson.is_(None) | (EntryRow.made > before - LESSON_PAUSE))
        new = new.where(GameRow.updated <= before)
        new = new.where(GameRow.lesson.is_(None) | (GameRow.updated > before - LESSON_PAUSE))
    return [row[0] for query in (begun, new) for row in connection.execute(query)]


def _tables(connection: Connection, query: Any) -> list[StoredTable]:
    rows = connection.execute(query).all()
    if not rows:
        return []
    ids = [row.id for row in rows]
    seats: dict[str, list[Seat]] = {id: [] for id in ids}
    seated = (
        select(SeatRow.__table__, AccountRow.name.label("profile"))
        .join(AccountRow, AccountRow.identity == SeatRow.identity, isouter=True)
        .where(SeatRow.game.in_(ids))
        .order_by(SeatRow.seat)
    )
    for row in connection.execute(seated):
        seats[row.game].append(
            Seat(
                row.seat,
                row.kind,
                row.name,
                row.identity,
                row.bot,
                row.driver,
                row.abandoned,
                row.former,
                row.profile,
            )
        )
    last = (
        select(EntryRow.game, func.max(EntryRow.number).label("number"))
        .where(EntryRow.game.in_(ids))
        .group_by(EntryRow.game)
        .subquery()
    )
    standing = {
        row.game: row
        for row in connection.execute(
            select(EntryRow.__table__).join(
                last, (EntryRow.game == last.c.game) & (EntryRow.number == last.c.number)
            )
        )
    }
    tables = [_table(row, seats[row.id], standing.get(row.id)) for row in rows]
    clocks, proposals = clock_store.clocks(connection, ids), clock_store.proposals(connection, ids)
    coaches = coach_store.coaches(connection, ids)
    for stored in tables:
        stored.clock, stored.proposal = clocks.get(stored.id), proposals.get(stored.id)
        stored.coaches = coaches.get(stored.id, [])
    return tables


def _table(row: Any, seats: list[Seat], last: Any) -> StoredTable:
    setup = Setup(
        game=row.game,
        rules=row.rules,
        digest=row.edition,
        players=row.players,
        seed=json.loads(row.seed),
        options=row.options,
        origin=None if row.origin is None else Origin.of(row.origin),
    )
    result = StoredTable(
        id=row.id,
        setup=setup,
        first=row.first,
        name=row.name,
        owner=row.owner,
        invite=row.invite,
        listed=row.listed,
        seed_chosen=row.seed_chosen,
        counts=row.counts,
        rated=row.rated,
        status=row.status,
        created=row.created,
        updated=row.updated if last is None else max(last.made, row.updated),
        seats=seats,
        scores=row.scores,
        winners=row.winners,
        parent=row.parent,
        parent_step=row.parent_step,
        rematch=row.rematch,
        source=row.source,
        size=row.size,
        address=row.address,
        lesson=row.lesson,
        practice=row.practice,
        revision=row.revision,
        ended=row.ended,
        auto_plans=row.auto_plans,
    )
    if last is not None:
        result.version, result.step, result.to_choose = last.number, last.step, last.to_choose
    elif row.status == RUNNING:
        result.to_choose = row.first
    return result


def add_table(
    connection: Connection, table: StoredTable, log: Iterable[dict[str, Any]] = ()
) -> None:
    """Store a new table, with what has been played before where it does not start again."""
    setup = table.setup
    connection.execute(
        insert(GameRow).values(
            id=table.id,
            game=setup.game,
            rules=setup.rules,
            edition=setup.digest,
            players=setup.players,
            first=table.first,
            seed=json.dumps(setup.seed),
            options=setup.options,
            origin=None if setup.origin is None else asdict(setup.origin),
            name=table.name,
            owner=table.owner,
            invite=table.invite,
            listed=table.listed,
            seed_chosen=table.seed_chosen,
            counts=table.counts,
            rated=table.rated,
            status=table.status,
            created=table.created,
            updated=table.updated,
            scores=table.scores,
            winners=table.winners,
            parent=table.parent,
            parent_step=table.parent_step,
            rematch=None,
            source=table.source,
            size=table.size,
            address=table.address,
            lesson=table.lesson,
            practice=table.practice,
            auto_plans=table.auto_plans,
        )
    )
    connection.execute(
        insert(SeatRow),
        [
            {
                "game": table.id,
                "seat": seat.seat,
                "kind": seat.kind,
                "identity": seat.identity,
                "name": seat.name,
                "bot": seat.bot,
            }
            for seat in table.seats
        ],
    )
    if table.clock is not None:
        clock_store.add_clock(connection, table.id, table.clock)
    rows = [{"game": table.id, **row} for row in log]
    if rows:
        connection.execute(insert(EntryRow), rows)


def set_seats(connection: Connection, id: str, seats: list[Seat], status: str, moment: int) -> None:
    """Who sits where has changed, and perhaps the game begins."""
    for seat in seats:
        connection.execute(
            update(SeatRow)
            .where(SeatRow.game == id, SeatRow.seat == seat.seat)
            .values(
                kind=seat.kind,
                identity=seat.identity,
                name=seat.name,
                bot=seat.bot,
                driver=seat.driver,
                abandoned=seat.abandoned,
                former=seat.former,
            )
        )
    connection.execute(
        update(GameRow).where(GameRow.id == id).values(status=status, updated=moment)
    )
    touch(connection, id)


def touch(connection: Connection, *ids: str) -> None:
    """Call this in every transaction that changes tables or their seats: the other server
    processes read them again when it is committed."""
    if not ids:
        return
    connection.execute(
        update(GameRow).where(GameRow.id.in_(ids)).values(revision=GameRow.revision + 1)
    )
    for id in ids:
        news.publish(connection, news.TABLE, id)


def mark_practice(connection: Connection, id: str) -> None:
    """Somebody went back in this game: it no longer counts."""
    connection.execute(update(GameRow).where(GameRow.id == id).values(practice=True, counts=False))
    touch(connection, id)


def mark_unrated(connection: Connection, id: str) -> None:
    """The game counts for no rating, whatever it was begun as."""
    connection.execute(update(GameRow).where(GameRow.id == id).values(rated=False))
    touch(connection, id)


def set_rematch(connection: Connection, id: str, rematch: str, before: str | None) -> str:
    """The table at which the same people play again. Where another process was faster, that one
    stays and the new table is deleted. Returns its id."""
    lock_table(connection, id)
    query = select(GameRow.rematch).where(GameRow.id == id)
    first: str | None = connection.execute(query).scalar_one()
    if first is not None and first != before:
        delete_table(connection, rematch)
        return first
    connection.execute(update(GameRow).where(GameRow.id == id).values(rematch=rematch))
    touch(connection, id)
    return rematch


def delete_table(connection: Connection, id: str) -> None:
    """Delete a table, and its edition if no other table needs it."""
    query = select(GameRow.edition).where(GameRow.id == id)
    digest = connection.execute(query).scalar_one_or_none()
    lock(connection, EDITIONS)
    connection.execute(delete(GameRow).where(GameRow.id == id))
    used = select(GameRow.id).where(GameRow.edition == digest).exists()
    connection.execute(delete(EditionRow).where(EditionRow.digest == digest, ~used))
    news.publish(connection, news.TABLE, id)


def free_derived(connection: Connection, id: str) -> None:
    """Tables that branched off this game may give advice again."""
    freed = connection.execute(
        update(GameRow).where(GameRow.source == id).values(source=None).returning(GameRow.id)
    )
    touch(connection, *(row[0] for row in freed.all()))
