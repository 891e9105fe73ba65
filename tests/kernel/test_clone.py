"""Clones: exact, independent, asleep until they are used; lean clones for play-outs."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import Game, IllegalAction, Match
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from sandtable.testing import whole
from tests.faiyum.table import FARMER, table

NAMES = ["faiyum", "toy"]


def walk(match: Match, steps: int, seed: int) -> None:
    rng = seeded(seed, "walk")
    for _ in range(steps):
        if match.is_over:
            return
        options = match.legal_actions()
        match.apply(options[rng.below(len(options))])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8, 13, 29, 1000])
def test_clone_is_exact(name: str, steps: int, toy: Game) -> None:
    match = sandtable.game(name).new(players=3, seed=steps)
    walk(match, steps, 1)
    other = match.clone()
    assert other.legal_actions() == match.legal_actions()
    assert other.current_player == match.current_player
    assert other.is_over == match.is_over
    assert other.can_undo() == match.can_undo()
    assert other.undo_refusal() == match.undo_refusal()
    assert other.seed == match.seed
    assert other.options == match.options
    assert str(other.record()) == str(match.record())
    assert whole(other) == whole(match)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("steps", [0, 1, 2, 7, 20])
def test_clones_go_on_alike_and_apart(name: str, steps: int, toy: Game) -> None:
    match = sandtable.game(name).new(players=2, seed=steps)
    walk(match, steps, 2)
    before = whole(match)
    one, two = match.clone(), match.clone()
    walk(one, 60, 3)
    assert whole(match) == before, "a clone's choices do not touch the original"
    walk(two, 60, 3)
    assert whole(one) == whole(two), "the same choices give the same game, dice included"
    frozen = whole(one)
    walk(match, 60, 4)
    assert whole(one) == frozen, "nor the original's choices the clone"


def test_clone_of_a_clone() -> None:
    t = table(hand=[26], workers="b4 e5").play("play 26", "space b4")
    chain = t.match.clone().clone().clone()
    chain.apply(chain.str_to_action("space c4"))
    assert chain.clone().legal_actions() == chain.legal_actions()
    assert t.workers() == {"b4", "e5"}


@pytest.mark.parametrize("wake", [False, True])
def test_undo_of_a_clone_leaves_the_original_alone(wake: bool) -> None:
    t = table(hand=[FARMER, FARMER], workers="b4").play("play farmer", "space c4")
    before = whole(t.match)
    other = t.match.clone()
    if wake:
        other.view(0)
    other.undo()
    other.undo()
    assert whole(t.match) == before
    assert t.match.turns()[0][1] != []
    other.apply(other.str_to_action("cash farmer"))
    assert whole(t.match) == before
    t.match.undo()
    t.match.undo()
    assert t.offers()[0] == "play farmer"


def test_undo_of_the_original_leaves_clones_alone() -> None:
    t = table(hand=[FARMER, FARMER], workers="b4").play("play farmer", "space c4")
    other, drawn_anew = t.match.clone(), t.match.resample(0, 1)
    before, turns = whole(other), drawn_anew.turns()
    t.match.undo()
    t.match.undo()
    t.play("cash farmer")
    assert whole(other) == before
    assert drawn_anew.turns() == turns


def test_sleeping_clone_refuses_what_is_illegal() -> None:
    t = table(hand=[FARMER], workers="b4")
    other = t.match.clone()
    with pytest.raises(IllegalAction):
        other.apply(other.str_to_action("pass"))
    assert whole(other) == whole(t.match)


def test_sleeping_clone_can_undo() -> None:
    t = table(hand=[FARMER], workers="b4").play("play farmer")
    other = t.match.clone()
    other.undo()
    assert other.action_to_str(other.legal_actions()[0]) == "play farmer"
    assert t.choices("space")


def test_clone_keeps_the_events() -> None:
    t = table(hand=[FARMER], workers="b4").play("play farmer", "space c4")
    other = t.match.clone()
    assert other.events() == t.match.events() != []
    other.view(None)
    assert other.events() == t.match.events()
    assert other.lines() == t.match.lines()
    other.apply(other.str_to_action("cash farmer"))
    assert t.match.events() != other.events()


# -- lean clones -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 30])
def test_lean_clone_plays_the_same_game(name: str, steps: int, toy: Game) -> None:
    match = sandtable.game(name).new(players=3, seed=steps)
    walk(match, steps, 5)
    before = whole(match)
    lean, full = match.clone(lean=True), match.clone()
    assert lean.legal_actions() == match.legal_actions()
    assert random_play(lean, seeded(6)) == random_play(full, seeded(6))
    assert lean.is_over
    assert lean.scores() == full.scores()
    assert lean.winners() == full.winners()
    assert [lean.view(seat) for seat in range(3)] == [full.view(seat) for seat in range(3)]
    assert whole(match) == before


def test_lean_clone_says_what_it_cannot_do(toy: Game) -> None:
    match = toy.new(players=2, seed=1)
    lean = match.clone(lean=True)
    lean.apply(lean.legal_actions()[-1])
    assert not lean.can_undo()
    for forbidden in (lean.undo, lean.record, lean.clone):
        with pytest.raises(IllegalAction):
            forbidden()


def test_lean_clone_tells_no_old_events() -> None:
    t = table(hand=[FARMER], workers="b4").play("play farmer", "space c4")
    lean = t.match.clone(lean=True)
    lean.apply(lean.str_to_action("cash farmer"))
    assert lean.events() in ([], [{"type": "cash", "seat": 1, "card": 1}, _two_dollars(1)])


def _two_dollars(seat: int) -> dict[str, object]:
    return {"type": "money", "seat": seat, "amount": 2}


def test_lean_clone_of_a_finished_game(toy: Game) -> None:
    match = toy.new(players=2, seed=1, length=1)
    match.apply(match.legal_actions()[1])
    lean = match.clone(lean=True)
    assert lean.is_over
    assert lean.scores() == match.scores()
