"""The judgement of Faiyum's positions: sound for every question, and no beginner's blunders."""

from __future__ import annotations

import math
from typing import Any

import pytest

import sandtable
from sandtable.bots.base import Table
from sandtable.bots.evaluations import all_weights, defaults, evaluation, tuned
from sandtable.bots.greedy import GreedyBot
from sandtable.games.faiyum import constants
from sandtable.games.faiyum.bot import FaiyumEvaluation
from sandtable.kernel.rng import seeded


@pytest.fixture(scope="module")
def game() -> Any:
    return sandtable.game("faiyum")


@pytest.fixture(scope="module")
def judge(game: Any) -> FaiyumEvaluation:
    evaluator = evaluation(game)
    assert isinstance(evaluator, FaiyumEvaluation)
    return evaluator


@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_question_is_answered(game: Any, judge: FaiyumEvaluation, players: int) -> None:
    match = game.new(players=players, seed=f"questions {players}")
    rng = seeded(players, "answers")
    kinds = set()
    while (decision := match.decision()) is not None:
        before = match.view(0)
        rates = judge.rate_actions(match.state, decision)
        assert len(rates) == len(decision.actions)
        assert all(math.isfinite(rate) for rate in rates), decision.kind
        if judge.begins_turn(decision):
            values = judge.values(match.state)
            assert len(values) == players
            assert all(math.isfinite(value) for value in values)
            chances = judge.chances(match.state, values)
            assert players == 1 or sum(chances) == pytest.approx(1.0)
        assert match.view(0) == before, "judging must not change the position"
        kinds.add(decision.kind)
        match.apply(decision.actions[int(rng.below(len(decision.actions)))])
    assert {"turn", "last", "harvest"} <= kinds


def test_more_of_anything_is_worth_more(game: Any, judge: FaiyumEvaluation) -> None:
    state = game.new(players=2, seed=2).clone().state
    before = judge.values(state)[0]
    for goods, at in ((state.reputation, 0), (state.money, 0), (state.resources, constants.WHEAT)):
        goods[at] += 2
        more = judge.values(state)[0]
        goods[at] -= 2
        assert more > before
    assert judge.values(state)[0] == pytest.approx(before)


def test_seats_are_judged_alike(game: Any, judge: FaiyumEvaluation) -> None:
    state = game.new(players=2, seed=2).clone().state
    state.money[1] = state.money[0]
    judgements = []
    for seat in range(2):
        state.active = seat  # whoever is to move is a little better off
        judgements.append(judge.values(state)[seat])
    assert judgements[0] == pytest.approx(judgements[1], abs=0.5)


@pytest.mark.parametrize("seed", range(4))
def test_the_greedy_bot_leaves_no_points_in_its_hand(game: Any, seed: int) -> None:
    """Alone, whoever passes must have no card left that would have brought points."""
    match = game.new(players=1, seed=seed)
    rng = seeded(seed, "until the last turns")
    while (decision := match.decision()).kind != "last":
        match.apply(decision.actions[int(rng.below(len(decision.actions)))])
    bot = GreedyBot(seed=1)
    passed = False
    while match.current_player is not None:
        action = bot.choose(Table(match))
        if match.action_to_str(action) == "pass":
            passed = True
            score = match.scores()[0]
            for other in match.legal_actions():
                trial = match.clone()
                trial.apply(other)
                while (decision := trial.decision()) is not None and decision.kind != "last":
                    trial.apply(decision.actions[-1])
                assert trial.scores()[0] <= score, match.action_to_str(other)
        match.apply(action)
    assert passed


def test_shipped_weights_are_known_ones() -> None:
    weights = tuned("faiyum").get("weights", {})
    assert set(weights) <= set(defaults("faiyum"))
    assert all_weights("faiyum") == {**defaults("faiyum"), **weights}
