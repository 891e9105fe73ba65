"""Accounts changed from the command line, on the database itself."""

from __future__ import annotations

import time
from collections.abc import Callable

from argon2 import PasswordHasher

from sandtable.kernel.errors import BadOption
from sandtable.server.auth.accounts import new_name
from sandtable.server.auth.identity import name_key, new_identity
from sandtable.server.auth.passwords import check_password
from sandtable.server.errors import ApiError
from sandtable.server.storage import account_store, people
from sandtable.server.storage import database as databases


def add_administrator(database: str | None, name: str, ask: Callable[[], str]) -> bool:
    """Make an account an administrator's, a new one where there is none of that name; ``ask``
    gives its password. Returns whether it is new; raises BadOption."""
    engine = databases.connect(databases.address(database))
    try:
        databases.migrate(engine)
        with engine.begin() as connection:
            row = account_store.account_by_key(connection, name_key(name.strip()))
            if row is not None:
                account_store.set_account(connection, row.identity, admin=True)
                return False
        shown, hashed = _checked(name, ask)
        identity = new_identity().id
        with engine.begin() as connection:
            account_store.add_account(
                connection,
                identity=identity,
                name=shown,
                name_key=name_key(shown),
                password=hashed,
                email=None,
                admin=True,
                listed=False,
                invited_by=None,
                created=int(time.time() * 1000),
            )
            people.set_name(connection, identity, shown)
        return True
    finally:
        engine.dispose()


def set_password(database: str | None, name: str, ask: Callable[[], str]) -> None:
    """Give an account a new password, which ``ask`` gives; raises BadOption."""
    engine = databases.connect(databases.address(database))
    try:
        databases.migrate(engine)
        with engine.connect() as connection:
            row = account_store.account_by_key(connection, name_key(name.strip()))
        if row is None:
            raise BadOption(f"nobody here has an account of the name {name!r}")
        _, hashed = _checked(row.name, ask)
        with engine.begin() as connection:
            account_store.set_account(connection, row.identity, password=hashed)
    finally:
        engine.dispose()


def _checked(name: str, ask: Callable[[], str]) -> tuple[str, str]:
    try:
        shown = new_name(name)
        password = ask()
        check_password(password, shown)
    except ApiError as error:
        raise BadOption(error.message) from None
    return shown, PasswordHasher().hash(password)
