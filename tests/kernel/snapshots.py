"""A state or a match as plain data, field by field, to compare exactly."""

from __future__ import annotations

from typing import Any

from sandtable import Match
from sandtable.kernel.game import State

#: Fields that only remember what can be worked out from the others.
CACHES = {"free_roads"}


def fields(thing: object) -> list[str]:
    """All data attributes, also of compiled classes, which have no __dict__."""
    found = set(vars(thing)) if hasattr(thing, "__dict__") else set()
    for cls in type(thing).__mro__:
        for name, member in vars(cls).items():
            if type(member).__name__ in ("getset_descriptor", "member_descriptor"):
                found.add(name)
    return sorted(name for name in found if not name.startswith("__"))


def snapshot(state: State) -> dict[str, Any]:
    """Every field of a state; the generator as its two numbers."""
    found: dict[str, Any] = {}
    for name in fields(state):
        value = getattr(state, name)
        if name == "rng":
            value = (int(value.first), int(value.second))
        elif name in CACHES or name == "revealed":
            continue
        found[name] = plain(value)
    assert len(found) > 4, "the fields of the state were not found"
    return found


def plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def whole(match: Match) -> dict[str, Any]:
    """All that can be seen of a match from outside."""
    return {
        "state": snapshot(match.state),
        "actions": match.legal_actions(),
        "player": match.current_player,
        "over": match.is_over,
        "scores": match.scores(),
        "winners": match.winners(),
        "turns": match.turns(),
        "turn": match.turn_number(),
        "views": [match.view(seat) for seat in (None, *range(match.players))],
    }
