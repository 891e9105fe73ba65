"""Decks of another size than the standard one play whole games."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sandtable.games.resafa.edition.check import check
from sandtable.games.resafa.edition.loading import standard
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.observation.layout import KINDS, ResafaLayout
from sandtable.games.resafa.text.prompts import PROMPTS
from sandtable.kernel.rng import seeded
from tests.resafa.playing import busy


def resized(sacks: int, solo: int) -> dict[str, Any]:
    """The standard edition with so many sack and solo cards, the last ones repeated."""
    edition = standard()
    for section, word, first, size in (
        ("sack_cards", "s", 1, sacks),
        ("solo_cards", "solo", 0, solo),
    ):
        cards = edition[section]
        while len(cards) < size:
            cards.append(copy.deepcopy(cards[-1]))
        edition[section] = cards[:size]
        for i, card in enumerate(edition[section]):
            card["id"] = f"{word}{first + i}"
    return edition


@pytest.mark.parametrize(("sacks", "solo"), [(5, 4), (20, 12), (30, 30)])
@pytest.mark.parametrize("players", [1, 3])
def test_decks_of_another_size_play(sacks: int, solo: int, players: int) -> None:
    edition = resized(sacks, solo)
    assert check(edition) == []
    game = Resafa(edition)
    layout = ResafaLayout(game, players)
    match = game.new(players=players, seed=sacks)
    rng = seeded("sizes", str(sacks))
    while not match.is_over:
        seat = match.current_player
        assert seat is not None
        if rng.below(20) == 0:
            seen = layout.of_view(match.view(seat))
            assert (seen == layout.of_match(match, seat)).all()
        match.prompt()
        match.lines()
        match.apply(busy(match, rng))


@pytest.mark.parametrize(("sacks", "solo"), [(31, 7), (12, 31), (0, 7), (12, 3)])
def test_decks_beyond_the_limits_are_refused(sacks: int, solo: int) -> None:
    assert check(resized(sacks, solo))


def test_the_tensor_has_a_place_for_every_question() -> None:
    assert sorted(KINDS) == sorted(PROMPTS)
