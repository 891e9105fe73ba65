"""A match of Resafa as plain data, field by field, to compare exactly."""

from __future__ import annotations

from typing import Any

from sandtable import Match
from sandtable.games.resafa.effects import Permanent
from sandtable.games.resafa.state import Player
from tests.kernel.snapshots import fields, snapshot
from tests.kernel.snapshots import whole as whole_match


def unfolded(value: Any) -> Any:
    """Lists of players, helps and numbers down to the numbers."""
    if isinstance(value, (Player, Permanent)):
        return {name: unfolded(getattr(value, name)) for name in fields(value)}
    if isinstance(value, (list, tuple)):
        return [unfolded(entry) for entry in value]
    return value


def state_and_choices(match: Match) -> dict[str, Any]:
    """The state with every field, and what can be chosen."""
    state = {name: unfolded(value) for name, value in snapshot(match.state).items()}
    assert len(state["seats"][0]) > 30, "the fields of a player were not found"
    return {
        "state": state,
        "actions": match.legal_actions(),
        "player": match.current_player,
        "turn": match.turn_number(),
    }


def whole(match: Match) -> dict[str, Any]:
    """All that can be seen of a match from outside."""
    return {**whole_match(match), **state_and_choices(match)}
