"""The lessons of a title, read from its folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.lessons.models import GuideData, PuzzleData, PuzzlesData, TextsData
from sandtable.kernel.lessons.run import GuideRun, PuzzleRun, Run
from sandtable.kernel.record import Record
from sandtable.kernel.schema import check

DEFAULT_LANGUAGE = "en"


class LessonError(SandtableError):
    """Lessons that cannot be used; the message names the file and the entry."""


class Lessons:
    """The guided game and the puzzles of a title, and their texts by language."""

    def __init__(
        self,
        guide: GuideData | None,
        puzzles: list[PuzzleData],
        records: Mapping[str, Record],
        texts: Mapping[str, dict[str, str]],
    ) -> None:
        self.guide = guide
        self.puzzles = puzzles
        self.records = records
        self.languages = texts

    def texts(self, language: str) -> dict[str, str]:
        """All texts; in English where there is no such language."""
        return self.languages.get(language, self.languages[DEFAULT_LANGUAGE])

    def chapters(self) -> list[str]:
        return [] if self.guide is None else [chapter["id"] for chapter in self.guide["chapters"]]

    def puzzle(self, id: str) -> PuzzleData | None:
        return next((puzzle for puzzle in self.puzzles if puzzle["id"] == id), None)

    def has(self, lesson: str) -> bool:
        """Whether there is a lesson of this name: ``guide:<chapter>`` or ``puzzle:<id>``."""
        kind, _, id = lesson.partition(":")
        if kind == "guide":
            return id in self.chapters()
        return kind == "puzzle" and self.puzzle(id) is not None

    def record_of(self, lesson: str) -> Record:
        """The game a lesson is taken from."""
        puzzle = self.puzzle(lesson.partition(":")[2])
        if lesson.startswith("puzzle:") and puzzle is not None:
            return self.records[puzzle["record"]]
        assert self.guide is not None
        return self.records[self.guide["record"]]

    def run(self, lesson: str) -> Run:
        """A lesson from its beginning."""
        if not self.has(lesson):
            raise LessonError(f"there is no lesson {lesson!r}")
        kind, _, id = lesson.partition(":")
        if kind == "guide":
            assert self.guide is not None
            return GuideRun(self.guide, self.record_of(lesson), id)
        puzzle = self.puzzle(id)
        assert puzzle is not None
        return PuzzleRun(puzzle, self.record_of(lesson))

    def text_ids(self) -> list[str]:
        """Every text that a language file has to hold."""
        result = ["guide"] if self.guide is not None else []
        for chapter in [] if self.guide is None else self.guide["chapters"]:
            name = f"guide.{chapter['id']}"
            result.append(name)
            for step in chapter["steps"]:
                result.append(f"{name}.{step['id']}")
                if "also" in step:
                    result.append(f"{name}.{step['id']}.also")
                result += [f"answer.{answer}" for answer in step.get("answers", {}).values()]
        for puzzle in self.puzzles:
            result += [f"puzzle.{puzzle['id']}{part}" for part in ("", ".task", ".why")]
        return list(dict.fromkeys(result))


@lru_cache(maxsize=8)
def read_lessons(package: str) -> Lessons:
    """The lessons in a folder of a package; raises LessonError with all that is wrong."""
    return load_lessons(files(package))


def load_lessons(folder: Traversable) -> Lessons:
    problems: list[str] = []
    guide = _read(folder, "guide.json", GuideData, problems)
    puzzles = _read(folder, "puzzles.json", PuzzlesData, problems)
    texts = {
        entry.name.removesuffix(".json"): _read(folder, entry.name, TextsData, problems)
        for entry in folder.iterdir()
        if entry.name.endswith(".json") and entry.name not in ("guide.json", "puzzles.json")
    }
    if DEFAULT_LANGUAGE not in texts:
        problems.append(f"{DEFAULT_LANGUAGE}.json: there is no such file")
    if problems:
        raise LessonError("; ".join(problems))
    listed: list[PuzzleData] = [] if puzzles is None else puzzles["puzzles"]
    records: dict[str, Record] = {}
    wanted = [puzzle["record"] for puzzle in listed]
    if guide is not None:
        wanted.append(guide["record"])
    for name in dict.fromkeys(wanted):
        file = folder / "records" / f"{name}.txt"
        if not file.is_file():
            raise LessonError(f"records/{name}.txt: there is no such file")
        records[name] = Record.parse(file.read_text(encoding="utf-8"))
    lessons = Lessons(guide, listed, records, texts)
    problems = _twice(lessons) + _lacking(lessons)
    if problems:
        raise LessonError("; ".join(problems))
    return lessons


def _read(folder: Traversable, name: str, declared: Any, problems: list[str]) -> Any:
    file = folder / name
    if not file.is_file():
        return None
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        problems.append(f"{name}: {error}")
        return None
    problems += check(data, declared, name)
    return data


def _twice(lessons: Lessons) -> list[str]:
    problems = []
    ids = [puzzle["id"] for puzzle in lessons.puzzles]
    for name, all_ids in (("puzzles.json", ids), ("guide.json", lessons.chapters())):
        problems += [f"{name}: {id} appears there twice" for id in all_ids if all_ids.count(id) > 1]
    for puzzle in lessons.puzzles:
        turns = [turn for _, turn, _, _ in lessons.records[puzzle["record"]].turns]
        if puzzle["turn"] not in turns:
            where = f"puzzles.json: {puzzle['id']}"
            problems.append(f"{where}: its record has no turn {puzzle['turn']}")
    return problems


def _lacking(lessons: Lessons) -> list[str]:
    """Texts that are missing in a language, and texts that nothing needs."""
    needed = lessons.text_ids()
    problems = []
    for language, texts in lessons.languages.items():
        problems += [f"{language}.json lacks {id!r}" for id in needed if id not in texts]
        problems += [f"{language}.json: nothing needs {id!r}" for id in texts if id not in needed]
    return problems
