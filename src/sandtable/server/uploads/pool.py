"""The process that checks uploads. Bots have their own, so neither keeps the other waiting."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar

import orjson
from pebble import ProcessExpired, ProcessPool

from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.uploads.checks import (
    CheckedEdition,
    CheckedRecord,
    check_edition,
    replay_record,
)

T = TypeVar("T")

log = logging.getLogger("sandtable.server.uploads")

#: Uploads that wait or are being checked: in all, of one person, of one address.
MOST = 16
MOST_EACH = 2
MOST_ADDRESS = 6
#: After this many checks a fresh process takes over.
CHECKS_EACH = 200
#: Memory that the process may take.
MEMORY_BYTES = 2_000_000_000


class UploadPool:
    def __init__(self, seconds: float, niceness: int = 0) -> None:
        self._seconds = seconds
        self._niceness = niceness
        self._pool: ProcessPool | None = None
        self._pending: Counter[str] = Counter()
        self._count = 0
        self._lock = Lock()

    async def check_edition(
        self, who: Identity, game: str, edition: dict[str, Any]
    ) -> CheckedEdition:
        text = await asyncio.to_thread(_json, edition)
        return await self._run(who, check_edition, game, text)

    async def replay_record(
        self, who: Identity, record: str, edition: dict[str, Any] | None
    ) -> CheckedRecord:
        text = None if edition is None else await asyncio.to_thread(_json, edition)
        return await self._run(who, replay_record, record, text)

    async def _run(self, who: Identity, check: Callable[..., T], *arguments: Any) -> T:
        keys = {who.id: MOST_EACH}
        if who.address is not None:
            keys[who.address] = MOST_ADDRESS
        if any(self._pending[key] >= most for key, most in keys.items()):
            raise ApiError("too_fast", "Your last upload is still being checked.", wait=2)
        if self._count >= MOST:
            raise ApiError("busy", "Many uploads are being checked; try again.", wait=5)
        self._count += 1
        self._pending.update(keys.keys())
        try:
            # In a thread, since the first one starts the process.
            future = await asyncio.to_thread(self._schedule, check, list(arguments))
            result: T = await asyncio.wrap_future(future)
            return result
        except TimeoutError:
            raise ApiError(
                "bad_request", f"This takes longer to check than {self._seconds:g} s: too complex."
            ) from None
        except (ProcessExpired, MemoryError) as error:
            log.warning("an upload was not checked", extra={"reason": str(error)})
            raise ApiError("bad_request", "This could not be checked: too complex.") from None
        finally:
            self._count -= 1
            for key in keys:
                self._pending[key] -= 1
                if not self._pending[key]:
                    del self._pending[key]

    def _schedule(self, check: Callable[..., T], arguments: list[Any]) -> Future[T]:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPool(
                    max_workers=1,
                    max_tasks=CHECKS_EACH,
                    initializer=_prepare,
                    initargs=[self._niceness],
                    context=multiprocessing.get_context("spawn"),
                )
            return self._pool.schedule(check, args=arguments, timeout=self._seconds)

    async def close(self) -> None:
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]
            await asyncio.to_thread(self._pool.join)


def _json(data: dict[str, Any]) -> str:
    try:
        return orjson.dumps(data).decode()
    except (TypeError, RecursionError):  # numbers of over 64 bits, half surrogate pairs, depth
        raise ApiError(
            "bad_request",
            "The edition has half of a surrogate pair or a huge number, or is nested too deeply.",
        ) from None


def _prepare(niceness: int) -> None:
    """In the process: people who wait for an answer come first, and memory is bounded."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
