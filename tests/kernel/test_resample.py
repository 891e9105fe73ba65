"""Resampling: agrees with all a seat knows, draws the rest anew, gives no secret away."""

from __future__ import annotations

import json

import pytest

import sandtable
from sandtable import Game, IllegalAction, Match
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import QuickRng, SecureRng, seeded
from sandtable.testing import snapshot, whole
from tests.kernel.toy_game import Secrets

NAMES = ["faiyum", "toy"]


def walk(match: Match, steps: int, seed: int) -> None:
    rng = seeded(seed, "walk")
    for _ in range(steps):
        if match.is_over:
            return
        options = match.legal_actions()
        match.apply(options[rng.below(len(options))])


def secrets(match: Match) -> Secrets:
    state = match.state
    assert isinstance(state, Secrets)
    return state


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("steps", [0, 1, 2, 5, 9, 14, 23])
def test_resampled_match_agrees_with_what_the_seat_knows(name: str, steps: int, toy: Game) -> None:
    match = sandtable.game(name).new(players=3, seed=steps)
    walk(match, steps, 1)
    before = whole(match)
    for seat in (None, 0, 1, 2):
        known = json.dumps(match.view(seat), sort_keys=True)
        for seed in range(8):
            other = match.resample(seat, seed)
            assert json.dumps(other.view(seat), sort_keys=True) == known
            assert other.current_player == match.current_player
            assert other.turns() == match.turns()
            if seat is not None and match.current_player == seat:
                assert other.legal_actions() == match.legal_actions()
    assert whole(match) == before


@pytest.mark.parametrize("name", NAMES)
def test_resampling_is_reproducible_and_varies_with_the_seed(name: str, toy: Game) -> None:
    match = sandtable.game(name).new(players=3, seed=1)
    walk(match, 4, 1)
    states = [json.dumps(snapshot(match.resample(0, seed).state)) for seed in range(12)]
    again = [json.dumps(snapshot(match.resample(0, seed).state)) for seed in range(12)]
    assert states == again
    assert len(set(states)) == 12


def test_hidden_hands_are_drawn_anew(toy: Game) -> None:
    match = toy.new(players=3, seed=5)
    mine = secrets(match).hands[0]
    others = {tuple(secrets(match.resample(0, seed)).hands[1]) for seed in range(40)}
    assert len(others) > 10
    assert all(secrets(match.resample(0, seed)).hands[0] == mine for seed in range(40))
    watched = {tuple(secrets(match.resample(None, seed)).hands[0]) for seed in range(40)}
    assert len(watched) > 10, "a spectator knows no hand"


def test_choices_on_offer_belong_to_the_hand_that_was_drawn_anew(toy: Game) -> None:
    """What another seat can choose depends on its hidden hand, so it has to be worked out anew."""
    match = toy.new(players=2, seed=5)
    assert match.current_player == 0
    for seed in range(20):
        other = match.resample(1, seed)
        shows = [a for a in other.legal_actions() if other.action_to_str(a).startswith("show")]
        hand = [int(other.action_to_str(a).split()[1]) for a in shows]
        assert hand == secrets(other).hands[0]
        lean = match.resample(1, seed, lean=True)
        assert lean.legal_actions() == other.legal_actions()


def test_events_of_the_copy_give_no_secret_away(toy: Game) -> None:
    match = toy.new(players=2, seed=5)
    match.apply(match.str_to_action("draw"))
    cards: set[int] = set()
    for seed in range(30):
        told = match.resample(1, seed).events(0)
        cards.update(event["card"] for event in told)
    assert cards == set() or len(cards) > 3, "the card seat 0 drew is not known to seat 1"


def test_future_chance_is_drawn_anew(toy: Game) -> None:
    match = toy.new(players=2, seed=5)
    rolls = set()
    for seed in range(40):
        other = match.resample(0, seed)
        other.apply(other.str_to_action("roll"))
        rolls.add(other.view(None)["coins"][0])
    assert rolls == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("name", NAMES)
def test_copy_carries_neither_the_seed_nor_a_record_nor_an_undo(name: str, toy: Game) -> None:
    match = sandtable.game(name).new(players=2, seed="the secret of this match")
    cash = {"faiyum": "cash farmer", "toy": "ask"}[name]
    match.apply(match.str_to_action(cash))
    other = match.resample(1, 3)
    assert other.seed != match.seed
    with pytest.raises(IllegalAction):
        other.record()
    assert not other.can_undo()
    assert other.undo_refusal() == "earlier turns are not part of this redrawn game"
    assert isinstance(match.state.rng, SecureRng)
    assert isinstance(other.state.rng, QuickRng), "worlds for programs are drawn quickly"
    branch = match.resample(1, 3, secure=True)
    assert isinstance(branch.state.rng, SecureRng), "people play on it"
    assert branch.state.rng.key != match.state.rng.key


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lean", [False, True])
def test_copies_can_be_played_to_the_end(name: str, lean: bool, toy: Game) -> None:
    match = sandtable.game(name).new(players=3, seed=4)
    walk(match, 11, 7)
    before = whole(match)
    for seat in (None, 0, 1, 2):
        other = match.resample(seat, 1, lean=lean)
        random_play(other, seeded(1))
        assert other.is_over
    assert whole(match) == before


def test_copy_can_be_resampled_and_cloned_again(toy: Game) -> None:
    match = toy.new(players=3, seed=4)
    walk(match, 3, 7)
    other = match.resample(1, 1).resample(1, 2).clone()
    assert other.view(1) == match.view(1)


def test_finished_game_has_nothing_to_draw(toy: Game) -> None:
    match = toy.new(players=2, seed=1, length=1)
    match.apply(match.legal_actions()[1])
    other = match.resample(0, 1)
    assert other.is_over
    assert other.scores() == match.scores()
