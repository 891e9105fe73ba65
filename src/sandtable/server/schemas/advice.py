"""Hints, reviews of a turn, and analyses."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel


class Reason(BaseModel):
    """A reason for a choice, or what the choice lacks: in words, with the points it is worth, and
    as plain data. ``enables`` is what only this lets the seat do, ``denies`` what rivals can no
    longer do, by seat."""

    kind: str
    form: Literal["gain", "keep", "more", "lack", "spend"]
    values: dict[str, Any]
    points: float
    enables: list[str]
    denies: list[tuple[int, str]]
    text: str


class HintChoice(BaseModel):
    """A choice and how the search rates it: expected points at the end, chance to win (null in a
    solo game), share of the search's visits, and how the turn would continue, in words and as ids.
    ``reasons`` are in favour of it; ``lacks`` is what the best choice has and this one lacks."""

    action: int
    notation: str
    text: str
    value: float
    chance: float | None
    share: float
    then: list[str]
    line: list[int] = []
    reasons: list[Reason] = []
    lacks: list[Reason] = []


class Hint(BaseModel):
    version: int
    action: int
    notation: str
    text: str
    bot: str
    choices: list[HintChoice]


class Standing(BaseModel):
    points: list[float]
    chances: list[float] | None


class JudgedDecision(BaseModel):
    """A decision: what was chosen, the best choice found, and the difference."""

    step: int
    seat: int
    options: int
    played: HintChoice
    best: HintChoice
    points_lost: float
    chance_lost: float | None


class Review(BaseModel):
    """My last turn: its decisions, and the costliest one (null: nothing better was found)."""

    turn: int
    seat: int
    decisions: list[JudgedDecision]
    worst: JudgedDecision | None


class AnalysisTurn(BaseModel):
    """A turn: the numbers of choices before and after it, how everybody stood before and after, by
    how much it changed its player's chance to win (solo: points), and its costliest decision."""

    turn: int
    seat: int
    first: int
    last: int
    before: Standing
    after: Standing
    swing: float
    worst: JudgedDecision | None


class TurningPoint(BaseModel):
    """A turn that changed a lot, by its index in the list of turns, and why."""

    place: int
    cause: Literal["mistake", "good", "chance"]
    text: str


class Habit(BaseModel):
    """A loss that occurred several times, and the points it cost in total."""

    seat: int
    times: int
    points: float
    text: str


class Story(BaseModel):
    summary: str
    turning_points: list[TurningPoint]
    habits: list[Habit]


class Sources(BaseModel):
    """Each seat's points by source, in the game and in the search's own game of the same deal."""

    played: list[dict[str, int]]
    search: list[dict[str, int]]


class Analysis(BaseModel):
    game: str
    players: int
    turns: list[AnalysisTurn]
    swings: list[int]
    missed: list[int]
    end: Standing
    sources: Sources | None = None
    story: Story | None = None


class AnalysisState(BaseModel):
    """The progress of an analysis, in turns; the analysis itself when it is done."""

    status: Literal["none", "running", "done", "failed"]
    done: int
    total: int
    message: str | None
    analysis: Analysis | None
