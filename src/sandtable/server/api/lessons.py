"""Lessons: what a game teaches, how far I have come, and the tables where it happens."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

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
)
from sandtable.server.api.games import GameName
from sandtable.server.errors import ApiError
from sandtable.server.schemas.lessons import Lessons, MyLessons
from sandtable.server.schemas.requests import LessonRequest, ReadRequest, Word
from sandtable.server.schemas.responses import Done, TableInfo
from sandtable.server.tables.lesson_run import lessons_of

router = APIRouter(prefix="/api", tags=["lessons"], responses=ERRORS)


@router.get("/games/{name}/lessons", response_model=Lessons)
async def get_lessons(name: GameName, who: Anyone, language: AnswerLanguage) -> dict[str, Any]:
    """Get the guided game and the puzzles with all texts; empty where a title has none."""
    try:
        loaded = lessons_of(standard_game(name))
    except BadOption as error:
        raise ApiError("not_found", f"{error}.") from None
    if loaded is None:
        return {"language": "en", "minutes": None, "chapters": [], "puzzles": [], "texts": {}}
    known = language if language in loaded.languages else "en"
    return {
        "language": known,
        "minutes": None if loaded.guide is None else loaded.guide["minutes"],
        "chapters": [{"id": id} for id in loaded.chapters()],
        "puzzles": [{"id": puzzle["id"], "level": puzzle["level"]} for puzzle in loaded.puzzles],
        "texts": loaded.texts(known),
    }


@router.get("/me/lessons", response_model=MyLessons)
async def my_lessons(
    who: Anyone, server: Serving, game: Annotated[Word, Query()]
) -> dict[str, Any]:
    """Get my progress in a game's lessons."""
    if who is None:
        return {"guide": None, "finished": False, "solved": []}
    return await server.lesson_tables.state(who, game)


@router.post("/lessons", response_model=TableInfo, status_code=201)
async def start_lesson(asked: LessonRequest, who: Creator, server: Serving) -> dict[str, Any]:
    """Start or continue a lesson at a table of its own."""
    table = await server.lesson_tables.start(who, asked.game, asked.lesson)
    return server.table_cache.info(table, who.id)


@router.post("/tables/{id}/lesson/read", response_model=Done)
async def read_step(id: TableId, asked: ReadRequest, who: Actor, server: Serving) -> dict[str, Any]:
    """Mark the current step of the lesson as read and continue."""
    play = await server.table_service.go_on(id, who.id, "read", asked.number)
    return {"version": play.version, "step": play.step}


@router.post("/tables/{id}/lesson/stop", response_model=Done)
async def stop_lesson(id: TableId, who: Actor, server: Serving) -> dict[str, Any]:
    """End the lesson; the game continues like any other."""
    play = await server.table_service.go_on(id, who.id, "stop")
    return {"version": play.version, "step": play.step}
