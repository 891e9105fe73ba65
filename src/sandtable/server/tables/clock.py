"""The clock of a table: a bank of time for each seat, and an increment for each finished turn.

A clock is a value that is stored with the table. What it shows at a moment follows from what is
stored, so every process that reads it agrees, and nothing has to be written while time passes.
Durations and moments are milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Pace = Literal["live", "correspondence"]
OnTimeout = Literal["bot", "turn", "end"]

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

#: A clock starts this long after the choice before it: for the way of the message, and for the
#: time in which the screen shows what the others did.
DELAY = 2 * SECOND
#: The first clock of a live game: people still have to come to the table.
FIRST_DELAY = 60 * SECOND
#: From zero on, this long until the server acts: the last warning.
GRACE: dict[Pace, int] = {"live": 30 * SECOND, "correspondence": HOUR}
#: Less than this is little time.
LOW: dict[Pace, int] = {"live": MINUTE, "correspondence": DAY}
#: How long people have to answer what somebody proposes; without a clock, as for live games but
#: with more patience.
ANSWER: dict[Pace | None, int] = {"live": MINUTE, "correspondence": DAY, None: 5 * MINUTE}
#: Somebody who has not chosen for so long and is not there can be replaced.
ABSENT: dict[Pace | None, int] = {"live": 3 * MINUTE, "correspondence": DAY, None: 3 * MINUTE}
#: Increments never fill a bank above this many times its size: days cannot be hoarded.
MOST_BANKS = 2


@dataclass(frozen=True)
class Clock:
    pace: Pace
    bank: int
    increment: int
    on_timeout: OnTimeout
    bot: str
    left: tuple[int, ...]  # by seat, as of `since` for the one that runs
    turns: tuple[int, ...]  # by seat: finished turns that have brought their increment
    running: int | None = None  # the seat whose time runs
    since: int | None = None  # from when on; may lie a little ahead
    paused: bool = False
    #: How many choices there were when an undo was last asked for in vain: nobody stops the clock
    #: with the same question again.
    undo_asked: int | None = None
    revision: int = 0  # raised by every stored change

    @staticmethod
    def new(
        pace: Pace, bank: int, increment: int, on_timeout: OnTimeout, bot: str, players: int
    ) -> Clock:
        return Clock(pace, bank, increment, on_timeout, bot, (bank,) * players, (0,) * players)

    def again(self, players: int) -> Clock:
        """The same setting for another game."""
        return Clock.new(self.pace, self.bank, self.increment, self.on_timeout, self.bot, players)

    @property
    def grace(self) -> int:
        return GRACE[self.pace]

    @property
    def low(self) -> int:
        return min(LOW[self.pace], self.bank // 4)

    @property
    def deadline(self) -> int | None:
        """When the server acts if nobody chooses until then."""
        if self.running is None:
            return None
        assert self.since is not None
        return self.since + max(0, self.left[self.running]) + self.grace

    def left_at(self, seat: int, now: int) -> int:
        """What a seat has left; below zero, the grace is running."""
        left = self.left[seat]
        if seat == self.running and self.since is not None:
            left -= max(0, now - self.since)
        return left

    def runs_for(self, seat: int | None, now: int, delay: int = DELAY) -> Clock:
        """The clock with this seat's time running, or nobody's."""
        if self.paused:
            seat = None
        if seat == self.running:
            return self
        left = list(self.left)
        if self.running is not None:
            left[self.running] = self.left_at(self.running, now)
        since = None if seat is None else now + delay
        return replace(self, left=tuple(left), running=seat, since=since)

    def credited(self, turns: Sequence[int]) -> Clock:
        """The clock after this many finished turns by seat. A turn that is taken back and finished
        again brings its increment once."""
        if all(new <= old for new, old in zip(turns, self.turns, strict=True)):
            return self
        left = list(self.left)
        for seat, (new, old) in enumerate(zip(turns, self.turns, strict=True)):
            if new > old:
                more = max(0, left[seat]) + (new - old) * self.increment
                left[seat] = max(left[seat], min(more, MOST_BANKS * self.bank))
        most = tuple(max(pair) for pair in zip(turns, self.turns, strict=True))
        return replace(self, left=tuple(left), turns=most)

    def refilled(self, seat: int) -> Clock:
        """Somebody comes back to their seat: there is at least a tenth of the bank, or the time
        for a turn, so that it is not taken from them again at once."""
        assert seat != self.running
        left = list(self.left)
        left[seat] = max(left[seat], self.bank // 10, self.increment)
        return replace(self, left=tuple(left))

    def shown(self, now: int) -> dict[str, Any]:
        """As clients get it; they count on from `now`."""
        return {
            "pace": self.pace,
            "bank": self.bank,
            "increment": self.increment,
            "on_timeout": self.on_timeout,
            "bot": self.bot,
            "grace": self.grace,
            "low": self.low,
            "left": list(self.left),
            "running": self.running,
            "since": self.since,
            "now": now,
            "paused": self.paused,
        }
