"""Limits per person and address: how often they may ask, and how many connections they may open."""

from __future__ import annotations

import time
from collections import Counter

from cachetools import LRUCache

from sandtable.server.errors import ApiError
from sandtable.server.settings import Rates

#: Buckets kept in memory; the least recently used ones go first.
KEEP = 20_000


class Bucket:
    """A token bucket: a number of requests at once, refilled evenly over time."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at

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
        if wait:
            raise ApiError(
                "too_fast",
                f"That is too fast: wait {max(1, round(wait))} s and try again.",
                wait=wait,
            )


class Open:
    """Counts the live connections of each person, and of all together."""

    def __init__(self, total: int, each: int) -> None:
        self._total = total
        self._each = each
        self._count: Counter[str] = Counter()
        self._sum = 0

    def enter(self, keys: set[str]) -> None:
        if self._sum >= self._total:
            raise ApiError("busy", "The server has as many connections as it can take.")
        if any(self._count[key] >= self._each for key in keys):
            raise ApiError("too_fast", f"You have {self._each} connections open; close some.")
        self._sum += 1
        self._count.update(keys)

    def leave(self, keys: set[str]) -> None:
        self._sum -= 1
        for key in keys:
            self._count[key] -= 1
            if not self._count[key]:
                del self._count[key]
