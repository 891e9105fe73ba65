"""A table as it is stored: its seats, its status, and where its game stands."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from sandtable.server.tables.clock import Clock
from sandtable.server.tables.coach import Coach
from sandtable.server.tables.proposal import Proposal
from sandtable.server.tables.setup import Setup

WAITING = "waiting"
RUNNING = "running"
OVER = "over"

HUMAN = "human"
HOTSEAT = "hotseat"
BOT = "bot"
OPEN = "open"

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def new_invite() -> str:
    return secrets.token_urlsafe(12)


@dataclass
class Seat:
    seat: int
    kind: str
    name: str = ""
    identity: str | None = None
    bot: str | None = None
    driver: str | None = None  # a bot that plays for the person until they come back
    abandoned: str | None = None  # why the person has not played on: "time", "vote" or "left"
    former: str | None = None  # who has left
    # The name of the person's account. Not part of what is stored about the seat.
    profile: str | None = field(default=None, compare=False)

    @property
    def person(self) -> bool:
        return self.kind in (HUMAN, HOTSEAT)

    @property
    def program(self) -> str | None:
        """The bot that chooses here: its own seat, or one it plays for a person."""
        return self.bot if self.kind == BOT else self.driver


@dataclass
class StoredTable:
    """A table as it is stored, with its seats and where its game stands."""

    id: str
    setup: Setup
    first: int | None
    name: str
    owner: str
    invite: str
    listed: bool
    seed_chosen: bool
    counts: bool
    rated: bool  # see people.ratings.is_rated
    status: str
    created: int
    updated: int
    seats: list[Seat]
    scores: list[int] | None = None
    winners: list[int] | None = None
    parent: str | None = None
    parent_step: int | None = None
    rematch: str | None = None
    source: str | None = None  # the running game between people that holds back advice here
    size: int = 0
    address: str | None = None
    lesson: str | None = None
    practice: bool = False  # somebody went back further than taking back allows
    revision: int = 0  # of what is stored beside the log; see table_store.touch
    ended: str | None = None  # why the game ended before its end
    auto_plans: bool = False  # whether plans may be played automatically
    clock: Clock | None = None
    proposal: Proposal | None = None
    coaches: list[Coach] = field(default_factory=list)
    version: int = 0
    step: int = 0
    to_choose: int | None = None

    def own(self, identity: str | None) -> frozenset[int]:
        """The seats a person holds."""
        if identity is None:
            return frozenset()
        return frozenset(seat.seat for seat in self.seats if seat.identity == identity)

    def others(self, identity: str | None) -> set[str]:
        """The people who sit here, except this one."""
        identities = {
            seat.identity for seat in self.seats if seat.person and seat.identity is not None
        }
        return identities - {identity}

    def playing(self, identity: str | None) -> frozenset[int]:
        """The seats a person plays now: those they hold, except where a bot plays for them."""
        return frozenset(seat for seat in self.own(identity) if self.seats[seat].driver is None)

    def coached(self, identity: str | None) -> int | None:
        """The seat over whose shoulder a person looks. Nobody who plays here does, nor anybody who
        has coached another seat as well."""
        if identity is None or self.status != RUNNING or self.own(identity):
            return None
        mine = [coach for coach in self.coaches if coach.identity == identity]
        seats = {coach.seat for coach in mine if coach.state != "offered"}
        seat = seats.pop() if len(seats) == 1 else None
        if seat is None or not self.seats[seat].person:
            return None
        return seat if any(coach.state == "coach" for coach in mine) else None

    def sees(self, identity: str | None) -> frozenset[int]:
        """The seats from which a person may look: those they hold, or the one they coach."""
        seat = self.coached(identity)
        return self.own(identity) if seat is None else frozenset((seat,))

    def people(self) -> set[str]:
        """Who sits here, or made the table."""
        return {seat.identity for seat in self.seats if seat.identity} | {self.owner}

    def names(self) -> list[str]:
        return [seat.name or f"Seat {seat.seat + 1}" for seat in self.seats]
