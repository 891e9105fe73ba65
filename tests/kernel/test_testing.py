"""The checks for any game: a sound game passes, and each kind of mistake is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable.kernel import registry
from sandtable.kernel.game import TURN_OVER, Decision, Event, Flow
from sandtable.kernel.rng import QuickRng, Rng, seeded
from sandtable.testing import check_choices, check_game, check_no_dead_ends, plain, uniform
from tests.kernel.toy_game import EDITION, Secrets, ToyGame

Make = Callable[[type[ToyGame]], ToyGame]


@pytest.fixture
def broken(toy: sandtable.Game, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Puts a game with a mistake in the place of the tests' own, so that records find it."""

    def put(cls: type[ToyGame]) -> ToyGame:
        game = cls(dict(EDITION))
        monkeypatch.setitem(registry._loaded, "toy", game)
        return game

    return put


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sound_game_passes(toy: sandtable.Game, players: int) -> None:
    check_game(toy, players, games=3)


class SharedHands(Secrets):
    def copy(self) -> Secrets:
        other = super().copy()
        other.shown = self.shown
        return other


class Sharing(ToyGame):
    def setup(self, players: int, rng: Rng, options: dict[str, Any]) -> Secrets:
        return SharedHands(players, QuickRng(1, 2), super().setup(players, rng, options))


def test_a_copy_that_shares_is_found(broken: Make) -> None:
    with pytest.raises(AssertionError):
        check_game(broken(Sharing), 2, games=3)


class Telling(ToyGame):
    def view(self, state: Secrets, seat: int | None) -> dict[str, Any]:
        return {**super().view(state, seat), "next": state.deck[-1:]}


def test_a_view_that_tells_secrets_is_found(broken: Make) -> None:
    with pytest.raises(AssertionError):
        check_game(broken(Telling), 2, games=3)


class Disordered(ToyGame):
    def options(self, s: Secrets) -> list[int]:
        return super().options(s)[::-1]


def test_choices_out_of_order_are_found(broken: Make) -> None:
    with pytest.raises(AssertionError, match="not ascending"):
        check_game(broken(Disordered), 2, games=1)


class Stuck(ToyGame):
    def turn(self, state: Secrets, log: list[Event] | None, known: Decision | None) -> Flow:
        chosen = yield Decision(state.active, "turn", None, [self.roll, self.ask])
        while chosen == self.ask:  # there is no way on from here
            chosen = yield Decision(state.active, "answer", None, [self.ask])
        state.left -= 1
        state.over = state.left == 0
        yield TURN_OVER


def test_a_turn_without_an_end_is_found(broken: Make) -> None:
    match = broken(Stuck).new(players=2, seed=1)
    with pytest.raises(AssertionError, match="does not end"):
        check_no_dead_ends(match, seeded(1, "test"), 30)


class Forgetful(ToyGame):
    """Draws from a source of its own, so that a record leads elsewhere."""

    luck = 0

    def setup(self, players: int, rng: Rng, options: dict[str, Any]) -> Secrets:
        s = super().setup(players, rng, options)
        Forgetful.luck += 1
        s.coins[0] = Forgetful.luck
        return s


def test_a_record_that_leads_elsewhere_is_found(broken: Make) -> None:
    with pytest.raises(AssertionError):
        check_game(broken(Forgetful), 2, games=1)


def test_own_checks_are_made(toy: sandtable.Game) -> None:
    def rich(match: sandtable.Match) -> None:
        check_choices(match)
        state = match.state
        assert isinstance(state, Secrets)
        assert sum(state.coins) == 0, "somebody has money"

    with pytest.raises(AssertionError, match="somebody has money"):
        check_game(toy, 2, games=3, policies=[uniform], check=rich)


def test_plain_goes_down_to_numbers() -> None:
    class Purse:
        def __init__(self) -> None:
            self.coins = (1, 2)
            self.rng = QuickRng(3, 4)

    assert plain([Purse(), {"a": {2, 1}}]) == [
        {"coins": [1, 2], "rng": [3, 4]},
        {"a": [1, 2]},
    ]
