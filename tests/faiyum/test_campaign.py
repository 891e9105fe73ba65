"""The solo campaign: seven goals in order, and a bonus to start the next game with."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sandtable
from sandtable.games.faiyum.game import Faiyum
from tests.faiyum.table import FARMER, Table, table
from tests.faiyum.valley import VALLEY

GAME = sandtable.game("faiyum")
MARKET = [106, 108, 110, 112, 122, 124, 126, 128]


def goals() -> list[dict[str, Any]]:
    assert isinstance(GAME, Faiyum)
    return GAME.goals


def ending(won: int, **position: Any) -> Table:
    """A campaign game whose only card is put down and which is then over."""
    return table(
        players=1,
        hand=[FARMER],
        market=MARKET,
        deck=[],
        options={"mode": "campaign", "won": won},
        **position,
    ).play("pass")


def test_seven_goals_in_order_marked_as_reconstructed() -> None:
    assert [goal["number"] for goal in goals()] == [1, 2, 3, 4, 5, 6, 7]
    assert {goal["source"] for goal in goals()} == {"reconstructed"}
    assert all(goal["goal"] for goal in goals())


@pytest.mark.parametrize("won", range(7))
def test_start_bonus_of_the_last_goal_won(won: int) -> None:
    plain = GAME.new(players=1, seed=3).view(0)["seats"][0]
    mine = GAME.new(players=1, seed=3, mode="campaign", won=won).view(0)["seats"][0]
    bonus: dict[str, int] = goals()[won - 1]["bonus"] if won else {}
    assert mine["money"] == plain["money"] + bonus.get("money", 0)
    for word, amount in mine["resources"].items():
        assert amount == bonus.get(word, 0)
    assert mine["hand"] == plain["hand"]


@pytest.mark.parametrize("won", range(7))
def test_goal_is_part_of_the_view(won: int) -> None:
    match = GAME.new(players=1, seed=3, mode="campaign", won=won)
    assert match.view(0)["goal"] == won + 1
    assert GAME.new(players=1, seed=3).view(0)["goal"] is None


@pytest.mark.parametrize(("reputation", "reached"), [(119, False), (120, True), (200, True)])
def test_first_goal_by_reputation(reputation: int, reached: bool) -> None:
    assert goals()[0]["goal"] == {"reputation": {"at_least": 120}}
    t = ending(0, reputation=reputation)
    assert t.match.is_over
    assert t.match.winners() == ([0] if reached else [])
    assert t.match.result() == {
        "mode": "campaign",
        "goal": 1,
        "reached": reached,
        "won": 1 if reached else 0,
        "campaign_complete": False,
    }
    assert t.match.scores() == [reputation]


def test_goal_with_an_upper_limit() -> None:
    assert goals()[1]["goal"] == {"crocodiles": {"at_most": 8}}
    everywhere = [VALLEY.board.names[i] for i in range(55) if VALLEY.board.swamp >> i & 1]
    assert ending(1, crocodiles_off=" ".join(everywhere[8:])).match.winners() == [0]
    assert ending(1, crocodiles_off=" ".join(everywhere[9:])).match.winners() == []


def test_goal_of_bridges_counts_grand_ones() -> None:
    assert goals()[2]["goal"] == {"bridges": {"at_least": 4}}
    position = {"settlements": "c4 d4", "bridges": "c4-d4 c8-d8 c1-d1"}
    assert ending(2, **position).match.winners() == []
    assert ending(2, grand="c6-d6", **position).match.winners() == [0]


def test_goals_with_two_conditions_need_both() -> None:
    goal = goals()[4]["goal"]
    assert goal == {"towns": {"at_least": 6}, "reputation": {"at_least": 150}}
    six = "c1 c3 c5 c7 d1 d3"
    assert ending(4, towns=six, reputation=150).match.winners() == [0]
    assert ending(4, towns=six, reputation=149).match.winners() == []
    assert ending(4, towns=six[:-3], reputation=200).match.winners() == []


def test_goal_of_all_building_blocks() -> None:
    assert goals()[3]["goal"] == {"blocks": {"at_least": 15}}
    full = {"a7": 5, "b2": 2, "e2": 3, "e9": 5}
    assert ending(3, blocks=full).match.winners() == [0]
    assert ending(3, blocks=full | {"b2": 1}).match.winners() == []


def test_goal_of_both_palaces() -> None:
    assert goals()[5]["goal"] == {"palaces": {"at_least": 2}}
    assert ending(5, palaces="c1 c3", towns="c5").match.winners() == [0]
    assert ending(5, palaces="c1", towns="c3 c5").match.winners() == []


@pytest.mark.parametrize(("left", "winners"), [(4, [0]), (5, [])])
def test_last_goal_needs_a_land_almost_without_crocodiles(left: int, winners: list[int]) -> None:
    everywhere = [VALLEY.board.names[i] for i in range(55) if VALLEY.board.swamp >> i & 1]
    t = ending(6, reputation=236, crocodiles_off=" ".join(everywhere[left:]))
    assert len(t.crocodiles()) == left
    assert t.match.winners() == winners


def test_goals_and_bonuses_are_told_with_their_own_figures() -> None:
    for goal in goals():
        told = set(re.findall(r"\d+", goal["text"]))
        figures = {str(value) for limit in goal["goal"].values() for value in limit.values()}
        assert told == figures - ({"2"} if "both" in goal["text"] else set())
        told = set(re.findall(r"\d+", goal["bonus_text"]))
        assert told == {str(amount) for amount in goal["bonus"].values()}


def test_last_goal_completes_the_campaign() -> None:
    t = ending(6, reputation=236, crocodiles_off="all")
    assert t.match.result() == {
        "mode": "campaign",
        "goal": 7,
        "reached": True,
        "won": 7,
        "campaign_complete": True,
    }
    t = ending(6, reputation=235, crocodiles_off="all")
    assert t.match.result()["won"] == 6


def test_score_mode_has_no_goal_and_is_won_by_its_player() -> None:
    t = table(players=1, hand=[FARMER], market=MARKET, deck=[]).play("pass")
    assert t.match.winners() == [0]
    assert t.match.result() == {}


def test_no_result_before_the_end() -> None:
    match = GAME.new(players=1, seed=3, mode="campaign")
    assert match.result() == {}
    assert match.winners() == []
