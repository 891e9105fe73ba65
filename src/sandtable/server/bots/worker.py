"""A process in which bots think and games are analysed. The server starts it as
`python -m sandtable.server.bots.worker`.

Jobs come in as lines of JSON on standard input, answers go out on standard output. When the input
ends, the server is gone, and so is this process, even in the middle of a thought.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections import OrderedDict
from queue import SimpleQueue
from typing import Any, TextIO

from sandtable import bots
from sandtable.kernel.match import Match
from sandtable.server.tables.setup import Editions, Setup, begin

KEEP = 64

#: A bot that goes on choosing for the same seat hands over what it has after so many seconds.
PATIENCE = 0.5

#: A slice of an analysis ends with the first turn after so many seconds: bots wait behind it.
SLICE = 0.3
KEEP_ANALYSTS = 4


class Seen:
    """A game this process has met: its match, so that only news have to be replayed."""

    def __init__(self, setup: dict[str, Any], match: Match) -> None:
        self.setup = setup
        self.match = match
        self.choices: list[str] = []
        self.bots: dict[tuple[int, str], bots.Bot] = {}


class Worker:
    def __init__(self) -> None:
        self._editions = Editions()
        self._seen: OrderedDict[str, Seen] = OrderedDict()
        self._analysts: OrderedDict[tuple[str, int], bots.Analyst] = OrderedDict()

    def answer(self, job: dict[str, Any]) -> dict[str, Any]:
        do = {"think": self.think, "hint": self.hint, "analysis": self.analysis}
        try:
            return {"id": job["id"], "found": do[job.get("kind", "think")](job)}
        except Exception as error:  # a bot may do anything; its seat gets another answer
            self._seen.pop(job["table"], None)
            return {"id": job["id"], "error": f"{type(error).__name__}: {error}"}

    def think(self, job: dict[str, Any]) -> list[str]:
        """The choices of the seat that has to choose: one, or all it makes in a row."""
        seen = self._catch_up(job)
        match = seen.match
        seat = match.current_player
        if seat is None:
            raise ValueError("the game is over")
        bot = seen.bots.get((seat, job["bot"]))
        if bot is None:
            seed = f"{job['setup']['seed']} {seat} {len(seen.choices)}"
            bot = seen.bots[seat, job["bot"]] = bots.make(job["bot"], seed)
        chosen: list[str] = []
        begun = time.monotonic()
        while match.current_player == seat:
            action = bots.ask(bot, match)
            notation = match.action_to_str(action)
            chosen.append(notation)
            if not job["many"]:
                break
            match.apply(action)
            seen.choices.append(notation)
            if time.monotonic() - begun > PATIENCE:
                break
        return chosen

    def hint(self, job: dict[str, Any]) -> list[dict[str, Any]]:
        """The best choices of the seat that has to choose, with what they are worth."""
        match = self._catch_up(job).match
        found = bots.hints(match, None, job["count"], job["seconds"])
        return [hint.plain() for hint in found]

    def analysis(self, job: dict[str, Any]) -> dict[str, Any]:
        """A slice of the analysis of a game: the turns from one on, as many as fit the time."""
        key = (job["table"], len(job["choices"]))
        analyst = self._analysts.get(key)
        if analyst is None:
            match = self._begin(job)
            actions = [match.str_to_action(notation) for notation in job["choices"]]
            analyst = self._analysts[key] = bots.Analyst(match, actions, job["seconds"])
            while len(self._analysts) > KEEP_ANALYSTS:
                self._analysts.popitem(last=False)
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

    def _catch_up(self, job: dict[str, Any]) -> Seen:
        table, choices = job["table"], job["choices"]
        seen = self._seen.get(table)
        if seen is not None and seen.setup == job["setup"]:
            known = len(seen.choices)
            if choices[:known] != seen.choices:
                seen = None
        else:
            seen = None
        if seen is None:
            seen = Seen(job["setup"], self._begin(job))
        for notation in choices[len(seen.choices) :]:
            seen.match.apply(seen.match.str_to_action(notation))
            seen.choices.append(notation)
        self._seen[table] = seen
        self._seen.move_to_end(table)
        while len(self._seen) > KEEP:
            self._seen.popitem(last=False)
        return seen

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
    answers: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a bot prints must not be taken for an answer
    jobs: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            jobs.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    worker = Worker()
    while True:
        answer = worker.answer(json.loads(jobs.get()))
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
