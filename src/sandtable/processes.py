"""Jobs in several processes, which leave Ctrl-C to the process that started them.

`simulate`, `tune` and the arena play their games this way. A process that dies is replaced, and
what it was doing is done again; nothing that has arrived is done twice.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from sandtable.kernel.errors import SandtableError

J = TypeVar("J")
R = TypeVar("R")

#: How often a job may take its process down before it is given up.
MOST_DEATHS = 3


class JobFailed(SandtableError):
    """A job ended with an error, or took down every process that tried it."""

    def __init__(self, job: object, error: Exception) -> None:
        super().__init__(str(error))
        self.job = job
        self.error = error


class ProcessDied(SandtableError):
    """A process that worked for this one has died."""


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Processes started inside never hear Ctrl-C, not even while they are still loading.

    In this process one that comes meanwhile is answered afterwards. Where the system cannot hold
    signals back (Windows), nothing is done.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The first process of all brings along a tracker, whose start would let signals in again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """What a process does first that leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def work_in_process(prepare: Callable[[], Callable[[Any], Any]], pipe: Connection) -> None:
    """What a process does: the jobs it is sent, until nothing more comes."""
    ignore_interrupts()
    work = prepare()
    while True:
        try:
            job = pipe.recv()
        except (EOFError, ConnectionResetError):
            return
        answer: tuple[Any, Exception | None]
        try:
            answer = (work(job), None)
        except Exception as error:  # whatever a bot does wrong
            answer = (None, _portable(error))
        try:
            pipe.send(answer)
        except (BrokenPipeError, ConnectionResetError):
            return


def _portable(error: Exception) -> Exception:
    """The error itself if it can go to another process, otherwise what it says."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return SandtableError(f"{type(error).__name__}: {error}")
    return error


class _Process(Generic[J]):
    """A process, the way to it, and the job it is doing."""

    def __init__(self, prepare: Callable[[], Callable[[J], Any]], number: int, job: J) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=work_in_process, args=(prepare, other), daemon=True
        )
        with interrupts_blocked():
            self.process.start()
        other.close()  # only the process has it now, so its death ends the pipe
        self.give(number, job)

    def give(self, number: int, job: J) -> None:
        self.number = number
        self.job = job
        try:
            self.pipe.send(job)
        except (BrokenPipeError, ConnectionResetError):
            return  # it is dead; the pool will notice and give the job to another

    def stop(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


class JobPool(Generic[J, R]):
    """This many processes; `run` does all jobs and gives them back as they are finished.

    Every process calls ``prepare`` once for the function that does jobs. One process is this very
    one. When the caller stops iterating, the processes stop too.
    """

    def __init__(self, prepare: Callable[[], Callable[[J], R]], size: int) -> None:
        self.prepare = prepare
        self.size = size
        self.replaced = 0  # processes that have died
        self._processes: list[_Process[J]] = []

    def run(self, jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        """Jobs and their results. Raises JobFailed."""
        if self.size <= 1:
            yield from self._run_here(jobs)
            return
        waiting = enumerate(jobs)
        deaths: dict[int, int] = {}
        try:
            for number, job in waiting:
                self._processes.append(_Process(self.prepare, number, job))
                if len(self._processes) == self.size:
                    break
            while self._processes:
                ready = set(wait([process.pipe for process in self._processes]))
                for process in [one for one in self._processes if one.pipe in ready]:
                    job = process.job
                    try:
                        result, error = process.pipe.recv()
                    except (EOFError, OSError):
                        self._replace(process, deaths)
                        continue
                    if error is not None:
                        raise JobFailed(job, error)
                    following = next(waiting, None)
                    if following is None:
                        self._processes.remove(process)
                        process.stop()
                    else:
                        process.give(*following)
                    yield job, result
        finally:
            # A job may take long: do not wait for those under way.
            for process in self._processes:
                process.stop()
            self._processes = []

    def _run_here(self, jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        work = self.prepare()
        for job in jobs:
            try:
                result = work(job)
            except Exception as error:
                raise JobFailed(job, error) from error
            yield job, result

    def _replace(self, process: _Process[J], deaths: dict[int, int]) -> None:
        """Another process takes over the job of a dead one."""
        self._processes.remove(process)
        process.stop()
        self.replaced += 1
        number = process.number
        deaths[number] = deaths.get(number, 0) + 1
        if deaths[number] == MOST_DEATHS:
            code = process.process.exitcode
            died = ProcessDied(f"it has taken {MOST_DEATHS} processes down (exit code {code})")
            raise JobFailed(process.job, died)
        self._processes.append(_Process(self.prepare, number, process.job))


def run_jobs(work: Callable[[J], R], jobs: Iterable[J], processes: int) -> Iterator[tuple[J, R]]:
    """Jobs and their results as they are finished, where processes need no preparation. An error
    of a job is raised as it is."""
    try:
        yield from JobPool(partial(_ready, work), processes).run(jobs)
    except JobFailed as failed:
        raise failed.error from None


def _ready(work: Callable[[J], R]) -> Callable[[J], R]:
    return work
