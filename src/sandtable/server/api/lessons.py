"""Lessons: what a game teaches, how far I have come, and the tables where it happens."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from sandtable.kernel.errors import BadOption
from sandtable.kernel.registry import game as standard_game
from sandtable.server.api.dependencies import (
    ERRORS,
    Actor,
    Anyone,
    Creator,
    Serving,
    Spoken,
    TableId,
)
from sandtable.server.api.games import GameName
from sandtable.server.errors import ApiError
from sandtable.server.schemas.requests import LessonRequest, ReadRequest, Word
from sandtable.server.schemas.responses import Done, Lessons, MyLessons, TableInfo
from sandtable.server.tables.lesson_run import lessons_of

router = APIRouter(prefix="/api", tags=["lessons"], responses=ERRORS)


@router.get("/games/{name}/lessons", response_model=Lessons)
async def lessons(name: GameName, who: Anyone, language: Spoken) -> dict[str, Any]:
    """The guided game and the puzzles, with all texts; empty where a title has none."""
    try:
        found = lessons_of(standard_game(name))
    except BadOption as error:
        raise ApiError("not_found", f"{error}.") from None
    if found is None:
        return {"language": "en", "minutes": None, "chapters": [], "puzzles": [], "texts": {}}
    known = language if language in found.languages else "en"
    return {
        "language": known,
        "minutes": None if found.guide is None else found.guide["minutes"],
        "chapters": [{"id": id} for id in found.chapters()],
        "puzzles": [{"id": puzzle["id"], "level": puzzle["level"]} for puzzle in found.puzzles],
        "texts": found.texts(known),
    }


@router.get("/me/lessons", response_model=MyLessons)
async def my_lessons(
    who: Anyone, server: Serving, game: Annotated[Word, Query()]
) -> dict[str, Any]:
    """How far I have come in a game's lessons."""
    if who is None:
        return {"guide": None, "finished": False, "solved": []}
    return await server.lesson_tables.state(who, game)


@router.post("/lessons", response_model=TableInfo, status_code=201)
async def start_lesson(asked: LessonRequest, who: Creator, server: Serving) -> dict[str, Any]:
    """A table where a lesson begins, or goes on."""
    table = await server.lesson_tables.start(who, asked.game, asked.lesson)
    return server.table_cache.info(table, who.id)


@router.post("/tables/{id}/lesson/read", response_model=Done)
async def read_step(id: TableId, asked: ReadRequest, who: Actor, server: Serving) -> dict[str, Any]:
    """I have read the lesson's step: go on to the next one."""
    play = await server.table_service.go_on(id, who.id, "read", asked.number)
    return {"version": play.version, "step": play.step}


@router.post("/tables/{id}/lesson/stop", response_model=Done)
async def stop_lesson(id: TableId, who: Actor, server: Serving) -> dict[str, Any]:
    """End the lesson; the game goes on as any other."""
    play = await server.table_service.go_on(id, who.id, "stop")
    return {"version": play.version, "step": play.step}
