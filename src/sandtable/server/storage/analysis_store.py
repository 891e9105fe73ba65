"""Analyses of finished games in the database, and those that are ordered or under way."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from sandtable.server.errors import ApiError
from sandtable.server.storage.database import lock
from sandtable.server.storage.models import AnalysisJobRow, AnalysisRow, GameRow


def stored(connection: Connection, id: str) -> str | None:
    """The analysis of a game as JSON, if it was made."""
    row = connection.execute(select(AnalysisRow.data).where(AnalysisRow.game == id)).first()
    return None if row is None else str(row[0])


def keep(connection: Connection, id: str, data: str, moment: int) -> None:
    """Store an analysis, unless the table is gone; its job is done."""
    connection.execute(delete(AnalysisRow).where(AnalysisRow.game == id))
    connection.execute(delete(AnalysisJobRow).where(AnalysisJobRow.game == id))
    if connection.execute(select(GameRow.id).where(GameRow.id == id)).first() is not None:
        connection.execute(insert(AnalysisRow).values(game=id, made=moment, data=data))


def order(connection: Connection, id: str, person: str, moment: int, limit: int) -> None:
    """Order an analysis, unless it is under way; raises ApiError where too many are."""
    lock(connection, "analyses")
    jobs = dict(open_jobs(connection))
    if id in jobs:
        return
    if len(jobs) >= limit:
        raise ApiError("busy", "Many games are being analysed; try again later.", wait=60)
    connection.execute(delete(AnalysisJobRow).where(AnalysisJobRow.game == id))
    connection.execute(
        insert(AnalysisJobRow).values(game=id, person=person, ordered=moment, done=0, total=0)
    )


def open_jobs(connection: Connection) -> list[tuple[str, str]]:
    """The games to analyse and who ordered each, oldest first."""
    query = (
        select(AnalysisJobRow.game, AnalysisJobRow.person)
        .where(AnalysisJobRow.message.is_(None))
        .order_by(AnalysisJobRow.ordered, AnalysisJobRow.game)
    )
    return [(row[0], row[1]) for row in connection.execute(query)]


def job(connection: Connection, id: str) -> Row[Any] | None:
    query = select(AnalysisJobRow.__table__).where(AnalysisJobRow.game == id)
    return connection.execute(query).first()


def set_progress(connection: Connection, id: str, done: int, total: int) -> None:
    _set(connection, id, done=done, total=total)


def fail(connection: Connection, id: str, message: str) -> None:
    _set(connection, id, message=message)


def _set(connection: Connection, id: str, **values: Any) -> None:
    connection.execute(update(AnalysisJobRow).where(AnalysisJobRow.game == id).values(**values))
