"""Planning one's next turn while others choose. All of it is for the person alone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from sandtable.server.api.dependencies import (
    ERRORS,
    Actor,
    AnswerLanguage,
    Person,
    Serving,
    TableId,
    address,
    ready,
)
from sandtable.server.play.plans import PlanOwner
from sandtable.server.schemas.plans import (
    KeepRequest,
    PlanBackRequest,
    PlanChoiceRequest,
    PlanPlayed,
    PlanRequest,
    PlanState,
    PlayPlanRequest,
)
from sandtable.server.schemas.requests import SeatNumber
from sandtable.server.schemas.responses import Previews

router = APIRouter(prefix="/api/tables/{id}/plan", tags=["plans"], responses=ERRORS)


async def looking(id: TableId, who: Person, language: AnswerLanguage) -> PlanOwner:
    return PlanOwner(id, who, language)


async def acting(id: TableId, who: Actor, language: AnswerLanguage) -> PlanOwner:
    return PlanOwner(id, who, language)


#: Who looks at their plan, and who changes it: the latter counts as acting in the game.
Looking = Annotated[PlanOwner, Depends(looking)]
Acting = Annotated[PlanOwner, Depends(acting)]
OwnSeat = Annotated[SeatNumber | None, Query(description="One of my seats.")]


@router.get("", response_model=PlanState)
async def plan(me: Looking, server: Serving, seat: OwnSeat = None) -> Response:
    """My plan for my next turn, if I have one."""
    return ready(await server.plans.state(me, seat))


@router.post("", response_model=PlanState, status_code=201)
async def begin(asked: PlanRequest, me: Looking, server: Serving, request: Request) -> Response:
    """A new plan, on a private copy drawn from what I may know now. It replaces the one before."""
    server.limit("preview", me.who, address(request))
    answer = ready(await server.plans.begin(me, asked.seat))
    answer.status_code = 201
    return answer


@router.post("/choices", response_model=PlanState)
async def choose(asked: PlanChoiceRequest, me: Acting, server: Serving) -> Response:
    """Plan one more choice."""
    return ready(await server.plans.choose(me, asked.seat, asked.revision, asked.action))


@router.post("/back", response_model=PlanState)
async def take_back(asked: PlanBackRequest, me: Acting, server: Serving) -> Response:
    """Take the last choices out of the plan."""
    return ready(await server.plans.take_back(me, asked.seat, asked.revision, asked.count))


@router.get("/previews", response_model=Previews)
async def previews(
    me: Looking, server: Serving, request: Request, seat: OwnSeat = None
) -> Response:
    """What each choice would bring on the copy."""
    server.limit("preview", me.who, address(request))
    work, revision = await server.plans.previews(me, seat)
    results = await server.try_out(me.who, address(request), work)
    return ready({"version": revision, "previews": results})


@router.post("/keep", response_model=PlanState)
async def keep(asked: KeepRequest, me: Acting, server: Serving) -> Response:
    """Keep the plan for my turn, to be played with one click or by itself."""
    return ready(await server.plans.keep(me, asked.seat, asked.revision, asked.automatic))


@router.post("/play", response_model=PlanPlayed)
async def play(asked: PlayPlanRequest, me: Acting, server: Serving) -> dict[str, Any]:
    """Play the plan. It stops where something relevant has changed or comes to light."""
    return await server.plans.play(me, asked.seat, asked.version, hold=asked.hold)


@router.delete("", status_code=204)
async def discard(me: Acting, server: Serving, seat: OwnSeat = None) -> Response:
    """Discard the plan."""
    await server.plans.discard(me, seat)
    return Response(status_code=204)
