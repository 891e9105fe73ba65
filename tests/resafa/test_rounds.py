"""Rounds: their end, the display of bonus cards, the start player, the redraw."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.resafa.state import State
from tests.resafa.table import GAME, Table, table


def last_turn(round_: int, players: int = 2, **position: Any) -> Table:
    """Seat 0 is about to take the last turn of a round."""
    hand = "3" if round_ % 2 == 0 else "3 4 5"
    given = {"round": round_, "start": 1, "step": 3 * players - 1, "hand": hand, **position}
    if round_ % 2:
        given.setdefault("pile", "6")
    return table(players, **given)


def test_three_turns_each_in_turn_order() -> None:
    t = table(3, start=1, step=0, round=1)
    order = []
    for _ in range(9):
        order.append(t.match.current_player)
        assert t.state.round == 1
        t.play(t.offers()[0])
        t.end()
    assert order == [1, 2, 0] * 3
    assert t.state.round == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_moves_to_the_left(players: int) -> None:
    t = table(players, round=1, start=players - 1)
    starts = []
    while not t.match.is_over and t.state.round < 6:
        if t.state.step == 0 and t.asked() == "play":
            starts.append(t.match.current_player)
        t.play(t.offers()[0])
        t.end()
    assert starts == [(players - 1 + i) % players for i in range(5)]


def test_six_rounds_of_three_turns() -> None:
    for players in (1, 2, 3, 4):
        match = GAME.new(players=players, seed=players)
        played = [0] * players
        rounds = set()
        while not match.is_over:
            t = Table(match)
            if t.asked() == "play":
                seat = match.current_player
                assert seat is not None
                played[seat] += 1
                rounds.add(t.state.round)
            t.play(t.offers()[0])
        assert rounds == {1, 2, 3, 4, 5, 6}
        # A last card without a choice is played silently.
        assert all(count <= 18 for count in played)
        state = match.state
        assert isinstance(state, State)
        assert all(len(p.played) == 6 for p in state.seats)


# -- bonus cards -------------------------------------------------------------------------------


def test_the_display_is_refilled_at_the_end_of_the_round() -> None:
    """What was left is gone, three new cards of each colour come."""
    for round_ in range(1, 6):
        t = last_turn(round_, bonus_cards={"yellow": "b1 - b4"})
        t.play("play garden/production", "end")
        assert t.state.round == round_ + 1
        decks = t.state.bonus_decks
        for colour, word in enumerate(("yellow", "white", "blue", "pink")):
            cards = decks[colour][3 * round_ : 3 * round_ + 3]
            assert t.display(word) == [f"b{card + 1}" for card in cards]


def test_level_two_cards_come_with_the_fourth_round() -> None:
    levels = {
        f"b{number}": 1 if number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14) else 2
        for number in range(1, 25)
    }
    for round_ in range(1, 6):
        t = last_turn(round_).play("play garden/production", "end")
        for word in ("yellow", "white", "blue", "pink"):
            assert {levels[card] for card in t.display(word)} == {1 if round_ + 1 <= 3 else 2}


def test_the_display_is_not_refilled_within_a_round() -> None:
    t = table(round=1, bonus_cards={"yellow": "b1 b3 b4"})
    t.colour("garden").play("bonus yellow 2").end().others()
    assert t.display("yellow") == ["b1", "-", "b4"]


# -- action cards ------------------------------------------------------------------------------


@pytest.mark.parametrize("round_", [1, 3, 5])
def test_after_odd_rounds_the_hand_is_what_was_drawn(round_: int) -> None:
    t = last_turn(round_).play("play garden/production", "end")
    assert t.state.round == round_ + 1
    assert t.me.hand == ["production/trading", "trading/canal", "canal/workshop"]
    assert t.me.pile == []
    assert sorted(t.me.played) == ["garden/production", "provisions/garden", "workshop/provisions"]


@pytest.mark.parametrize("round_", [2, 4])
def test_after_even_rounds_all_cards_are_shuffled_and_three_drawn(round_: int) -> None:
    hands = set()
    for seed in range(30):
        t = last_turn(round_, seed=seed).play("play garden/production", "end")
        assert len(t.me.hand) == 3
        assert len(t.me.pile) == 3
        assert t.me.played == []
        hands.add(tuple(t.me.hand))
        assert len(t.seat(1).hand) == 3
    assert len(hands) > 8


def test_other_cards_stay_in_hand_over_the_redraw() -> None:
    t = last_turn(2, bonus="b3", sacks="s6").play("play garden/production", "end")
    assert t.me.bonus == ["b3"]
    assert t.me.sacks == ["s6"]


# -- workshops ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("round_", "shown"), [(1, False), (2, True), (3, True)])
def test_level_two_workshops_are_shown_from_round_three(round_: int, shown: bool) -> None:
    offer = "w1-01 w1-02 w1-03" if round_ < 3 else "w1-01 w1-02 w1-03 w2-01 w2-02 w2-03"
    t = last_turn(round_, offer=offer).play("play garden/production", "end")
    assert (t.offer()[3] != "-") == shown
    if shown:
        assert t.offer() == ["w1-01", "w1-02", "w1-03", "w2-01", "w2-02", "w2-03"]


def test_nothing_is_left_of_the_game_after_the_sixth_round() -> None:
    t = last_turn(6).play("play garden/production", "end")
    assert t.match.is_over
    assert t.match.current_player is None
    assert t.offers() == []
    assert t.state.round == 6
