"""Who is connected to which table, at the other processes too.

Every process tells the others what changes in its own list, collected for a moment; a process that
comes, or has missed news, gets whole lists. The others' lists are therefore right within a moment,
which is enough for showing who is there and for limits on connections.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.server.cluster.lease_keeper import LeaseKeeper
from sandtable.server.cluster.news import News

#: A table and who is there: the id of a person, or an address.
Place = tuple[str, str]

TOPIC = "roster"
REQUEST = "roster wanted"

#: Seconds for which changes are collected, and how many go out together.
COLLECT_SECONDS = 0.1
BATCH_SIZE = 80

NOBODY: Mapping[str, int] = {}


class Roster:
    def __init__(self, news: News, keeper: LeaseKeeper) -> None:
        self._news = news
        self._here: Counter[Place] = Counter()
        self._changed: set[Place] = set()
        self._sending: asyncio.TimerHandle | None = None
        self._elsewhere: dict[str, Counter[Place]] = {}  # by process
        self._tables: dict[str, Counter[str]] = {}  # all of that by table,
        self._people: Counter[str] = Counter()  # by person or address,
        self.total_elsewhere = 0  # and in all
        #: Called with a table's id when somebody has come or gone elsewhere.
        self.on_change: Callable[[str], None] = lambda table: None
        news.on(TOPIC, self._received)
        news.on(REQUEST, lambda key, details: self._send_all())
        news.on_gap.append(self._after_gap)
        keeper.on_arrival.append(lambda process: self._send_all())
        keeper.on_departure.append(self._forget)

    # -- this process --------------------------------------------------------------------------

    def enter(self, table: str, who: str) -> None:
        self._here[table, who] += 1
        self._note((table, who))

    def leave(self, table: str, who: str) -> None:
        self._here[table, who] -= 1
        if not self._here[table, who]:
            del self._here[table, who]
        self._note((table, who))

    def _note(self, place: Place) -> None:
        if self._news.single:
            return
        self._changed.add(place)
        if self._sending is None:
            loop = asyncio.get_running_loop()
            self._sending = loop.call_later(COLLECT_SECONDS, self._send_changes)

    def _send_changes(self) -> None:
        self._sending = None
        changed, self._changed = self._changed, set()
        self._send(changed, whole=False)

    def _send_all(self) -> None:
        self._send(list(self._here), whole=True)

    def _send(self, places: Iterable[Place], whole: bool) -> None:
        rows = [[table, who, self._here[table, who]] for table, who in places]
        for first in range(0, max(1, len(rows)), BATCH_SIZE):
            part = rows[first : first + BATCH_SIZE]
            self._news.send(TOPIC, self._news.process, whole=whole and first == 0, rows=part)

    # -- the others ----------------------------------------------------------------------------

    def at(self, table: str) -> Mapping[str, int]:
        """Who is at a table at other processes, with how many connections each."""
        return self._tables.get(table, NOBODY)

    def elsewhere(self, who: str) -> int:
        """How many connections a person or address has at other processes."""
        return self._people.get(who, 0)

    def _after_gap(self) -> None:
        self._news.send(REQUEST)
        self._send_all()

    def _received(self, process: str, details: dict[str, Any]) -> None:
        touched: set[str] = set()
        known = self._elsewhere.setdefault(process, Counter())
        if details["whole"]:
            new = {(table, who) for table, who, _ in details["rows"]}
            for place in set(known) - new:
                self._set(known, place, 0, touched)
        for table, who, count in details["rows"]:
            self._set(known, (table, who), count, touched)
        for table in touched:
            self.on_change(table)

    def _forget(self, process: str) -> None:
        """A process is gone, and everybody who was connected to it."""
        touched: set[str] = set()
        known = self._elsewhere.pop(process, Counter())
        for place in list(known):
            self._set(known, place, 0, touched)
        for table in touched:
            self.on_change(table)

    def _set(self, known: Counter[Place], place: Place, count: int, touched: set[str]) -> None:
        change = count - known.get(place, 0)
        if not change:
            return
        table, who = place
        known[place] = count
        if not count:
            del known[place]
        people = self._tables.setdefault(table, Counter())
        for counter in (people, self._people):
            counter[who] += change
            if not counter[who]:
                del counter[who]
        if not people:
            del self._tables[table]
        self.total_elsewhere += change
        touched.add(table)
