"""Ratings, places, intervals, and what the games show."""

from __future__ import annotations

import pytest

from sandtable.arena import Plan, analysis
from sandtable.arena.standings import standings, wilson
from sandtable.bots.skill import places
from tests.arena.helpers import made_up

pytest.importorskip("openskill", reason="needs the packages of the extra 'arena'")


def strong_first(plan: Plan, games: int) -> list[list[int]]:
    """Scores by seat where player 0 always wins, then 1, then 2."""
    return [[100 - 10 * player for player in plan.seating(number)] for number in range(games)]


def test_places() -> None:
    assert places([5, 9, 7], [1]) == [3, 1, 2]
    assert places([9, 9, 7], [1]) == [2, 1, 3]  # a tie that something else decides
    assert places([9, 9, 7], [0, 1]) == [1, 1, 3]
    assert places([7, 7, 7], None) == [1, 1, 1]


def test_the_better_one_is_rated_higher() -> None:
    plan = Plan("faiyum", ["random"] * 3)
    table = standings(plan, made_up(plan, strong_first(plan, 30)))
    assert [standing.name for standing in table] == ["random", "random #2", "random #3"]
    best, _, worst = table
    assert best.mu - 2 * best.sigma > worst.mu + 2 * worst.sigma
    assert best.sigma < 25 / 3
    assert (best.games, best.wins, best.win_rate) == (30, 30, 1)
    assert best.mean_score == 100
    assert best.score_error == 0
    document = best.document()
    assert document["mean_place"] == 1
    assert document["win_rate_95"][0] > 0.8


def test_equal_players_are_rated_equal() -> None:
    plan = Plan("faiyum", ["random"] * 2)
    table = standings(plan, made_up(plan, [[10, 10]] * 20))
    assert table[0].mu == pytest.approx(table[1].mu)
    assert [standing.wins for standing in table] == [10, 10]


def test_alone_the_score_decides() -> None:
    plan = Plan("faiyum", ["random"] * 2, seats=1)
    games = made_up(plan, [[80], [60]] * 10)
    table = standings(plan, games)
    assert [standing.name for standing in table] == ["random", "random #2"]
    assert table[0].mu > table[1].mu
    assert (table[0].games, table[0].wins) == (10, 10)
    assert table[1].wins == 0
    # A seed that only one has played says nothing about skill.
    assert [standing.mu for standing in standings(plan, games[:1])] == [25, 25]


def test_wilson_interval() -> None:
    low, high = wilson(50, 100)
    assert low == pytest.approx(0.404, abs=0.001)
    assert high == pytest.approx(0.596, abs=0.001)
    assert wilson(0, 0) == (0, 1)
    assert wilson(10, 10)[1] == 1
    assert wilson(0, 10)[0] == 0


def test_seats() -> None:
    plan = Plan("faiyum", ["random"] * 2)
    first, second = analysis.seats(plan, made_up(plan, [[10, 5]] * 3 + [[5, 5]]))
    assert (first.name, first.wins, first.games) == ("seat 1", 3.5, 4)
    assert second.wins == 0.5
    assert second.mean == 5


def test_sources() -> None:
    plan = Plan("faiyum", ["random"] * 2)
    games = made_up(plan, [[10, 5], [6, 20]])
    assert plan.seating(0) == [0, 1]
    assert plan.seating(1) == [1, 0]
    assert analysis.sources(plan, games) == {"roads": [7.5, 2.5], "cities": [7.5, 3]}
    games[0]["points"][0]["other"] = 0
    assert "other" not in analysis.sources(plan, games)


def test_strategies() -> None:
    plan = Plan("faiyum", ["random"] * 2)
    games = made_up(plan, [[10, 5]] * 6)
    for game in games:
        game["points"] = [{"roads": 9, "cities": 1}, {"roads": 1, "cities": 4}]
    roads, cities = analysis.strategies(games)
    assert (roads.name, roads.wins, roads.games, roads.mean) == ("roads", 6, 6, 10)
    assert (cities.name, cities.wins, cities.games) == ("cities", 0, 6)
    for game in games:
        game["points"] = [{"roads": 0}, {"roads": -1}]
    assert analysis.strategies(games) == []


def test_duels() -> None:
    plan = Plan("faiyum", ["random"] * 3, seats=2)
    games = made_up(plan, strong_first(plan, 6))
    assert analysis.duels(plan, games) == [[None, 1, 1], [0, None, 1], [0, 0, None]]
    absent = ({0, 1, 2} - set(plan.seating(0))).pop()
    assert analysis.duels(plan, games[:1])[absent] == [None, None, None]
