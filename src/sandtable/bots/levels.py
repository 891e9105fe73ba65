"""The strengths offered to people, as far as they are not simply another bot."""

from __future__ import annotations

from sandtable.bots.base import BotError, Table
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.search import SearchBot


class EasyBot(GreedyBot):
    """Plays sensible turns, but does not see which of them is best: for a first game."""

    name = "easy"

    def choose(self, table: Table) -> int:
        self.noise = self.planner_for(table.game, table.players).evaluation.easy_noise()
        return super().choose(table)


class HardBot(SearchBot):
    """Looks ahead like `search`, at a pace people can bear.

    A turn has many decisions, and most depends on the first one: so that gets ``time`` seconds and
    each further one of the same turn ``later`` seconds.
    """

    name = "hard"

    def __init__(self, seed: object = 0, time: float = 1.2, later: float = 0.3) -> None:
        if time <= 0 or later <= 0:
            raise BotError("time and later are numbers of seconds above 0")
        super().__init__(seed, time=time)
        self._time = float(time)
        self._later = float(later)
        self._turn = -1

    def choose(self, table: Table) -> int:
        if len(table.legal_actions()) > 1:
            self.seconds = self._later if table.turn == self._turn else self._time
            self._turn = table.turn
        return super().choose(table)
