"""Secrets that open something: links to reset a password, invitations, challenges of passkeys.

Only hashes are stored, so that nobody who reads the database can use them.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from sandtable.server.storage.people_models import LinkRow

RESET = "reset"
SIGNUP = "signup"
FRIEND = "friend"
CHALLENGE = "challenge"


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def digest_of(secret: str | bytes) -> str:
    return sha256(secret.encode() if isinstance(secret, str) else secret).hexdigest()


def add_link(
    connection: Connection,
    kind: str,
    secret: str | bytes,
    identity: str | None,
    moment: int,
    lifetime: int,
    uses: int = 1,
) -> str:
    """Store a secret that is about to be given out; returns its hash, by which it is listed."""
    digest = digest_of(secret)
    connection.execute(
        insert(LinkRow).values(
            digest=digest,
            kind=kind,
            identity=identity,
            uses=uses,
            created=moment,
            expires=moment + lifetime,
        )
    )
    return digest


def find_link(
    connection: Connection, kind: str, secret: str | bytes, moment: int
) -> Row[Any] | None:
    """The link of that secret, if it can still be used."""
    query = select(LinkRow.__table__).where(
        LinkRow.digest == digest_of(secret),
        LinkRow.kind == kind,
        LinkRow.uses > 0,
        LinkRow.expires > moment,
    )
    return connection.execute(query).first()


def use_link(
    connection: Connection, kind: str, secret: str | bytes, moment: int
) -> Row[Any] | None:
    """Use a link up by one; None where it cannot be used. Of two who come at once with a link
    that can be used once, one gets it."""
    link = find_link(connection, kind, secret, moment)
    if link is None:
        return None
    taken = connection.execute(
        update(LinkRow)
        .where(LinkRow.digest == link.digest, LinkRow.uses > 0)
        .values(uses=LinkRow.uses - 1)
    )
    return link if taken.rowcount == 1 else None


def links_of(connection: Connection, identity: str, kind: str, moment: int) -> Sequence[Row[Any]]:
    query = (
        select(LinkRow.__table__)
        .where(LinkRow.identity == identity, LinkRow.kind == kind)
        .where(LinkRow.uses > 0, LinkRow.expires > moment)
        .order_by(LinkRow.created.desc())
    )
    return connection.execute(query).all()


def drop_link(connection: Connection, identity: str, kind: str, digest: str) -> bool:
    mine = (LinkRow.identity == identity) & (LinkRow.kind == kind)
    return bool(connection.execute(delete(LinkRow).where(mine, LinkRow.digest == digest)).rowcount)


def drop_links(connection: Connection, identity: str, kind: str) -> None:
    """Links of this kind that a person still has end."""
    connection.execute(delete(LinkRow).where(LinkRow.identity == identity, LinkRow.kind == kind))


def drop_expired(connection: Connection, moment: int) -> None:
    connection.execute(delete(LinkRow).where((LinkRow.expires <= moment) | (LinkRow.uses <= 0)))
