"""Notices in the database. Turns are read from the games' logs, so that playing writes nothing for
them; who claims a person's notice first is settled by that person's row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from sandtable.server.storage.models import EntryRow, GameRow, SeatRow
from sandtable.server.storage.notice_models import (
    DeliveryRow,
    NoticeEventRow,
    NoticePersonRow,
    PushRow,
)
from sandtable.server.storage.stored_table import HOTSEAT, HUMAN, RUNNING

PERSON = NoticePersonRow
MOST_DEVICES = 10


@dataclass(frozen=True)
class Waiting:
    """Something that a person does not know yet."""

    kind: str
    table: str
    name: str
    game: str
    by: str
    made: int


# -- people --------------------------------------------------------------------------------------


def person(connection: Connection, identity: str) -> Row[Any] | None:
    query = select(PERSON.__table__).where(PERSON.identity == identity)
    return connection.execute(query).first()


def set_person(connection: Connection, identity: str, moment: int, **values: Any) -> None:
    """Keep what a person has chosen; they are here at this moment."""
    values["seen"] = moment
    changed = connection.execute(update(PERSON).where(PERSON.identity == identity).values(**values))
    if not changed.rowcount:
        start = {"preferences": {}, "active": False, "email": None, "webhook": None}
        connection.execute(insert(PERSON).values(**{**start, **values}, identity=identity))


def change_person(connection: Connection, identity: str, **values: Any) -> None:
    """Change what is kept about a person who need not be here."""
    connection.execute(update(PERSON).where(PERSON.identity == identity).values(**values))


def see(connection: Connection, identity: str, moment: int) -> None:
    """The person is here: what was on its way to them is no news any more."""
    connection.execute(
        update(PERSON).where(PERSON.identity == identity, PERSON.seen < moment).values(seen=moment)
    )
    connection.execute(delete(DeliveryRow).where(DeliveryRow.identity == identity))
    connection.execute(delete(NoticeEventRow).where(NoticeEventRow.identity == identity))


# -- push ----------------------------------------------------------------------------------------


def add_push(connection: Connection, values: dict[str, Any]) -> None:
    """Keep a browser's address; the oldest ones go when a person has too many."""
    connection.execute(delete(PushRow).where(PushRow.id == values["id"]))
    connection.execute(insert(PushRow).values(values))
    newest = (
        select(PushRow.id)
        .where(PushRow.identity == values["identity"])
        .order_by(PushRow.made.desc(), PushRow.id)
        .limit(MOST_DEVICES)
    )
    kept = [row[0] for row in connection.execute(newest)]
    connection.execute(
        delete(PushRow).where(PushRow.identity == values["identity"], PushRow.id.not_in(kept))
    )


def drop_push(connection: Connection, id: str, identity: str | None = None) -> None:
    query = delete(PushRow).where(PushRow.id == id)
    connection.execute(query if identity is None else query.where(PushRow.identity == identity))


def push_of(connection: Connection, identity: str) -> Sequence[Row[Any]]:
    query = select(PushRow.__table__).where(PushRow.identity == identity).order_by(PushRow.id)
    return connection.execute(query).all()


def push(connection: Connection, id: str) -> Row[Any] | None:
    return connection.execute(select(PushRow.__table__).where(PushRow.id == id)).first()


# -- what has happened ---------------------------------------------------------------------------


def add_events(
    connection: Connection,
    kind: str,
    table: str,
    identities: Collection[str],
    moment: int,
    by: str = "",
) -> None:
    """Note an event for those of these people who want notices, as part of the change."""
    if not identities:
        return
    wanted = select(PERSON.identity).where(PERSON.identity.in_(identities), PERSON.active)
    rows = [
        {"identity": row[0], "kind": kind, "game": table, "by": by, "made": moment}
        for row in connection.execute(wanted)
    ]
    if rows:
        connection.execute(insert(NoticeEventRow), rows)


def drop_events(connection: Connection, kind: str, table: str) -> None:
    """Events of this kind at a table are no news any more."""
    events = (NoticeEventRow.kind == kind) & (NoticeEventRow.game == table)
    connection.execute(delete(NoticeEventRow).where(events))


def _can_be_notified(before: int) -> Any:
    """People with a way to reach them, who were here after the last notice and are not now."""
    return and_(
        PERSON.active,
        PERSON.seen <= before,
        or_(PERSON.notified.is_(None), PERSON.seen >= PERSON.notified),
    )


def reachable(connection: Connection, away_since: int) -> Sequence[Row[Any]]:
    """Those who can be told something now."""
    return connection.execute(select(PERSON.__table__).where(_can_be_notified(away_since))).all()


def turns(connection: Connection, away_since: int, until: int) -> dict[str, list[Waiting]]:
    """For each of those who can be told: the games with others in which it became their turn
    after they were last here, and not after ``until``."""
    log = EntryRow.__table__.alias("log")
    last = select(func.max(log.c.number)).where(log.c.game == GameRow.id).scalar_subquery()
    others = SeatRow.__table__.alias("others")
    came = func.coalesce(EntryRow.made, GameRow.updated)
    query = (
        select(SeatRow.identity, GameRow.id, GameRow.name, GameRow.game, came)
        .select_from(PERSON)
        .join(SeatRow, SeatRow.identity == PERSON.identity)
        .join(GameRow, GameRow.id == SeatRow.game)
        .outerjoin(EntryRow, and_(EntryRow.game == GameRow.id, EntryRow.number == last))
        .where(
            _can_be_notified(away_since),
            SeatRow.kind.in_((HUMAN, HOTSEAT)),
            GameRow.status == RUNNING,
            func.coalesce(EntryRow.to_choose, GameRow.first) == SeatRow.seat,
            # Somebody who stopped in the middle of their turn knows that it is theirs.
            or_(EntryRow.seat.is_(None), EntryRow.seat != SeatRow.seat),
            came > PERSON.seen,
            came <= until,
            select(others.c.game)
            .where(
                others.c.game == GameRow.id,
                others.c.kind.in_((HUMAN, HOTSEAT)),
                others.c.identity != SeatRow.identity,
            )
            .exists(),
        )
        .order_by(came, GameRow.id)
    )
    by_identity: dict[str, list[Waiting]] = {}
    for row in connection.execute(query):
        waiting = Waiting("turn", row[1], row[2], row[3], "", row[4])
        by_identity.setdefault(str(row[0]), []).append(waiting)
    return by_identity


def events(connection: Connection, away_since: int, until: int) -> dict[str, list[Waiting]]:
    """For each of those who can be told: what has happened apart from turns."""
    query = (
        select(
            NoticeEventRow.identity,
            NoticeEventRow.kind,
            GameRow.id,
            GameRow.name,
            GameRow.game,
            NoticeEventRow.by,
            NoticeEventRow.made,
        )
        .join(PERSON, PERSON.identity == NoticeEventRow.identity)
        .join(GameRow, GameRow.id == NoticeEventRow.game)
        .where(_can_be_notified(away_since), NoticeEventRow.made <= until)
        .order_by(NoticeEventRow.id)
    )
    by_identity: dict[str, list[Waiting]] = {}
    for row in connection.execute(query):
        waiting = Waiting(row[1], row[2], row[3], row[4], row[5], row[6])
        by_identity.setdefault(row[0], []).append(waiting)
    return by_identity


# -- what goes out -------------------------------------------------------------------------------


def claim(
    connection: Connection,
    identity: str,
    seen: int,
    moment: int,
    deliveries: Iterable[tuple[str, str, dict[str, Any]]],
) -> bool:
    """Create a person's notice; False where another process was faster or they came back.
    Their row, taken once, is what keeps two processes from both telling them."""
    taken = connection.execute(
        update(PERSON)
        .where(
            PERSON.identity == identity,
            PERSON.active,
            PERSON.seen == seen,
            or_(PERSON.notified.is_(None), PERSON.seen >= PERSON.notified),
        )
        .values(notified=moment)
    )
    if not taken.rowcount:
        return False
    connection.execute(delete(NoticeEventRow).where(NoticeEventRow.identity == identity))
    connection.execute(
        insert(DeliveryRow),
        [
            {
                "identity": identity,
                "channel": channel,
                "target": target,
                "notice": notice,
                "made": moment,
                "attempts": 0,
                "due": moment,
            }
            for channel, target, notice in deliveries
        ],
    )
    return True


def _due(moment: int, living: Collection[str]) -> Any:
    """Deliveries whose time has come, or whose process is gone."""
    gone = and_(DeliveryRow.taker.is_not(None), DeliveryRow.taker.not_in(living))
    return or_(DeliveryRow.due <= moment, gone)


def take_deliveries(
    connection: Connection,
    moment: int,
    lease: int,
    limit: int,
    process: str,
    living: Collection[str],
) -> Sequence[Row[Any]]:
    """Deliveries that are due, for this process alone until the lease ends or it is gone."""
    query = (
        select(DeliveryRow.__table__)
        .where(_due(moment, living))
        .order_by(DeliveryRow.due, DeliveryRow.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    rows = connection.execute(query).all()
    if rows:
        connection.execute(
            update(DeliveryRow)
            .where(DeliveryRow.id.in_([row.id for row in rows]))
            .values(
                due=moment + lease,
                attempts=DeliveryRow.attempts + 1,
                taker=process,
                begun=False,
            )
        )
    return rows


def deliveries_due(connection: Connection, moment: int, living: Collection[str]) -> bool:
    query = select(DeliveryRow.id).where(_due(moment, living)).limit(1)
    return connection.execute(query).first() is not None


def begin_delivery(connection: Connection, id: int, process: str) -> bool:
    """From now on it may arrive; False where another process has it, or it is no news any more."""
    mine = (DeliveryRow.id == id) & (DeliveryRow.taker == process)
    return bool(connection.execute(update(DeliveryRow).where(mine).values(begun=True)).rowcount)


def delay_delivery(
    connection: Connection, id: int, due: int, process: str, attempts: int | None = None
) -> None:
    """It was not taken: try again later. ``attempts``: so many were made, this one not."""
    mine = (DeliveryRow.id == id) & (DeliveryRow.taker == process)
    values: dict[str, Any] = {"due": due, "taker": None, "begun": False}
    if attempts is not None:
        values["attempts"] = attempts
    connection.execute(update(DeliveryRow).where(mine).values(**values))


def drop_delivery(connection: Connection, id: int, process: str) -> None:
    """It was handed over, or given up."""
    mine = (DeliveryRow.id == id) & (DeliveryRow.taker == process)
    connection.execute(delete(DeliveryRow).where(mine))
