"""Judging positions: what a game has to offer so that bots can play it well."""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files
from typing import Any

from mypy_extensions import mypyc_attr

from sandtable.kernel.game import Decision, Game

#: What games have taught: by phase, what each trait of a position is worth in points to come.
Experience = dict[str, list[float]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """Judges positions of one game. Values are in points: what a seat will have at the end.

    This base class knows no game and takes the current score for the value. A game's own
    evaluation overrides what it knows better.
    """

    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        self.game = game
        self.weights = weights

    def values(self, state: Any) -> list[float]:
        """The points each seat can expect to end with, for a position between turns."""
        return [float(score) for score in self.game.scores(state)]

    def value_for(self, state: Any, seat: int) -> float:
        """The points one seat can expect to end with: the same as in ``values``, at less cost."""
        return self.values(state)[seat]

    def phases(self, players: int) -> list[str]:
        """The phases of a game for this many players, each of which is learnt separately; empty
        where the evaluation does not learn from games."""
        return []

    def phase(self, state: Any) -> str:
        """The phase of this position."""
        return ""

    def baseline(self, state: Any, seat: int) -> float:
        """The points a seat can expect without experience: those it has, or what reasoning adds.
        What comes on top is learnt from games."""
        return float(self.game.scores(state)[seat])

    def traits(self, state: Any, seat: int) -> list[float]:
        """A position as numbers for a seat, the first of them 1. Games teach how many points each
        is worth on top of the baseline. Empty where nothing is left to learn."""
        return []

    def rate_actions(self, state: Any, decision: Decision) -> list[float]:
        """A quick guess for each legal action: the points it brings its player, compared with the
        other actions. Guides play-outs and decides what is tried out."""
        return [0.0] * len(decision.actions)

    def begins_turn(self, decision: Decision) -> bool:
        """Whether a turn begins with this decision, so that ``values`` can be asked for."""
        return decision.kind == "turn"

    def ends_playout(self, decision: Decision, action: int) -> bool:
        """Whether a quick play-out may end after this choice, made where a turn begins. All of them
        are then judged in the same phase. ``rate_actions`` was called just before."""
        return True

    def forget_end(self, part: float) -> None:
        """From now on, judge as if at least this part of the whole game were still to come, like
        beginners who do not see the end coming."""

    def spread(self, state: Any) -> float:
        """How many points the rest of the game can still shift: the scale of the chances."""
        return 10.0

    def chances(self, state: Any, values: list[float]) -> list[float]:
        """Each seat's chance to win, by values; alone: rising with the value."""
        scale = self.spread(state)
        if len(values) == 1:
            return [logistic(values[0] / 100.0 - 2.0)]
        best = max(values)
        powers = [math.exp((value - best) / scale) for value in values]
        total = sum(powers)
        return [power / total for power in powers]


def logistic(x: float) -> float:
    """The logistic function, safe for large arguments."""
    if x > 40.0:
        return 1.0
    if x < -40.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-x))


def read_weights(package: str) -> dict[str, Any]:
    """The tuned weights that come with a package; empty where there are none."""
    return read_document(package, "weights.json") or {}


@cache
def read_document(package: str, name: str) -> dict[str, Any] | None:
    """A JSON document that comes with a package; None where there is none. It is read once and
    shared: never change it."""
    path = files(package) / name
    if not path.is_file():
        return None
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
