"""Random games of every kind, with everything that has to hold checked on the way.

SANDTABLE_GAMES says how many games each test plays of each kind; unset, every test knows best.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import sandtable
from sandtable import Match
from sandtable.games.faiyum.cards.deck import FAMILIES
from sandtable.games.faiyum.text import prompts
from sandtable.kernel.rng import Rng, seeded
from sandtable.testing import (
    check_copies_undo_and_records,
    check_drawn_anew,
    check_no_dead_ends,
)
from tests.conftest import games
from tests.faiyum.invariants import (
    DISASTERS,
    cards_in_game,
    check_actions,
    check_everything,
    state_between_turns,
    state_of,
)
from tests.faiyum.playing import FEW_KINDS, KINDS, POLICIES, Policy, busy, kind_name, uniform

GAME = sandtable.game("faiyum")
MOST_DECISIONS = 3000  # no game comes near
#: All kinds of questions.
QUESTIONS = {*prompts.QUESTIONS, *[kind for family in FAMILIES.values() for kind in family.prompts]}

kinds = pytest.mark.parametrize(
    ("players", "options"), KINDS, ids=[kind_name(kind) for kind in KINDS]
)
few_kinds = pytest.mark.parametrize(
    ("players", "options"), FEW_KINDS, ids=[kind_name(kind) for kind in FEW_KINDS]
)
policies = pytest.mark.parametrize("policy", POLICIES, ids=["uniform", "busy"])


def new_games(players: int, options: dict[str, Any], number: int) -> Iterator[tuple[Match, Rng]]:
    for seed in range(number):
        yield GAME.new(players=players, seed=seed, **options), seeded(seed, "choices")


@kinds
@policies
def test_games_always_end(players: int, options: dict[str, Any], policy: Policy) -> None:
    """Many games with the quick checks: choices in order, an end, a result that makes sense."""
    for match, rng in new_games(players, options, games(200 if policy is uniform else 30)):
        decisions = 0
        while not match.is_over:
            check_actions(match)
            match.apply(policy(match, rng))
            decisions += 1
            assert decisions < MOST_DECISIONS
        check_everything(match)
        state = state_of(match)
        assert state.passed == (1 << players) - 1
        taken = [card for card in DISASTERS if card not in state.market]
        assert len(taken) == min(players, 4), "each who passed took a disaster while there were any"
        scores, winners = match.scores(), match.winners()
        assert scores == [match.view(seat)["seats"][seat]["reputation"] for seat in range(players)]
        if options.get("mode") == "campaign":
            assert match.result()["reached"] == (winners == [0])
        else:
            assert winners
            assert {scores[seat] for seat in winners} == {max(scores)}


@few_kinds
@policies
def test_everything_holds_at_every_step(
    players: int, options: dict[str, Any], policy: Policy
) -> None:
    """Pieces, cards and amounts after every single choice, within turns too."""
    for match, rng in new_games(players, options, games(3, cost=100)):
        check_everything(match)
        cards = cards_in_game(state_of(match))
        while not match.is_over:
            last_turns = state_of(match).last_turns
            turn = match.turn_number()
            spoken: list[str] = []
            while not match.is_over and match.turn_number() == turn:
                action = policy(match, rng)
                spoken.append(match.action_to_str(action))
                match.apply(action)
                spoken += [event["type"] for event in match.events()]
                check_everything(match)
            now = cards_in_game(state_of(match))
            check_cards_gone(players, spoken, last_turns, cards, now)
            cards = now


def check_cards_gone(
    players: int, spoken: list[str], last_turns: bool, before: dict[int, int], now: dict[int, int]
) -> None:
    """Cards leave the game by administration, sacrifice and passing only, each in its number."""
    gone = {card: before[card] - now.get(card, 0) for card in before}
    assert all(number >= 0 for number in gone.values())
    assert set(now) <= set(before)
    number = sum(gone.values())
    if spoken[0] == "administration":
        assert number == (2 if players <= 3 else 1)
        assert not last_turns
    elif spoken[0] == "pass":
        assert last_turns
        assert number <= 1
        assert all(card in DISASTERS for card, lost in gone.items() if lost)
    elif "card_out" in spoken:
        assert number == 1
    else:
        assert number == 0


@few_kinds
@policies
def test_copies_undo_and_records_are_exact_at_every_step(
    players: int, options: dict[str, Any], policy: Policy
) -> None:
    for match, rng in new_games(players, options, games(1, cost=500)):
        check_copies_undo_and_records(match, policy, rng, every=11)


@few_kinds
def test_views_are_free_of_secrets_at_every_step(players: int, options: dict[str, Any]) -> None:
    """A state that differs only in what a seat cannot know gives it the same view."""
    for match, rng in new_games(players, options, games(1, cost=200)):
        check_drawn_anew(match, busy, rng, check_everything)


@policies
def test_every_card_is_played_and_every_question_asked(policy: Policy) -> None:
    """The random games above reach the whole of the rules; otherwise they would prove little."""
    played: set[str] = set()
    asked: set[str] = set()
    for players, options in KINDS:
        for match, rng in new_games(players, options, 12):
            while not match.is_over:
                decision = match.decision()
                assert decision is not None
                asked.add(decision.kind)
                assert decision.kind in QUESTIONS
                action = policy(match, rng)
                word = match.action_to_str(action)
                if word.startswith("play "):
                    played.add(word)
                match.apply(action)
    if policy is busy:
        cards = ["farmer", "two-roads", "settlement", *range(2, 113, 2), 114, 116, 118, 120]
        assert played == {f"play {card}" for card in cards}
        assert QUESTIONS - asked <= {"hops"}
    else:
        assert len(played) > 45


# -- no dead ends ------------------------------------------------------------------------------


def check_end(match: Match) -> None:
    """A turn has come to its end and nobody owes anything."""
    assert state_between_turns(match)
    state = state_of(match)
    assert min(state.money) >= 0
    assert min(state.resources) >= 0
    assert min(state.reputation) >= 0


@few_kinds
@policies
def test_no_dead_ends_on_sampled_turns(
    players: int, options: dict[str, Any], policy: Policy
) -> None:
    for match, rng in new_games(players, options, games(1, cost=200)):
        while not match.is_over:
            if state_between_turns(match) and rng.below(12) == 0:
                check_no_dead_ends(match, rng, 600, widest=200, check=check_end)
            match.apply(policy(match, rng))


@pytest.mark.long
@few_kinds
def test_no_dead_ends_on_many_turns(players: int, options: dict[str, Any]) -> None:
    for match, rng in new_games(players, options, games(2, cost=500)):
        while not match.is_over:
            if state_between_turns(match) and rng.below(4) == 0:
                check_no_dead_ends(match, rng, 3000, widest=200, check=check_end)
            match.apply(busy(match, rng))


@pytest.mark.long
@kinds
def test_everything_holds_in_many_games(players: int, options: dict[str, Any]) -> None:
    """The full checks now and then, in many games."""
    for match, rng in new_games(players, options, games(60, cost=5)):
        while not match.is_over:
            match.apply(busy(match, rng))
            if rng.below(25) == 0:
                check_everything(match)
