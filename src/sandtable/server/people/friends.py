"""Friends, blocks, and invitations to tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Row

from sandtable.server.auth.identity import Identity, name_key
from sandtable.server.errors import ApiError
from sandtable.server.people.channel import PersonalChannel
from sandtable.server.play.table_cache import TableCache
from sandtable.server.storage import account_store, friend_store, link_store, notice_store
from sandtable.server.storage.stored_table import WAITING, StoredTable

LINK_LIFETIME = 14 * 24 * 3600 * 1000
LINK_USES = 20
MAX_LINKS = 10
MAX_FRIENDS = 500
MAX_BLOCKS = 1000
#: People invited to one table.
MAX_INVITED = 30
MAX_SHOWN = 50


class Friends:
    def __init__(self, table_cache: TableCache, channel: PersonalChannel) -> None:
        self.table_cache = table_cache
        self.channel = channel
        self.read = table_cache.read
        self.writer = table_cache.writer
        self.time_source = table_cache.time_source
        #: Called with the person who blocks and the one who is blocked.
        self.on_block: Callable[[str, str], Awaitable[None]] | None = None

    async def account(self, name: str) -> Row[Any]:
        """Somebody by the name of their account."""
        row = await self.read(account_store.account_by_key, name_key(name.strip()))
        if row is None:
            raise ApiError("not_found", "Nobody here has an account of this name.")
        return row

    # -- friends ---------------------------------------------------------------------------------

    async def ask(self, who: Identity, name: str) -> tuple[str, str]:
        """Ask somebody to be friends, or accept that they ask; returns their name and what you
        are now."""
        other = await self.account(name)
        if other.identity == who.id:
            raise ApiError("bad_request", "This is your own name.")
        moment = self.time_source.now()

        def job(connection: Connection) -> str:
            _check_blocks(connection, who, other)
            if friend_store.count_friends(connection, who.id) >= MAX_FRIENDS:
                raise ApiError(
                    "bad_request", f"You have {MAX_FRIENDS} friends; that is the maximum."
                )
            return friend_store.ask_friend(connection, who.id, other.identity, moment)

        friendship = await self.writer.run(job)
        self._notify_friend(other.identity, who.name, friendship)
        return other.name, friendship

    def _notify_friend(self, identity: str, name: str, friendship: str) -> None:
        theirs = "asks" if friendship == "asked" else friendship
        self.channel.send(identity, {"type": "friend", "name": name, "friendship": theirs})

    async def part(self, who: Identity, name: str) -> None:
        """Friends no longer; also refuses a request, or takes one back."""
        other = await self.account(name)
        await self.writer.run(lambda c: friend_store.part(c, who.id, other.identity))

    async def new_link(self, who: Identity) -> tuple[str, int]:
        """A link that makes anybody who opens it a friend, and when it expires."""
        secret = link_store.new_secret()
        moment = self.time_source.now()

        def job(connection: Connection) -> None:
            mine = link_store.links_of(connection, who.id, link_store.FRIEND, moment)
            for old in mine[MAX_LINKS - 1 :]:
                link_store.drop_link(connection, who.id, link_store.FRIEND, old.digest)
            link_store.add_link(
                connection, link_store.FRIEND, secret, who.id, moment, LINK_LIFETIME, LINK_USES
            )

        await self.writer.run(job)
        return secret, moment + LINK_LIFETIME

    async def use_link(self, who: Identity, secret: str) -> str:
        """Become friends with who made a link; returns their name."""
        moment = self.time_source.now()

        def job(connection: Connection) -> Row[Any]:
            link = link_store.find_link(connection, link_store.FRIEND, secret, moment)
            other = None if link is None else account_store.account(connection, link.identity)
            if other is None:
                raise ApiError("not_found", "This link is used up or has expired; ask for another.")
            if other.identity == who.id:
                raise ApiError("bad_request", "This is your own link: send it to a friend.")
            _check_blocks(connection, who, other)
            now = friend_store.friendship(connection, who.id, other.identity)
            if now != "friends":
                link_store.use_link(connection, link_store.FRIEND, secret, moment)
                friend_store.make_friends(connection, who.id, other.identity, moment)
            return other

        other = await self.writer.run(job)
        self._notify_friend(other.identity, who.name, "friends")
        return str(other.name)

    # -- blocks ----------------------------------------------------------------------------------

    async def block(self, who: Identity, identity: str, name: str) -> None:
        if identity == who.id:
            raise ApiError("bad_request", "You cannot block yourself.")
        moment = self.time_source.now()

        def job(connection: Connection) -> None:
            if len(friend_store.blocked_people(connection, who.id)) >= MAX_BLOCKS:
                raise ApiError("bad_request", f"You have blocked {MAX_BLOCKS} people.")
            friend_store.block(connection, who.id, identity, name, moment)

        await self.writer.run(job)
        if self.on_block is not None:
            await self.on_block(who.id, identity)

    async def unblock(self, who: Identity, id: str) -> None:
        rows = await self.read(friend_store.blocks_of, who.id)
        blocked = next((row.blocked for row in rows if block_id(row.blocked) == id), None)
        if blocked is None:
            raise ApiError("not_found", "You have not blocked this person.")
        await self.writer.run(lambda c: friend_store.unblock(c, who.id, blocked))

    # -- invitations -----------------------------------------------------------------------------

    async def invite(self, who: Identity, table: StoredTable, title: str, name: str) -> str:
        """Invite somebody to a table; returns their name."""
        if who.id not in table.people():
            raise ApiError("forbidden", "Only people at a table, or its maker, can invite others.")
        if table.status != WAITING:
            raise ApiError("not_running", "All seats of this table are taken.")
        other = await self.account(name)
        if table.own(other.identity):
            raise ApiError("bad_request", f"{other.name} already sits at this table.")
        moment = self.time_source.now()

        def job(connection: Connection) -> bool:
            _check_blocks(connection, who, other)
            if friend_store.count_invitations(connection, table.id) >= MAX_INVITED:
                raise ApiError("bad_request", f"{MAX_INVITED} people are invited to this table.")
            new = friend_store.invite(connection, table.id, other.identity, who.id, moment)
            if new:
                people = {other.identity}
                notice_store.add_events(connection, "invited", table.id, people, moment, who.name)
            return new

        if await self.writer.run(job):
            message = {"type": "invitation", "by": who.name, "table": table.id, "title": title}
            self.channel.send(other.identity, message)
        return str(other.name)

    async def invitations(self, who: Identity) -> Sequence[Row[Any]]:
        return await self.read(friend_store.invitations_of, who.id, MAX_SHOWN)

    async def is_invited(self, who: Identity, table: str) -> bool:
        return await self.read(friend_store.invited, table, who.id)

    async def decline(self, who: Identity, table: str) -> None:
        if not await self.writer.run(lambda c: friend_store.drop_invitation(c, table, who.id)):
            raise ApiError("not_found", "There is no such invitation.")


def block_id(identity: str) -> str:
    """By which one's block is named: identities are nobody else's business."""
    return link_store.digest_of(f"block {identity}")[:24]


def _check_blocks(connection: Connection, who: Identity, other: Row[Any]) -> None:
    if friend_store.blocked_by(connection, who.id, [other.identity]):
        raise ApiError("forbidden", f"{other.name} does not accept requests from you.")
    if friend_store.blocked_by(connection, other.identity, [who.id]):
        raise ApiError("bad_request", f"You have blocked {other.name}; lift the block first.")
