"""Searching one position in several processes.

A process is forked for one decision, so it starts with a copy of the position and of the tree; it
sends back the statistics of its root. It ends by itself when its time or its iterations are used
up, so nothing is left behind, whatever happens to the bot. On systems that cannot fork (Windows)
the bot searches in one process.
"""

from __future__ import annotations

import json
import os
import select
import signal
import time
from contextlib import suppress

from sandtable.bots.engine.tree import Search

Tally = list[tuple[int, int, float, float]]

#: Seconds to wait for a late process beyond its thinking time.
TIMEOUT = 5.0
#: Tells the other processes to stop. Nobody reads it out of the pipe, so all of them see it.
STOP = b"."


def search_in_processes(search: Search, workers: int, iterations: int, seconds: float) -> None:
    """Run a search in this many processes, this one included, and merge their results."""
    if workers == 1 or not hasattr(os, "fork"):
        search.run(iterations, seconds)
        return
    helpers: list[SearchProcess] = []
    signal_in, signal_out = os.pipe()
    try:
        for number in range(1, workers):
            with suppress(OSError):  # no more processes: then with fewer
                helpers.append(SearchProcess(search, number, iterations, seconds, signal_in))
        late = time.monotonic() + seconds + TIMEOUT
        search.run(iterations, seconds)
        if search.stopped:
            os.write(signal_out, STOP)
            late = time.monotonic() + TIMEOUT
        tallies = [helper.tally(late) for helper in helpers]
    finally:
        for helper in helpers:
            helper.end()
        os.close(signal_in)
        os.close(signal_out)
    for tally in tallies:
        search.merge(tally)


class SearchProcess:
    """A process that searches, and the pipe for its result."""

    def __init__(
        self, search: Search, number: int, iterations: int, seconds: float, stop: int
    ) -> None:
        """``stop``: a pipe that becomes readable when the search has to end."""
        self._pipe, out = os.pipe()
        try:
            self._process = os.fork()
        except OSError:
            os.close(self._pipe)
            os.close(out)
            raise
        if self._process == 0:
            # The exit handlers of the parent process must not run here.
            try:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                os.close(self._pipe)
                if search.watcher is not None:
                    search.watcher = lambda _: bool(select.select([stop], [], [], 0)[0])
                with os.fdopen(out, "w") as file:
                    json.dump(continue_search(search, number, iterations, seconds), file)
            finally:
                os._exit(0)
        os.close(out)

    def tally(self, late: float) -> Tally:
        """The result of the process; empty if it died or is late."""
        text = b""
        while True:
            ready, _, _ = select.select([self._pipe], [], [], max(0.0, late - time.monotonic()))
            if not ready:
                return []
            part = os.read(self._pipe, 1 << 16)
            if not part:
                break
            text += part
        try:
            return [(int(a), int(n), float(c), float(p)) for a, n, c, p in json.loads(text)]
        except ValueError:
            return []

    def end(self) -> None:
        os.close(self._pipe)
        with suppress(OSError):
            os.kill(self._process, signal.SIGKILL)
        with suppress(OSError):
            os.waitpid(self._process, 0)


def continue_search(search: Search, number: int, iterations: int, seconds: float) -> Tally:
    """Continue the search with another seed; returns only what it adds."""
    before = {action: (n, c, p) for action, n, c, p in search.tally()}
    search.seed += f" worker {number}"
    search.run(iterations, seconds)
    tally: Tally = []
    for action, visits, chances, points in search.tally():
        n, c, p = before.get(action, (0, 0.0, 0.0))
        if visits > n:
            tally.append((action, visits - n, chances - c, points - p))
    return tally
