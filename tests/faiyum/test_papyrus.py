"""88 PAPYRUS: the action of the card on top of the own stack, on every kind of card."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.rng import seeded
from tests.faiyum.table import FARMER, SETTLEMENT, TWO_ROADS, Table, table

STARTING = {FARMER: "farmer", TWO_ROADS: "two-roads", SETTLEMENT: "settlement"}
ALL_CARDS = [*STARTING, *range(2, 113, 2), 114, 116, 118, 120]
#: Cards whose action is about hand or stack: they get tests of their own below.
ABOUT_CARDS = [12, 36, 50, 52, 88]

#: A position in which every card can be played.
EVERYTHING: dict[str, Any] = {
    "money": 30,
    "reputation": 5,
    "wheat": 3,
    "grape": 3,
    "stone": 3,
    "fish": 3,
    "rose": 3,
    "settlements": "c1 c5",
    "towns": "c3",
    "roads": "c1-c2 c2-c3 c3-c4 c4-c5 c5-c6 b8-b9 b9-b10 d4-d5",
    "bridges": "c5-d5",
    "workshops": "b8 c2 c4 c10",
    "crocodiles_off": "d6",
    "workers": "c1 b4 e5",
    "prone": "f6",
    "market": [90, 92, 94, 96, 100, 102, 106, 108],
    "draws": [110],
    "tokens": [90, 94],
}


def position(card: int) -> dict[str, Any]:
    """Everything, and a market that does not hold the card itself."""
    result = dict(EVERYTHING)
    if card in (*result["market"], *result["draws"]):
        result["market"] = [other for other in result["market"] if other != card]
        result["market"] = sorted({*result["market"], 46, 76})[:8]
        result["draws"] = [74]
        result["tokens"] = [46]
    return result


def outcome(t: Table) -> dict[str, Any]:
    """All that is public, but for where the cards of seat 0 are."""
    view = t.match.view(None)
    del view["gone"], view["to_come"]
    for key in ("hand", "stack", "points"):
        del view["seats"][0][key]
    return view


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if card not in ABOUT_CARDS])
@pytest.mark.parametrize("seed", range(4))
def test_88_papyrus_does_what_the_card_itself_would_do(card: int, seed: int) -> None:
    word = STARTING.get(card, str(card))
    direct = table(hand=[card], stack=[4], **position(card))
    copied = table(hand=[88], stack=[4, card], **position(card))
    assert direct.can(f"play {word}"), "the position is meant for every card"
    direct.play(f"play {word}")
    copied.play("play 88")
    rng = seeded(seed, "papyrus")
    while not direct.turn_over():
        assert direct.offers() == copied.offers()
        choice = direct.offers()[rng.below(len(direct.offers()))]
        direct.play(choice)
        copied.play(choice)
    assert copied.turn_over()
    assert direct.changes() == copied.changes()
    assert outcome(direct) == outcome(copied)
    gained = [c for c in direct.seat(0).hand if c != card]
    assert copied.seat(0).hand == gained
    assert direct.seat(0).stack == [4, card]
    assert copied.seat(0).stack == [4, card, 88]


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if card != 88])
def test_88_papyrus_is_possible_exactly_when_the_copied_card_is(card: int) -> None:
    word = STARTING.get(card, str(card))
    for bare in (
        {"workers_left": 0},
        {"money": 1},
        {"settlements": "c4", "wheat": 1},
        {"crocodiles_off": "all", "rose": 3, "money": 3},
        {},
    ):
        direct = table(hand=[card], stack=[4], **bare)
        copied = table(hand=[88], stack=[4, card], **bare)
        assert direct.can(f"play {word}") == copied.can("play 88")
        assert bool(copied.why("play 88")) != copied.can("play 88")


def test_88_papyrus_with_an_empty_stack_gives_only_two_dollars() -> None:
    t = table(hand=[88], **EVERYTHING)
    assert not t.can("play 88")
    assert "stack is empty" in t.why("play 88")
    t.play("cash 88")
    assert t.changes() == {"money": 2}


def test_88_papyrus_says_what_hinders_the_copied_card() -> None:
    t = table(hand=[88], stack=[30])
    assert not t.can("play 88")
    assert "Marketer" in t.why("play 88")


def test_88_papyrus_copies_a_card_that_was_put_down_for_money() -> None:
    t = table(hand=[88, 4]).play("cash 4").others()
    t.play("play 88")
    assert t.changes() == {"money": 7}
    assert t.seat(0).stack == [4, 88]


def test_88_papyrus_copies_the_top_card_only() -> None:
    t = table(hand=[88], stack=[4, 22], wheat=1).play("play 88")
    assert t.changes() == {"wheat": 1}


# -- cards about cards -------------------------------------------------------------------------


def test_88_papyrus_as_sacrifice_this_card_is_papyrus() -> None:
    t = table(hand=[88, FARMER], stack=[26, 12]).play("play 88", "space a7")
    assert set(t.offers()) == {"hand farmer", "stack 1", "stack 2", "this"}
    t.play("this")
    assert t.seat(0).hand == [FARMER]
    assert t.seat(0).stack == [26, 12], "PAPYRUS has left the game"
    assert t.changes() == {"reputation": 1, "money": 3}
    t = table(hand=[88], stack=[26, 12]).play("play 88", "space a7", "stack 1")
    assert t.seat(0).stack == [26, 88], "SACRIFICE itself was on top of the stack"


def test_88_papyrus_as_thief_lies_on_the_stolen_card() -> None:
    t = table(hand=[88], stack=[4, 36], market=[6, 8, 10, 14, 16, 18, 20, 24], draws=[26])
    t.play("play 88", "take 10")
    assert t.seat(0).stack == [4, 36, 10, 88]


def test_88_papyrus_as_all_rounder_without_the_take_back() -> None:
    t = table(hand=[88], stack=[4, 50]).play("play 88")
    assert set(t.offers()) == {"gain wheat", "gain grape", "gain stone", "gain fish", "reputation"}
    t.play("reputation")
    assert t.changes() == {"reputation": 1}
    assert t.seat(0).stack == [4, 50, 88]


def test_88_papyrus_as_order() -> None:
    t = table(hand=[88, FARMER, TWO_ROADS], stack=[4, 52])
    t.play("play 88", "hand two-roads", "hand farmer")
    assert t.changes() == {"money": 4}
    assert t.seat(0).stack == [FARMER, TWO_ROADS, 4, 52, 88]
    assert not table(hand=[88], stack=[4, 52]).can("play 88"), "there is no card to put under"


@pytest.mark.parametrize("option", ["lay", "lift"])
def test_88_papyrus_as_gem_searchers_either_option(option: str) -> None:
    t = table(hand=[88], stack=[60], workers="b4 c4", prone="e5", money=2)
    t.play("play 88", option)
    if option == "lay":
        t.play("space b4", "done")
        assert t.prone() == {"b4", "e5"}
        assert t.changes() == {"money": -1}
    else:
        assert t.prone() == set()
        assert t.changes() == {"money": 3}


def test_88_papyrus_books_reputation_where_the_copied_card_does() -> None:
    t = table(hand=[88], stack=[72], stone=1).play("play 88", "space a7")
    assert t.match.breakdown()[0]["monuments"] == 2
