"""Weights as a point in a space an optimiser can walk in: one step is about as much everywhere."""

from __future__ import annotations

import difflib
import math
from collections.abc import Sequence
from fnmatch import fnmatchcase

from sandtable.bots.evaluations import all_weights, defaults
from sandtable.kernel.errors import BadOption

#: A step multiplies a weight by e to the power of this...
FACTOR = 0.25
#: ...and is this many points where the weight is zero, for that cannot be multiplied.
POINTS = 0.25


class WeightSpace:
    """The chosen weights of a game, around those that come with Sandtable."""

    def __init__(self, game: str, patterns: Sequence[str] = ()) -> None:
        known = defaults(game)
        if not known:
            raise BadOption(f"{game} has no evaluation with weights, so there is nothing to tune")
        self.game = game
        self.start = all_weights(game)
        self.names = choose(game, list(known), patterns)

    def weights(self, point: Sequence[float]) -> dict[str, float]:
        """All weights of the game with the chosen ones as the point has them."""
        weights = dict(self.start)
        for name, steps in zip(self.names, point, strict=True):
            begun = self.start[name]
            if begun:
                weights[name] = round(begun * math.exp(FACTOR * steps), 6)
            else:
                weights[name] = round(POINTS * steps, 6)
        return weights


def choose(game: str, known: list[str], patterns: Sequence[str]) -> list[str]:
    """The weights asked for by name or pattern (``pace_*``); without patterns all of them."""
    if not patterns:
        return known
    chosen: list[str] = []
    for pattern in patterns:
        more = [name for name in known if fnmatchcase(name, pattern.strip())]
        if not more:
            near = difflib.get_close_matches(pattern, known, 3, 0.5) or known[:8]
            raise BadOption(
                f"{game} has no weight {pattern!r}; there are {', '.join(near)}"
                + ("" if len(near) == len(known) else " and others")
            )
        chosen += [name for name in more if name not in chosen]
    return chosen
