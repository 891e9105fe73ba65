"""Rate limits that hold for all processes together.

Each process counts for itself and tells the others now and then how much somebody has used, so that
counting needs no query. Somebody who uses every process at once may get a little more than the
limit for a moment, but not over time.
"""

from __future__ import annotations

import asyncio
from typing import Any

from sandtable.server.cluster.news import News
from sandtable.server.limits import Limiter

TOPIC = "requests"

#: Seconds for which counts are collected, and how many go out together.
COLLECT_SECONDS = 0.25
BATCH_SIZE = 80


class SharedLimits:
    def __init__(self, limiter: Limiter, news: News) -> None:
        self._limiter = limiter
        self._news = news
        self._used: dict[tuple[str, str], tuple[int, float]] = {}
        self._sending: asyncio.TimerHandle | None = None
        if not news.single:
            limiter.on_use = self._note
            news.on(TOPIC, self._received)

    def _note(self, what: str, who: str, count: int, size: float) -> None:
        before = self._used.get((what, who), (0, size))[0]
        self._used[what, who] = before + count, size
        if self._sending is None:
            loop = asyncio.get_running_loop()
            self._sending = loop.call_later(COLLECT_SECONDS, self._send)

    def _send(self) -> None:
        self._sending = None
        used, self._used = self._used, {}
        rows = [[what, who, count, size] for (what, who), (count, size) in used.items()]
        for first in range(0, len(rows), BATCH_SIZE):
            self._news.send(TOPIC, rows=rows[first : first + BATCH_SIZE])

    def _received(self, key: str, details: dict[str, Any]) -> None:
        for what, who, count, size in details["rows"]:
            self._limiter.used_elsewhere(what, who, count, size)
