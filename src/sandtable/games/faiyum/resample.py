"""Positions that agree with all a seat knows, the rest redrawn."""

from __future__ import annotations

from sandtable.games.faiyum.state import State
from sandtable.kernel.rng import Rng


def resample(start: State, now: State, rng: Rng) -> State:
    """All but the order of the cards to come is public. They are sorted before they are shuffled,
    so that nothing of their true order is left."""
    other = start.copy()
    deck = list(start.deck)
    pile = sorted(deck[now.drawn : now.pile])
    rng.shuffle(pile)
    final = sorted(deck[max(now.drawn, now.pile) :])
    rng.shuffle(final)
    other.deck = tuple(deck[: now.drawn] + pile + final)
    return other
