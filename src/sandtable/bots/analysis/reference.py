"""The search's own game of a deal, to compare points by source with."""

from __future__ import annotations

import time

from sandtable.bots.base import ask
from sandtable.bots.hints import search_bot
from sandtable.bots.search import UNLIMITED
from sandtable.kernel.match import Match


class Reference:
    """A game from the same start in which the search plays all seats, each from what it knows. It
    can be played bit by bit, in any process: the choices made so far are all it needs."""

    def __init__(self, start: Match, seconds: float, iterations: int, actions: list[int]) -> None:
        self.match = start.clone()
        self._made = list(actions)  # a start that was branched off has choices of its own
        for action in actions:
            self.match.apply(action)
        self._seconds = seconds
        self._iterations = iterations

    @property
    def over(self) -> bool:
        return self.match.is_over

    def play(self, seconds: float = UNLIMITED) -> list[int]:
        """Continue for this long, at least one choice; returns all choices made so far."""
        stop = time.monotonic() + seconds
        while not self.match.is_over:
            seat = self.match.current_player
            seed = f"reference {len(self._made)} {seat}"
            bot = search_bot(self._seconds, self._iterations, seed)
            action = ask(bot, self.match)
            self.match.apply(action)
            self._made.append(action)
            if time.monotonic() >= stop:
                break
        return list(self._made)
