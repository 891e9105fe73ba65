"""Random games of every kind, with everything that has to hold checked on the way.

SANDTABLE_GAMES says how many games each test plays of each kind; unset, every test knows best.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable import Match
from sandtable.games.resafa.text.prompts import QUESTIONS
from sandtable.kernel.rng import Rng, seeded
from sandtable.testing import (
    check_copies_undo_and_records,
    check_drawn_anew,
    check_no_dead_ends,
)
from tests.conftest import games
from tests.resafa.hidden import differing
from tests.resafa.invariants import (
    between_turns,
    check_actions,
    check_everything,
    check_result,
    state_of,
)
from tests.resafa.playing import KIND_NAMES, KINDS, POLICIES, Policy, busy, uniform
from tests.resafa.table import GAME

MOST_DECISIONS = 4000  # no game comes near

kinds = pytest.mark.parametrize(("players", "options"), KINDS, ids=KIND_NAMES)
# The option changes only who knows which cards: one player count with it is enough where every
# step is looked at from all sides.
some_kinds = pytest.mark.parametrize(
    ("players", "options"),
    [kind for kind in KINDS if kind[0] == 2 or not kind[1]["advanced"]],
    ids=[name for name in KIND_NAMES if name[0] == "2" or len(name) == 1],
)
policies = pytest.mark.parametrize("policy", POLICIES, ids=["uniform", "busy"])


def new_games(players: int, options: dict[str, Any], number: int) -> Iterator[tuple[Match, Rng]]:
    for seed in range(number):
        yield GAME.new(players=players, seed=seed, **options), seeded(seed, "choices")


@kinds
@policies
def test_games_always_end(players: int, options: dict[str, Any], policy: Policy) -> None:
    """Many games with the quick checks: choices in order, an end, a result that makes sense."""
    for match, rng in new_games(players, options, games(40 if policy is uniform else 12)):
        decisions = 0
        while not match.is_over:
            check_actions(match)
            match.apply(policy(match, rng))
            decisions += 1
            assert decisions < MOST_DECISIONS
        check_everything(match)
        check_result(match)
        assert state_of(match).round == 6
        assert all(len(p.played) == 6 for p in state_of(match).seats)


@kinds
@policies
def test_everything_holds_at_every_step(
    players: int, options: dict[str, Any], policy: Policy
) -> None:
    """Pieces, cards and amounts after every single choice, within turns too."""
    for match, rng in new_games(players, options, games(1)):
        check_everything(match)
        while not match.is_over:
            before = match.scores()
            match.apply(policy(match, rng))
            check_everything(match)
            assert all(a <= b for a, b in zip(before, match.scores(), strict=True))
        check_result(match)


@some_kinds
@policies
def test_copies_undo_and_records_are_exact_at_every_step(
    players: int, options: dict[str, Any], policy: Policy
) -> None:
    """The state after every choice; views, turns and records now and then."""
    for match, rng in new_games(players, options, min(games(1), 40)):
        check_copies_undo_and_records(match, policy, rng)


@some_kinds
def test_drawn_anew_agrees_with_what_a_seat_sees(players: int, options: dict[str, Any]) -> None:
    """Whatever is drawn anew, the seat sees the same, can choose the same, and all is in order."""
    for match, rng in new_games(players, options, min(games(1), 40)):
        check_drawn_anew(match, busy, rng, check_everything)


@kinds
def test_views_are_free_of_secrets(players: int, options: dict[str, Any]) -> None:
    """States made by hand that differ only in what a seat cannot know give it the same view."""
    for match, rng in new_games(players, options, min(games(2), 40)):
        while not match.is_over:
            match.apply(busy(match, rng))
            if match.is_over or not between_turns(match):
                continue
            for seat in (None, *range(players)):
                here = match.game.view(match.state, seat)
                other = differing(state_of(match), seat, rng)
                assert match.game.view(other, seat) == here


@kinds
def test_play_goes_on_from_a_game_drawn_anew(players: int, options: dict[str, Any]) -> None:
    for match, rng in new_games(players, options, min(games(2), 40)):
        while not match.is_over:
            match.apply(uniform(match, rng))
            if rng.below(40) == 0:
                other = match.resample(rng.below(players), rng.below(1000), lean=True)
                while not other.is_over:
                    other.apply(uniform(other, rng))
                check_result(other)


@pytest.mark.long  # only many games reach everything
@policies
def test_every_question_is_asked_and_everything_used(policy: Policy) -> None:
    """The random games above reach the whole of the rules; otherwise they would prove little."""
    used: set[str] = set()
    asked: set[str] = set()
    for players, options in KINDS:
        for match, rng in new_games(players, options, 40):
            while not match.is_over:
                decision = match.decision()
                assert decision is not None
                asked.add(decision.kind)
                assert decision.kind in QUESTIONS
                action = policy(match, rng)
                used.add(match.action_to_str(action))
                match.apply(action)
    if policy is busy:
        assert set(QUESTIONS) - asked <= {"pay"}, "no card of the standard edition asks that"
        for word, numbers in (("use s", range(1, 13)), ("use c", range(1, 10))):
            assert {f"{word}{number}" for number in numbers} <= used
        cards = {f"b{number}" for number in range(1, 25)}
        with_action = {"b2", "b3", "b5", "b10", "b11", "b17", "b20", "b23"}
        assert {f"use {card}" for card in cards - with_action} <= used
        assert {f"with {card}" for card in with_action} <= used
    else:
        assert len(asked) > 20


# -- no dead ends ------------------------------------------------------------------------------


def check_end(match: Match) -> None:
    """A turn has come to its end and nobody owes anything."""
    assert min(min(p.item) for p in state_of(match).seats) >= 0


@some_kinds
@policies
def test_no_dead_ends_on_sampled_turns(
    players: int, options: dict[str, Any], policy: Policy
) -> None:
    for match, rng in new_games(players, options, min(games(1), 30)):
        while not match.is_over:
            if between_turns(match) and rng.below(12) == 0:
                check_no_dead_ends(match, rng, 400, check=check_end)
            match.apply(policy(match, rng))


@pytest.mark.long
@kinds
def test_no_dead_ends_on_many_turns(players: int, options: dict[str, Any]) -> None:
    for match, rng in new_games(players, options, min(games(4), 100)):
        while not match.is_over:
            if between_turns(match) and rng.below(4) == 0:
                check_no_dead_ends(match, rng, 2000, check=check_end)
            match.apply(busy(match, rng))


@pytest.mark.long
@kinds
def test_everything_holds_in_many_games(players: int, options: dict[str, Any]) -> None:
    """The full checks now and then, in many games."""
    for match, rng in new_games(players, options, games(100)):
        while not match.is_over:
            match.apply(busy(match, rng))
            if rng.below(25) == 0:
                check_everything(match)
        check_result(match)
