"""How often and how much: buckets that refill, and counters of what is open."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict

from sandtable.server.errors import ApiError
from sandtable.server.settings import Rates

KEEP = 20_000


class Bucket:
    """So many requests at once; used ones come back evenly over the seconds."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at

    def take(self, size: float, seconds: float, now: float) -> float:
        """Takes one and returns 0, or returns after how many seconds there will be one."""
        self.left = min(size, self.left + (now - self.at) * size / seconds)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) * seconds / size


class Limiter:
    """Buckets by what is asked and who asks."""

    def __init__(self, rates: Rates, factor: float) -> None:
        self._factor = factor
        self._rates: dict[str, tuple[float, float]] = {
            what: (float(count), float(seconds)) for what, (count, seconds) in vars(rates).items()
        }
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def check(self, what: str, who: str, factor: float = 1.0) -> None:
        """Raises the fault `too_fast` where somebody asks too often."""
        if not self._factor:
            return
        size, seconds = self._rates[what]
        size *= self._factor * factor
        now = time.monotonic()
        key = (what, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(size, now)
            while len(self._buckets) > KEEP:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        wait = bucket.take(max(1.0, size), seconds, now)
        if wait:
            raise ApiError(
                "too_fast",
                f"That is too fast: wait {max(1, round(wait))} s and try again.",
                wait=wait,
            )


class Open:
    """How many connections somebody has open."""

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
