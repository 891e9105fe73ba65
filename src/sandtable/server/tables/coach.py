"""Coaches: people who look over a player's shoulder because that player lets them.

A coach sees what the seat sees, and hints for it; everybody at the table sees who coaches whom. To
keep a coach from carrying what one hand holds to another one, a person coaches one seat of a game
at most, even after that has ended, and never plays in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

#: A person offers to coach, coaches, or no longer coaches.
CoachState = Literal["offered", "coach", "ended"]


@dataclass
class Coach:
    number: int  # at this table; the log's notes name it
    seat: int
    identity: str
    name: str
    state: CoachState
    # The name of the person's account. Not part of what is stored about the coach.
    profile: str | None = field(default=None, compare=False)
