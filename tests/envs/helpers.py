"""What the tests of all environments share."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.kernel.rng import Rng, seeded

#: Every game with every number of players.
TABLES = [
    (name, players)
    for name in sandtable.games()
    for players in range(sandtable.game(name).min_players, sandtable.game(name).max_players + 1)
]
#: Every game with one number of players, for tests of what does not depend on it.
GAMES = sandtable.games()

WHY = "needs the packages of the extra 'envs'"


def needs(*modules: str) -> None:
    """Skip a whole module where a package is missing."""
    for module in modules:
        pytest.importorskip(module, reason=WHY)


def pick(actions: list[int], rng: Rng) -> int:
    return actions[rng.below(len(actions))]


def positions(
    name: str, players: int, seed: int, every: int, **options: Any
) -> list[sandtable.Match]:
    """Positions of a random game: clones every so many choices, and the end."""
    match = sandtable.game(name).new(players, seed, **options)
    rng = seeded(seed, "positions")
    matches = []
    made = 0
    while not match.is_over:
        if made % every == 0:
            matches.append(match.clone())
        match.apply(pick(match.legal_actions(), rng))
        made += 1
    return [*matches, match]
