"""Starting processes that leave Ctrl-C to the process that started them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started inside never hear Ctrl-C, not even while they are still loading.

    In this process one that comes meanwhile is answered afterwards. Where the system cannot hold
    signals back (Windows), nothing is done.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
