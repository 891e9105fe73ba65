"""Accounts, passkeys and sign-ins in the database."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from sandtable.server.storage.people_models import AccountRow, PasskeyRow, SignInRow


def account(connection: Connection, identity: str) -> Row[Any] | None:
    query = select(AccountRow.__table__).where(AccountRow.identity == identity)
    return connection.execute(query).first()


def account_by_key(connection: Connection, name_key: str) -> Row[Any] | None:
    query = select(AccountRow.__table__).where(AccountRow.name_key == name_key)
    return connection.execute(query).first()


def accounts_by_email(connection: Connection, email: str, most: int) -> Sequence[Row[Any]]:
    query = (
        select(AccountRow.__table__)
        .where(AccountRow.email == email)
        .order_by(AccountRow.created)
        .limit(most)
    )
    return connection.execute(query).all()


def add_account(connection: Connection, **values: Any) -> None:
    connection.execute(insert(AccountRow).values(values))


def set_account(connection: Connection, identity: str, **values: Any) -> None:
    connection.execute(update(AccountRow).where(AccountRow.identity == identity).values(values))


def has_admin(connection: Connection) -> bool:
    return (
        connection.execute(select(AccountRow.identity).where(AccountRow.admin)).first() is not None
    )


def delete_account(connection: Connection, identity: str) -> None:
    """Passkeys and sign-ins go with it."""
    connection.execute(delete(AccountRow).where(AccountRow.identity == identity))


# -- devices ---------------------------------------------------------------------------------------


def sign_ins_of(connection: Connection, identity: str) -> Sequence[Row[Any]]:
    query = (
        select(SignInRow.__table__)
        .where(SignInRow.identity == identity)
        .order_by(SignInRow.seen.desc(), SignInRow.id)
    )
    return connection.execute(query).all()


def add_sign_in(connection: Connection, identity: str, device: str, moment: int, most: int) -> str:
    """A new sign-in; where there are more than this many, the ones longest unused end."""
    id = secrets.token_hex(16)
    connection.execute(
        insert(SignInRow).values(
            id=id, identity=identity, device=device, created=moment, seen=moment
        )
    )
    for row in sign_ins_of(connection, identity)[most:]:
        connection.execute(delete(SignInRow).where(SignInRow.id == row.id))
    return id


def set_seen(connection: Connection, id: str, moment: int) -> None:
    connection.execute(update(SignInRow).where(SignInRow.id == id).values(seen=moment))


def end_sign_in(connection: Connection, identity: str, id: str) -> bool:
    mine = SignInRow.identity == identity
    return bool(connection.execute(delete(SignInRow).where(mine, SignInRow.id == id)).rowcount)


def end_sign_ins(connection: Connection, identity: str, keep: str | None = None) -> None:
    """End all sign-ins of a person except one."""
    query = delete(SignInRow).where(SignInRow.identity == identity)
    if keep is not None:
        query = query.where(SignInRow.id != keep)
    connection.execute(query)


# -- passkeys --------------------------------------------------------------------------------------


def passkeys_of(connection: Connection, identity: str) -> Sequence[Row[Any]]:
    query = (
        select(PasskeyRow.__table__)
        .where(PasskeyRow.identity == identity)
        .order_by(PasskeyRow.created, PasskeyRow.id)
    )
    return connection.execute(query).all()


def passkey(connection: Connection, id: str) -> Row[Any] | None:
    query = select(PasskeyRow.__table__).where(PasskeyRow.id == id)
    return connection.execute(query).first()


def add_passkey(connection: Connection, **values: Any) -> None:
    connection.execute(insert(PasskeyRow).values(values))


def use_passkey(connection: Connection, id: str, sign_count: int, moment: int) -> None:
    connection.execute(
        update(PasskeyRow).where(PasskeyRow.id == id).values(sign_count=sign_count, used=moment)
    )


def delete_passkey(connection: Connection, identity: str, id: str) -> bool:
    mine = PasskeyRow.identity == identity
    return bool(connection.execute(delete(PasskeyRow).where(mine, PasskeyRow.id == id)).rowcount)
