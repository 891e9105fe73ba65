"""Who is served next where many wait for few places: a fair share for every person.

Time is counted by person and by network address, and fades. Those who have used least go first, so
one person's many tables delay that person and nobody else. Tables nobody watches go last.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from typing import NamedTuple

#: Time used counts half after this many seconds.
HALF_LIFE = 30.0
#: A table nobody watches waits this many seconds behind the others, then it is one of them.
LAST_FOR = 30.0
#: Use of less than this is forgotten when the list of users is long.
LITTLE = 0.001
MANY_USERS = 5000


class WorkClaim(NamedTuple):
    """For whom something is worked out."""

    address: str
    person: str
    watched: bool = True


class _Waiting(NamedTuple):
    claim: WorkClaim
    since: float
    place: asyncio.Future[None]


class _Usage:
    """Seconds used, fading with time."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, who: str, now: float) -> float:
        used, at = self._used.get(who, (0.0, now))
        return used * math.exp2((at - now) / HALF_LIFE)

    def add(self, who: str, seconds: float, now: float) -> None:
        self._used[who] = (self.of(who, now) + seconds, now)
        if len(self._used) > MANY_USERS:
            self._used = {
                other: entry for other, entry in self._used.items() if self.of(other, now) > LITTLE
            }


class FairQueue:
    def __init__(self, places: int) -> None:
        self._free = places
        #: With several places, one person never has them all.
        self._most_each = max(1, places - 1)
        self._waiting: list[_Waiting] = []
        self._served: Counter[str] = Counter()  # places taken, by person
        self._by_address = _Usage()
        self._by_person = _Usage()

    async def enter(self, claim: WorkClaim) -> float:
        """Wait for a place. Returns the moment it was given, which ``leave`` asks for."""
        if self._free and not self._waiting and self._may_have(claim):
            self._take(claim)
        else:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            waiting = _Waiting(claim, time.monotonic(), place)
            self._waiting.append(waiting)
            self._serve()
            try:
                await place
            except asyncio.CancelledError:
                if place.cancelled():
                    self._waiting.remove(waiting)
                else:
                    self._give_back(claim)
                raise
        return time.monotonic()

    def leave(self, claim: WorkClaim, since: float) -> None:
        """Give the place back; the time it was held counts."""
        now = time.monotonic()
        self._by_address.add(claim.address, now - since, now)
        self._by_person.add(claim.person, now - since, now)
        self._give_back(claim)

    def _may_have(self, claim: WorkClaim) -> bool:
        return self._served[claim.person] < self._most_each

    def _take(self, claim: WorkClaim) -> None:
        self._free -= 1
        self._served[claim.person] += 1

    def _give_back(self, claim: WorkClaim) -> None:
        self._free += 1
        self._served[claim.person] -= 1
        if not self._served[claim.person]:
            del self._served[claim.person]
        self._serve()

    def _serve(self) -> None:
        while self._free:
            now = time.monotonic()
            able = [
                waiting
                for waiting in self._waiting
                if self._may_have(waiting.claim) and not waiting.place.done()
            ]
            if not able:
                return
            first = min(able, key=lambda waiting: self._order(waiting, now))
            self._waiting.remove(first)
            self._take(first.claim)
            first.place.set_result(None)

    def _order(self, waiting: _Waiting, now: float) -> tuple[bool, float, float, float]:
        claim = waiting.claim
        last = not claim.watched and now - waiting.since < LAST_FOR
        return (
            last,
            self._by_address.of(claim.address, now),
            self._by_person.of(claim.person, now),
            waiting.since,
        )
