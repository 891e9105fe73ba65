"""Work in several processes that leave Ctrl-C to the process that started them."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from sandtable.kernel.errors import SandtableError

J = TypeVar("J")
R = TypeVar("R")


class ProcessDied(SandtableError):
    """A process that worked for this one has come to a sudden end."""


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


def ignore_interrupts() -> None:
    """What a process does first that leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _begin(begin: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    ignore_interrupts()
    if begin is not None:
        begin(*arguments)


def in_parallel(
    work: Callable[[J], R],
    jobs: Sequence[J],
    processes: int,
    begin: Callable[..., None] | None = None,
    arguments: tuple[Any, ...] = (),
) -> Iterator[tuple[J, R]]:
    """Jobs and what came of them, as they are finished. Every process calls ``begin`` first.

    Raises ProcessDied. Whoever stops listening stops the processes, too.
    """
    pool = ProcessPoolExecutor(
        min(processes, max(1, len(jobs))),
        multiprocessing.get_context("spawn"),
        _begin,
        (begin, arguments),
    )
    try:
        with deaf_to_interrupts():
            waiting = {pool.submit(work, job): job for job in jobs}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise ProcessDied("a process that played games has died") from None
    except BaseException:
        # A job may take long: do not wait for those under way.
        workers = list(pool._processes.values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in workers:
            process.terminate()
        raise
