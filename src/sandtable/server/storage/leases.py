"""Leases: exactly one process does a thing, until it stops, dies or is cut off.

A lease is a name, its owner and when it expires. The owner renews it before that.
Times are the database's own, so that the clocks of several machines need not agree.

A lease keeps others from starting; it cannot stop work that has begun. What must never happen
twice, even after a long pause of a process, is also guarded by a key or a row of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import BigInteger, Connection, cast, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from sandtable.server.storage.models import LeaseRow

#: The Julian day on which 1970 begins, and a day in milliseconds.
UNIX_EPOCH = 2440587.5
DAY = 86_400_000


def take(connection: Connection, name: str, owner: str, seconds: float) -> bool:
    """Take or renew a lease; False where somebody else has it."""
    return bool(take_many(connection, [name], owner, seconds))


def take_many(connection: Connection, names: Iterable[str], owner: str, seconds: float) -> set[str]:
    """Take or renew leases in one statement; returns those the owner now has."""
    wanted = sorted(set(names))  # always in the same order: no two processes wait for each other
    if not wanted:
        return set()
    clock = _clock(connection)
    expires = clock + round(seconds * 1000)
    insert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    new = insert(LeaseRow).values(
        [{"name": name, "owner": owner, "expires": expires} for name in wanted]
    )
    statement = new.on_conflict_do_update(
        index_elements=[LeaseRow.name],
        set_={"owner": new.excluded.owner, "expires": new.excluded.expires},
        where=(LeaseRow.owner == new.excluded.owner) | (LeaseRow.expires <= clock),
    ).returning(LeaseRow.name)
    return {row[0] for row in connection.execute(statement)}


def release(connection: Connection, name: str, owner: str) -> None:
    """Give a lease back before it expires."""
    connection.execute(delete(LeaseRow).where(LeaseRow.name == name, LeaseRow.owner == owner))


def release_all(connection: Connection, owner: str) -> None:
    """A process stops or has died: others need not wait until its leases expire."""
    connection.execute(delete(LeaseRow).where(LeaseRow.owner == owner))


def holders(connection: Connection, prefix: str) -> dict[str, str]:
    """The leases in force whose names begin so, and who has each."""
    query = select(LeaseRow.name, LeaseRow.owner).where(
        LeaseRow.name.startswith(prefix, autoescape=True), LeaseRow.expires > _clock(connection)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def drop_expired(connection: Connection) -> None:
    connection.execute(delete(LeaseRow).where(LeaseRow.expires <= _clock(connection)))


def _clock(connection: Connection) -> Any:
    """The database's time now in milliseconds."""
    if connection.dialect.name == "postgresql":
        return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
    return cast((func.julianday("now") - UNIX_EPOCH) * DAY, BigInteger)
