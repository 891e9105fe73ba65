"""Actions in parts: every id has its own three, and masks can be narrowed part by part."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import envs
from sandtable.kernel.errors import BadOption
from tests.envs.helpers import GAMES, needs

needs("numpy", "librt")

import numpy as np  # noqa: E402


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_parts_of_its_own(name: str) -> None:
    factors = envs.action_factors(name)
    game = sandtable.game(name)
    assert factors.table.shape == (game.num_actions, 3)
    assert len({tuple(row) for row in factors.table.tolist()}) == game.num_actions
    for action in range(game.num_actions):
        assert factors.action(*factors.of(action)) == action
        notation = " ".join(part for part in factors.names(action) if part)
        assert notation == game.action_space.notation(action)


def test_a_card_is_one_subject_and_a_space_one_place() -> None:
    factors = envs.action_factors("faiyum")
    space = sandtable.game("faiyum").action_space

    def of(notation: str) -> tuple[int, int, int]:
        parts: tuple[int, int, int] = factors.of(space.action(notation))
        return parts

    assert of("play 26")[1] == of("buy 26")[1] == of("hand 26")[1]
    assert of("play 26")[0] != of("buy 26")[0]
    assert of("number 26")[1] == 0  # a number is no card
    assert factors.names(space.action("space c4")) == ("space", "", "c4")


@pytest.mark.parametrize("name", GAMES)
def test_narrowing_part_by_part_ends_with_one_legal_action(name: str) -> None:
    factors = envs.action_factors(name)
    games = envs.vector(name, 2, 6, seed=3)
    rng = np.random.default_rng(2)
    for _ in range(60):
        mask = games.masks
        for factor in ("kind", "subject", "place"):
            possible = factors.possible(mask, factor)
            for row in range(6):
                values = {factors.of(a)[("kind", "subject", "place").index(factor)]
                          for a in np.flatnonzero(mask[row])}  # fmt: skip
                assert set(np.flatnonzero(possible[row]).tolist()) == values
            chosen = (rng.random(possible.shape) * possible).argmax(1)
            mask = factors.narrow(mask, factor, chosen)
        assert (mask.sum(1) == 1).all()
        games.step(mask.argmax(1))


def test_parts_that_do_not_exist() -> None:
    factors = envs.action_factors("faiyum")
    with pytest.raises(BadOption, match="no action has the parts 0, 0, 0"):
        factors.action(0, 0, 0)
    with pytest.raises(BadOption, match="1072 is not an action id"):
        factors.of(1072)
    with pytest.raises(BadOption, match="one of kind, subject, place, not 'colour'"):
        factors.possible(np.ones(1072), "colour")
