"""Lessons: a guided first game and puzzles, as data beside a title.

A title's folder ``lessons`` holds

    guide.json      the guided game: chapters and their steps
    puzzles.json    positions, each with the best turn there
    records/*.txt   the games these are taken from
    en.json         all texts by their ids; another language is another file with the same ids

`read_lessons` reads and checks the folder. A `GuideRun` or a `PuzzleRun` goes along with a match:
it knows what is waited for, which other choices do no harm, and how a puzzle ended. Nothing here
changes a match.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any, NotRequired, Protocol, TypedDict

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.match import Match
from sandtable.kernel.record import Record
from sandtable.kernel.schema import Items, Range, Text, check

DEFAULT_LANGUAGE = "en"

Id = Annotated[str, Text(most=40, least=1, pattern="[a-z0-9-]+")]
Pattern = Annotated[str, Text(most=80, least=1)]
Anchor = Annotated[str, Text(most=80, least=1)]


class StepData(TypedDict):
    """Something to read, or a choice to make. Its text is ``guide.<chapter>.<id>``."""

    id: Id
    #: Patterns of the choices that are waited for, as in "space b*"; the choice of the record
    #: matches one of them. Absent: the step is only read.
    choose: NotRequired[Annotated[list[Pattern], Items(most=20, least=1)]]
    #: Others that do no harm: made as well, and answered with ``guide.<chapter>.<id>.also``.
    also: NotRequired[Annotated[list[Pattern], Items(most=20, least=1)]]
    #: Choices that are not made: pattern -> id of the kind word, ``answer.<id>``.
    answers: NotRequired[Annotated[dict[Pattern, Id], Items(most=20)]]
    #: What it points at: notations of choices, or "@name" for other parts of the table.
    anchors: NotRequired[Annotated[list[Anchor], Items(most=6, least=1)]]
    #: The paragraph of the rules that has more.
    rules: NotRequired[Id]


class ChapterData(TypedDict):
    """One idea. It begins at a turn of the record, so that people can skip to it. Its title is
    ``guide.<id>``."""

    id: Id
    turn: Annotated[int, Range(1, 1000)]
    steps: Annotated[list[StepData], Items(most=60, least=1)]


class GuideData(TypedDict):
    record: Id
    seat: Annotated[int, Range(0, 10)]
    bot: Id
    minutes: Annotated[int, Range(1, 60)]
    chapters: Annotated[list[ChapterData], Items(most=30, least=1)]


class PuzzleData(TypedDict):
    """A turn of a played game; whose turn it is plays it. Its texts are ``puzzle.<id>`` (title),
    ``puzzle.<id>.task`` and ``puzzle.<id>.why``."""

    id: Id
    record: Id
    turn: Annotated[int, Range(1, 1000)]
    level: Annotated[int, Range(1, 3)]
    #: The most points this turn can bring, and the choices that bring them.
    best: Annotated[int, Range(1, 1000)]
    solution: Annotated[list[Pattern], Items(most=60, least=1)]
    anchors: NotRequired[Annotated[list[Anchor], Items(most=6, least=1)]]
    rules: NotRequired[Id]


class PuzzlesData(TypedDict):
    puzzles: Annotated[list[PuzzleData], Items(most=200)]


TextsData = dict[Annotated[str, Text(most=120)], Annotated[str, Text(most=600, least=1)]]


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
        """All texts; what a language lacks is in English."""
        return {**self.languages[DEFAULT_LANGUAGE], **self.languages.get(language, {})}

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


class Run(Protocol):
    """A lesson under way. Choices are counted with those made before it began."""

    @property
    def prefix(self) -> list[str]:
        """The choices that lead to where it begins."""

    @property
    def seat(self) -> int: ...

    @property
    def bot(self) -> str: ...

    def begin(self, match: Match) -> None:
        """The match stands where the lesson begins."""

    def made(self, match: Match, notation: str, seat: int) -> None:
        """A choice was made; the match stands behind it."""

    def back(self, count: int) -> None:
        """So many choices have been taken back."""

    def read(self) -> bool:
        """The person has read the step; False where it waits for something else."""

    def stop(self) -> None:
        """The person goes on alone."""

    def refuses(self, match: Match, notation: str) -> bool:
        """Whether a choice of the person has to wait."""

    def holds(self) -> bool:
        """Whether bots wait, too."""

    def script(self, match: Match) -> list[str]:
        """What the other seat does now; empty: whatever its bot likes."""

    def finished(self) -> bool:
        """Whether all of it was done: the guide read to its end, the puzzle solved."""

    def state(self, match: Match) -> dict[str, Any]:
        """For the pupil: see `LessonState` of the server."""


def matches(notation: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(notation, pattern) for pattern in patterns)


def _prefix(record: Record, turn: int) -> list[str]:
    return [
        notation
        for _, number, _, notations in record.turns
        if number < turn
        for notation in notations
    ]


class _Step:
    """A step of the guide with its chapter."""

    def __init__(self, chapter: str, data: StepData) -> None:
        self.chapter = chapter
        self.data = data
        self.text = f"guide.{chapter}.{data['id']}"
        self.choose: list[str] = data.get("choose", [])
        self.also: list[str] = data.get("also", [])

    def takes(self, notation: str) -> bool:
        return matches(notation, self.choose) or matches(notation, self.also)


class GuideRun:
    """The guided game from one of its chapters on."""

    def __init__(self, guide: GuideData, record: Record, chapter: str) -> None:
        self.seat: int = guide["seat"]
        self.bot: str = guide["bot"]
        self._record = record
        self._steps = [
            _Step(part["id"], step) for part in guide["chapters"] for step in part["steps"]
        ]
        self._chapters = [part["id"] for part in guide["chapters"]]
        self._at = next(n for n, step in enumerate(self._steps) if step.chapter == chapter)
        begins = next(part["turn"] for part in guide["chapters"] if part["id"] == chapter)
        self.prefix = _prefix(record, begins)
        self._said: str | None = None
        self._stopped = False
        self._before: list[tuple[int, str | None, bool]] = []  # where it stood before each choice
        self._last = guide["chapters"][-1]["id"]

    def begin(self, match: Match) -> None:
        pass

    @property
    def over(self) -> bool:
        return self._stopped or self._at >= len(self._steps)

    def _waiting(self) -> _Step | None:
        """The next step that waits for a choice; what is to be read before may be skipped."""
        for step in self._steps[self._at :]:
            if step.choose:
                return step
        return None

    def made(self, match: Match, notation: str, seat: int) -> None:
        self._before.append((self._at, self._said, self._stopped))
        if seat != self.seat or self.over:
            return
        step = self._waiting()
        if step is None or not step.takes(notation):
            self._stopped = True  # it was not refused, so the thread was lost before
            return
        self._said = None if matches(notation, step.choose) else f"{step.text}.also"
        self._at = self._steps.index(step) + 1

    def back(self, count: int) -> None:
        for _ in range(count):
            self._at, self._said, self._stopped = self._before.pop()

    def read(self) -> bool:
        if self.over or self._steps[self._at].choose:
            return False
        self._at += 1
        self._said = None
        return True

    def stop(self) -> None:
        self._stopped = True

    def _lost(self, match: Match) -> bool:
        """None of the choices that are waited for can be made: the game went another way."""
        step = self._waiting()
        if step is None or match.current_player != self.seat:
            return False
        return not any(step.takes(match.action_to_str(action)) for action in match.legal_actions())

    def refuses(self, match: Match, notation: str) -> bool:
        step = self._waiting()
        if self.over or step is None or self._lost(match):
            return False
        return not step.takes(notation)

    def holds(self) -> bool:
        return False

    def script(self, match: Match) -> list[str]:
        if self.over:
            return []
        number = match.turn_number()
        for _, turn, seat, notations in self._record.turns:
            if turn == number and seat == match.current_player:
                already = len(match.turns()[-1][1])
                return notations[already:]
        return []

    def finished(self) -> bool:
        return self._at >= len(self._steps)

    def state(self, match: Match) -> dict[str, Any]:
        step = None if self.over else self._steps[self._at]
        mine = match.current_player == self.seat
        waits = "over"
        choices: list[int] = []
        answers: dict[str, str] = {}
        if step is not None:
            waits = "read"
            if step.choose:
                waits = "choice" if mine else "others"
            if match.is_over or self._lost(match):
                waits = "lost"
        asked = self._waiting() if waits in ("read", "choice") and mine else None
        if asked is not None:
            for action in match.legal_actions():
                notation = match.action_to_str(action)
                if asked.takes(notation):
                    choices.append(action)
                    continue
                for pattern, answer in asked.data.get("answers", {}).items():
                    if fnmatchcase(notation, pattern):
                        answers[str(action)] = f"answer.{answer}"
                        break
        return {
            "kind": "guide",
            "id": "guide",
            "chapter": step.chapter if step is not None else self._last,
            "number": min(self._at, len(self._steps)),
            "count": len(self._steps),
            "text": step.text if step is not None else None,
            "rules": None if step is None else step.data.get("rules"),
            "said": self._said,
            "anchors": _anchors(match, [] if step is None else step.data.get("anchors", [])),
            "waits": waits,
            "choices": choices,
            "answers": answers,
            "result": None,
        }


class PuzzleRun:
    """A puzzle: one turn, which the person plays as they like."""

    bot = "easy"

    def __init__(self, puzzle: PuzzleData, record: Record) -> None:
        self._puzzle = puzzle
        self.prefix = _prefix(record, puzzle["turn"])
        self.seat = next(seat for _, turn, seat, _ in record.turns if turn == puzzle["turn"])
        self._start: Match | None = None
        self._stopped = False
        self._points: list[int] = []  # after each choice since

    def begin(self, match: Match) -> None:
        self._start = match.clone()

    def made(self, match: Match, notation: str, seat: int) -> None:
        self._points.append(-1 if self._during(match) else self._gained(match))

    def _during(self, match: Match) -> bool:
        return not match.is_over and match.turn_number() == self._puzzle["turn"]

    def _gained(self, match: Match) -> int:
        assert self._start is not None
        return match.scores()[self.seat] - self._start.scores()[self.seat]

    def back(self, count: int) -> None:
        del self._points[len(self._points) - count :]

    def read(self) -> bool:
        return False

    def stop(self) -> None:
        self._stopped = True

    @property
    def _done(self) -> bool:
        return bool(self._points) and self._points[-1] >= 0

    def refuses(self, match: Match, notation: str) -> bool:
        return self._done and not self._stopped

    def holds(self) -> bool:
        return not self._stopped

    def script(self, match: Match) -> list[str]:
        return []

    def finished(self) -> bool:
        return self._done and self._points[-1] >= self._puzzle["best"]

    def state(self, match: Match) -> dict[str, Any]:
        waits = "over" if self._stopped else "done" if self._done else "choice"
        name = f"puzzle.{self._puzzle['id']}"
        return {
            "kind": "puzzle",
            "id": self._puzzle["id"],
            "chapter": None,
            "number": 0,
            "count": 0,
            "text": f"{name}.why" if self._done else f"{name}.task",
            "rules": self._puzzle.get("rules"),
            "said": None,
            "anchors": []
            if waits != "choice" or self._points
            else _anchors(match, self._puzzle.get("anchors", [])),
            "waits": waits,
            "choices": [],
            "answers": {},
            "result": self._result(match) if waits == "done" else None,
        }

    def _result(self, match: Match) -> dict[str, Any]:
        """The person's turn beside the best one: points by source, and what was chosen."""
        assert self._start is not None
        before = self._start.breakdown()[self.seat]
        best = self._start.clone()
        texts = []
        for notation in self._puzzle["solution"]:
            action = best.str_to_action(notation)
            texts.append(best.action_text(action))
            best.apply(action)
        return {
            "points": self._points[-1],
            "best": self._puzzle["best"],
            "sources": _gains(before, match.breakdown()[self.seat]),
            "best_sources": _gains(before, best.breakdown()[self.seat]),
            "solution": texts,
        }


def _gains(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {
        source: points - before[source]
        for source, points in after.items()
        if points != before[source]
    }


def _anchors(match: Match, anchors: list[str]) -> list[dict[str, Any]]:
    """Each with the id of its choice, where it is one."""
    return [
        {
            "name": anchor.removeprefix("@"),
            "action": None if anchor.startswith("@") else match.str_to_action(anchor),
        }
        for anchor in anchors
    ]


# -- reading -----------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def read_lessons(package: str) -> Lessons:
    """The lessons in a folder of a package; raises LessonError with all that is wrong."""
    return load_lessons(files(package))


def load_lessons(folder: Traversable) -> Lessons:
    problems: list[str] = []
    guide = _read(folder, "guide.json", GuideData, problems)
    puzzles = _read(folder, "puzzles.json", PuzzlesData, problems)
    texts = {
        found.name.removesuffix(".json"): _read(folder, found.name, TextsData, problems)
        for found in folder.iterdir()
        if found.name.endswith(".json") and found.name not in ("guide.json", "puzzles.json")
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
        problems += [f"{name}: {id} stands there twice" for id in all_ids if all_ids.count(id) > 1]
    for puzzle in lessons.puzzles:
        turns = [turn for _, turn, _, _ in lessons.records[puzzle["record"]].turns]
        if puzzle["turn"] not in turns:
            where = f"puzzles.json: {puzzle['id']}"
            problems.append(f"{where}: its record has no turn {puzzle['turn']}")
    return problems


def _lacking(lessons: Lessons) -> list[str]:
    """Texts that are missing in English, and texts that nothing needs."""
    needed = lessons.text_ids()
    problems = []
    for language, texts in lessons.languages.items():
        if language == DEFAULT_LANGUAGE:
            problems += [f"{language}.json lacks {id!r}" for id in needed if id not in texts]
        problems += [f"{language}.json: nothing needs {id!r}" for id in texts if id not in needed]
    return problems
