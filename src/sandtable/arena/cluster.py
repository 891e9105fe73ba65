"""Playing on a Ray cluster. Every machine of it needs Sandtable, and files of own bots at the same
paths. What a lost worker was playing is played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.arena.playing import GameFailed, GameJob, GameSource, Played, play
from sandtable.kernel.edition import digest
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.processes import MOST_DEATHS

LOCAL = "local"
#: Games per processor that are handed out at a time, so that none stands idle.
AHEAD = 2

_loaded: dict[str, Game] = {}


def play_here(source: GameSource, job: GameJob) -> Played:
    """What a worker does. The game is loaded once per process and edition."""
    key = f"{source.game} {'' if source.edition is None else digest(source.edition)}"
    if key not in _loaded:
        _loaded[key] = source.load()
    return play(_loaded[key], source.options, job)


def start(address: str) -> Any:
    """Connect to a cluster, or start one on this machine; returns the module `ray`."""
    try:
        import ray
    except ImportError as error:
        raise SandtableError(
            "--ray needs the package ray; install it with: pip install 'sandtable[ray]'"
        ) from error
    where: dict[str, Any] = {} if address == LOCAL else {"address": address}
    try:
        ray.init(**where, log_to_driver=False, ignore_reinit_error=True)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise SandtableError(f"--ray {address}: no cluster there ({error})") from error
    return ray


def run(source: GameSource, jobs: Iterable[GameJob], ray: Any) -> Iterator[Played]:
    """Play all jobs on the cluster and give them back as they are finished."""
    remote = ray.remote(num_cpus=1, max_retries=MOST_DEATHS - 1)(play_here)
    shared = ray.put(source)
    size = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
    waiting = iter(jobs)
    under_way: dict[Any, GameJob] = {}

    def hand_out() -> None:
        job = next(waiting, None)
        if job is not None:
            under_way[remote.remote(shared, job)] = job

    try:
        for _ in range(size):
            hand_out()
        while under_way:
            done, _ = ray.wait(list(under_way), num_returns=1)
            job = under_way.pop(done[0])
            try:
                played: Played = ray.get(done[0])
            except ray.exceptions.RayTaskError as error:
                raise GameFailed(job, error.cause) from error
            except ray.exceptions.RayError as error:
                told = f"it has taken {MOST_DEATHS} workers down ({type(error).__name__})"
                raise GameFailed(job, f"{told}; the games finished so far are kept") from error
            hand_out()
            yield played
    finally:
        for reference in under_way:
            ray.cancel(reference, force=True)
