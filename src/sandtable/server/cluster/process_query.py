"""Asks every server process for something it knows, such as its figures.

The question and the answers go by the news, so it works over several machines. A process that does
not answer in time is left out.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.server.cluster.lease_keeper import LeaseKeeper
from sandtable.server.cluster.news import News

#: Seconds to wait for the others.
WAIT_SECONDS = 2.0
#: Rows of an answer that go out together: news are short.
BATCH_SIZE = 40

Rows = Sequence[Any]


class _Question:
    """What has come in so far, and from whom everything has."""

    def __init__(self, asked: set[str]) -> None:
        self.waiting = set(asked)
        self.rows: dict[str, list[Any]] = {}
        self.complete = asyncio.Event()

    def hear(self, process: str, rows: Rows, last: bool) -> None:
        self.rows.setdefault(process, []).extend(rows)
        if last:
            self.waiting.discard(process)
        if not self.waiting:
            self.complete.set()


class ProcessQuery:
    """``own`` gives the rows of this process: plain data, short enough for news."""

    def __init__(
        self, topic: str, news: News, keeper: LeaseKeeper, own: Callable[[], Rows]
    ) -> None:
        self._topic = topic
        self._news = news
        self._keeper = keeper
        self._own = own
        self._questions: dict[str, _Question] = {}
        news.on(f"{topic} wanted", self._answer)
        news.on(topic, self._received, self._asked)

    async def rows(self) -> dict[str, Rows]:
        """The rows of every live process, by its name."""
        gathered: dict[str, Rows] = {self._news.process: self._own()}
        others = self._keeper.others
        if not others:
            return gathered
        key = secrets.token_hex(6)
        question = self._questions[key] = _Question(others)
        try:
            self._news.send(f"{self._topic} wanted", key)
            async with asyncio.timeout(WAIT_SECONDS):
                await question.complete.wait()
        except TimeoutError:
            pass
        finally:
            del self._questions[key]
        complete = question.rows.keys() - question.waiting
        return {**gathered, **{process: question.rows[process] for process in complete}}

    def _asked(self, key: str) -> bool:
        return key in self._questions

    def _answer(self, key: str, details: dict[str, Any]) -> None:
        """Another process asks."""
        rows = list(self._own())
        for first in range(0, max(1, len(rows)), BATCH_SIZE):
            part = rows[first : first + BATCH_SIZE]
            last = first + BATCH_SIZE >= len(rows)
            self._news.send(self._topic, key, process=self._news.process, rows=part, last=last)

    def _received(self, key: str, details: dict[str, Any]) -> None:
        question = self._questions.get(key)
        if question is not None:
            question.hear(details["process"], details["rows"], details["last"])
