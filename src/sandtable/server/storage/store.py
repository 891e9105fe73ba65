"""Reading and writing what is stored. Every function takes a connection; writers run in the
writer's thread, readers in any."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.server.storage.models import (
    EditionRow,
    EntryRow,
    GameRow,
    ProgressRow,
    ResultRow,
    SeatRow,
    ServerValueRow,
)
from sandtable.server.tables.setup import Origin, Setup

WAITING = "waiting"
RUNNING = "running"
OVER = "over"

HUMAN = "human"
HOTSEAT = "hotseat"
BOT = "bot"
OPEN = "open"

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def now() -> int:
    return int(time.time() * 1000)


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def new_invite() -> str:
    return secrets.token_urlsafe(12)


@dataclass
class Seat:
    seat: int
    kind: str
    name: str = ""
    identity: str | None = None
    bot: str | None = None

    @property
    def person(self) -> bool:
        return self.kind in (HUMAN, HOTSEAT)


@dataclass
class Table:
    """A table as it is stored, with its seats and where its game stands."""

    id: str
    setup: Setup
    first: int | None
    name: str
    owner: str
    invite: str
    listed: bool
    seed_chosen: bool
    counts: bool
    status: str
    created: int
    updated: int
    seats: list[Seat]
    scores: list[int] | None = None
    winners: list[int] | None = None
    parent: str | None = None
    parent_step: int | None = None
    rematch: str | None = None
    source: str | None = None  # the running game between people that holds back advice here
    size: int = 0
    address: str | None = None
    lesson: str | None = None
    practice: bool = False  # somebody went back further than taking back allows
    version: int = 0
    step: int = 0
    to_choose: int | None = None

    def own(self, identity: str | None) -> frozenset[int]:
        """The seats a person holds."""
        if identity is None:
            return frozenset()
        return frozenset(seat.seat for seat in self.seats if seat.identity == identity)

    def names(self) -> list[str]:
        return [seat.name or f"Seat {seat.seat + 1}" for seat in self.seats]


# -- reading -----------------------------------------------------------------------------------


def table(connection: Connection, id: str) -> Table | None:
    found = _tables(connection, select(GameRow.__table__).where(GameRow.id == id))
    return found[0] if found else None


def table_by_invite(connection: Connection, invite: str) -> Table | None:
    found = _tables(connection, select(GameRow.__table__).where(GameRow.invite == invite))
    return found[0] if found else None


def open_tables(connection: Connection, since: int, limit: int) -> list[Table]:
    """Listed tables that wait for players, newest first."""
    query = (
        select(GameRow.__table__)
        .where(GameRow.status == WAITING, GameRow.listed, GameRow.updated > since)
        .order_by(GameRow.updated.desc())
        .limit(limit)
    )
    return _tables(connection, query)


def tables_of(connection: Connection, identity: str, status: str | None, limit: int) -> list[Table]:
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


def lesson_tables(connection: Connection, identity: str, game: str) -> list[Table]:
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


def stored_bytes(connection: Connection, column: Any, value: str) -> int:
    """How much is stored for a person (``GameRow.owner``) or an address (``GameRow.address``):
    their tables, and every edition these need."""
    tables = select(func.coalesce(func.sum(GameRow.size), 0)).where(column == value)
    needed = select(GameRow.edition).where(column == value)
    editions = select(func.coalesce(func.sum(EditionRow.size), 0)).where(
        EditionRow.digest.in_(needed)
    )
    return int(connection.execute(tables).scalar_one()) + int(
        connection.execute(editions).scalar_one()
    )


def is_running(connection: Connection, id: str) -> bool:
    query = select(GameRow.id).where(GameRow.id == id, GameRow.status == RUNNING)
    return connection.execute(query).first() is not None


def waiting_for_bots(connection: Connection) -> list[str]:
    """Running games in which a bot is to choose."""
    last = (
        select(EntryRow.game, func.max(EntryRow.number).label("number"))
        .join(GameRow, GameRow.id == EntryRow.game)
        .where(GameRow.status == RUNNING)
        .group_by(EntryRow.game)
        .subquery()
    )
    begun = (
        select(SeatRow.game)
        .join(last, last.c.game == SeatRow.game)
        .join(EntryRow, (EntryRow.game == last.c.game) & (EntryRow.number == last.c.number))
        .where(SeatRow.seat == EntryRow.to_choose, SeatRow.kind == BOT)
    )
    new = (
        select(SeatRow.game)
        .join(GameRow, GameRow.id == SeatRow.game)
        .where(
            GameRow.status == RUNNING,
            SeatRow.seat == GameRow.first,
            SeatRow.kind == BOT,
            ~select(EntryRow.game).where(EntryRow.game == GameRow.id).exists(),
        )
    )
    return [row[0] for query in (begun, new) for row in connection.execute(query)]


def entries(connection: Connection, id: str) -> list[tuple[str, str]]:
    """The log of a game: kind and contents, in order."""
    query = (
        select(EntryRow.kind, EntryRow.what).where(EntryRow.game == id).order_by(EntryRow.number)
    )
    return [(row[0], row[1]) for row in connection.execute(query)]


def edition(connection: Connection, digest: str) -> tuple[str, str] | None:
    """Game and text of an edition."""
    query = select(EditionRow.game, EditionRow.data).where(EditionRow.digest == digest)
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def results_of(
    connection: Connection, identity: str, game: str | None, limit: int
) -> Sequence[Row[Any]]:
    query = (
        select(ResultRow.__table__)
        .where(ResultRow.identity == identity)
        .order_by(ResultRow.score.desc(), ResultRow.finished)
        .limit(limit)
    )
    if game is not None:
        query = query.where(ResultRow.game == game)
    return connection.execute(query).all()


def progress_of(connection: Connection, identity: str) -> dict[str, dict[str, dict[str, Any]]]:
    """By game and mode."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    query = select(ProgressRow.__table__).where(ProgressRow.identity == identity)
    for row in connection.execute(query):
        found.setdefault(row.game, {})[row.mode] = row.data
    return found


def _tables(connection: Connection, query: Any) -> list[Table]:
    rows = connection.execute(query).all()
    if not rows:
        return []
    ids = [row.id for row in rows]
    seats: dict[str, list[Seat]] = {id: [] for id in ids}
    for row in connection.execute(
        select(SeatRow.__table__).where(SeatRow.game.in_(ids)).order_by(SeatRow.seat)
    ):
        seats[row.game].append(Seat(row.seat, row.kind, row.name, row.identity, row.bot))
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
    return [_table(row, seats[row.id], standing.get(row.id)) for row in rows]


def _table(row: Any, seats: list[Seat], last: Any) -> Table:
    setup = Setup(
        game=row.game,
        rules=row.rules,
        digest=row.edition,
        players=row.players,
        seed=json.loads(row.seed),
        options=row.options,
        origin=None if row.origin is None else Origin.of(row.origin),
    )
    found = Table(
        id=row.id,
        setup=setup,
        first=row.first,
        name=row.name,
        owner=row.owner,
        invite=row.invite,
        listed=row.listed,
        seed_chosen=row.seed_chosen,
        counts=row.counts,
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
    )
    if last is not None:
        found.version, found.step, found.to_choose = last.number, last.step, last.to_choose
    elif row.status == RUNNING:
        found.to_choose = row.first
    return found


# -- writing -----------------------------------------------------------------------------------


def keep_edition(
    connection: Connection, digest: str, game: str, name: str, data: str, size: int = 0
) -> None:
    known = select(EditionRow.digest).where(EditionRow.digest == digest)
    if connection.execute(known).first() is None:
        connection.execute(
            insert(EditionRow).values(digest=digest, game=game, name=name, data=data, size=size)
        )


def drop_unused_editions(connection: Connection) -> int:
    """Delete the editions that no table needs; returns how many there were."""
    used = select(GameRow.id).where(GameRow.edition == EditionRow.digest).exists()
    return int(connection.execute(delete(EditionRow).where(~used)).rowcount)


def add_table(connection: Connection, table: Table, log: Iterable[dict[str, Any]] = ()) -> None:
    """Store a new table, with what has been played before where it does not begin anew."""
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
    rows = [{"game": table.id, **row} for row in log]
    if rows:
        connection.execute(insert(EntryRow), rows)


def set_seats(connection: Connection, id: str, seats: list[Seat], status: str) -> None:
    """Who sits where has changed, and perhaps the game begins."""
    for seat in seats:
        connection.execute(
            update(SeatRow)
            .where(SeatRow.game == id, SeatRow.seat == seat.seat)
            .values(kind=seat.kind, identity=seat.identity, name=seat.name, bot=seat.bot)
        )
    connection.execute(update(GameRow).where(GameRow.id == id).values(status=status, updated=now()))


def add_entry(connection: Connection, row: tuple[Any, ...]) -> None:
    names = [column.name for column in EntryRow.__table__.columns]
    connection.execute(insert(EntryRow).values(dict(zip(names, row, strict=True))))


def finish(
    connection: Connection,
    id: str,
    scores: list[int],
    winners: list[int],
    results: list[dict[str, Any]],
    progress: list[dict[str, Any]],
) -> None:
    """The game is over: its outcome, and what it means for those who played."""
    connection.execute(
        update(GameRow)
        .where(GameRow.id == id)
        .values(status=OVER, scores=scores, winners=winners, updated=now())
    )
    free_derived(connection, id)
    if results:
        connection.execute(insert(ResultRow), results)
    for row in progress:
        set_progress(connection, row)


def set_progress(connection: Connection, row: dict[str, Any]) -> None:
    key = (
        (ProgressRow.identity == row["identity"])
        & (ProgressRow.game == row["game"])
        & (ProgressRow.mode == row["mode"])
    )
    connection.execute(delete(ProgressRow).where(key))
    connection.execute(insert(ProgressRow).values(row))


def mark_practice(connection: Connection, id: str) -> None:
    """Somebody went back in this game: it counts no more."""
    connection.execute(update(GameRow).where(GameRow.id == id).values(practice=True, counts=False))


def set_rematch(connection: Connection, id: str, rematch: str) -> None:
    connection.execute(update(GameRow).where(GameRow.id == id).values(rematch=rematch))


def delete_table(connection: Connection, id: str) -> None:
    """Delete a table, and its edition if no other table needs it."""
    query = select(GameRow.edition).where(GameRow.id == id)
    digest = connection.execute(query).scalar_one_or_none()
    connection.execute(delete(GameRow).where(GameRow.id == id))
    used = select(GameRow.id).where(GameRow.edition == digest).exists()
    connection.execute(delete(EditionRow).where(EditionRow.digest == digest, ~used))


def free_derived(connection: Connection, id: str) -> None:
    """Tables that branched off this game may give advice again."""
    connection.execute(update(GameRow).where(GameRow.source == id).values(source=None))


def server_value(connection: Connection, name: str, make: str) -> str:
    """A value that is kept; ``make`` is what it becomes where there is none yet."""
    query = select(ServerValueRow.value).where(ServerValueRow.name == name)
    row = connection.execute(query).first()
    if row is not None:
        return str(row[0])
    try:
        with connection.begin_nested():
            connection.execute(insert(ServerValueRow).values(name=name, value=make))
    except IntegrityError:  # another server starting at the same moment
        return str(connection.execute(query).scalar_one())
    return make
