"""Hints: the best choices, with what they are worth, from what the seat knows."""

from __future__ import annotations

import json
import random

import pytest

import sandtable
from sandtable import bots
from sandtable.bots import hints
from sandtable.kernel.match import Match


def begun(game: str, players: int, choices: int, seed: int = 3) -> Match:
    """A game that a bot has begun, stopped where there is something to choose."""
    match = sandtable.game(game).new(players, seed)
    seats = [bots.make("greedy", seat) for seat in range(players)]
    made = 0
    while made < choices or len(match.legal_actions()) < 3:
        seat = match.current_player
        assert seat is not None
        match.apply(bots.ask(seats[seat], match))
        made += 1
    return match


@pytest.mark.parametrize(("game", "players"), [("faiyum", 2), ("resafa", 3)])
def test_the_best_choices_with_their_worth(game: str, players: int) -> None:
    match = begun(game, players, 20)
    before = match.record()
    suggestions = hints(match, iterations=60)
    assert 2 <= len(suggestions) <= 3
    assert len({hint.action for hint in suggestions}) == len(suggestions)
    for hint in suggestions:
        assert hint.action in match.legal_actions()
        assert hint.notation == match.action_to_str(hint.action)
        assert hint.text == match.action_text(hint.action)
        assert hint.chance is not None and 0 <= hint.chance <= 1
        assert 0 < hint.share <= 1
        assert -50 < hint.value < 400
    assert str(match.record()) == str(before)
    assert (
        json.loads(json.dumps([hint.plain() for hint in suggestions]))[0]["action"]
        == suggestions[0].action
    )


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_alone_there_is_no_chance_to_win(game: str) -> None:
    suggestions = hints(begun(game, 1, 10), iterations=40, count=2)
    assert [hint.chance for hint in suggestions] == [None] * len(suggestions)


def test_how_the_turn_goes_on() -> None:
    """Faiyum's Farmer asks where the worker goes: the hint says it, too."""
    match = sandtable.game("faiyum").new(2, 3)
    farmer = match.str_to_action("play farmer")
    by_action = {hint.action: hint for hint in hints(match, count=20, iterations=400)}
    assert by_action[farmer].then and by_action[farmer].then[0] in {
        space
        for action in range(match.game.num_actions)
        if (space := match.action_to_str(action).removeprefix("space "))
    }


@pytest.mark.parametrize(("game", "players"), [("faiyum", 2), ("resafa", 2)])
def test_a_hint_knows_no_more_than_the_seat(game: str, players: int) -> None:
    """Whatever lies hidden, the hints are the same."""
    for choices in (0, 15, 31):
        match = begun(game, players, choices)
        seat = match.current_player
        first = hints(match, iterations=30)
        for world in range(3):
            other = match.resample(seat, f"another world {world}")
            assert hints(other, iterations=30) == first


def test_the_same_again() -> None:
    match = begun("resafa", 2, 12)
    assert hints(match, iterations=30) == hints(match, iterations=30)


def test_it_is_the_seat_that_has_to_choose() -> None:
    match = sandtable.game("faiyum").new(2, 3)
    assert hints(match, 0, iterations=8)
    with pytest.raises(bots.BotError, match="seat 1 has nothing to choose"):
        hints(match, 1, iterations=8)


def test_a_finished_game_has_none() -> None:
    match = sandtable.game("faiyum").new(1, 3)
    rng = random.Random(1)
    while not match.is_over:
        match.apply(rng.choice(match.legal_actions()))
    with pytest.raises(bots.BotError, match="nothing to choose"):
        hints(match)


def test_bad_wishes_are_refused() -> None:
    match = sandtable.game("faiyum").new(1, 3)
    with pytest.raises(bots.BotError, match="count"):
        hints(match, count=0)
    with pytest.raises(bots.BotError, match="seconds"):
        hints(match, seconds=0)
    with pytest.raises(bots.BotError, match="iterations"):
        hints(match, iterations=-1)
