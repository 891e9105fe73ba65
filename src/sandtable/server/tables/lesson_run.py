"""A table's lesson, and what a person has finished of them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from sandtable.kernel.game import Game
from sandtable.kernel.lessons import Lessons, Run
from sandtable.kernel.messages import ENGLISH
from sandtable.server.storage import result_store
from sandtable.server.storage.database import lock

#: Under this mode of a person's progress their lessons are kept.
MODE = "lessons"


def lessons_of(game: Game) -> Lessons | None:
    lessons: Lessons | None = game.lessons()
    return lessons


def lesson_title(lessons: Lessons, lesson: str, language: str = ENGLISH) -> str:
    """What a lesson is called, as ``guide:<chapter>`` or ``puzzle:<id>``; '' if there is none."""
    kind, _, id = lesson.partition(":")
    return lessons.texts(language).get("guide" if kind == "guide" else f"puzzle.{id}", "")


def lesson_run(game: Game, lesson: str) -> Run | None:
    """The lesson from its beginning; None where it no longer exists: a plain game is left."""
    lessons = lessons_of(game)
    if lessons is None or not lessons.has(lesson):
        return None
    return lessons.run(lesson)


def finished(progress: dict[str, dict[str, dict[str, Any]]], game: str) -> dict[str, Any]:
    known = progress.get(game, {}).get(MODE, {})
    return {"guide": bool(known.get("guide")), "solved": list(known.get("solved", []))}


def mark_done(connection: Connection, identity: str, game: str, lesson: str) -> None:
    lock(connection, f"progress {identity}")
    known = finished(result_store.progress_of(connection, identity), game)
    kind, _, id = lesson.partition(":")
    if kind == "guide":
        data = {**known, "guide": True}
    else:
        data = {**known, "solved": sorted({*known["solved"], id})}
    if data != known:
        row = {"identity": identity, "game": game, "mode": MODE, "data": data}
        result_store.set_progress(connection, row)
