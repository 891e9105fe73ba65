"""What people at a table decide together: undo, pauses, absent players, an early end."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from sandtable.server.api.dependencies import ERRORS, Actor, Serving, TableId
from sandtable.server.schemas.requests import AnswerRequest, ProposalRequest, SeatNumber
from sandtable.server.schemas.responses import TableInfo

router = APIRouter(prefix="/api/tables/{id}", tags=["agreements"], responses=ERRORS)


@router.post("/proposals", response_model=TableInfo)
async def propose(
    id: TableId, asked: ProposalRequest, who: Actor, server: Serving
) -> dict[str, Any]:
    """Propose something to all other people at the table: to take my last choice back although
    something has been revealed or others have chosen since, to pause or go on, to let a bot play
    for somebody who is absent, or to end the game. It happens when all have agreed."""
    table = await server.agreements.propose(
        id, who.id, asked.kind, asked.seat, asked.version, asked.step
    )
    return server.table_cache.info(table, who.id)


@router.post("/proposals/answer", response_model=TableInfo)
async def answer_proposal(
    id: TableId, asked: AnswerRequest, who: Actor, server: Serving
) -> dict[str, Any]:
    """Agree to a proposal or refuse it; refusing my own withdraws it."""
    table = await server.agreements.answer(id, who.id, asked.proposal, asked.agree)
    return server.table_cache.info(table, who.id)


@router.post("/seats/{seat}/return", response_model=TableInfo)
async def take_seat_back(
    id: TableId, seat: SeatNumber, who: Actor, server: Serving
) -> dict[str, Any]:
    """Take my seat back from the bot that played for me."""
    table = await server.agreements.take_seat_back(id, who.id, seat)
    return server.table_cache.info(table, who.id)
