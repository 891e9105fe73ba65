"""Undo: step by step, exact, and never past what has come to light or another seat's choice."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import Game, IllegalAction, Match
from sandtable.kernel.rng import seeded
from sandtable.testing import whole
from tests.conftest import games
from tests.faiyum.table import FARMER, table


def choose(match: Match, *notations: str) -> None:
    for notation in notations:
        match.apply(match.str_to_action(notation))


def test_nothing_to_undo_at_the_start(toy: Game) -> None:
    match = toy.new(players=2, seed=1)
    before = whole(match)
    assert not match.can_undo()
    assert match.undo_refusal() == "nothing has been chosen yet"
    with pytest.raises(IllegalAction, match="nothing has been chosen yet"):
        match.undo()
    assert whole(match) == before


def test_undo_step_by_step_within_a_turn() -> None:
    t = table(hand=[26], workers="b4 e5")
    seen = [whole(t.match)]
    for notation in ("play 26", "space b4", "space c4", "space e5"):
        t.play(notation)
        seen.append(whole(t.match))
    while t.match.can_undo():
        assert whole(t.match) == seen.pop()
        t.match.undo()
    assert seen == [whole(t.match)]
    assert t.offers() == ["play 26", "cash 26", "administration"]


def test_undo_the_choice_that_ended_the_turn() -> None:
    t = table(hand=[FARMER], workers="b4")
    before = whole(t.match)
    t.play("play farmer", "space c4")
    assert t.match.current_player == 1
    t.match.undo()
    assert t.match.current_player == 0
    assert t.choices("space")
    t.match.undo()
    assert whole(t.match) == before


def test_undo_and_choose_otherwise() -> None:
    t = table(hand=[FARMER], workers="b4").play("play farmer", "space c4")
    t.match.undo()
    t.play("space b5")
    straight = table(hand=[FARMER], workers="b4").play("play farmer", "space b5")
    assert whole(t.match) == whole(straight.match)


def test_no_undo_of_another_seats_choice() -> None:
    t = table(hand=[FARMER], workers="b4").play("cash farmer", "cash farmer")
    assert t.match.can_undo(), "the last choice, of seat 1"
    t.match.undo()
    assert t.match.current_player == 1
    before = whole(t.match)
    assert not t.match.can_undo()
    with pytest.raises(IllegalAction, match="another player has chosen since"):
        t.match.undo()
    assert whole(t.match) == before


def test_no_undo_past_revealed_information() -> None:
    t = table(hand=[FARMER], money=9).play("buy 2")
    before = whole(t.match)
    assert not t.match.can_undo()
    assert t.match.undo_refusal() == "hidden information has been revealed since"
    with pytest.raises(IllegalAction, match="revealed"):
        t.match.undo()
    assert whole(t.match) == before


def test_undo_up_to_what_was_revealed_within_a_turn(toy: Game) -> None:
    match = toy.new(players=2, seed=1)
    choose(match, "draw")
    assert not match.can_undo()
    between = whole(match)
    choose(match, "keep")
    match.undo()
    assert whole(match) == between
    assert match.undo_refusal() == "hidden information has been revealed since"


def test_no_undo_past_another_seats_answer_within_a_turn(toy: Game) -> None:
    match = toy.new(players=3, seed=1)
    choose(match, "ask")
    asked = whole(match)
    assert match.current_player == 1
    choose(match, "yes")
    match.undo()
    assert whole(match) == asked
    assert match.undo_refusal() == "another player has chosen since"


def test_own_question_can_be_taken_back_before_the_answer(toy: Game) -> None:
    match = toy.new(players=3, seed=1)
    before = whole(match)
    choose(match, "ask")
    match.undo()
    assert whole(match) == before


def test_undo_over_silent_turns(toy: Game) -> None:
    """With an empty deck a seat without cards is passed over; undo goes back over it."""
    match = toy.new(players=2, seed=1, length=100)
    for _ in range(2):
        choose(match, "draw", "drop")
        match.apply(match.legal_actions()[1])  # seat 1 shows a card
    while match.view(None)["deck"]:
        choose(match, "draw", "drop")
    assert match.view(None)["hands"] == [2, 0]
    assert match.current_player == 0
    before = whole(match)
    match.apply(match.legal_actions()[0])
    assert match.current_player == 0, "seat 1 has nothing to choose"
    assert match.turn_number() == before["turn"] + 2
    after = whole(match)
    match.undo()
    assert whole(match) == before
    match.apply(match.legal_actions()[0])
    assert whole(match) == after


def test_undo_of_the_last_choice_of_the_game(toy: Game) -> None:
    match = toy.new(players=2, seed=1, length=1)
    before = whole(match)
    choose(match, match.action_to_str(match.legal_actions()[1]))
    assert match.is_over
    match.undo()
    assert whole(match) == before


@pytest.mark.parametrize("name", ["faiyum", "toy"])
@pytest.mark.parametrize("seed", range(min(6, games(6))))
def test_undo_everything_that_can_be_undone(name: str, seed: int, toy: Game) -> None:
    """After every choice: undo as far as possible, then make the same choices again."""
    match = sandtable.game(name).new(players=2 + seed % 2, seed=seed)
    rng = seeded(seed, "undo")
    history = [whole(match)]
    while not match.is_over and len(history) < 120:
        options = match.legal_actions()
        match.apply(options[rng.below(len(options))])
        history.append(whole(match))
        undone = []
        while match.can_undo():
            choices = match.actions()
            undone.append(choices[-1])
            match.undo()
            assert whole(match) == history[len(history) - 1 - len(undone)]
            assert match.actions() == choices[:-1]
        assert match.undo_refusal()
        for action in reversed(undone):
            match.apply(action)
        assert whole(match) == history[-1]
