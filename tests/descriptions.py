"""What holds for the descriptions of choices in every title."""

from __future__ import annotations

from collections.abc import Callable

import sandtable
from sandtable import Match
from sandtable.kernel.rng import Rng, seeded


def check_descriptions(name: str, policy: Callable[[Match, Rng], int]) -> None:
    """In whole games every choice has a description of its own, which depends on nothing hidden,
    and describing changes nothing."""
    for players in (1, 3):
        match = sandtable.game(name).new(players=players, seed=5)
        rng = seeded(players, "described")
        made = 0
        while not match.is_over:
            if made % 5 == 0:
                options = match.legal_actions()
                before = match.view(None)
                seat = match.current_player
                assert seat is not None
                other = match.resample(seat, 1)
                texts = [match.describe(action) for action in options]
                assert texts == [other.describe(action) for action in options]
                assert all(texts) and len(set(texts)) == len(texts), texts
                assert match.view(None) == before
            match.apply(policy(match, rng))
            made += 1
