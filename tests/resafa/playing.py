"""Ways to choose at random, and the kinds of games to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable import Match
from sandtable.kernel.rng import Rng

#: Player count and options of every kind of game there is.
KINDS: list[tuple[int, dict[str, Any]]] = [
    (players, {"advanced": advanced}) for players in (1, 2, 3, 4) for advanced in (False, True)
]
KIND_NAMES = [f"{players}{'-advanced' * options['advanced']}" for players, options in KINDS]

Policy = Callable[[Match, Rng], int]

#: Choices that do little; the busy player makes them seldom.
IDLE = {"end", "decline", "discard", "drop"}


def uniform(match: Match, rng: Rng) -> int:
    """Any choice, each as likely as the other."""
    actions = match.legal_actions()
    return actions[rng.below(len(actions))]


def busy(match: Match, rng: Rng) -> int:
    """Takes its actions, builds, walks the tracks and uses cards, so that everything comes up."""
    actions = match.legal_actions()
    words = [match.action_to_str(action).split()[0] for action in actions]
    wanted = [a for a, word in zip(actions, words, strict=True) if word not in IDLE]
    uses = [a for a, word in zip(actions, words, strict=True) if word in ("use", "with", "flip")]
    if uses and rng.below(4) == 0:
        return uses[rng.below(len(uses))]
    mains = [a for a, word in zip(actions, words, strict=True) if word == "main"]
    if mains and rng.below(4):
        return mains[rng.below(len(mains))]
    steps = [a for a, word in zip(actions, words, strict=True) if word == "step"]
    if steps and rng.below(2):
        return steps[rng.below(len(steps))]
    others = [a for a in wanted if a not in uses]
    if others and rng.below(10):
        return others[rng.below(len(others))]
    return actions[rng.below(len(actions))]


POLICIES: list[Policy] = [uniform, busy]
