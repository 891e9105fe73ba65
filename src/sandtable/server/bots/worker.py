"""A process in which bots think and games are analysed. The server starts it as
`python -m sandtable.server.bots.worker NICENESS`.

Jobs arrive as lines of JSON on standard input. For each, progress messages and then one answer go
to standard output. The server can ask for the answer at any time ("move now", see `JobWatcher`).
When the input ends, the server is gone, and this process ends too, even in the middle of a search.

Games are kept between jobs, so that a job contains only the choices made since the last one.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import orjson
from cachetools import LRUCache

from sandtable import bots
from sandtable.kernel.match import Match
from sandtable.server.tables.setup import Editions, Setup, begin

#: Bytes that all kept games may take, and roughly what one takes: with its bots, and per choice.
GAMES_MEMORY = 256_000_000
GAME_SIZE = 40_000
CHOICE_SIZE = 150
#: Seconds without a job after which a game is dropped: it may be over. If it is not, the next job
#: brings the whole game again.
IDLE_SECONDS = 300.0

#: A bot that makes several choices in a row answers with those it has after this many seconds.
HAND_OVER_SECONDS = 0.5

#: How the message begins that is not a job, and the seconds between two progress messages.
MOVE_NOW = b'{"kind":"move_now"'
PROGRESS_SECONDS = 0.24
#: Characters of a choice's text: all candidates together must fit into one message of `news`.
MAX_TEXT = 150

#: A slice of an analysis ends with the first turn after this many seconds: bots wait behind it.
SLICE = 0.3
KEEP_ANALYSTS = 4


class MissingGame(Exception):
    """The job continues a game that this process does not have."""


class JobWatcher:
    """Watches the bot that works on a job: sends its progress to the server, and stops it when the
    server asks for the answer."""

    def __init__(self, worker: Worker, job: dict[str, Any], match: Match) -> None:
        self._worker = worker
        self._number: int = job.get("number", 0)
        self._move_now: bool = job.get("move_now", False)
        self._candidates: int = job.get("candidates", 0)  # how many to send
        self._match = match
        self._progress: bots.BotProgress | None = None
        self._sent_at = 0.0

    def on_progress(self, progress: bots.BotProgress) -> bool:
        # Compiled code keeps the interpreter's lock; the thread that reads messages needs it.
        time.sleep(0)
        if self._move_now or self._worker.move_now == self._number:
            return True
        now = time.monotonic()
        if progress is not self._progress:  # another decision
            self._progress, self._sent_at = progress, now
            self._worker.send_progress({"limit": progress.seconds})
        elif self._candidates and now - self._sent_at >= PROGRESS_SECONDS:
            self._sent_at = now
            best = progress.candidates(self._candidates)
            self._worker.send_progress({"candidates": [self._shown(one) for one in best]})
        return False

    def _shown(self, candidate: bots.Candidate) -> dict[str, Any]:
        languages = self._match.game.languages
        texts = {
            name: self._match.action_text(candidate.action, name)[:MAX_TEXT] for name in languages
        }
        shown = candidate.plain()
        del shown["action"]
        return {**shown, "texts": texts}


class KnownGame:
    """A game that this process keeps, and the bots that play in it."""

    def __init__(self, seed: int | str, match: Match, actions: list[int]) -> None:
        self.seed = seed
        self.match = match
        self.step = 0
        self.bots: dict[tuple[int, str], bots.Bot] = {}
        self.catch_up(actions)
        self.size = GAME_SIZE + CHOICE_SIZE * self.step
        self.used = time.monotonic()

    def catch_up(self, actions: list[int]) -> None:
        for action in actions:
            self.match.apply(action)
        self.step += len(actions)

    def bot(self, seat: int, name: str) -> bots.Bot:
        bot = self.bots.get((seat, name))
        if bot is None:
            bot = self.bots[seat, name] = bots.make(name, f"{self.seed} {seat} {self.step}")
        return bot


def _size(game: KnownGame) -> int:
    return game.size


class Worker:
    """``send_progress`` is called with the progress of the job that is worked on."""

    def __init__(
        self, send_progress: Callable[[dict[str, Any]], None] = lambda progress: None
    ) -> None:
        self.send_progress = send_progress
        self.move_now = 0  # the number of the job that has to be answered now
        self._editions = Editions()
        self._games: LRUCache[str, KnownGame] = LRUCache(GAMES_MEMORY, getsizeof=_size)
        self._next_sweep = 0.0
        self._analysts: LRUCache[tuple[str, int], bots.Analyst] = LRUCache(KEEP_ANALYSTS)
        self._kinds: dict[str, Callable[[dict[str, Any]], Any]] = {
            "think": self.think,
            "hint": self.hint,
            "analysis": self.analysis,
            "review": self.review,
            "ping": lambda job: None,
        }

    def answer(self, job: dict[str, Any]) -> dict[str, Any]:
        try:
            return {"answer": self._kinds[job["kind"]](job)}
        except MissingGame:
            return {"missing": True}
        except Exception as error:  # a bot may do anything; its seat gets another answer
            self._games.pop(job["table"], None)
            return {"error": f"{type(error).__name__}: {error}"}

    def think(self, job: dict[str, Any]) -> list[int]:
        """The choices of the seat that has to choose: one, or all it makes in a row."""
        game = self._game(job)
        match = game.match
        seat = match.current_player
        if seat is None:
            raise ValueError("the game is over")
        bot = game.bot(seat, job["bot"])
        with suppress(AttributeError):  # a bot of another package need not be a `Bot`
            bot.watcher = JobWatcher(self, job, match)
        if not job["many"]:
            return [bots.ask(bot, match)]
        chosen: list[int] = []
        begun = time.monotonic()
        while match.current_player == seat:
            action = bots.ask(bot, match)
            chosen.append(action)
            game.catch_up([action])
            if time.monotonic() - begun > HAND_OVER_SECONDS:
                break
        return chosen

    def hint(self, job: dict[str, Any]) -> list[dict[str, Any]]:
        """The best choices of the seat that has to choose, with their values."""
        match = self._game(job).match
        hints = bots.hints(
            match,
            None,
            job["count"],
            job["seconds"],
            language=job["language"],
            names=job["names"],
            watcher=JobWatcher(self, job, match),
        )
        return [hint.plain() for hint in hints]

    def analysis(self, job: dict[str, Any]) -> dict[str, Any]:
        """A slice of the analysis of a game: as many turns as fit the time, from ``first`` on; when
        all are done, a part of the search's own game."""
        key = (job["table"], len(job["actions"]))
        analyst = self._analysts.get(key)
        if analyst is None:
            match = self._begin(job)
            analyst = self._analysts[key] = bots.Analyst(match, job["actions"], job["seconds"])
        total = len(analyst.turns)
        place = job["first"]
        turns: list[dict[str, Any]] = []
        begun = time.monotonic()
        while place < total and (not turns or time.monotonic() - begun < SLICE):
            turns.append(_shown(analyst.turn(place)))
            place += 1
        part: dict[str, Any] = {"turns": turns, "total": total, "end": None}
        if turns:
            return part
        reference = analyst.reference(job["reference"])
        if reference is not None:
            part["reference"] = reference.play(SLICE)
        if reference is None or reference.over:
            part["end"] = analyst.end().plain()
            part["sources"] = None
            if reference is not None:
                part["sources"] = analyst.sources(reference).plain()
            del self._analysts[key]
        return part

    def review(self, job: dict[str, Any]) -> dict[str, Any]:
        """The analysis of one turn of a game that may still be running. Each decision is judged by
        what its seat knew then."""
        analyst = bots.Analyst(
            self._begin(job),
            job["actions"],
            job["seconds"],
            language=job["language"],
            names=job["names"],
        )
        place = next(n for n, turn in enumerate(analyst.turns) if turn[0] == job["turn"])
        return analyst.turn(place).plain()

    def _game(self, job: dict[str, Any]) -> KnownGame:
        """The game of a job in its current position: kept here, or replayed."""
        self._drop_idle()
        if job["since"] is None:
            game = KnownGame(job["setup"]["seed"], self._begin(job), job["actions"])
            self._games[job["table"]] = game
            return game
        known = self._games.get(job["table"])
        if known is None or known.step != job["since"]:
            raise MissingGame
        known.catch_up(job["actions"])
        known.used = time.monotonic()
        return known

    def _drop_idle(self) -> None:
        """Drop games without a job for a long time. Runs only now and then."""
        now = time.monotonic()
        if now < self._next_sweep:
            return
        self._next_sweep = now + IDLE_SECONDS / 10
        for table, game in list(self._games.items()):
            if now - game.used > IDLE_SECONDS:
                del self._games[table]

    def _begin(self, job: dict[str, Any]) -> Match:
        """The match of a job at its beginning."""
        setup = Setup.of(job["setup"])
        if job["edition"] is not None:
            self._editions.add(setup.game, job["edition"])
        game = self._editions.get(setup.game, setup.digest)
        if game is None:
            raise ValueError("the edition is not known")
        return begin(setup, game)


def _shown(turn: bots.JudgedTurn) -> dict[str, Any]:
    """A turn of an analysis as it is shown: how it began, and what cost most."""
    shown = [turn.worst(), turn.opening()]
    decisions = [judged for judged in turn.decisions if judged in shown]
    return {**turn.plain(), "decisions": [judged.plain() for judged in decisions]}


def main() -> None:
    # Ctrl-C in a terminal reaches this process, too; the server says when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    answers = os.dup(1)
    os.dup2(2, 1)  # what a bot prints must not be taken for an answer
    jobs: SimpleQueue[bytes] = SimpleQueue()

    def write(message: dict[str, Any]) -> None:
        line = memoryview(orjson.dumps(message) + b"\n")
        try:
            while line:
                line = line[os.write(answers, line) :]
        except BrokenPipeError:
            os._exit(0)  # the server is gone

    worker = Worker(lambda progress: write({"progress": progress}))

    def read() -> None:
        for line in sys.stdin.buffer:
            if line.startswith(MOVE_NOW):
                worker.move_now = orjson.loads(line)["number"]
            else:
                jobs.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        write(worker.answer(orjson.loads(jobs.get())))


if __name__ == "__main__":
    main()
