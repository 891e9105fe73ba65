"""Whole games under the eyes of a referee who reckons every payment and gain anew."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable import Match
from sandtable.kernel.rng import Rng, seeded
from tests.conftest import games
from tests.resafa.playing import busy
from tests.resafa.referee import Referee
from tests.resafa.table import GAME

WANTED = [("with", "flip"), ("sell", "buy"), ("base",), ("canal",), ("space",), ("load",)]
LIKED = {"trading", "canal", "production"}


def trader(match: Match, rng: Rng) -> int:
    """Mostly produces, trades and digs, where the busy player walks the tracks."""
    actions = match.legal_actions()
    words = [match.action_to_str(action).split() for action in actions]
    for wanted in WANTED:
        wanted_actions = [a for a, w in zip(actions, words, strict=True) if w[0] in wanted]
        if wanted_actions and rng.below(10) < 8:
            return wanted_actions[-1 - rng.below(min(2, len(wanted_actions)))]
    for word in ("main", "play"):
        wanted_actions = [
            a
            for a, w in zip(actions, words, strict=True)
            if w[0] == word and w[-1].split("/")[0] in LIKED
        ]
        if wanted_actions and rng.below(10) < 8:
            return wanted_actions[rng.below(len(wanted_actions))]
    return busy(match, rng)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_payment_and_gain_is_what_the_edition_says(players: int) -> None:
    reckoned: Counter[str] = Counter()
    for seed in range(games(3)):
        for policy in (busy, trader):
            match = GAME.new(players=players, seed=seed)
            referee = Referee(match.view(None))
            rng = seeded(seed, "referee")
            while not match.is_over:
                match.apply(policy(match, rng))
                referee.watch(match.events(None))
            reckoned += referee.reckoned
    assert {"workshop", "room", "garden", "canal", "move", "rain", "pink card"} <= set(reckoned)
