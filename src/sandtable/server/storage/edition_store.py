"""Editions in the database, and how many bytes people and addresses have stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from sandtable.server.storage.database import lock
from sandtable.server.storage.models import EditionRow, GameRow

#: What is locked while editions are stored or deleted.
EDITIONS = "editions"


def edition(connection: Connection, digest: str) -> tuple[str, str] | None:
    """Game and text of an edition."""
    query = select(EditionRow.game, EditionRow.data).where(EditionRow.digest == digest)
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def keep_edition(
    connection: Connection, digest: str, game: str, name: str, data: str, size: int = 0
) -> None:
    # Nobody deletes unused editions before the table that needs this one is stored.
    lock(connection, EDITIONS, shared=True)
    known = select(EditionRow.digest).where(EditionRow.digest == digest)
    if connection.execute(known).first() is None:
        lock(connection, f"edition {digest}")
        if connection.execute(known).first() is None:
            connection.execute(
                insert(EditionRow).values(digest=digest, game=game, name=name, data=data, size=size)
            )


def drop_unused_editions(connection: Connection) -> int:
    """Delete the editions that no table needs; returns how many there were."""
    lock(connection, EDITIONS)
    used = select(GameRow.id).where(GameRow.edition == EditionRow.digest).exists()
    return int(connection.execute(delete(EditionRow).where(~used)).rowcount)


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
