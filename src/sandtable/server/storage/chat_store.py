"""Chat, private notes, mutes and reports in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.server.storage import table_store
from sandtable.server.storage.chat_models import ChatRow, MuteRow, NoteRow, ReportRow


def say(connection: Connection, values: dict[str, Any]) -> int:
    """Store a message of a table; returns its number."""
    id = values["game"]
    table_store.lock_table(connection, id)
    query = select(func.max(ChatRow.number)).where(ChatRow.game == id)
    number = (connection.execute(query).scalar_one() or 0) + 1
    connection.execute(insert(ChatRow).values(number=number, **values))
    return number


def messages(
    connection: Connection, id: str, channels: Sequence[str], limit: int
) -> Sequence[Row[Any]]:
    """The last messages of a table, oldest first."""
    query = (
        select(ChatRow.__table__)
        .where(ChatRow.game == id, ChatRow.channel.in_(channels))
        .order_by(ChatRow.number.desc())
        .limit(limit)
    )
    return connection.execute(query).all()[::-1]


def message(connection: Connection, id: str, number: int) -> Row[Any] | None:
    query = select(ChatRow.__table__).where(ChatRow.game == id, ChatRow.number == number)
    return connection.execute(query).first()


def muted_by(connection: Connection, identity: str) -> set[str]:
    """Whom a person does not want to read."""
    query = select(MuteRow.muted).where(MuteRow.identity == identity)
    return {row[0] for row in connection.execute(query)}


def mute(connection: Connection, identity: str, other: str, muted: bool) -> None:
    key = (MuteRow.identity == identity) & (MuteRow.muted == other)
    connection.execute(delete(MuteRow).where(key))
    if muted:
        connection.execute(insert(MuteRow).values(identity=identity, muted=other))


def report(connection: Connection, values: dict[str, Any]) -> bool:
    """Store a complaint; False where this person has complained about it before."""
    try:
        with connection.begin_nested():
            connection.execute(insert(ReportRow).values(**values))
    except IntegrityError:
        return False
    return True


def reports(connection: Connection, settled: bool, limit: int) -> Sequence[Row[Any]]:
    """Complaints for the administrator, newest first."""
    query = (
        select(ReportRow.__table__)
        .where(ReportRow.settled == settled)
        .order_by(ReportRow.made.desc())
        .limit(limit)
    )
    return connection.execute(query).all()


def settle_report(connection: Connection, id: str, number: int) -> None:
    """The administrator has seen to everything about this message."""
    key = (ReportRow.game == id) & (ReportRow.number == number)
    connection.execute(update(ReportRow).where(key).values(settled=True))


def note(connection: Connection, id: str, identity: str) -> str:
    query = select(NoteRow.text).where(NoteRow.game == id, NoteRow.identity == identity)
    return connection.execute(query).scalar_one_or_none() or ""


def set_note(connection: Connection, id: str, identity: str, text: str, moment: int) -> None:
    """Keep a person's note about a game; an empty one is deleted."""
    key = (NoteRow.game == id) & (NoteRow.identity == identity)
    connection.execute(delete(NoteRow).where(key))
    if text:
        values = {"game": id, "identity": identity, "text": text, "made": moment}
        connection.execute(insert(NoteRow).values(**values))
