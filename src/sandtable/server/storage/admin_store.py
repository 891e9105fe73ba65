"""What an administrator looks at: tables, people, sizes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, text

from sandtable.server.storage.models import Base, EntryRow, GameRow, SeatRow, ServerValueRow
from sandtable.server.storage.people_models import AccountRow, SignInRow

MESSAGE = "message of the day"


def tables(connection: Connection, search: str, limit: int) -> list[dict[str, Any]]:
    """Tables by their last change: those whose id, name or people match."""
    query = select(GameRow).order_by(GameRow.updated.desc(), GameRow.id).limit(limit)
    if search:
        named = select(SeatRow.game).where(SeatRow.name.icontains(search, autoescape=True))
        query = query.where(
            or_(
                GameRow.id == search,
                GameRow.name.icontains(search, autoescape=True),
                GameRow.id.in_(named),
            )
        )
    rows = connection.execute(query.with_only_columns(*GameRow.__table__.columns)).all()
    seats: dict[str, list[str]] = {row.id: [] for row in rows}
    names = (
        select(SeatRow.game, SeatRow.name)
        .where(SeatRow.game.in_(list(seats)))
        .order_by(SeatRow.game, SeatRow.seat)
    )
    for game, name in connection.execute(names):
        seats[game].append(name)
    return [
        {
            "id": row.id,
            "name": row.name,
            "game": row.game,
            "status": row.status,
            "created": row.created,
            "updated": row.updated,
            "size": row.size,
            "names": seats[row.id],
        }
        for row in rows
    ]


def accounts(connection: Connection, search: str, limit: int) -> list[dict[str, Any]]:
    """People with an account, by when they were last here."""
    seen = (
        select(func.max(SignInRow.seen))
        .where(SignInRow.identity == AccountRow.identity)
        .scalar_subquery()
    )
    played = (
        select(func.count(func.distinct(SeatRow.game)))
        .where(SeatRow.identity == AccountRow.identity)
        .scalar_subquery()
    )
    query = (
        select(AccountRow.name, AccountRow.admin, AccountRow.created, seen, played)
        .order_by(func.coalesce(seen, AccountRow.created).desc(), AccountRow.name)
        .limit(limit)
    )
    if search:
        query = query.where(AccountRow.name.icontains(search, autoescape=True))
    return [
        {"name": row[0], "admin": row[1], "created": row[2], "seen": row[3], "games": row[4]}
        for row in connection.execute(query)
    ]


def counts(connection: Connection) -> dict[str, int]:
    """How many rows of what there are."""
    by_status = select(GameRow.status, func.count()).group_by(GameRow.status)
    numbers = {"waiting": 0, "running": 0, "over": 0}
    numbers.update({str(row[0]): int(row[1]) for row in connection.execute(by_status)})
    people = select(func.count(func.distinct(SeatRow.identity)))
    numbers["people"] = int(connection.execute(people).scalar_one())
    numbers["accounts"] = _rows(connection, AccountRow)
    numbers["entries"] = _rows(connection, EntryRow)
    return numbers


def _rows(connection: Connection, row: type[Base]) -> int:
    return int(connection.execute(select(func.count()).select_from(row)).scalar_one())


def size(connection: Connection) -> int:
    """Bytes of the whole database."""
    if connection.dialect.name == "postgresql":
        query = text("SELECT pg_database_size(current_database())")
    else:
        query = text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    return int(connection.execute(query).scalar_one())


def database_version(connection: Connection) -> str:
    if connection.dialect.name == "postgresql":
        version = str(connection.execute(text("SHOW server_version")).scalar_one())
        return f"PostgreSQL {version.partition(' ')[0]}"
    return f"SQLite {connection.execute(text('SELECT sqlite_version()')).scalar_one()}"


def message(connection: Connection) -> str:
    query = select(ServerValueRow.value).where(ServerValueRow.name == MESSAGE)
    return str(connection.execute(query).scalar_one_or_none() or "")


def set_message(connection: Connection, words: str) -> None:
    connection.execute(delete(ServerValueRow).where(ServerValueRow.name == MESSAGE))
    if words:
        connection.execute(insert(ServerValueRow).values(name=MESSAGE, value=words))
