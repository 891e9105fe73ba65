"""Challenges: the same deal for everybody, one try each; and how far people came in campaigns."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from sandtable.kernel.registry import games
from sandtable.server.api.dependencies import ERRORS, Anyone, Creator, Serving
from sandtable.server.api.games import GameName
from sandtable.server.errors import ApiError
from sandtable.server.schemas.challenges import Challenge, ChallengeList, Ladder
from sandtable.server.schemas.responses import TableInfo

router = APIRouter(prefix="/api", tags=["challenges"], responses=ERRORS)

ChallengeId = Annotated[str, Path(min_length=1, max_length=70, pattern="^[a-z0-9_-]+$")]
Mode = Annotated[str, Path(min_length=1, max_length=40, pattern="^[a-z0-9_-]+$")]


@router.get("/challenges", response_model=ChallengeList)
async def list_challenges(who: Anyone, server: Serving) -> dict[str, Any]:
    """List the challenges of today and of this month, and some earlier ones."""
    return {"challenges": await server.challenges.all(who)}


@router.get("/challenges/{id}", response_model=Challenge)
async def get_challenge(id: ChallengeId, who: Anyone, server: Serving) -> dict[str, Any]:
    """Get a challenge with its results, as far as I may see them."""
    return await server.challenges.one(id, who)


@router.post("/challenges/{id}/start", response_model=TableInfo)
async def start_challenge(id: ChallengeId, who: Creator, server: Serving) -> dict[str, Any]:
    """Start or continue my only try."""
    table = await server.challenges.start(id, who)
    return server.table_cache.info(table, who.id)


@router.get("/ladders/{name}/{mode}", response_model=Ladder)
async def get_ladder(name: GameName, mode: Mode, who: Anyone, server: Serving) -> dict[str, Any]:
    """Get everybody's progress in a mode that spans several games, such as a campaign."""
    if name not in games():
        raise ApiError("not_found", f"There is no game {name!r}.")
    return {"rows": await server.challenges.ladder(name, mode, who)}
