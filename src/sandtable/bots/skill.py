"""How well somebody plays, from the places they come to: openskill's Plackett-Luce model.

It takes any number of players and knows how sure it is. People, bots and the arena's players are
measured on the same scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sandtable.kernel.errors import SandtableError


class Skill(NamedTuple):
    mu: float = 25.0
    sigma: float = 25.0 / 3.0  # how far off it may be


def places(scores: Sequence[int], winners: Sequence[int] | None) -> list[int]:
    """The place of each seat: the winners first, then by score; equals share a place."""
    ranks = [(winners is not None and seat in winners, score) for seat, score in enumerate(scores)]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def rate_game(before: Sequence[Skill], reached: Sequence[int]) -> list[Skill]:
    """The players' skills after a game in which they reached these places."""
    if len(before) < 2:
        return list(before)  # nobody to compare with
    model = _model()
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    rated = model.rate(teams, ranks=[float(place) for place in reached])
    return [Skill(float(team[0].mu), float(team[0].sigma)) for team in rated]


@cache
def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise SandtableError(
            "ratings need the package openskill; install it with: pip install 'sandtable[arena]'"
        ) from error
    return PlackettLuce()
