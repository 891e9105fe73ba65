"""Links with which others can make an account, where that needs an invitation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row

from sandtable.server.auth.accounts import Accounts
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.storage import link_store

LIFETIME = 14 * 24 * 3600 * 1000
MAX_INVITES = 20


async def new_invite(accounts: Accounts, who: Identity, uses: int) -> tuple[str, str, int]:
    """The link's id, its secret, and when it ends."""
    if not accounts.may_invite(who):
        raise ApiError("forbidden", "Only administrators invite people to this server.")
    secret = link_store.new_secret()
    moment = accounts.time_source.now()

    def job(connection: Connection) -> str:
        link_store.drop_expired(connection, moment)
        mine = link_store.links_of(connection, who.id, link_store.SIGNUP, moment)
        if len(mine) >= MAX_INVITES:
            raise ApiError(
                "bad_request", f"You have {MAX_INVITES} open invitations; take one back first."
            )
        return link_store.add_link(
            connection, link_store.SIGNUP, secret, who.id, moment, LIFETIME, uses
        )

    return await accounts.writer.run(job), secret, moment + LIFETIME


async def invites_of(accounts: Accounts, who: Identity) -> Sequence[Row[Any]]:
    moment = accounts.time_source.now()
    return await accounts.read(link_store.links_of, who.id, link_store.SIGNUP, moment)


async def take_back(accounts: Accounts, who: Identity, id: str) -> None:
    removed = await accounts.writer.run(
        lambda c: link_store.drop_link(c, who.id, link_store.SIGNUP, id)
    )
    if not removed:
        raise ApiError("not_found", "There is no such invitation.")
