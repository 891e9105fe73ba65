"""Tables: create, list, join and leave them, and derive them from other games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from sandtable.kernel.errors import BadOption
from sandtable.kernel.registry import game as standard_game
from sandtable.server.api.dependencies import (
    ERRORS,
    Actor,
    AnswerLanguage,
    Anyone,
    Creator,
    Serving,
    TableId,
    id_of,
)
from sandtable.server.auth.identity import clean_name
from sandtable.server.bots.pool import default_bot
from sandtable.server.errors import ApiError, no_table
from sandtable.server.schemas.requests import (
    BranchRequest,
    JoinRequest,
    PlayRequest,
    RecordRequest,
    SeatNumber,
    SeatRequest,
    TableRequest,
)
from sandtable.server.schemas.responses import TableInfo, Tables
from sandtable.server.storage import table_store

router = APIRouter(prefix="/api", tags=["tables"], responses=ERRORS)

Invite = Annotated[str, Path(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]

MOST = 100
WEEK = 7 * 24 * 3600 * 1000


@router.post("/play", response_model=TableInfo, status_code=201)
async def play(asked: PlayRequest, who: Creator, server: Serving) -> dict[str, Any]:
    """Play at once: me in the first seat, bots in the others."""
    try:
        game = standard_game(asked.game)
    except BadOption as error:
        raise ApiError("bad_request", f"{error}.") from None
    players = asked.players or max(game.min_players, min(2, game.max_players))
    bot = asked.bot or default_bot()
    seats = [SeatRequest(kind="human", name=None, bot=None)]
    seats += [SeatRequest(kind="bot", name=None, bot=bot) for _ in range(players - 1)]
    table = await server.lobby.create(
        who, asked.game, seats, asked.options, None, None, False, None, rated=asked.rated
    )
    return server.table_cache.info(table, who.id)


@router.post("/tables", response_model=TableInfo, status_code=201)
async def create_table(asked: TableRequest, who: Creator, server: Serving) -> dict[str, Any]:
    """Create a table; the game begins when no seat is open."""
    name = None
    if asked.name is not None:
        name = clean_name(asked.name)
        if name is None:
            raise ApiError("bad_request", "The name of a table has 1 to 30 characters.")
    table = await server.lobby.create(
        who,
        asked.game,
        asked.seats,
        asked.options,
        asked.seed,
        asked.edition,
        asked.listed,
        name,
        asked.clock,
        asked.rated,
        asked.auto_plans,
    )
    return server.table_cache.info(table, who.id)


@router.get("/tables", response_model=Tables)
async def open_tables(who: Anyone, server: Serving, language: AnswerLanguage) -> dict[str, Any]:
    """List tables with an open seat that anybody may take, newest first."""
    since = server.time_source.now() - WEEK
    tables = await server.table_cache.read(table_store.open_tables, since, MOST)
    infos = [server.table_cache.info(table, id_of(who), language) for table in tables]
    return {"tables": infos}


@router.get("/tables/{id}", response_model=TableInfo)
async def table(
    id: TableId, who: Anyone, server: Serving, language: AnswerLanguage
) -> dict[str, Any]:
    """Get a table."""
    async with server.table_cache.seen_by(id, id_of(who)) as (_, stored):
        return server.table_cache.info(stored, id_of(who), language)


@router.delete("/tables/{id}", status_code=204)
async def delete_table(id: TableId, who: Actor, server: Serving) -> Response:
    """Delete my own table, if nobody else sits there."""
    await server.lobby.delete(id, who)
    return Response(status_code=204)


@router.get("/invites/{code}", response_model=TableInfo)
async def invitation(
    code: Invite, who: Anyone, server: Serving, language: AnswerLanguage
) -> dict[str, Any]:
    """Get the table an invitation leads to."""
    stored = await server.table_cache.read(table_store.table_by_invite, code)
    if stored is None:
        raise no_table()
    async with server.table_cache.seen_by(stored.id, id_of(who)) as (_, current):
        return server.table_cache.info(current, id_of(who), language)


@router.post("/invites/{code}", response_model=TableInfo)
async def accept_invitation(
    code: Invite, asked: JoinRequest, who: Creator, server: Serving
) -> dict[str, Any]:
    """Take a seat by invitation. If I already sit there, just get the table."""
    stored = await server.table_cache.read(table_store.table_by_invite, code)
    if stored is None:
        raise no_table()
    joined = await server.lobby.join(stored.id, who, asked.seat, asked.name)
    return server.table_cache.info(joined, who.id)


@router.post("/tables/{id}/join", response_model=TableInfo)
async def join(id: TableId, asked: JoinRequest, who: Creator, server: Serving) -> dict[str, Any]:
    """Take a seat at a listed table, or at one I am invited to."""
    async with server.table_cache.at(id) as (_, stored):
        known = stored.listed or stored.own(who.id)
    if not known and not await server.friends.is_invited(who, id):
        raise ApiError("forbidden", "This table is for those who were invited: use the link.")
    joined = await server.lobby.join(id, who, asked.seat, asked.name)
    return server.table_cache.info(joined, who.id)


@router.put("/tables/{id}/seats/{seat}", response_model=TableInfo)
async def set_seat(
    id: TableId, seat: SeatNumber, asked: SeatRequest, who: Actor, server: Serving
) -> dict[str, Any]:
    """Fill or free a seat of my own table before the game begins."""
    changed = await server.lobby.set_seat(id, who, seat, asked)
    return server.table_cache.info(changed, who.id)


@router.post("/tables/{id}/leave", response_model=TableInfo)
async def leave(id: TableId, who: Actor, server: Serving) -> dict[str, Any]:
    """Leave my seats; in a running game bots take them over."""
    left = await server.lobby.leave(id, who)
    return server.table_cache.info(left, who.id)


@router.post("/tables/{id}/rematch", response_model=TableInfo)
async def rematch(id: TableId, who: Creator, server: Serving) -> dict[str, Any]:
    """Play again with the same players, each one seat further on; all get the same new table."""
    again = await server.derived_tables.rematch(id, who)
    return server.table_cache.info(again, who.id)


@router.post("/tables/{id}/branch", response_model=TableInfo, status_code=201)
async def branch(
    id: TableId, asked: BranchRequest, who: Creator, server: Serving
) -> dict[str, Any]:
    """Continue from a position against bots, at a new table."""
    made = await server.derived_tables.branch(id, who, asked.step, asked.seat, asked.bot)
    return server.table_cache.info(made, who.id)


@router.post("/records", response_model=TableInfo, status_code=201)
async def upload_record(asked: RecordRequest, who: Creator, server: Serving) -> dict[str, Any]:
    """Create a table from a record: finished games to look at, others to continue."""
    made = await server.derived_tables.from_record(who, asked.record, asked.edition, asked.bot)
    return server.table_cache.info(made, who.id)
