"""Limits per person and address: how often they may ask, and how many connections they may open."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from cachetools import LRUCache

from sandtable.server.cluster.roster import Roster
from sandtable.server.errors import ApiError
from sandtable.server.settings import Rates

#: Buckets kept in memory; the least recently used ones go first.
KEEP = 20_000
#: The part of a bucket whose use is reported to the other processes.
REPORT_SHARE = 0.125


class Bucket:
    """A token bucket: a number of requests at once, refilled evenly over time."""

    __slots__ = ("at", "left", "unreported")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at
        self.unreported = 0  # taken since the last report to the other processes

    def take(self, size: float, seconds: float, now: float) -> float:
        """Take one and return 0, or return the seconds until there is one."""
        self.left = min(size, self.left + (now - self.at) * size / seconds)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) * seconds / size


class Limiter:
    """One bucket for each kind of request and each person or address."""

    def __init__(self, rates: Rates, factor: float) -> None:
        self._factor = factor
        self._rates: dict[str, tuple[float, float]] = {
            what: (float(count), float(seconds)) for what, (count, seconds) in vars(rates).items()
        }
        self._buckets: LRUCache[tuple[str, str], Bucket] = LRUCache(KEEP)
        #: Called with kind, person, how many requests and the size of the bucket, when these are
        #: worth telling other processes. None: there are none.
        self.on_use: Callable[[str, str, int, float], None] | None = None

    def check(self, what: str, who: str, factor: float = 1.0) -> None:
        """Raise the error `too_fast` if somebody asks too often."""
        if not self._factor:
            return
        size, seconds = self._rates[what]
        size *= self._factor * factor
        now = time.monotonic()
        key = (what, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(size, now)
        wait = bucket.take(max(1.0, size), seconds, now)
        if self.on_use is not None and not wait:
            self._count(bucket, what, who, max(1.0, size))
        if wait:
            raise ApiError(
                "too_fast",
                f"That is too fast: wait {max(1, round(wait))} s and try again.",
                wait=wait,
            )

    def _count(self, bucket: Bucket, what: str, who: str, size: float) -> None:
        """Report to the other processes what somebody uses, but not about slow users."""
        assert self.on_use is not None
        bucket.unreported += 1
        if bucket.left > size * (1 - REPORT_SHARE):
            bucket.unreported = 1
        elif bucket.unreported >= size * REPORT_SHARE:
            self.on_use(what, who, bucket.unreported, size)
            bucket.unreported = 0

    def used_elsewhere(self, what: str, who: str, count: int, size: float) -> None:
        """Somebody has asked so often at another process."""
        bucket = self._buckets.get((what, who))
        if bucket is None:
            bucket = self._buckets[what, who] = Bucket(size, time.monotonic())
        bucket.left = max(0.0, bucket.left - count)


class ConnectionLimit:
    """Counts the live connections of each person, and of all together, at every process."""

    def __init__(self, total: int, each: int, roster: Roster) -> None:
        self._total = total
        self._each = each
        self._roster = roster
        self._count: Counter[str] = Counter()
        self._sum = 0

    @property
    def total(self) -> int:
        """All live connections, at every process."""
        return self._sum + self._roster.total_elsewhere

    def enter(self, who: str, table: str) -> None:
        """A person, or an address, connects to a table; raises ApiError where that is too much."""
        if self.total >= self._total:
            raise ApiError("busy", "The server has as many connections as it can take.")
        if self._count[who] + self._roster.elsewhere(who) >= self._each:
            raise ApiError("too_fast", f"You have {self._each} connections open; close some.")
        self._sum += 1
        self._count[who] += 1
        self._roster.enter(table, who)

    def leave(self, who: str, table: str) -> None:
        self._sum -= 1
        self._count[who] -= 1
        if not self._count[who]:
            del self._count[who]
        self._roster.leave(table, who)
