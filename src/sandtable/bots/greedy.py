"""The bot that takes the turn with the best outcome, without looking any further."""

from __future__ import annotations

import math

from sandtable.bots.base import Bot, Table
from sandtable.bots.engine.evaluation import Experience
from sandtable.bots.engine.plan import ALL, COMPLETIONS, Planner, TurnPlan
from sandtable.bots.evaluations import VERSION, evaluation, experience_for_version
from sandtable.bots.options import number, whole
from sandtable.kernel.game import Game
from sandtable.kernel.rng import seeded


class GreedyBot(Bot):
    """Plays whole turns out and keeps to the best one it found.

    ``noise`` (points) makes it err like a beginner: the higher, the less it cares about points.
    ``max_actions`` and ``completions`` limit what it tries out: it takes only the actions that look
    best at first sight, with so many completions of each, or with one of each and so many only of
    the ``finalists`` that look best then.
    ``version=1`` judges by what version 0.1 had learnt.
    ``weights`` and ``experience`` replace those of its evaluation; tuning uses that.
    """

    name = "greedy"

    def __init__(
        self,
        seed: object = 0,
        noise: float = 0.0,
        weights: dict[str, float] | None = None,
        experience: Experience | None = None,
        version: int = VERSION,
        max_actions: int = ALL,
        completions: int = COMPLETIONS,
        finalists: int = ALL,
    ) -> None:
        super().__init__(seed)
        self.noise = number("noise", noise, 0.0)
        self.version = whole("version", version, 1, VERSION)
        self.max_actions = whole("max_actions", max_actions, 1)
        self.completions = whole("completions", completions, 1)
        self.finalists = whole("finalists", finalists, 1)
        self._weights = weights
        self._experience = experience
        self._rng = seeded(seed, "greedy bot")
        self._planner: Planner | None = None
        self._planned: list[int] = []
        self._turn = -1

    def choose(self, table: Table) -> int:
        legal = table.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self._planned and self._turn == table.turn and self._planned[0] in legal:
            return self._planned.pop(0)
        best = self._pick(self._plans(table))
        self._turn = table.turn
        self._planned = best.actions[1:]
        return best.actions[0]

    def _plans(self, table: Table) -> list[TurnPlan]:
        """The turns it tried out, best first."""
        return self.planner_for(table.game, table.players).plans(
            table.resample(self._rng.below(1 << 30))
        )

    def planner_for(self, game: Game, players: int) -> Planner:
        planner = self._planner
        if planner is None or planner.evaluation.game is not game:
            experience = self._experience
            if experience is None:
                experience = experience_for_version(game, self.version)
            judge = evaluation(game, self._weights, experience)
            planner = Planner(
                judge,
                self.max_actions,
                self.completions,
                finalists=self.finalists,
                deepest_first=self.version == 1,
            )
            self._planner = planner
        return planner

    def _pick(self, plans: list[TurnPlan]) -> TurnPlan:
        if not self.noise:
            return plans[0]
        # A Gumbel variate added to each value picks in proportion to exp(value / noise).
        best, highest = plans[0], -math.inf
        for plan in plans:
            uniform = (int(self._rng.below(1 << 30)) + 0.5) / (1 << 30)
            value = plan.value - self.noise * math.log(-math.log(uniform))
            if value > highest:
                best, highest = plan, value
        return best
