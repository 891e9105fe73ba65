"""Finished games looked at again, in the background.

The work is done by the processes in which bots think, in slices: between two of them whoever waits
for a bot gets their turn. What was found is stored; it is the same for everybody, since a game that
is over has no secrets.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
from sqlalchemy.exc import SQLAlchemyError

from sandtable.bots.analysis import Analysis, Standing, Turn
from sandtable.kernel.match import Match
from sandtable.kernel.messages import ENGLISH
from sandtable.server.bots.pool import BotJob, NoAnswer
from sandtable.server.bots.runner import BotRunner
from sandtable.server.cluster.periodic import Periodic
from sandtable.server.errors import ApiError
from sandtable.server.languages import said
from sandtable.server.play.game import Play
from sandtable.server.play.table_cache import TableCache
from sandtable.server.settings import Settings
from sandtable.server.storage import analysis_store
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed
from sandtable.server.storage.stored_table import OVER
from sandtable.server.storage.writer import Closed
from sandtable.server.tables.setup import begin

#: Longer games than any that people play would keep the processes busy for too long.
MOST_CHOICES = 3000
TRIES = 3
#: Seconds between two looks for what was ordered at other processes, and between two notes of how
#: far an analysis is.
LOOK_SECONDS = 2.0
TELL_SECONDS = 0.5

NAME = "analyses"
FAILED = "analysis.failed"  # a key of the server's messages

log = logging.getLogger("sandtable.server.bots.analyses")


class Analyses:
    """Any process takes orders; one at a time works on them, as `Periodic` settles."""

    def __init__(
        self,
        table_cache: TableCache,
        bot_runner: BotRunner,
        settings: Settings,
        periodic: Periodic,
    ) -> None:
        self.table_cache = table_cache
        self.bot_runner = bot_runner
        self.settings = settings
        self._periodic = periodic
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: One slice at a time, whoever asked: the processes are there for bots first.
        self._slice = asyncio.Semaphore(1)
        periodic.add(NAME, LOOK_SECONDS, self.look)

    async def state(self, id: str, language: str = ENGLISH) -> dict[str, Any]:
        """How far the analysis of a finished game is, with what it found when it is done."""
        async with self.table_cache.at(id) as (live, table):
            if table.status != OVER:
                raise ApiError("not_over", "A game is analysed when it is over.")
            found = await self._state(id)
            if language != ENGLISH and found["analysis"] is not None:
                with suppress(ApiError):  # where it cannot be replayed, English is left
                    play = await live.game()
                    await asyncio.to_thread(retell, play, found["analysis"], language)
        if found["message"] is not None:
            found["message"] = said(FAILED, language)
        return found

    async def _state(self, id: str) -> dict[str, Any]:
        data, job = await self.table_cache.read(
            lambda connection: (
                analysis_store.stored(connection, id),
                analysis_store.job(connection, id),
            )
        )
        if job is not None:
            status = "running" if job.message is None else "failed"
            return _shown(status, job.done, job.total, job.message)
        if data is None:
            return _shown("none")
        analysis = orjson.loads(data)
        turns = len(analysis["turns"])
        return _shown("done", turns, turns, analysis=analysis)

    async def start(self, id: str, person: str, language: str = ENGLISH) -> dict[str, Any]:
        """Begin the analysis of a finished game, if it is not there and not under way."""
        async with self.table_cache.at(id) as (live, table):
            if table.status != OVER:
                raise ApiError("not_over", "A game is analysed when it is over.")
            found = await self._state(id)
            if found["status"] not in ("running", "done"):
                await self._order(id, person, await live.game())
        if self._periodic.here(NAME):
            await self.look()
        return await self.state(id, language)

    async def _order(self, id: str, person: str, play: Play) -> None:
        if not play.choices:
            raise ApiError("not_found", "Nothing was chosen in this game.")
        if play.step > MOST_CHOICES:
            raise ApiError("too_large", f"Games of over {MOST_CHOICES} choices are not analysed.")
        moment, limit = self.table_cache.time_source.now(), self.settings.max_analyses
        await self.table_cache.writer.run(
            lambda c: analysis_store.order(c, id, person, moment, limit)
        )

    async def look(self) -> None:
        """Begin to work on what was ordered."""
        for id, person in await self.table_cache.read(analysis_store.open_jobs):
            if id not in self._tasks:
                task = self._tasks[id] = asyncio.create_task(self._run(id, person))
                task.add_done_callback(partial(self._ended, id))

    def _ended(self, id: str, task: asyncio.Task[None]) -> None:
        del self._tasks[id]

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, id: str, person: str) -> None:
        try:
            async with self.table_cache.at(id) as (live, table):
                play = await live.game()
                claim = self.bot_runner.claim(person, watched=False)
                seconds = self.settings.analysis_seconds
                job = self.bot_runner.job("analysis", table, play, claim, seconds=seconds)
            found = await self._analyse(id, job)
            if found is not None:
                data, moment = orjson.dumps(found).decode(), self.table_cache.time_source.now()
                await self.table_cache.writer.run(
                    lambda c: analysis_store.keep(c, id, data, moment)
                )
        except Closed:
            return
        except DATABASE_FAILURES as error:
            database_failed(error)  # the job is still there, and is taken up again
        except (NoAnswer, ApiError) as error:
            log.warning("no analysis", extra={"table": id, "reason": str(error)})
            await self._failed(id)
        except Exception:
            log.exception("analysis failed", extra={"table": id})
            await self._failed(id)

    async def _failed(self, id: str) -> None:
        try:
            await self.table_cache.writer.run(lambda c: analysis_store.fail(c, id, FAILED))
        except (Closed, SQLAlchemyError) as error:
            log.warning("a failed analysis was not noted", extra={"reason": str(error)})

    async def _analyse(self, id: str, job: BotJob) -> dict[str, Any] | None:
        """What was found out; None where another process works on it now."""
        turns: list[Turn] = []
        end: Standing | None = None
        told_at = 0.0
        while end is None:
            job.details["first"] = len(turns)
            found = await self._do(job)
            turns += [Turn.of(turn) for turn in found["turns"]]
            if not self._periodic.here(NAME):
                return None
            if found["end"] is not None:
                end = Standing(**found["end"])
            elif time.monotonic() - told_at > TELL_SECONDS:
                told_at = time.monotonic()
                done, total = len(turns), found["total"]
                await self.table_cache.writer.run(
                    partial(analysis_store.set_progress, id=id, done=done, total=total)
                )
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


def _shown(
    status: str,
    done: int = 0,
    total: int = 0,
    message: str | None = None,
    analysis: dict[str, Any] | None = None,
) -> dict[str, Any]:
    return {
        "status": status,
        "done": done,
        "total": total,
        "message": message,
        "analysis": analysis,
    }


def told(analysis: Analysis) -> dict[str, Any]:
    """An analysis as it is sent: of each turn the decision that cost most."""
    found = analysis.plain()
    for turn, shown in zip(analysis.turns, found["turns"], strict=True):
        del shown["decisions"]
        worst = turn.worst()
        shown["worst"] = None if worst is None else worst.plain()
    return found


def retell(play: Play, analysis: dict[str, Any], language: str) -> None:
    """Say the choices of an analysis, which is stored in English, in another language."""
    judged = {turn["worst"]["step"]: turn["worst"] for turn in analysis["turns"] if turn["worst"]}
    match = begin(play.setup, play.game)
    for step, choice in enumerate(play.choices):
        if step in judged:
            for hint in (judged[step]["played"], judged[step]["best"]):
                _say(match.clone(), hint, language)
        match.apply(choice.action)


def _say(match: Match, hint: dict[str, Any], language: str) -> None:
    hint["text"] = match.action_text(hint["action"], language)
    # What was stored before it had the ids stays as it is.
    if len(hint.get("line", [])) == len(hint["then"]):
        hint["then"] = []
        last = hint["action"]
        for action in hint.get("line", []):
            match.apply(last)
            hint["then"].append(match.action_text(action, language))
            last = action
