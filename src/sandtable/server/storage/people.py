"""People and the sign-ins of theirs that still count."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from sandtable.server.storage.models import PersonRow

#: Name, generation of cookies, generation of tokens.
Row = tuple[str, int, int]


def person(connection: Connection, identity: str) -> Row | None:
    query = select(PersonRow.name, PersonRow.cookies, PersonRow.tokens).where(
        PersonRow.identity == identity
    )
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1], row[2])


def rename(connection: Connection, identity: str, name: str) -> Row:
    """Set the name and end older cookies."""
    return _set(connection, identity, name, cookies=1)


def revoke_tokens(connection: Connection, identity: str, name: str) -> Row:
    return _set(connection, identity, name, tokens=1)


def _set(
    connection: Connection, identity: str, name: str, cookies: int = 0, tokens: int = 0
) -> Row:
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
