"""The wall clock, as something that tests can replace. Moments are milliseconds since 1970."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

#: Longest sleep in seconds: a wall clock that was set anew is noticed by then.
LONGEST = 30.0


class TimeSource(Protocol):
    def now(self) -> int:
        """The present moment."""
        ...

    async def sleep_until(self, moment: int) -> None:
        """Return as soon as the clock shows this moment or a later one."""
        ...


class WallClock:
    """The time of this machine."""

    def now(self) -> int:
        return int(time.time() * 1000)

    async def sleep_until(self, moment: int) -> None:
        while (left := moment - self.now()) > 0:
            await asyncio.sleep(min(left / 1000, LONGEST))


WALL_CLOCK: TimeSource = WallClock()
