"""The processes in which bots think, and the fair queue in front of them."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

import orjson
from cachetools import LRUCache

from sandtable import bots
from sandtable.kernel.errors import SandtableError
from sandtable.server.bots.fair_queue import FairQueue, WorkClaim
from sandtable.server.tables.setup import Setup

log = logging.getLogger("sandtable.server.bots.pool")

#: For how many games we remember which choices a process has. A process reports a dropped game.
GAMES_KNOWN = 20_000
#: The kind of message that is not a job: the current job has to be answered now.
MOVE_NOW = "move_now"
#: Jobs that contain the whole game, which the process does not keep.
WHOLE = ("analysis", "review")


#: How a progress message begins; every other line is the answer to the job.
PROGRESS = b'{"progress":'

#: The level for people who choose none: it plays well, and at once.
DEFAULT_LEVEL = "experienced"


class NoAnswer(SandtableError):
    """A bot that took too long, failed, or gave an illegal answer."""


class BotProcessDied(NoAnswer):
    """The process ended before it answered."""


class _Missing(Exception):
    """The process does not have the game (any more)."""


@cache
def _known() -> list[str]:
    """The names of all bots. Installed packages do not change while the server runs."""
    return bots.names()


def offered() -> list[dict[str, Any]]:
    """The bots people can choose, those made for them first, weakest first."""
    known = _known()
    levels = [name for name in bots.LEVELS if name in known]
    rest = [name for name in known if name not in levels]
    return [{"name": name, "level": number} for number, name in enumerate(levels, 1)] + [
        {"name": name, "level": None} for name in rest
    ]


def default_bot() -> str:
    """The default opponent, of medium strength."""
    known = _known()
    for name in (DEFAULT_LEVEL, "greedy"):
        if name in known:
            return name
    return known[0]


@dataclass
class BotJob:
    """Something about a game to be computed in one of the processes."""

    kind: str  # think, hint or analysis
    table: str
    setup: Setup
    edition: dict[str, Any] | None  # None: the standard one
    actions: list[int]  # all choices made so far
    claim: WorkClaim
    details: dict[str, Any] = field(default_factory=dict)
    move_now: bool = False  # see BotPool.hurry
    #: Called with the progress of the job.
    on_progress: Callable[[dict[str, Any]], None] | None = None


class _Lines(asyncio.SubprocessProtocol):
    """The pipes of one process: a job goes out, progress messages and then the answer come in. The
    event loop calls these methods."""

    def __init__(self) -> None:
        self.on_progress: Callable[[dict[str, Any]], None] | None = None
        self.answer: asyncio.Future[bytes] | None = None
        self.exited = asyncio.Event()
        self._parts: list[bytes] = []

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._parts.append(data)
        if data.endswith(b"\n"):
            lines = b"".join(self._parts).splitlines()
            self._parts.clear()
            for line in lines:
                self._line_received(line)

    def _line_received(self, line: bytes) -> None:
        if self.answer is None or self.answer.done():
            return
        if not line.startswith(PROGRESS):
            self.answer.set_result(line)
        elif self.on_progress is not None:
            self.on_progress(orjson.loads(line)["progress"])

    def pipe_connection_lost(self, fd: int, error: Exception | None) -> None:
        self.fail(BotProcessDied("the process has died"))

    def process_exited(self) -> None:
        self.fail(BotProcessDied("the process has died"))
        self.exited.set()

    def fail(self, error: NoAnswer) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error)


class BotProcess:
    """One process, started when it is first needed and again after it was stopped.

    Messages are lines of JSON. The process keeps the games it has seen, so it is sent a whole game
    only once and the new choices from then on.
    """

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self._transport: asyncio.SubprocessTransport | None = None
        self._lines = _Lines()
        #: The choices of each game that the process has applied.
        self.known: LRUCache[str, list[int]] = LRUCache(GAMES_KNOWN)
        #: The job it works on, and how many messages it was sent.
        self._job: BotJob | None = None
        self._sent = 0

    async def ask(self, job: BotJob, seconds: float) -> Any:
        if self._transport is None:
            await self._start()
        self._job, self._lines.on_progress = job, job.on_progress
        try:
            try:
                answer = await self._send(self._message(job), seconds)
            except _Missing:
                self.known.pop(job.table, None)
                answer = await self._send(self._message(job), seconds)
        except BaseException:
            self.known.pop(job.table, None)
            raise
        finally:
            self._job, self._lines.on_progress = None, None
        if job.kind not in WHOLE:
            known = self.known[job.table] = job.actions[:]
            if job.details.get("many"):
                known += answer
        return answer

    def _message(self, job: BotJob) -> dict[str, Any]:
        """The job, with those choices of its game that the process does not have."""
        self._sent += 1
        message = {
            "kind": job.kind,
            "table": job.table,
            "number": self._sent,
            "move_now": job.move_now,
            **job.details,
        }
        known = None if job.kind in WHOLE else self.known.get(job.table)
        if known is not None and known == job.actions[: len(known)]:
            message["since"] = len(known)
            message["actions"] = job.actions[len(known) :]
        else:
            message["since"] = None
            message["actions"] = job.actions
            message["setup"] = job.setup.plain()
            message["edition"] = job.edition
        return message

    async def _send(self, message: dict[str, Any], seconds: float) -> Any:
        assert self._transport is not None
        lines, loop = self._lines, asyncio.get_running_loop()
        lines.answer = loop.create_future()
        too_long = NoAnswer(f"no answer within {seconds:g} seconds")
        timer = loop.call_later(seconds, lines.fail, too_long)
        try:
            if not self._write(message):
                raise BotProcessDied("the process has died")
            line = await lines.answer
        except (NoAnswer, asyncio.CancelledError):
            await self.stop()
            raise
        finally:
            timer.cancel()
            lines.answer = None
        answer = orjson.loads(line)
        if "error" in answer:
            raise NoAnswer(answer["error"])
        if "missing" in answer:
            raise _Missing
        return answer["answer"]

    def _write(self, message: dict[str, Any]) -> bool:
        """Send a message; False where the process is gone."""
        pipe = None if self._transport is None else self._transport.get_pipe_transport(0)
        if pipe is None or pipe.is_closing():
            return False
        cast(asyncio.WriteTransport, pipe).write(orjson.dumps(message) + b"\n")
        return True

    def move_now(self, job: BotJob) -> None:
        """Make the process answer with the best it has found, if it works on this job."""
        if job is self._job:
            self._write({"kind": MOVE_NOW, "number": self._sent})

    @property
    def running(self) -> bool:
        return self._transport is not None and self._transport.get_returncode() is None

    async def ping(self, seconds: float) -> None:
        """Raises where the process cannot be started or does not answer."""
        if self._transport is None:
            await self._start()
        await self._send({"kind": "ping", "table": ""}, seconds)

    async def _start(self) -> None:
        self.known.clear()
        self._transport, self._lines = await asyncio.get_running_loop().subprocess_exec(
            _Lines,
            sys.executable,
            "-m",
            "sandtable.server.bots.worker",
            str(self._niceness),
            stderr=None,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )

    async def stop(self) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            with suppress(ProcessLookupError):
                transport.kill()
            await self._lines.exited.wait()
            transport.close()


class BotPool:
    def __init__(self, processes: int, seconds: float, niceness: int = 0) -> None:
        self._seconds = seconds
        self._all = [BotProcess(niceness) for _ in range(processes)]
        self._idle = self._all[:]
        self._queue = FairQueue(processes)
        self._closed = False
        self._failures = 0

    @property
    def able(self) -> bool:
        """Whether processes start and answer."""
        return self._failures < 3

    async def check(self) -> None:
        """Raises where processes do not start or do not answer."""
        if self.able and any(process.running for process in self._all):
            return
        claim = WorkClaim("server", "server")
        since = await self._queue.enter(claim)
        process = self._idle.pop(0)
        try:
            await process.ping(self._seconds)
            self._failures = 0
        finally:
            self._idle.append(process)
            self._queue.leave(claim, since)

    async def think(self, job: BotJob, begin: Callable[[], None] | None = None) -> list[int]:
        """The choices of the seat that has to choose; raises NoAnswer where there are none."""
        answer: list[int] = await self.do(job, begin)
        return answer

    async def do(self, job: BotJob, begin: Callable[[], None] | None = None) -> Any:
        """The answer to a job of any kind. ``begin`` is called when a process starts on it."""
        since = await self._queue.enter(job.claim)
        try:
            if begin is not None:
                begin()
            return await self._ask(job)
        finally:
            self._queue.leave(job.claim, since)

    def move_now(self, job: BotJob) -> None:
        """Have a job answered with the best found so far, whether it is queued or running. Bots
        that do not call their watcher cannot be stopped and take their time."""
        job.move_now = True
        for process in self._all:
            process.move_now(job)

    async def _ask(self, job: BotJob) -> Any:
        """Ask a process; if it dies, ask another one, once."""
        for again in (True, False):
            if self._closed:
                raise NoAnswer("the server is stopping")
            process = self._pick(job.table)
            self._idle.remove(process)
            try:
                answer = await process.ask(job, self._seconds)
                self._failures = 0
                return answer
            except (BotProcessDied, OSError) as error:
                self._failures += 1
                log.warning("bot process died", extra={"table": job.table, "reason": str(error)})
                if not again:
                    raise NoAnswer(str(error)) from None
            finally:
                self._idle.append(process)
        raise AssertionError

    def _pick(self, table: str) -> BotProcess:
        """One that knows the table; else one that has been idle longest."""
        for process in self._idle:
            if table in process.known:
                return process
        return self._idle[0]

    async def close(self) -> None:
        self._closed = True
        for process in self._all:
            await process.stop()
