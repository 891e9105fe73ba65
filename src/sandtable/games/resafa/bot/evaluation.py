"""The judgement of Resafa: values of positions, quick guesses for choices, and the odds."""

from __future__ import annotations

import math

from sandtable.bots.engine.evaluation import Evaluation
from sandtable.games.resafa import constants
from sandtable.games.resafa.bot.policy import Policy
from sandtable.games.resafa.bot.value import SeatValue
from sandtable.games.resafa.rules.scoring import Reckoning
from sandtable.games.resafa.state import State
from sandtable.kernel.game import Decision, Game


class ResafaEvaluation(Evaluation):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        self.value = SeatValue(game, weights)
        self.policy = Policy(self.value)
        self.w_foresight: float = weights["foresight"]
        self.w_spread: float = weights["spread"]
        self.w_spread_turns: float = weights["spread_turns"]

    def easy_noise(self) -> float:
        return 20.0

    def settled(self, decision: Decision) -> bool:
        return decision.kind == "play"

    def values(self, state: State) -> list[float]:
        if state.over:
            return [float(player.vp) for player in state.seats]
        if self.w_foresight == 0.0:
            edition = self.value.features.edition
            return [float(own.vp + Reckoning(edition, own).total()) for own in state.seats]
        return [self.value.seat_value(state, seat) for seat in range(state.players)]

    def rates(self, state: State, decision: Decision) -> list[float]:
        return self.policy.rates(state, decision)

    def spread(self, state: State) -> float:
        left = 3 * (constants.ROUNDS - state.round) + 3
        return self.w_spread + self.w_spread_turns * math.sqrt(left)
