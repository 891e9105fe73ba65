"""An arena: a plan, a folder, and the playing of what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sandtable import cluster
from sandtable.arena.cluster import play_here
from sandtable.arena.folder import ArenaFolder, FinishedGame
from sandtable.arena.plan import Plan
from sandtable.arena.playing import GameFailed, GameJob, Played
from sandtable.bots.base import BotError
from sandtable.processes import JobFailed, JobPool, ProcessDied

#: Told after every game: how many are finished, and how many processes had to be replaced.
Progress = Callable[[int, int], None]


class Arena:
    def __init__(self, plan: Plan, folder: Path | str, keep_records: bool = True) -> None:
        self.plan = plan
        self.folder = ArenaFolder(Path(folder), plan)
        self.keep_records = keep_records

    def play(
        self,
        games: int,
        jobs: int = 1,
        ray: str | None = None,
        progress: Progress | None = None,
    ) -> list[FinishedGame]:
        """Play those of the first ``games`` games that the folder lacks; returns all of them.
        ``jobs`` is the number of processes, ``ray`` the address of a cluster instead."""
        folder = self.folder
        with folder.open():
            missing = folder.missing(games)
            done = games - len(missing)
            size = min(jobs, len(missing))
            pool: JobPool[GameJob, Played] = JobPool(self.plan.source.player, size)
            if progress is not None:
                progress(done, 0)
            wanted = (self.plan.job(number) for number in missing)
            for played in self._backend(wanted, pool, ray) if missing else ():
                folder.add(played, self.keep_records)
                done += 1
                if progress is not None:
                    progress(done, pool.replaced)
        return folder.finished(games)

    def _backend(
        self, jobs: Iterable[GameJob], pool: JobPool[GameJob, Played], ray: str | None
    ) -> Iterator[Played]:
        if ray is None:
            results = pool.run(jobs)
        else:
            results = cluster.run_jobs(play_here, jobs, cluster.start(ray), self.plan.source)
        try:
            for _, played in results:
                yield played
        except JobFailed as failed:
            message = f"{type(failed.error).__name__}: {failed.error}"
            if isinstance(failed.error, ProcessDied):
                message = f"{failed.error}; the games finished so far are kept"
            elif isinstance(failed.error, BotError):
                message = str(failed.error)
            raise GameFailed(failed.job, message) from failed.error
