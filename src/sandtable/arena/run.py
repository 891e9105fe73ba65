"""An arena: a plan, a folder, and the playing of what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sandtable.arena import cluster
from sandtable.arena.folder import Folder, Game
from sandtable.arena.plan import Plan
from sandtable.arena.playing import Job, Played
from sandtable.arena.pool import Pool, here

#: Told after every game: how many are finished, and how many processes had to be replaced.
Progress = Callable[[int, int], None]


class Arena:
    def __init__(self, plan: Plan, folder: Path | str, keep_records: bool = True) -> None:
        self.plan = plan
        self.folder = Folder(Path(folder), plan)
        self.keep_records = keep_records

    def play(
        self,
        games: int,
        jobs: int = 1,
        ray: str | None = None,
        progress: Progress | None = None,
    ) -> list[Game]:
        """Play those of the first so many games that are missing in the folder; returns all of
        them. ``jobs`` is the number of processes, ``ray`` the address of a cluster instead."""
        folder = self.folder
        with folder.open():
            missing = folder.missing(games)
            done = games - len(missing)
            pool = Pool(self.plan.task, min(jobs, len(missing)))
            if progress is not None:
                progress(done, 0)
            wanted = (self.plan.job(number) for number in missing)
            for played in self._backend(wanted, pool, ray) if missing else ():
                folder.add(played, self.keep_records)
                done += 1
                if progress is not None:
                    progress(done, pool.replaced)
        return folder.finished(games)

    def _backend(self, jobs: Iterable[Job], pool: Pool, ray: str | None) -> Iterator[Played]:
        if ray is not None:
            return cluster.run(self.plan.task, jobs, cluster.start(ray))
        return here(self.plan.task, jobs) if pool.size == 1 else pool.run(jobs)
