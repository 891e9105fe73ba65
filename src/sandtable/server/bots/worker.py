"""A process in which bots think and games are analysed. The server starts it as
`python -m sandtable.server.bots.worker`.

Jobs come in as lines of JSON on standard input, answers go out on standard output. When the input
ends, the server is gone, and this process ends too, even in the middle of a thought.

Games stay here between jobs, so that a job brings only the choices made since the last one.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import orjson
from cachetools import LRUCache

from sandtable import bots
from sandtable.kernel.match import Match
from sandtable.server.tables.setup import Editions, Setup, begin

#: Bytes that all games here may take, and about how many one takes, with its bots and by choice.
GAMES_MEMORY = 256_000_000
GAME_SIZE = 40_000
CHOICE_SIZE = 150

#: A bot that goes on choosing for the same seat hands over what it has after so many seconds.
PATIENCE = 0.5

#: A slice of an analysis ends with the first turn after so many seconds: bots wait behind it.
SLICE = 0.3
KEEP_ANALYSTS = 4


class MissingGame(Exception):
    """News of a game that is not here."""


class KnownGame:
    """A game this process has met, and the bots that play in it."""

    def __init__(self, seed: int | str, match: Match, actions: list[int]) -> None:
        self.seed = seed
        self.match = match
        self.step = 0
        self.bots: dict[tuple[int, str], bots.Bot] = {}
        self.catch_up(actions)
        self.size = GAME_SIZE + CHOICE_SIZE * self.step

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
    def __init__(self) -> None:
        self._editions = Editions()
        self._games: LRUCache[str, KnownGame] = LRUCache(GAMES_MEMORY, getsizeof=_size)
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
        if not job["many"]:
            return [bots.ask(bot, match)]
        chosen: list[int] = []
        begun = time.monotonic()
        while match.current_player == seat:
            action = bots.ask(bot, match)
            chosen.append(action)
            game.catch_up([action])
            if time.monotonic() - begun > PATIENCE:
                break
        return chosen

    def hint(self, job: dict[str, Any]) -> list[dict[str, Any]]:
        """The best choices of the seat that has to choose, with what they are worth."""
        match = self._game(job).match
        hints = bots.hints(match, None, job["count"], job["seconds"], language=job["language"])
        return [hint.plain() for hint in hints]

    def analysis(self, job: dict[str, Any]) -> dict[str, Any]:
        """A slice of the analysis of a game: the turns from one on, as many as fit the time."""
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
            turns.append(_told(analyst.turn(place)))
            place += 1
        end = analyst.end().plain() if place == total else None
        if end is not None:
            del self._analysts[key]
        return {"turns": turns, "total": total, "end": end}

    def review(self, job: dict[str, Any]) -> dict[str, Any]:
        """What the search makes of one turn of a game that may still run: each decision from what
        its seat knew then."""
        analyst = bots.Analyst(
            self._begin(job), job["actions"], job["seconds"], language=job["language"]
        )
        place = next(n for n, turn in enumerate(analyst.turns) if turn[0] == job["turn"])
        return analyst.turn(place).plain()

    def _game(self, job: dict[str, Any]) -> KnownGame:
        """The game of a job as it stands now: kept here, or begun anew."""
        if job["since"] is None:
            game = KnownGame(job["setup"]["seed"], self._begin(job), job["actions"])
            self._games[job["table"]] = game
            return game
        known = self._games.get(job["table"])
        if known is None or known.step != job["since"]:
            raise MissingGame
        known.catch_up(job["actions"])
        return known

    def _begin(self, job: dict[str, Any]) -> Match:
        """The match of a job at its beginning."""
        setup = Setup.of(job["setup"])
        if job["edition"] is not None:
            self._editions.add(setup.game, job["edition"])
        game = self._editions.get(setup.game, setup.digest)
        if game is None:
            raise ValueError("the edition is not known")
        return begin(setup, game)


def _told(turn: bots.Turn) -> dict[str, Any]:
    """A turn of an analysis as it is shown: of its decisions only the one that cost most."""
    worst = turn.worst()
    return {**turn.plain(), "decisions": [] if worst is None else [worst.plain()]}


def main() -> None:
    # Ctrl-C in a terminal reaches this process, too; the server says when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(15)  # people who wait for an answer come first
    answers = os.dup(1)
    os.dup2(2, 1)  # what a bot prints must not be taken for an answer
    jobs: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            jobs.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    worker = Worker()
    while True:
        answer = worker.answer(orjson.loads(jobs.get()))
        line = memoryview(orjson.dumps(answer) + b"\n")
        try:
            while line:
                line = line[os.write(answers, line) :]
        except BrokenPipeError:
            os._exit(0)  # the server is gone


if __name__ == "__main__":
    main()
