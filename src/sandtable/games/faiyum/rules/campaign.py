"""The solo campaign: seven goals in order, each one won giving a bonus for the next game."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.state import State
from sandtable.kernel.bits import count

#: What goals can be about.
MEASURES = [
    "reputation",
    "money",
    "crocodiles",
    "settlements",
    "towns",
    "palaces",
    "workshops",
    "expansions",
    "bridges",
    "roads",
    "blocks",
]


def measure(s: State, what: str) -> int:
    """A figure of a solo game, as goals use it."""
    figures = {
        "reputation": s.reputation[0],
        "money": s.money[0],
        "crocodiles": int(count(s.crocodiles)),
        "settlements": int(count(s.settlements)),
        "towns": int(count(s.towns)),
        "palaces": int(count(s.palaces)),
        "workshops": int(count(s.workshops)),
        "expansions": int(count(s.expansions)),
        "bridges": int(count(s.bridges)),
        "roads": constants.ROADS - int(s.roads_left),
        "blocks": sum(s.blocks),
    }
    return figures[what]


def reached(s: State, goal: dict[str, dict[str, int]]) -> bool:
    """Whether a finished game reaches a goal."""
    for what, limits in goal.items():
        value = measure(s, what)
        if value < limits.get("at_least", value) or value > limits.get("at_most", value):
            return False
    return True


def give_bonus(s: State, bonus: dict[str, int]) -> None:
    s.money[0] += bonus.get("money", 0)
    for resource, word in enumerate(constants.RESOURCES):
        s.resources[resource] += bonus.get(word, 0)


def outcome(s: State, goals: list[dict[str, Any]]) -> dict[str, Any]:
    """The result of a campaign game. ``won`` is what to start the next game with."""
    won = reached(s, goals[s.goal - 1]["goal"])
    return {
        "mode": "campaign",
        "goal": s.goal,
        "reached": won,
        "won": s.goal if won else s.goal - 1,
        "campaign_complete": won and s.goal == len(goals),
    }
