"""Analyses of finished games, in the background.

The bot processes do the work in slices, so that bots wait for one slice at most. The result is
stored; it is the same for everybody, since a finished game has no secrets.
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

from sandtable.bots.analysis import Analysis, JudgedTurn, Sources, Standing, story
from sandtable.bots.reasons import Reason
from sandtable.kernel.match import Match
from sandtable.kernel.messages import ENGLISH
from sandtable.server.bots.pool import BotJob, NoAnswer
from sandtable.server.bots.runner import BotRunner
from sandtable.server.cluster.periodic import Periodic
from sandtable.server.errors import ApiError
from sandtable.server.languages import server_message
from sandtable.server.play.game import Play
from sandtable.server.play.table_cache import TableCache
from sandtable.server.settings import Settings
from sandtable.server.storage import analysis_store
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed
from sandtable.server.storage.stored_table import OVER
from sandtable.server.storage.writer import Closed
from sandtable.server.tables.setup import begin

#: Longer games would keep the processes busy for too long; no game of people is that long.
MOST_CHOICES = 3000
TRIES = 3
#: Seconds between two searches for requests of other processes, and between two progress updates.
POLL_SECONDS = 2.0
PROGRESS_SECONDS = 0.5

NAME = "analyses"
FAILED = "analysis.failed"  # a key of the server's messages

log = logging.getLogger("sandtable.server.bots.analyses")


class Analyses:
    """Any process accepts requests; one at a time works on them, chosen by `Periodic`."""

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
        #: One slice at a time: the processes are there for bots first.
        self._slice = asyncio.Semaphore(1)
        periodic.add(NAME, POLL_SECONDS, self.poll)

    async def state(self, id: str, language: str = ENGLISH) -> dict[str, Any]:
        """The progress of the analysis of a finished game, with its result when it is done."""
        async with self.table_cache.at(id) as (live, table):
            if table.status != OVER:
                raise ApiError("not_over", "A game is analysed when it is over.")
            state = await self._state(id)
            if state["analysis"] is not None:
                state["analysis"].setdefault("story", None)
                with suppress(ApiError):  # where it cannot be replayed, English is left
                    play = await live.game()
                    await asyncio.to_thread(translate, play, state["analysis"], language)
        if state["message"] is not None:
            state["message"] = server_message(FAILED, language)
        return state

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
        """Start the analysis of a finished game, unless it is done or running."""
        async with self.table_cache.at(id) as (live, table):
            if table.status != OVER:
                raise ApiError("not_over", "A game is analysed when it is over.")
            state = await self._state(id)
            if state["status"] not in ("running", "done"):
                await self._order(id, person, await live.game())
        if self._periodic.here(NAME):
            await self.poll()
        return await self.state(id, language)

    async def _order(self, id: str, person: str, play: Play) -> None:
        if not play.choices:
            raise ApiError("not_found", "No choices were made in this game.")
        if play.step > MOST_CHOICES:
            raise ApiError(
                "too_large", f"Games of more than {MOST_CHOICES} choices are not analysed."
            )
        moment, limit = self.table_cache.time_source.now(), self.settings.max_analyses
        await self.table_cache.writer.run(
            lambda c: analysis_store.order(c, id, person, moment, limit)
        )

    async def poll(self) -> None:
        """Start to work on requests."""
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
            analysis = await self._analyse(id, job)
            if analysis is not None:
                data, moment = orjson.dumps(analysis).decode(), self.table_cache.time_source.now()
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
        turns: list[JudgedTurn] = []
        end: Standing | None = None
        sources: Sources | None = None
        stored_at = 0.0
        job.details["reference"] = []
        while end is None:
            job.details["first"] = len(turns)
            part = await self._do(job)
            turns += [JudgedTurn.of(turn) for turn in part["turns"]]
            job.details["reference"] = part.get("reference", [])
            if not self._periodic.here(NAME):
                return None
            if part["end"] is not None:
                end = Standing(**part["end"])
                sources = None if part["sources"] is None else Sources(**part["sources"])
            elif time.monotonic() - stored_at > PROGRESS_SECONDS:
                stored_at = time.monotonic()
                done, total = len(turns), part["total"]
                await self.table_cache.writer.run(
                    partial(analysis_store.set_progress, id=id, done=done, total=total)
                )
        return Analysis(job.setup.game, job.setup.players, turns, end, sources).summary()

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


def translate(play: Play, analysis: dict[str, Any], language: str) -> None:
    """Say what an analysis found in a language: it is stored in English, and without its story."""
    game = play.game.in_language(language)
    names = play.names_in(language)
    actions = [choice.action for choice in play.choices]
    judged: dict[int, list[dict[str, Any]]] = {}
    for turn in analysis["turns"]:
        for one in (turn["worst"], turn.get("opening")):
            if one is not None:
                judged.setdefault(one["step"], []).append(one)
    title = game.reasons()
    match = begin(play.setup, play.game)
    for step, action in enumerate(actions):
        for one in judged.get(step, []):
            for hint in (one["played"], one["best"]):
                _say(match.clone(), hint, language)
                for reason in (
                    [] if title is None else [*_list(hint, "reasons"), *_list(hint, "lacks")]
                ):
                    reason["text"] = title.say(Reason.of(reason), names)
        match.apply(action)
    analysis["story"] = story(analysis, begin(play.setup, game), actions, names).plain()
    for turn in analysis["turns"]:  # what only the story is made of
        turn.pop("losses", None)
        turn.pop("opening", None)


def _list(hint: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Reasons of a hint; analyses from before there were any have none."""
    reasons: list[dict[str, Any]] = hint.get(name, [])
    return reasons


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
