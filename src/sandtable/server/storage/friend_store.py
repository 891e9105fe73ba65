"""Friends, blocks and invitations to tables in the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select

from sandtable.server.storage.models import GameRow, SeatRow
from sandtable.server.storage.people_models import (
    AccountRow,
    BlockRow,
    FriendRow,
    InvitationRow,
)
from sandtable.server.storage.stored_table import WAITING


def friends_of(connection: Connection, identity: str) -> Sequence[Any]:
    """Friends, and those a person has asked: name, whether they are friends, since when."""
    query = (
        select(FriendRow.friend, AccountRow.name, FriendRow.accepted, FriendRow.made)
        .join(AccountRow, AccountRow.identity == FriendRow.friend)
        .where(FriendRow.identity == identity)
        .order_by(AccountRow.name_key)
    )
    return connection.execute(query).all()


def asked_by(connection: Connection, identity: str) -> Sequence[Any]:
    """Those who ask a person to be friends."""
    query = (
        select(FriendRow.identity, AccountRow.name, FriendRow.made)
        .join(AccountRow, AccountRow.identity == FriendRow.identity)
        .where(FriendRow.friend == identity, ~FriendRow.accepted)
        .order_by(FriendRow.made)
    )
    return connection.execute(query).all()


def friendship(connection: Connection, identity: str, other: str) -> str:
    """none, asked (by this person), asks (the other one), or friends."""
    mine = _row(connection, identity, other)
    if mine is not None:
        return "friends" if mine.accepted else "asked"
    return "none" if _row(connection, other, identity) is None else "asks"


def ask_friend(connection: Connection, identity: str, other: str, moment: int) -> str:
    """Ask somebody to be friends, or accept that they have asked; returns what they are now."""
    now = friendship(connection, identity, other)
    if now == "asks":
        make_friends(connection, identity, other, moment)
        return "friends"
    if now == "none":
        connection.execute(
            insert(FriendRow).values(identity=identity, friend=other, accepted=False, made=moment)
        )
        return "asked"
    return now


def make_friends(connection: Connection, identity: str, other: str, moment: int) -> None:
    part(connection, identity, other)
    connection.execute(
        insert(FriendRow),
        [
            {"identity": one, "friend": two, "accepted": True, "made": moment}
            for one, two in ((identity, other), (other, identity))
        ],
    )


def part(connection: Connection, identity: str, other: str) -> None:
    """No longer friends, nor asked."""
    connection.execute(
        delete(FriendRow).where(_pair(FriendRow.identity, FriendRow.friend, identity, other))
    )


def count_friends(connection: Connection, identity: str) -> int:
    query = select(func.count()).where(FriendRow.identity == identity)
    return int(connection.execute(query).scalar_one())


def _row(connection: Connection, identity: str, friend: str) -> Row[Any] | None:
    query = select(FriendRow.__table__).where(
        FriendRow.identity == identity, FriendRow.friend == friend
    )
    return connection.execute(query).first()


def _pair(first: Any, second: Any, one: str, two: str) -> Any:
    return or_(and_(first == one, second == two), and_(first == two, second == one))


# -- blocks ----------------------------------------------------------------------------------------


def blocks_of(connection: Connection, identity: str) -> Sequence[Any]:
    query = (
        select(
            BlockRow.blocked,
            func.coalesce(AccountRow.name, BlockRow.name).label("name"),
            AccountRow.name.label("profile"),
        )
        .join(AccountRow, AccountRow.identity == BlockRow.blocked, isouter=True)
        .where(BlockRow.identity == identity)
        .order_by(BlockRow.made.desc())
    )
    return connection.execute(query).all()


def block(connection: Connection, identity: str, other: str, name: str, moment: int) -> None:
    """Friendship and invitations between the two end."""
    unblock(connection, identity, other)
    connection.execute(
        insert(BlockRow).values(identity=identity, blocked=other, name=name, made=moment)
    )
    part(connection, identity, other)
    connection.execute(
        delete(InvitationRow).where(
            _pair(InvitationRow.identity, InvitationRow.inviter, identity, other)
        )
    )


def unblock(connection: Connection, identity: str, other: str) -> None:
    connection.execute(
        delete(BlockRow).where(BlockRow.identity == identity, BlockRow.blocked == other)
    )


def blocked_by(connection: Connection, identity: str, others: Collection[str]) -> set[str]:
    """Those of the others who have blocked this person."""
    if not others:
        return set()
    query = select(BlockRow.identity).where(
        BlockRow.blocked == identity, BlockRow.identity.in_(list(others))
    )
    return set(connection.execute(query).scalars())


def blocked_people(connection: Connection, identity: str) -> set[str]:
    """All whom a person has blocked."""
    query = select(BlockRow.blocked).where(BlockRow.identity == identity)
    return set(connection.execute(query).scalars())


# -- invitations -----------------------------------------------------------------------------------


def invite(connection: Connection, table: str, identity: str, inviter: str, moment: int) -> bool:
    """Whether the invitation is new."""
    if invited(connection, table, identity):
        return False
    connection.execute(
        insert(InvitationRow).values(
            table_id=table, identity=identity, inviter=inviter, made=moment
        )
    )
    return True


def invited(connection: Connection, table: str, identity: str) -> bool:
    query = select(InvitationRow.identity).where(
        InvitationRow.table_id == table, InvitationRow.identity == identity
    )
    return connection.execute(query).first() is not None


def drop_invitation(connection: Connection, table: str, identity: str) -> bool:
    mine = InvitationRow.identity == identity
    query = delete(InvitationRow).where(InvitationRow.table_id == table, mine)
    return bool(connection.execute(query).rowcount)


def count_invitations(connection: Connection, table: str) -> int:
    query = select(func.count()).where(InvitationRow.table_id == table)
    return int(connection.execute(query).scalar_one())


def invitations_of(connection: Connection, identity: str, most: int) -> Sequence[Any]:
    """Invitations to tables that still wait and where the person does not sit yet, newest first:
    the table's id and the name of the person who invites."""
    seated = select(SeatRow.game).where(SeatRow.identity == identity)
    query = (
        select(InvitationRow.table_id, AccountRow.name.label("by"), InvitationRow.made)
        .join(GameRow, GameRow.id == InvitationRow.table_id)
        .join(AccountRow, AccountRow.identity == InvitationRow.inviter)
        .where(InvitationRow.identity == identity, GameRow.status == WAITING)
        .where(InvitationRow.table_id.not_in(seated))
        .order_by(InvitationRow.made.desc())
        .limit(most)
    )
    return connection.execute(query).all()
