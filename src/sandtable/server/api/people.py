"""People: profiles, rankings, friends, blocks and invitations to tables."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response, WebSocket
from sqlalchemy import Connection

from sandtable.kernel.errors import BadOption
from sandtable.kernel.registry import game as standard_game
from sandtable.server.api.dependencies import (
    ERRORS,
    Anyone,
    Creator,
    Member,
    Person,
    Serving,
    TableId,
    address,
    id_of,
    identity,
    service,
)
from sandtable.server.api.live import TRY_LATER, close, forward
from sandtable.server.auth.identity import GUEST, Identity
from sandtable.server.errors import ApiError
from sandtable.server.middleware import same_origin
from sandtable.server.people import profiles
from sandtable.server.people.friends import block_id
from sandtable.server.people.ratings import SURE, rating_info
from sandtable.server.play.connection import LiveConnection
from sandtable.server.schemas.people import (
    BlockRequest,
    Blocks,
    FriendAnswer,
    FriendLink,
    FriendLinkRequest,
    Friends,
    Invitations,
    PersonRequest,
    Profile,
    Ranking,
)
from sandtable.server.schemas.requests import Word
from sandtable.server.service import Service
from sandtable.server.storage import account_store, friend_store, rating_store
from sandtable.server.storage.rating_store import BOT_PREFIX
from sandtable.server.tables.challenges import secret_tries
from sandtable.server.tables.info import moment
from sandtable.server.tables.seating import bot_title

router = APIRouter(prefix="/api", tags=["people"], responses=ERRORS)

AccountName = Annotated[Word, Path()]
BlockId = Annotated[str, Path(min_length=1, max_length=24, pattern="^[0-9a-f]+$")]
LISTED = 200
#: In place of a table, for the count of connections.
PERSONAL = "-"


@router.get("/me/profile", response_model=Profile)
async def my_profile(who: Anyone, server: Serving) -> dict[str, Any]:
    """Get my own profile; guests have one too."""
    account = None
    if who is not None:
        account = await server.table_cache.read(account_store.account, who.id)
    return await _profile(server, who, id_of(who), GUEST if who is None else who.name, account)


@router.get("/people/{name}", response_model=Profile)
async def profile(name: AccountName, who: Anyone, server: Serving) -> dict[str, Any]:
    """Get the profile of a friend, or of somebody whose profile is public."""
    account = await server.friends.account(name)
    if id_of(who) != account.identity and not account.listed:
        now = "none"
        if who is not None:
            now = await server.table_cache.read(friend_store.friendship, who.id, account.identity)
        if now != "friends":
            raise ApiError("forbidden", f"{account.name} shows their profile to friends only.")
    return await _profile(server, who, account.identity, account.name, account)


async def _profile(
    server: Service, who: Identity | None, identity: str | None, name: str, account: Any
) -> dict[str, Any]:
    read = server.table_cache.read
    mine = identity is None or id_of(who) == identity
    friendship, blocked = "none", False
    if who is not None and identity is not None and not mine:
        friendship = await read(friend_store.friendship, who.id, identity)
        blocked = identity in await read(friend_store.blocked_people, who.id)
    document: dict[str, Any] = {"titles": [], "opponents": []}
    if identity is not None:
        now = server.table_cache.time_source.now()

        def shown(connection: Connection) -> dict[str, Any]:
            hidden = set() if mine else secret_tries(connection, identity, id_of(who), now)
            return profiles.profile_of(connection, identity, hidden)

        document = await read(shown)
    return {
        "name": name,
        "account": account is not None,
        "mine": mine,
        "listed": account is not None and account.listed,
        "since": None if account is None else moment(account.created),
        "friendship": friendship,
        "blocked": blocked,
        **document,
    }


@router.get("/ranking/{game}", response_model=Ranking)
async def ranking(game: Annotated[Word, Path()], who: Anyone, server: Serving) -> dict[str, Any]:
    """List people who want to be listed, and bots, by rating in a title; provisional ratings come
    last."""
    try:
        standard_game(game)
    except BadOption as error:
        raise ApiError("not_found", f"{error}.") from None
    rows = await server.table_cache.read(rating_store.ranking, game, SURE, LISTED)
    return {
        "players": [
            {
                "name": row.name or bot_title(row.player.removeprefix(BOT_PREFIX)),
                "bot": row.name is None,
                "mine": row.player == id_of(who),
                "rating": rating_info(row.mu, row.sigma, row.games),
            }
            for row in rows
        ]
    }


# -- friends ---------------------------------------------------------------------------------------


@router.get("/friends", response_model=Friends)
async def list_friends(who: Member, server: Serving) -> dict[str, Any]:
    """List my friends and friend requests."""
    read = server.table_cache.read
    known = await read(friend_store.friends_of, who.id)
    asking = await read(friend_store.asked_by, who.id)
    return {
        "friends": [row.name for row in known if row.accepted],
        "asked": [row.name for row in known if not row.accepted],
        "asking": [row.name for row in asking],
    }


@router.post("/friends", response_model=FriendAnswer)
async def request_friendship(asked: PersonRequest, who: Member, server: Serving) -> dict[str, Any]:
    """Send a friend request, or accept one."""
    server.limiter.check("create", who.id)
    name, friendship = await server.friends.ask(who, asked.name)
    return {"name": name, "friendship": friendship}


@router.delete("/friends/{name}", status_code=204)
async def remove_friend(name: AccountName, who: Member, server: Serving) -> Response:
    """Remove a friend, decline a request, or withdraw mine."""
    await server.friends.part(who, name)
    return Response(status_code=204)


@router.post("/friend-links", response_model=FriendLink, status_code=201)
async def create_friend_link(who: Member, server: Serving) -> dict[str, Any]:
    """Create a link that makes whoever opens it my friend."""
    server.limiter.check("create", who.id)
    secret, expires = await server.friends.new_link(who)
    return {"secret": secret, "expires": moment(expires)}


@router.post("/friend-links/use", response_model=FriendAnswer)
async def use_friend_link(
    asked: FriendLinkRequest, who: Member, server: Serving, request: Request
) -> dict[str, Any]:
    """Become friends with the person who created the link."""
    server.limiter.check("sign_in", address(request))
    name = await server.friends.use_link(who, asked.link)
    return {"name": name, "friendship": "friends"}


# -- blocks ----------------------------------------------------------------------------------------


@router.get("/blocks", response_model=Blocks)
async def list_blocks(who: Anyone, server: Serving) -> dict[str, Any]:
    """List the people I have blocked."""
    rows = [] if who is None else await server.table_cache.read(friend_store.blocks_of, who.id)
    return {
        "blocks": [
            {"id": block_id(row.blocked), "name": row.name, "profile": row.profile} for row in rows
        ]
    }


@router.post("/blocks", status_code=204)
async def block(asked: BlockRequest, who: Creator, server: Serving) -> Response:
    """Block somebody: they cannot invite me, befriend me or join my tables, and I hear nothing
    from them."""
    if (asked.name is None) == (asked.table is None):
        raise ApiError("bad_request", "Name an account, or a table and a seat.")
    if asked.name is not None:
        account = await server.friends.account(asked.name)
        await server.friends.block(who, account.identity, account.name)
        return Response(status_code=204)
    assert asked.table is not None
    async with server.table_cache.at(asked.table) as (_, table):
        here = [seat for seat in table.seats if seat.seat == asked.seat]
    if not here or here[0].identity is None:
        raise ApiError("not_found", "Nobody sits there.")
    await server.friends.block(who, here[0].identity, here[0].name)
    return Response(status_code=204)


@router.delete("/blocks/{id}", status_code=204)
async def unblock(id: BlockId, who: Person, server: Serving) -> Response:
    """Unblock somebody."""
    await server.friends.unblock(who, id)
    return Response(status_code=204)


# -- invitations to tables -------------------------------------------------------------------------


@router.post("/tables/{id}/invitations", status_code=204)
async def invite(id: TableId, asked: PersonRequest, who: Creator, server: Serving) -> Response:
    """Invite somebody to a table where I sit or which I made."""
    async with server.table_cache.at(id) as (_, table):
        title = server.table_cache.info(table, who.id)["title"]
        await server.friends.invite(who, table, title, asked.name)
    return Response(status_code=204)


@router.get("/me/invitations", response_model=Invitations)
async def list_invitations(who: Anyone, server: Serving) -> dict[str, Any]:
    """List the tables I am invited to that still have an open seat."""
    invited = []
    for row in [] if who is None else await server.friends.invitations(who):
        async with server.table_cache.at(row.table_id) as (_, table):
            info = server.table_cache.info(table, id_of(who))
        invited.append({"by": row.by, "made": moment(row.made), "table": info})
    return {"invitations": invited}


@router.delete("/me/invitations/{id}", status_code=204)
async def decline_invitation(id: TableId, who: Person, server: Serving) -> Response:
    """Decline an invitation to a table."""
    await server.friends.decline(who, id)
    return Response(status_code=204)


# -- messages to a person -----------------------------------------------------------------


@router.websocket("/me/live")
async def personal(socket: WebSocket) -> None:
    """Invitations and requests as they come, as PersonalMessage."""
    server = service(socket)
    await socket.accept()
    try:
        if not same_origin(socket.headers):
            raise ApiError("forbidden", "This connection comes from another site's page.")
        who = await identity(socket)
        if who is None:
            raise ApiError("forbidden", "Nobody is known here yet.")
        server.limit("connect", who, address(socket))
        server.open.enter(who.id, PERSONAL)
    except ApiError as api_error:
        await close(socket, 4403 if api_error.code == "forbidden" else TRY_LATER, api_error.message)
        return
    connection = LiveConnection(who, None)
    server.personal_channel.enter(connection)
    sender = asyncio.create_task(forward(socket, connection))
    try:
        while not connection.lost:
            received = await socket.receive()
            if received["type"] != "websocket.receive":
                break
            server.limiter.check("act", f"live {who.id}")
    except ApiError:
        await close(socket, 4429, "That is too fast.")
    finally:
        server.personal_channel.leave(connection)
        server.open.leave(who.id, PERSONAL)
        sender.cancel()
