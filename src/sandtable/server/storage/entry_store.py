"""The log of a game in the database: entries that are only ever added."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from sandtable.server.storage.models import EntryRow


def entries(connection: Connection, id: str) -> list[tuple[str, str]]:
    """The log of a game: kind and contents, in order."""
    query = (
        select(EntryRow.kind, EntryRow.what).where(EntryRow.game == id).order_by(EntryRow.number)
    )
    return [(row[0], row[1]) for row in connection.execute(query)]


def entries_since(connection: Connection, id: str, number: int) -> list[tuple[str, str]]:
    """The entries after this one: kind and contents, in order."""
    query = (
        select(EntryRow.kind, EntryRow.what)
        .where(EntryRow.game == id, EntryRow.number > number)
        .order_by(EntryRow.number)
    )
    return [(row[0], row[1]) for row in connection.execute(query)]


def add_entry(connection: Connection, row: tuple[Any, ...]) -> None:
    names = [column.name for column in EntryRow.__table__.columns]
    connection.execute(insert(EntryRow).values(dict(zip(names, row, strict=True))))
