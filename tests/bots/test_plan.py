"""Planning turns: which completions are tried out, and in which order."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.base import Table, ask
from sandtable.bots.engine.plan import Beginning, Completions, Planner
from sandtable.bots.evaluations import evaluation
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.search import SearchBot
from sandtable.kernel.match import Match

TITLES = ["faiyum", "resafa"]
#: Trials that a turn never needs.
MANY = 1000


def in_the_middle(name: str) -> Match:
    """Where a turn begins that can be completed in many ways."""
    match = sandtable.game(name).new(players=2, seed=3)
    while match.turn_number() < 20 or match.turns()[-1][1] or len(match.legal_actions()) < 6:
        match.apply(ask(bots.make("greedy", match.turn_number()), match))
    return match


def beginnings(losses: list[float]) -> list[Beginning]:
    return [Beginning([place], loss) for place, loss in enumerate(losses)]


def test_what_looks_best_is_completed_first() -> None:
    completions = Completions(7)
    assert completions.take_next().actions == [7]
    completions.waiting = beginnings([2.0, 0.5, 3.0, 0.5])
    # Of equal ones the last, which differs latest in the turn.
    assert [completions.take_next().actions[0] for _ in range(4)] == [3, 1, 0, 2]


@pytest.mark.parametrize("name", TITLES)
def test_only_finalists_are_completed_further(name: str) -> None:
    match = in_the_middle(name)
    judge = evaluation(match.game)
    every = {plan.actions[0]: plan.value for plan in Planner(judge, completions=5).plans(match)}
    once = {plan.actions[0]: plan.value for plan in Planner(judge, completions=1).plans(match)}
    some = Planner(judge, completions=5, finalists=2).plans(match)
    assert {plan.actions[0] for plan in some} == set(every)
    finalists = sorted(once, key=lambda action: -once[action])[:2]
    for plan in some:
        action = plan.actions[0]
        assert plan.value == (every if action in finalists else once)[action]
    assert [plan.value for plan in some] == sorted((plan.value for plan in some), reverse=True)


@pytest.mark.parametrize("name", TITLES)
def test_the_order_does_not_matter_where_all_is_tried_out(name: str) -> None:
    match = in_the_middle(name)
    judge = evaluation(match.game)
    plans, others = (
        Planner(judge, completions=MANY, deepest_first=first).plans(match)
        for first in (False, True)
    )
    assert {plan.actions[0]: plan.value for plan in plans} == {
        plan.actions[0]: plan.value for plan in others
    }
    # With few trials it does.
    found = [
        [
            {plan.actions[0]: plan.value for plan in planner.plans(match)}
            for planner in (
                Planner(judge, completions=few),
                Planner(judge, completions=few, deepest_first=True),
            )
        ]
        for few in range(2, 9)
    ]
    assert any(best_first != deepest_first for best_first, deepest_first in found)


def test_version_1_completes_what_differs_last_first() -> None:
    match = in_the_middle("faiyum")
    for version, deepest_first in ((1, True), (2, False)):
        greedy = GreedyBot(version=version)
        assert greedy.planner_for(match.game, 2).deepest_first is deepest_first
        search = SearchBot(iterations=1, version=version).think(Table(match))
        assert search.planner.deepest_first is deepest_first  # type: ignore[attr-defined]


def test_the_plan_of_a_turn_can_be_played() -> None:
    match = in_the_middle("resafa")
    planner = Planner(evaluation(match.game), 8, 4, own_only=True, finalists=3)
    best = planner.plans(match)[0]
    for action in best.actions:
        assert action in match.legal_actions()
        match.apply(action)
