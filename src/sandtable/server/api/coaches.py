"""Coaches: somebody a player lets look over their shoulder."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from sandtable.server.api.dependencies import ERRORS, Actor, Anyone, Creator, Serving, TableId
from sandtable.server.errors import ApiError
from sandtable.server.schemas.requests import CoachOffer, CoachRequest
from sandtable.server.schemas.responses import TableInfo, Tables

router = APIRouter(prefix="/api", tags=["coaches"], responses=ERRORS)

CoachNumber = Annotated[int, Path(ge=0, le=1_000_000)]


@router.post("/tables/{id}/coaches", response_model=TableInfo)
async def grant_coaching(
    id: TableId, asked: CoachRequest, who: Creator, server: Serving
) -> dict[str, Any]:
    """Let somebody coach me: they see my hand and get hints for me. Everybody at the table sees
    this."""
    if (asked.name is None) == (asked.offer is None):
        raise ApiError("bad_request", "Name an account, or the number of an offer.")
    if asked.name is not None:
        table = await server.coaching.grant(id, who, asked.name, asked.seat)
    else:
        assert asked.offer is not None
        table = await server.coaching.accept(id, who, asked.offer)
    return server.table_cache.info(table, who.id)


@router.post("/tables/{id}/coaches/offers", response_model=TableInfo)
async def offer_coaching(
    id: TableId, asked: CoachOffer, who: Creator, server: Serving
) -> dict[str, Any]:
    """Offer to coach a player; only they see the offer."""
    table = await server.coaching.offer(id, who, asked.seat)
    return server.table_cache.info(table, who.id)


@router.delete("/tables/{id}/coaches/{number}", response_model=TableInfo)
async def end_coaching(
    id: TableId, number: CoachNumber, who: Actor, server: Serving
) -> dict[str, Any]:
    """End coaching, or withdraw or decline an offer."""
    table = await server.coaching.end(id, who, number)
    return server.table_cache.info(table, who.id)


@router.get("/me/coaching", response_model=Tables)
async def list_coached_games(who: Anyone, server: Serving) -> dict[str, Any]:
    """List the running games in which I coach somebody."""
    tables = [] if who is None else await server.coaching.tables(who)
    return {"tables": [server.table_cache.info(table, who.id) for table in tables if who]}
