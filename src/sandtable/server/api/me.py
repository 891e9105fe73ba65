"""Who I am, my tables, scores and progress."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from sandtable.server.api.dependencies import (
    ERRORS,
    Actor,
    AnswerLanguage,
    Anyone,
    Person,
    Serving,
    address,
    new_guest,
    only_in_a_browser,
    set_cookie,
)
from sandtable.server.auth.identity import GUEST, Identity, clean_name
from sandtable.server.errors import ApiError
from sandtable.server.schemas.requests import NameRequest, Status, Word
from sandtable.server.schemas.responses import Me, Progress, Scores, Tables, Token
from sandtable.server.storage import result_store, table_store
from sandtable.server.tables.info import moment

router = APIRouter(prefix="/api/me", tags=["me"], responses=ERRORS)

MOST = 100


@router.get("", response_model=Me)
async def get_me(who: Anyone) -> dict[str, Any]:
    """Get my name and account; `known` is false until there is a cookie."""
    return about(who)


def about(who: Identity | None) -> dict[str, Any]:
    if who is None:
        return {"name": GUEST, "known": False, "account": False, "admin": False}
    return {"name": who.name, "known": True, "account": who.account, "admin": who.admin}


@router.post("", response_model=Me)
async def set_name(
    asked: NameRequest, who: Anyone, server: Serving, request: Request
) -> dict[str, Any]:
    """Choose a name. Running games show it at once, finished ones keep the old one; a guest's older
    cookies end. Somebody whose own cookie has ended starts again."""
    server.limit("create", who, address(request))
    name = clean_name(asked.name)
    if name is None:
        raise ApiError("bad_request", "A name has 1 to 30 visible characters.")
    if who is None:
        who = await new_guest(request)
        set_cookie(request, await server.sign_ins.cookie(Identity(who.id, name)))
    else:
        only_in_a_browser(who)
        if who.account:
            renamed = await server.accounts.rename(who, name)
            set_cookie(request, await server.sign_ins.cookie(renamed))
        else:
            set_cookie(request, await server.sign_ins.rename(who, name))
        await server.lobby.rename(who, name)
    return about(who._replace(name=name))


@router.post("/token", response_model=Token)
async def create_token(who: Person, server: Serving) -> dict[str, Any]:
    """A token for programs: the header `Authorization: Bearer TOKEN` instead of the cookie."""
    only_in_a_browser(who)
    return {"token": await server.sign_ins.token(who)}


@router.delete("/token", status_code=204)
async def revoke_tokens(who: Actor, server: Serving) -> Response:
    """Revoke all my tokens: programs that use them are signed out at once."""
    await server.sign_ins.revoke_tokens(who)
    server.sign_out(who.id, lambda other: other.by_token)
    return Response(status_code=204)


@router.get("/tables", response_model=Tables)
async def my_tables(
    who: Anyone,
    server: Serving,
    language: AnswerLanguage,
    status: Annotated[Status | None, Query()] = None,
) -> dict[str, Any]:
    """List my tables: those that wait for me first, then by last change."""
    if who is None:
        return {"tables": []}
    tables = await server.table_cache.read(table_store.tables_of, who.id, status, MOST)
    infos = [server.table_cache.info(table, who.id, language) for table in tables]
    return {"tables": sorted(infos, key=lambda info: not info["my_turn"])}


@router.get("/scores", response_model=Scores)
async def my_scores(
    who: Anyone, server: Serving, game: Annotated[Word | None, Query()] = None
) -> dict[str, Any]:
    """List my scores in finished games, best first."""
    if who is None:
        return {"scores": []}
    rows = await server.table_cache.read(result_store.results_of, who.id, game, MOST)
    return {
        "scores": [
            {
                "game": row.game,
                "players": row.players,
                "options": row.options,
                "score": row.score,
                "won": row.won,
                "place": row.place,
                "finished": moment(row.finished),
                "table": row.table_id,
                "result": row.result,
            }
            for row in rows
        ]
    }


@router.get("/progress", response_model=Progress)
async def my_progress(who: Anyone, server: Serving) -> dict[str, Any]:
    """Get my progress in modes that span several games, by game and mode."""
    if who is None:
        return {"progress": {}}
    return {"progress": await server.table_cache.read(result_store.progress_of, who.id)}
