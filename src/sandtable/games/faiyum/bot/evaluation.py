"""The judgement of Faiyum: values of positions, quick guesses for choices, and the odds."""

from __future__ import annotations

import math

from sandtable.bots.engine.evaluation import Evaluation, Experience
from sandtable.games.faiyum.bot.experience import FaiyumExperience
from sandtable.games.faiyum.bot.policy import Policy, begins_turn
from sandtable.games.faiyum.state import State
from sandtable.kernel.game import Decision, Game


class FaiyumEvaluation(Evaluation):
    def __init__(self, game: Game, weights: dict[str, float], experience: Experience) -> None:
        super().__init__(game, weights)
        self.value = FaiyumExperience(game, weights, experience)
        self.policy = Policy(self.value)
        self.w_spread: float = weights["spread"]
        self.w_spread_draws: float = weights["spread_draws"]

    def forget_end(self, part: float) -> None:
        self.value.forget_end(part)

    def begins_turn(self, decision: Decision) -> bool:
        return begins_turn(decision)

    def ends_playout(self, decision: Decision, action: int) -> bool:
        """Alone, turns cost nothing: a stretch goes up to the next administration."""
        return not self.value.alone or action == self.value.codes.admin

    def values(self, state: State) -> list[float]:
        self.value.update(state)
        return [self.value.seat_value(state, seat) for seat in range(state.players)]

    def value_for(self, state: State, seat: int) -> float:
        self.value.update(state)
        return self.value.seat_value(state, seat)

    def phases(self, players: int) -> list[str]:
        return self.value.phases(players)

    def phase(self, state: State) -> str:
        return self.value.phase(state)

    def baseline(self, state: State, seat: int) -> float:
        return float(state.reputation[seat])

    def traits(self, state: State, seat: int) -> list[float]:
        return self.value.traits(state, seat)

    def rate_actions(self, state: State, decision: Decision) -> list[float]:
        return self.policy.rate_actions(state, decision)

    def spread(self, state: State) -> float:
        draws = self.value.draws_left(state)
        return self.w_spread + self.w_spread_draws * math.sqrt(draws)
