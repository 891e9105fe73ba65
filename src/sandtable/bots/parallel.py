"""Several processes that search one position.

A process is split off for one decision only and has all of the position and of the tree so far by
being a copy; what comes back are a few figures of its root. It ends by itself when its time or its
iterations are over, so nothing is left behind, whatever becomes of the bot. Where a system cannot
split processes (Windows), the bot thinks alone.
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

#: How long a late process is waited for, in seconds, beside its thinking time.
PATIENCE = 5.0


def together(search: Search, workers: int, iterations: int, seconds: float) -> None:
    """Run a search in so many processes, this one included, and add up what they find."""
    helpers: list[Helper] = []
    if workers > 1 and hasattr(os, "fork"):
        for number in range(1, workers):
            with suppress(OSError):  # no more processes: then with fewer
                helpers.append(Helper(search, number, iterations, seconds))
    late = time.monotonic() + seconds + PATIENCE
    try:
        search.run(iterations, seconds)
        found = [helper.tally(late) for helper in helpers]
    finally:
        for helper in helpers:
            helper.end()
    for tally in found:
        search.merge(tally)


class Helper:
    """A process that searches, and the pipe its figures come through."""

    def __init__(self, search: Search, number: int, iterations: int, seconds: float) -> None:
        self._pipe, out = os.pipe()
        try:
            self._process = os.fork()
        except OSError:
            os.close(self._pipe)
            os.close(out)
            raise
        if self._process == 0:
            # Nothing of what the bot's process does at its end may happen here.
            try:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                os.close(self._pipe)
                with os.fdopen(out, "w") as file:
                    json.dump(work(search, number, iterations, seconds), file)
            finally:
                os._exit(0)
        os.close(out)

    def tally(self, late: float) -> Tally:
        """What the process found; nothing if it died or is late."""
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


def work(search: Search, number: int, iterations: int, seconds: float) -> Tally:
    """Search on from another seed; only what is new counts."""
    before = {action: (n, c, p) for action, n, c, p in search.tally()}
    search.seed += f" worker {number}"
    search.run(iterations, seconds)
    found: Tally = []
    for action, visits, chances, points in search.tally():
        n, c, p = before.get(action, (0, 0.0, 0.0))
        if visits > n:
            found.append((action, visits - n, chances - c, points - p))
    return found
