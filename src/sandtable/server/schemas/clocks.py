"""Clocks of tables and what is proposed there."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from sandtable.server.tables.clock import OnTimeout, Pace
from sandtable.server.tables.proposal import ProposalKind


class ClockInfo(BaseModel):
    """A bank of time for each seat and an increment for each finished turn, in milliseconds.
    The seat that is `running` has used the time since `since` beside what it shows as left."""

    pace: Pace
    bank: int
    increment: int
    on_timeout: OnTimeout = Field(
        description="When time is up: a bot takes over, a bot plays the turn, or the game ends."
    )
    bot: str
    grace: int = Field(description="From zero on, how long until the server acts.")
    low: int = Field(description="Less than this is little time.")
    left: list[int]
    running: int | None
    since: int | None = Field(description="Milliseconds since 1970; may lie a little ahead.")
    now: int = Field(description="The server's time when it sent this.")
    paused: bool


class ProposalInfo(BaseModel):
    """What somebody proposes to the others at the table."""

    id: str
    kind: ProposalKind
    seat: int
    target: int | None = Field(description="The seat that a bot is to take over.")
    step: int | None = Field(description="How many choices would stand after the undo.")
    expires: str
    agreed: list[int]
    waiting: list[int]
    mine: bool
    asked: bool = Field(description="Whether my answer is waited for.")


class ClockPreset(BaseModel):
    """A setting that fits this game and number of players, in seconds."""

    name: Literal["fast", "normal", "slow"]
    pace: Pace
    players: int
    bank: int
    increment: int
