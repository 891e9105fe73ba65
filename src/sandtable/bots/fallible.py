"""A player with the weaknesses of people who have not played much.

It plays whole turns like the greedy player, but it looks at the points of the moment more than at
those to come, does not see the end coming, overlooks some of its choices and misjudges the others.
Like people, it has good and bad days.
"""

from __future__ import annotations

from typing import Any

from sandtable.bots.base import Table
from sandtable.bots.engine.evaluation import Evaluation
from sandtable.bots.engine.plan import Planner, TurnPlan
from sandtable.bots.evaluations import evaluation
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.options import number
from sandtable.kernel.game import Decision, Game
from sandtable.kernel.rng import seeded

#: A question with fewer answers leaves nothing to overlook.
SEEN = 2


class FallibleBot(GreedyBot):
    """``sight`` is the part of the points to come that it sees (1: all), ``overlooks`` the part of
    its choices it does not think of, ``noise`` by how many points it misjudges turns, ``forgets``
    the part of the game that seems to be left even near the end, and ``form`` how much all that
    changes from game to game (0: never, 1: from none of it to twice as much)."""

    name = "fallible"

    def __init__(
        self,
        seed: object = 0,
        sight: float = 1.0,
        overlooks: float = 0.0,
        noise: float = 0.0,
        forgets: float = 0.0,
        form: float = 0.0,
    ) -> None:
        super().__init__(seed, noise)
        luck = (int(seeded(seed, "form").below(2001)) - 1000) / 1000
        today = 1.0 + number("form", form, 0.0, 1.0) * luck
        self.noise *= today
        self.sight = max(0.0, 1.0 - (1.0 - number("sight", sight, 0.0, 1.0)) * today)
        self.overlooks = min(0.9, number("overlooks", overlooks, 0.0, 1.0) * today)
        self.forgets = number("forgets", forgets, 0.0, 1.0)

    def _plans(self, table: Table) -> list[TurnPlan]:
        planner = self.planner_for(table.game, table.players)
        match = table.resample(self._rng.below(1 << 30))
        seen = self._seen(table.legal_actions())
        plans = [planner.complete(match, table.seat, action) for action in seen]
        plans.sort(key=lambda plan: -plan.value)
        return plans

    def planner_for(self, game: Game, players: int) -> Planner:
        planner = self._planner
        if planner is None or planner.evaluation.game is not game:
            judge = evaluation(game)
            judge.forget_end(self.forgets)
            if self.sight < 1.0:
                judge = ShortSighted(judge, self.sight)
            planner = self._planner = Planner(judge)
        return planner

    def _seen(self, legal: list[int]) -> list[int]:
        """The choices it thinks of."""
        if not self.overlooks or len(legal) <= SEEN:
            return legal
        most = int(1000 * self.overlooks)
        seen = [action for action in legal if int(self._rng.below(1000)) >= most]
        return seen or [legal[int(self._rng.below(len(legal)))]]


class ShortSighted(Evaluation):
    """An evaluation that counts the points a seat has in full, and of those to come a part."""

    def __init__(self, whole: Evaluation, sight: float) -> None:
        super().__init__(whole.game, whole.weights)
        self.whole = whole
        self.sight = sight

    def values(self, state: Any) -> list[float]:
        sight = self.sight
        return [
            sight * value + (1.0 - sight) * score
            for value, score in zip(self.whole.values(state), self.game.scores(state), strict=True)
        ]

    def rate_actions(self, state: Any, decision: Decision) -> list[float]:
        return self.whole.rate_actions(state, decision)

    def begins_turn(self, decision: Decision) -> bool:
        return self.whole.begins_turn(decision)
