"""Judging positions: what a game has to offer so that bots can play it well."""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Any

from mypy_extensions import mypyc_attr

from sandtable.kernel.game import Decision, Game

#: What games have taught: by lesson, what each trait of a position is worth in points to come.
Experience = dict[str, list[float]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """The judgement of one game. Values are in points: what a seat will have at the end.

    This base class knows no game: it takes the score of the moment for the value. A game's own
    evaluation overrides what it knows better.
    """

    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        self.game = game
        self.weights = weights

    def values(self, state: Any) -> list[float]:
        """The points each seat can expect to end with, for a position between turns."""
        return [float(score) for score in self.game.scores(state)]

    def lessons(self, players: int) -> list[str]:
        """The kinds of positions there are in a game for so many, each of which is learnt by
        itself; none where nothing can be learnt from games."""
        return []

    def lesson(self, state: Any) -> str:
        """The kind of this position, one of the lessons."""
        return ""

    def sure(self, state: Any, seat: int) -> float:
        """The points a seat has already. What comes on top is what can be learnt from games."""
        return float(self.game.scores(state)[seat])

    def traits(self, state: Any, seat: int) -> list[float]:
        """What a position is to a seat, in numbers, the first of them 1; games teach what each is
        worth in points to come. Empty where no points can come any more."""
        return []

    def rates(self, state: Any, decision: Decision) -> list[float]:
        """A quick guess for each action on offer: the points it brings who chooses, compared with
        the others on offer. Finds what is worth a closer look and guides play-outs."""
        return [0.0] * len(decision.actions)

    def settled(self, decision: Decision) -> bool:
        """Whether a turn begins with this decision, so that ``values`` can be asked for."""
        return decision.kind == "turn"

    def closes(self, decision: Decision, action: int) -> bool:
        """Whether a stretch of the game ends with this choice, made where a turn begins. Play-outs
        end after one, so that all are judged in the same phase. ``rates`` was asked just before."""
        return True

    def easy_noise(self) -> float:
        """How many points an easy opponent overlooks; a turn weighs more in some games."""
        return 5.0

    def spread(self, state: Any) -> float:
        """How many points the rest of the game can still shift: the scale of the odds."""
        return 10.0

    def chances(self, state: Any, values: list[float]) -> list[float]:
        """Each seat's chance to win, by values; alone: rising with the value."""
        scale = self.spread(state)
        if len(values) == 1:
            return [odds(values[0] / 100.0 - 2.0)]
        best = max(values)
        powers = [math.exp((value - best) / scale) for value in values]
        total = sum(powers)
        return [power / total for power in powers]


def odds(x: float) -> float:
    """The logistic curve, safe at its ends."""
    if x > 40.0:
        return 1.0
    if x < -40.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-x))


def read_weights(package: str) -> dict[str, Any]:
    """The document of tuned weights in a package; empty where there is none."""
    return read_document(package, "weights.json") or {}


def read_document(package: str, name: str) -> dict[str, Any] | None:
    """A JSON document that comes with a package; None where there is none."""
    path = files(package) / name
    if not path.is_file():
        return None
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
