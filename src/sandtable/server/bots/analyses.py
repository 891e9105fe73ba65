"""Finished games looked at again, in the background.

The work is done by the processes in which bots think, in slices: between two of them whoever waits
for a bot gets their turn. What was found is stored; it is the same for everybody, since a game that
is over has no secrets.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import orjson
from sqlalchemy import Connection, delete, insert, select

from sandtable.bots.analysis import Analysis, Standing, Turn
from sandtable.server.bots.pool import BotJob, NoAnswer
from sandtable.server.bots.runner import BotRunner
from sandtable.server.errors import ApiError
from sandtable.server.play.table_cache import TableCache
from sandtable.server.settings import Settings
from sandtable.server.storage.models import AnalysisRow, GameRow
from sandtable.server.storage.stored_table import OVER
from sandtable.server.storage.writer import Closed

#: Longer games than any that people play would keep the processes busy for too long.
MOST_CHOICES = 3000
TRIES = 3

log = logging.getLogger("sandtable.server.bots.analyses")


class Work:
    """An analysis under way, or one that came to nothing."""

    def __init__(self) -> None:
        self.done = 0
        self.total = 0
        self.message: str | None = None
        self.task: asyncio.Task[None] | None = None

    def state(self) -> dict[str, Any]:
        return {
            "status": "running" if self.message is None else "failed",
            "done": self.done,
            "total": self.total,
            "message": self.message,
            "analysis": None,
        }


class Analyses:
    def __init__(self, table_cache: TableCache, bot_runner: BotRunner, settings: Settings) -> None:
        self.table_cache = table_cache
        self.bot_runner = bot_runner
        self.settings = settings
        self._work: dict[str, Work] = {}
        #: One slice at a time, whoever asked: the processes are there for bots first.
        self._slice = asyncio.Semaphore(1)

    async def state(self, id: str) -> dict[str, Any]:
        """How far the analysis of a finished game is, with what it found when it is done."""
        async with self.table_cache.at(id) as (_, table):
            if table.status != OVER:
                raise ApiError("not_over", "A game is analysed when it is over.")
        return await self._state(id)

    async def _state(self, id: str) -> dict[str, Any]:
        work = self._work.get(id)
        if work is not None:
            return work.state()
        found = await self.table_cache.read(stored, id)
        if found is None:
            return {"status": "none", "done": 0, "total": 0, "message": None, "analysis": None}
        analysis = orjson.loads(found)
        turns = len(analysis["turns"])
        return {
            "status": "done",
            "done": turns,
            "total": turns,
            "message": None,
            "analysis": analysis,
        }

    async def start(self, id: str, person: str) -> dict[str, Any]:
        """Begin the analysis of a finished game, if it is not there and not under way."""
        async with self.table_cache.at(id) as (live, table):
            if table.status != OVER:
                raise ApiError("not_over", "A game is analysed when it is over.")
            found = await self._state(id)
            if found["status"] in ("running", "done"):
                return found
            play = await live.game()
            if not play.choices:
                raise ApiError("not_found", "Nothing was chosen in this game.")
            if play.step > MOST_CHOICES:
                raise ApiError(
                    "too_large", f"Games of over {MOST_CHOICES} choices are not analysed."
                )
            under_way = [work for work in self._work.values() if work.message is None]
            if len(under_way) >= self.settings.max_analyses:
                raise ApiError("busy", "Many games are being analysed; try again later.", wait=60)
            claim = self.bot_runner.claim(person, watched=False)
            seconds = self.settings.analysis_seconds
            job = self.bot_runner.job("analysis", table, play, claim, seconds=seconds)
            if len(self._work) > 2 * self.settings.max_analyses:
                self._work = {key: work for key, work in self._work.items() if not work.message}
            work = self._work[id] = Work()
            work.task = asyncio.create_task(self._run(id, work, job))
            return work.state()

    async def stop(self) -> None:
        tasks = [work.task for work in self._work.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, id: str, work: Work, job: BotJob) -> None:
        try:
            found = await self._analyse(work, job)
            data = orjson.dumps(found).decode()
            moment = self.table_cache.time_source.now()
            await self.table_cache.writer.run(lambda connection: keep(connection, id, data, moment))
            del self._work[id]
        except (NoAnswer, Closed) as error:
            log.warning("no analysis", extra={"table": id, "reason": str(error)})
            work.message = "The analysis could not be finished; try again."
        except Exception:
            log.exception("analysis failed", extra={"table": id})
            work.message = "The analysis could not be finished; try again."

    async def _analyse(self, work: Work, job: BotJob) -> dict[str, Any]:
        turns: list[Turn] = []
        end: Standing | None = None
        while end is None:
            job.details["first"] = len(turns)
            found = await self._do(job)
            turns += [Turn.of(turn) for turn in found["turns"]]
            work.done, work.total = len(turns), found["total"]
            if found["end"] is not None:
                end = Standing(**found["end"])
        return told(Analysis(job.setup.game, job.setup.players, turns, end))

    async def _do(self, job: BotJob) -> Any:
        """A slice; once more where a process died over it or had no time on a busy machine."""
        failures = 0
        while True:
            try:
                async with self._slice:
                    return await self.bot_runner.bot_pool.do(job)
            except NoAnswer:
                failures += 1
                if failures == TRIES:
                    raise


def told(analysis: Analysis) -> dict[str, Any]:
    """An analysis as it is sent: of each turn the decision that cost most."""
    found = analysis.plain()
    for turn, shown in zip(analysis.turns, found["turns"], strict=True):
        del shown["decisions"]
        worst = turn.worst()
        shown["worst"] = None if worst is None else worst.plain()
    return found


def stored(connection: Connection, id: str) -> str | None:
    """The analysis of a game as JSON, if it was made."""
    row = connection.execute(select(AnalysisRow.data).where(AnalysisRow.game == id)).first()
    return None if row is None else str(row[0])


def keep(connection: Connection, id: str, data: str, moment: int) -> None:
    """Store an analysis, unless the table is gone."""
    connection.execute(delete(AnalysisRow).where(AnalysisRow.game == id))
    if connection.execute(select(GameRow.id).where(GameRow.id == id)).first() is not None:
        connection.execute(insert(AnalysisRow).values(game=id, made=moment, data=data))
