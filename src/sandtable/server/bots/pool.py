"""The processes in which bots think, and the queue in front of them."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from typing import Any

from sandtable import bots
from sandtable.kernel.errors import SandtableError

log = logging.getLogger("sandtable.server.bots.pool")

#: Bytes of one answer; a slice of an analysis is the longest.
LONGEST_ANSWER = 8_000_000


class NoAnswer(SandtableError):
    """A bot that took too long, broke, or answered with something that is not allowed."""


def offered() -> list[dict[str, Any]]:
    """The bots people can choose, those made for them first, weakest first."""
    known = bots.names()
    levels = [name for name in bots.LEVELS if name in known]
    rest = [name for name in known if name not in levels]
    return [{"name": name, "level": number} for number, name in enumerate(levels, 1)] + [
        {"name": name, "level": None} for name in rest
    ]


def default_bot() -> str:
    """The usual opponent: of middle strength."""
    known = bots.names()
    for name in ("medium", "greedy"):
        if name in known:
            return name
    return known[0]


class BotProcess:
    """One process, started when it is first needed and again after it was stopped."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.tables: set[str] = set()  # whose matches it has
        self._count = 0

    async def ask(self, job: dict[str, Any], seconds: float) -> Any:
        process = self.process
        if process is None or process.returncode is not None:
            process = await self._start()
        assert process.stdin is not None and process.stdout is not None
        self._count += 1
        job = {**job, "id": self._count}
        try:
            process.stdin.write(json.dumps(job).encode() + b"\n")
            await process.stdin.drain()
            line = await asyncio.wait_for(process.stdout.readline(), seconds)
        except TimeoutError:
            await self.stop()
            raise NoAnswer(f"no answer within {seconds:g} seconds") from None
        except asyncio.CancelledError:
            await self.stop()
            raise
        except OSError:
            line = b""
        if not line:
            await self.stop()
            raise NoAnswer("the process has died")
        answer = json.loads(line)
        if "error" in answer:
            raise NoAnswer(answer["error"])
        return answer["found"]

    async def _start(self) -> asyncio.subprocess.Process:
        self.tables.clear()
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sandtable.server.bots.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_ANSWER,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        return self.process

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            try:
                process.kill()
            except ProcessLookupError:
                return
            await process.wait()


class BotPool:
    def __init__(self, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._idle: list[BotProcess] = [BotProcess() for _ in range(processes)]
        self._all = self._idle[:]
        self._free = asyncio.Semaphore(processes)
        self._closed = False

    async def think(self, job: dict[str, Any]) -> list[str]:
        """The choices of the seat that has to choose; raises NoAnswer where there are none.

        A job says: table, setup, edition (None for the standard one), choices, bot, many.
        """
        found: list[str] = await self.do(job)
        return found

    async def do(self, job: dict[str, Any]) -> Any:
        """The answer to a job of any kind: ``think`` (the usual one), ``hint``, ``analysis``."""
        async with self._free:
            if self._closed:
                raise NoAnswer("the server is stopping")
            bot_process = self._pick(job["table"])
            self._idle.remove(bot_process)
            try:
                found = await bot_process.ask(job, self._seconds)
            finally:
                self._idle.append(bot_process)
            bot_process.tables.add(job["table"])
            if len(bot_process.tables) > 200:
                bot_process.tables.clear()
            return found

    def _pick(self, table: str) -> BotProcess:
        """One that knows the table; else one that has been idle longest."""
        for bot_process in self._idle:
            if table in bot_process.tables:
                return bot_process
        return self._idle[0]

    async def close(self) -> None:
        self._closed = True
        for bot_process in self._all:
            await bot_process.stop()
