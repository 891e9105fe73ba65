"""A time source that stands still until a test moves it on."""

from __future__ import annotations

import asyncio
import threading

#: Some moment in 2026.
START = 1_790_000_000_000


class FakeTime:
    """Time for a server in another thread: the test moves it, sleepers of any loop wake up."""

    def __init__(self, start: int = START) -> None:
        self._now = start
        self._lock = threading.Lock()
        self._sleepers: list[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = []

    def now(self) -> int:
        return self._now

    async def sleep_until(self, moment: int) -> None:
        while True:
            with self._lock:
                if self._now >= moment:
                    return
                woken = asyncio.Event()
                sleeper = (moment, asyncio.get_running_loop(), woken)
                self._sleepers.append(sleeper)
            try:
                await woken.wait()
            finally:
                with self._lock:
                    if sleeper in self._sleepers:
                        self._sleepers.remove(sleeper)

    def advance(self, seconds: float) -> None:
        """Let this much time pass at once."""
        with self._lock:
            self._now += round(seconds * 1000)
            for moment, loop, woken in self._sleepers:
                if moment <= self._now and not loop.is_closed():
                    loop.call_soon_threadsafe(woken.set)
