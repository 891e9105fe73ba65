"""A lesson that goes along with a match: what it waits for, and how a puzzle ended."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any, Protocol

from sandtable.kernel.lessons.models import GuideData, PuzzleData, StepData
from sandtable.kernel.match import Match
from sandtable.kernel.record import Record


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
        """This many choices have been taken back."""

    def read(self) -> bool:
        """The person has read the step; False where it waits for something else."""

    def stop(self) -> None:
        """The person continues alone."""

    def refuses(self, match: Match, notation: str) -> bool:
        """Whether a choice of the person has to wait."""

    def says(self, notation: str) -> str | None:
        """The friendly answer to a choice that is not the one shown, but is accepted."""

    def holds(self) -> bool:
        """Whether bots wait, too."""

    def script(self, match: Match) -> list[str]:
        """What the other seat does now; empty: whatever its bot likes."""

    def finished(self) -> bool:
        """Whether all of it was done: the guide read to its end, the puzzle solved."""

    def state(self, match: Match, language: str | None = None) -> dict[str, Any]:
        """For the pupil: see `LessonState` of the server."""


def matches(notation: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(notation, pattern) for pattern in patterns)


def _prefix(record: Record, turn: int, made: int = 0) -> list[str]:
    """The choices before a turn, and the first ones of it."""
    result: list[str] = []
    for _, number, _, notations in record.turns:
        if number < turn:
            result += notations
        elif number == turn:
            result += notations[:made]
    return result


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
        begins = next(part for part in guide["chapters"] if part["id"] == chapter)
        self.prefix = _prefix(record, begins["turn"], begins.get("made", 0))
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
        self._said = self.says(notation)
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

    def says(self, notation: str) -> str | None:
        step = self._waiting()
        if step is None or matches(notation, step.choose) or not matches(notation, step.also):
            return None
        return f"{step.text}.also"

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

    def state(self, match: Match, language: str | None = None) -> dict[str, Any]:
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
            "anchors": self._pointed_at(match, waits),
            "waits": waits,
            "choices": choices,
            "answers": answers,
            "result": None,
        }

    def _pointed_at(self, match: Match, waits: str) -> list[dict[str, Any]]:
        """What the step names, or else what it waits for."""
        if self.over:
            return []
        step = self._steps[self._at]
        anchors = list(step.data.get("anchors", []))
        if not anchors and waits == "choice":
            notations = [match.action_to_str(action) for action in match.legal_actions()]
            anchors = [text for text in notations if matches(text, step.choose)]
        return _anchors(match, anchors)


class PuzzleRun:
    """A puzzle: one turn, which the person plays as they like."""

    bot = "easy"

    def __init__(self, puzzle: PuzzleData, record: Record) -> None:
        self._puzzle = puzzle
        self.prefix = _prefix(record, puzzle["turn"], puzzle.get("made", 0))
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

    def says(self, notation: str) -> str | None:
        return None

    def holds(self) -> bool:
        return not self._stopped

    def script(self, match: Match) -> list[str]:
        return []

    def finished(self) -> bool:
        return self._done and self._points[-1] >= self._puzzle["best"]

    def state(self, match: Match, language: str | None = None) -> dict[str, Any]:
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
            "result": self._result(match, language) if waits == "done" else None,
        }

    def _result(self, match: Match, language: str | None) -> dict[str, Any]:
        """The person's turn beside the best one: points by source, and what was chosen."""
        assert self._start is not None
        before = self._start.breakdown()[self.seat]
        best = self._start.clone()
        texts = []
        for notation in self._puzzle["solution"]:
            action = best.str_to_action(notation)
            texts.append(best.action_text(action, language))
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
