"""Clocks of tables and what is proposed there."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from sandtable.server.tables.clock import OnTimeout, Pace
from sandtable.server.tables.proposal import ProposalKind


class ClockInfo(BaseModel):
    """A time bank for each seat and an increment for each finished turn, in milliseconds. The seat
    that is `running` has also used up the time since `since`."""

    pace: Pace
    bank: int
    increment: int
    on_timeout: OnTimeout = Field(
        description="When time is up: a bot takes over, a bot plays the turn, or the game ends."
    )
    bot: str
    grace: int = Field(description="Time after zero before the server acts.")
    low: int = Field(description="Below this, time is running out.")
    left: list[int]
    running: int | None
    since: int | None = Field(description="Milliseconds since 1970; may be slightly in the future.")
    now: int = Field(description="The server's time when it sent this.")
    paused: bool


class ProposalInfo(BaseModel):
    """A proposal to the others at the table."""

    id: str
    kind: ProposalKind
    seat: int
    target: int | None = Field(description="The seat that a bot is to take over.")
    step: int | None = Field(description="How many choices would be left after the undo.")
    expires: str
    agreed: list[int]
    waiting: list[int]
    mine: bool
    asked: bool = Field(description="Whether the proposal waits for my answer.")


class ClockPreset(BaseModel):
    """A clock that suits this game and number of players, in seconds."""

    name: Literal["fast", "normal", "slow"]
    pace: Pace
    players: int
    bank: int
    increment: int
