"""The guided game and the puzzles, and where a lesson stands."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class LessonAnchor(BaseModel):
    """Something on the table to point at: its name, and its action id if it can be chosen."""

    name: str
    action: int | None


class PuzzleResult(BaseModel):
    """The turn played in a puzzle and the best one: points, also by source, and the best
    choices."""

    points: int
    best: int
    sources: dict[str, int]
    best_sources: dict[str, int]
    solution: list[str]


class LessonState(BaseModel):
    """Where a lesson stands. Texts are ids of /api/games/{name}/lessons."""

    kind: Literal["guide", "puzzle"]
    id: str
    chapter: str | None
    number: int = Field(description="How many steps of the guide are done.")
    count: int
    text: str | None
    rules: str | None = Field(description="The paragraph of the rulebook with more about it.")
    said: str | None = Field(description="A comment on the last choice.")
    anchors: list[LessonAnchor]
    waits: Literal["read", "choice", "others", "lost", "done", "over"]
    choices: list[int] = Field(description="The choices the guide accepts.")
    answers: dict[str, str] = Field(description="Comments on other choices, by id.")
    result: PuzzleResult | None


class LessonChapter(BaseModel):
    id: str


class LessonPuzzle(BaseModel):
    id: str
    level: int


class Lessons(BaseModel):
    """The guided game and the puzzles of a title, with their texts: chapters are titled
    guide.<id>, puzzles puzzle.<id>."""

    language: str
    minutes: int | None
    chapters: list[LessonChapter]
    puzzles: list[LessonPuzzle]
    texts: dict[str, str]


class OpenGuide(BaseModel):
    table: str
    chapter: str


class MyLessons(BaseModel):
    guide: OpenGuide | None = Field(description="The guided game that can be continued.")
    finished: bool = Field(description="Whether the guided game was followed to its end.")
    solved: list[str]
