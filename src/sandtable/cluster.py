"""Jobs on a Ray cluster. Every machine of it needs Sandtable, and files of own bots at the same
paths. What a lost worker was doing is done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from sandtable.kernel.errors import SandtableError
from sandtable.processes import MOST_DEATHS, JobFailed, ProcessDied

J = TypeVar("J")
R = TypeVar("R")

LOCAL = "local"
#: Jobs per processor that are handed out at a time, so that none stands idle.
AHEAD = 2


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


def backend(
    address: str | None, work: Callable[[J], R]
) -> Callable[[Iterable[J]], Iterator[tuple[J, R]]] | None:
    """Does jobs on the cluster at an address; None without one."""
    if not address:
        return None
    ray = start(address)
    return lambda jobs: run_jobs(work, jobs, ray)


def run_jobs(
    work: Callable[..., R], jobs: Iterable[J], ray: Any, *shared: object
) -> Iterator[tuple[J, R]]:
    """Jobs and their results as they are finished; ``work`` gets what is shared, then the job. An
    error of a job is raised as `JobFailed`."""
    remote = ray.remote(num_cpus=1, max_retries=MOST_DEATHS - 1)(work)
    given = [ray.put(thing) for thing in shared]
    size = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
    waiting = iter(jobs)
    under_way: dict[Any, J] = {}

    def hand_out() -> None:
        for job in waiting:
            under_way[remote.remote(*given, job)] = job
            return

    try:
        for _ in range(size):
            hand_out()
        while under_way:
            done, _ = ray.wait(list(under_way), num_returns=1)
            job = under_way.pop(done[0])
            try:
                result: R = ray.get(done[0])
            except ray.exceptions.RayTaskError as error:
                raise JobFailed(job, error.cause) from error
            except ray.exceptions.RayError as error:
                kind = type(error).__name__
                died = ProcessDied(f"it has taken {MOST_DEATHS} workers down ({kind})")
                raise JobFailed(job, died) from error
            hand_out()
            yield job, result
    finally:
        for reference in under_way:
            ray.cancel(reference, force=True)
