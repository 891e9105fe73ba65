"""Playing on the processors of this machine. A process that dies is replaced, and what it was
playing is played again; nothing that has arrived is played twice."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from sandtable.arena.playing import Job, Played, Task, play
from sandtable.kernel.errors import SandtableError
from sandtable.processes import deaf_to_interrupts, ignore_interrupts

#: How often a game may take its process down before it is given up.
MOST_DEATHS = 3


class GameFailed(SandtableError):
    """A game that cannot be played to its end."""


def work(task: Task, pipe: Connection) -> None:
    """What a process does: play what it is sent until nothing more comes."""
    ignore_interrupts()
    game = task.load()
    while True:
        try:
            job: Job = pipe.recv()
        except EOFError:
            return
        answer: Played | str
        try:
            answer = play(game, task.options, job)
        except Exception as error:  # whatever a bot does wrong
            answer = f"{type(error).__name__}: {error}"
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return


class Worker:
    """A process, the way to it, and the game it is playing."""

    def __init__(self, task: Task, context: Any) -> None:
        self.pipe, other = context.Pipe()
        self.job: Job | None = None
        self.process: BaseProcess = context.Process(target=work, args=(task, other), daemon=True)
        with deaf_to_interrupts():
            self.process.start()
        other.close()  # only the process has it now, so its death ends the pipe

    def give(self, job: Job) -> None:
        self.job = job
        try:
            self.pipe.send(job)
        except (BrokenPipeError, ConnectionResetError):
            return  # it is dead; the main loop will find out and take the game back

    def stop(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


class Pool:
    """So many processes; `run` plays all jobs and gives them back as they are finished."""

    def __init__(self, task: Task, size: int) -> None:
        self.task = task
        self.size = size
        self.replaced = 0
        self.workers: list[Worker] = []
        self._context = multiprocessing.get_context("spawn")

    def run(self, jobs: Iterable[Job]) -> Iterator[Played]:
        waiting = iter(jobs)
        again: list[Job] = []
        deaths: dict[int, int] = {}

        def following() -> Job | None:
            return again.pop() if again else next(waiting, None)

        try:
            for _ in range(self.size):
                job = following()
                if job is not None:
                    self.workers.append(self._employ(job))
            while self.workers:
                ready = set(wait([worker.pipe for worker in self.workers]))
                for worker in [worker for worker in self.workers if worker.pipe in ready]:
                    job = worker.job
                    assert job is not None
                    try:
                        answer = worker.pipe.recv()
                    except (EOFError, OSError):
                        self._bury(worker, job, deaths)
                        again.append(job)
                        self.workers.append(self._employ(again.pop()))
                        continue
                    if isinstance(answer, str):
                        raise GameFailed(f"{job} cannot be played to its end: {answer}")
                    more = following()
                    if more is None:
                        self.workers.remove(worker)
                        worker.stop()
                    else:
                        worker.give(more)
                    yield answer
        finally:
            # A game may take long: do not wait for those under way.
            for worker in self.workers:
                worker.stop()
            self.workers = []

    def _employ(self, job: Job) -> Worker:
        worker = Worker(self.task, self._context)
        worker.give(job)
        return worker

    def _bury(self, worker: Worker, job: Job, deaths: dict[int, int]) -> None:
        self.workers.remove(worker)
        worker.stop()
        self.replaced += 1
        deaths[job.number] = deaths.get(job.number, 0) + 1
        if deaths[job.number] >= MOST_DEATHS:
            raise GameFailed(
                f"{job} has taken {MOST_DEATHS} processes down "
                f"(exit code {worker.process.exitcode}); the games finished so far are kept"
            )


def here(task: Task, jobs: Iterable[Job]) -> Iterator[Played]:
    """The same in this very process, one game after the other."""
    game = task.load()
    for job in jobs:
        try:
            yield play(game, task.options, job)
        except Exception as error:  # whatever a bot does wrong
            told = f"{type(error).__name__}: {error}"
            raise GameFailed(f"{job} cannot be played to its end: {told}") from error
