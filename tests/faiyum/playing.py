"""Ways to choose at random, and the kinds of games to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable import Match
from sandtable.kernel.rng import Rng

#: Player count and options of every kind of game there is.
KINDS: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    *[(1, {"mode": "campaign", "won": won}) for won in range(7)],
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
]
#: The same without those campaign games that differ in nothing but the start bonus.
FEW_KINDS = [kind for kind in KINDS if kind[1].get("won", 0) in (0, 6)]


def kind_name(kind: tuple[int, dict[str, Any]]) -> str:
    players, options = kind
    return f"{players}-won{options['won']}" if options else str(players)


Policy = Callable[[Match, Rng], int]


def uniform(match: Match, rng: Rng) -> int:
    """Any choice, each as likely as the other."""
    actions = match.legal_actions()
    return actions[rng.below(len(actions))]


def busy(match: Match, rng: Rng) -> int:
    """Plays and buys where it can, so that the board fills up; seldom takes $2, passes late."""
    actions = match.legal_actions()
    decision = match.decision()
    assert decision is not None
    if decision.kind in ("turn", "last"):
        words = [match.action_to_str(action) for action in actions]
        plays = [a for a, word in zip(actions, words, strict=True) if word.startswith("play")]
        buys = [a for a, word in zip(actions, words, strict=True) if word.startswith("buy")]
        if plays and rng.below(10) < 8:
            return plays[rng.below(len(plays))]
        if buys and rng.below(10) < 6:
            return buys[rng.below(len(buys))]
        if len(actions) > 1 and match.action_to_str(actions[-1]) == "pass":
            return actions[rng.below(len(actions) - 1)]
    elif len(actions) > 1 and match.action_to_str(actions[-1]) == "done" and rng.below(3):
        return actions[rng.below(len(actions) - 1)]
    return actions[rng.below(len(actions))]


POLICIES: list[Policy] = [uniform, busy]
