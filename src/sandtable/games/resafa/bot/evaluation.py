"""The judgement of Resafa: values of positions, quick guesses for choices, and the odds."""

from __future__ import annotations

import math

from sandtable.bots.engine.evaluation import Evaluation, Experience
from sandtable.games.resafa import constants
from sandtable.games.resafa.bot.experience import ResafaExperience
from sandtable.games.resafa.bot.features import MOST_TURNS
from sandtable.games.resafa.bot.policy import Policy
from sandtable.games.resafa.bot.value import SeatValue
from sandtable.games.resafa.rules.scoring import EndScoring
from sandtable.games.resafa.state import State
from sandtable.kernel.game import Decision, Game


class ResafaEvaluation(Evaluation):
    def __init__(self, game: Game, weights: dict[str, float], experience: Experience) -> None:
        super().__init__(game, weights)
        self.value = SeatValue(game, weights)
        self.experience = ResafaExperience(self.value, experience)
        self.policy = Policy(self.value)
        self.w_foresight: float = weights["foresight"]
        self.w_spread: float = weights["spread"]
        self.w_spread_turns: float = weights["spread_turns"]

    def forget_end(self, part: float) -> None:
        self.value.features.least_turns = round(part * MOST_TURNS)

    def begins_turn(self, decision: Decision) -> bool:
        return decision.kind == "play"

    def values(self, state: State) -> list[float]:
        return [self.value_for(state, seat) for seat in range(state.players)]

    def value_for(self, state: State, seat: int) -> float:
        if state.over:
            return float(state.seats[seat].vp)
        if self.w_foresight == 0.0:
            area = state.seats[seat]
            return float(area.vp + EndScoring(self.value.features.edition, area).total())
        return self.experience.seat_value(state, seat)

    def phases(self, players: int) -> list[str]:
        return self.experience.phases(players)

    def phase(self, state: State) -> str:
        return self.phases(state.players)[self.experience.cycle(state)]

    def baseline(self, state: State, seat: int) -> float:
        return self.value.seat_value(state, seat)

    def traits(self, state: State, seat: int) -> list[float]:
        return self.experience.traits(state, seat)

    def rate_actions(self, state: State, decision: Decision) -> list[float]:
        return self.policy.rate_actions(state, decision)

    def spread(self, state: State) -> float:
        left = 3 * (constants.ROUNDS - state.round) + 3
        return self.w_spread + self.w_spread_turns * math.sqrt(left)
