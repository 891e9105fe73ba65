"""People and the sign-ins of theirs that still count."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from sandtable.server.storage import account_store
from sandtable.server.storage.database import lock
from sandtable.server.storage.models import PersonRow

#: The topic of news about what counts for a person; the key is their id.
TOPIC = "person"

#: Name, generation of cookies, generation of tokens.
Row = tuple[str, int, int]
#: Whether they are an administrator, and their devices with when they were last used there.
Account = tuple[bool, dict[str, int]]


def known(connection: Connection, identity: str) -> tuple[Row | None, Account | None]:
    """All that decides whether a person's cookies and tokens count."""
    row = account_store.account(connection, identity)
    account = None
    if row is not None:
        devices = account_store.sign_ins_of(connection, identity)
        account = (bool(row.admin), {device.id: device.seen for device in devices})
    return person(connection, identity), account


def person(connection: Connection, identity: str) -> Row | None:
    query = select(PersonRow.name, PersonRow.cookies, PersonRow.tokens).where(
        PersonRow.identity == identity
    )
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1], row[2])


def rename(connection: Connection, identity: str, name: str) -> Row:
    """Set the name and end older cookies."""
    return _set(connection, identity, name, cookies=1)


def set_name(connection: Connection, identity: str, name: str) -> Row:
    """Set the name; cookies go on."""
    return _set(connection, identity, name)


def end_all(connection: Connection, identity: str, name: str) -> Row:
    """End all cookies and tokens."""
    return _set(connection, identity, name, cookies=1, tokens=1)


def revoke_tokens(connection: Connection, identity: str, name: str) -> Row:
    return _set(connection, identity, name, tokens=1)


def _set(
    connection: Connection, identity: str, name: str, cookies: int = 0, tokens: int = 0
) -> Row:
    lock(connection, f"person {identity}")
    before = person(connection, identity)
    if before is None:
        connection.execute(
            insert(PersonRow).values(identity=identity, name=name, cookies=cookies, tokens=tokens)
        )
        return name, cookies, tokens
    cookies, tokens = before[1] + cookies, before[2] + tokens
    connection.execute(
        update(PersonRow)
        .where(PersonRow.identity == identity)
        .values(name=name, cookies=cookies, tokens=tokens)
    )
    return name, cookies, tokens
