"""Settlements, towns, palaces, workshops and expansions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.faiyum.reference import adjacent, names
from tests.faiyum.table import SETTLEMENT, Position, Table, table
from tests.faiyum.valley import VALLEY

BOARD = VALLEY.board
LAND = names(BOARD, BOARD.resource)
THREE_BASICS = {"wheat": -1, "grape": -1, "stone": -1}
#: Sixteen settlements with the red one, no two adjacent.
ALL_SETTLEMENTS = "a3 a5 a8 c1 c3 c5 c7 c10 d1 d3 d5 d7 d9 f5 f7"


def stocked(card: int, **position: Any) -> Table:
    return table(hand=[card], wheat=2, grape=2, stone=2, **position)


# -- S SETTLEMENT, 20 NEW SETTLEMENT -----------------------------------------------------------


@pytest.mark.parametrize(("card", "word"), [(SETTLEMENT, "settlement"), (20, "20")])
def test_5_20_settlement_on_crocodile_free_land_away_from_settlements(card: int, word: str) -> None:
    t = stocked(card, settlements="c4", crocodiles_off="all").play(f"play {word}")
    barred = adjacent(BOARD, "c4") | adjacent(BOARD, "b9") | {"c4"}
    assert t.choices("space") == LAND - barred
    assert {"d3", "d4"} <= t.choices("space"), "the opposite bank is far enough"


@pytest.mark.parametrize(("card", "word"), [(SETTLEMENT, "settlement"), (20, "20")])
def test_5_20_settlement_never_among_crocodiles_or_on_a_workshop(card: int, word: str) -> None:
    t = stocked(card, crocodiles_off="f4", roads="c7-b8 b8-b9", workshops="c7").play(f"play {word}")
    stones = {"a3", "b5", "c3", "c10", "d4", "d8", "d10", "e5", "f6", "f10"}
    assert t.choices("space") == stones | {"f4"}, "a10 and b8 lie beside the red settlement"


def test_5_settlement_pays_each_basic_resource_for_reputation_and_money() -> None:
    t = table(hand=[SETTLEMENT], wheat=2, grape=1, stone=1, workers="b5")
    t.play("play settlement", "space b5")
    assert t.changes() == THREE_BASICS | {"reputation": 3, "money": 3}
    assert t.settlements() == {"b9", "b5"}
    assert t.workers() == {"b5"}
    assert t.supply("settlements") == 14
    space = next(s for s in t.match.view(None)["spaces"] if s["name"] == "b5")
    assert space["developed"]


def test_5_settlement_gain_does_not_pay_for_it() -> None:
    t = table(hand=[SETTLEMENT], wheat=1, grape=1, money=2)
    assert not t.can("play settlement"), "the $3 it brings come too late"
    assert t.why("play settlement")
    assert table(hand=[SETTLEMENT], wheat=1, grape=1, money=3).can("play settlement")


def test_5_settlement_on_a_road_where_the_space_is_full() -> None:
    t = stocked(SETTLEMENT, roads="a7-b6 b6-c5", crocodiles_off="all")
    t.play("play settlement", "space b6")
    assert t.changes()["reputation"] == 4
    t = stocked(SETTLEMENT, roads="a7-b6 b6-c5", crocodiles_off="all")
    t.play("play settlement", "space c5")
    assert t.changes()["reputation"] == 4


@pytest.mark.parametrize(
    ("stock", "ways"),
    [
        ({"wheat": 1, "grape": 1}, {"wheat+grape"}),
        ({"wheat": 2, "fish": 1}, {"wheat+fish"}),
        ({"wheat": 1, "stone": 1, "fish": 1}, {"wheat+stone", "wheat+fish", "stone+fish"}),
        ({"wheat": 1, "rose": 2}, {"wheat+rose", "2rose"}),
        ({"fish": 3, "rose": 1, "money": 3}, {"fish+rose", "fish+$3", "rose+$3"}),
    ],
)
def test_20_new_settlement_pays_two_different(stock: Position, ways: set[str]) -> None:
    t = table(hand=[20], crocodiles_off="all", **stock)
    t.play("play 20", "space f4")
    if len(ways) > 1:
        assert t.choices("pay") == ways
        t.play(f"pay {sorted(ways)[0]}")
    assert t.changes()["reputation"] == 3
    assert t.turn_over()


@pytest.mark.parametrize("stock", [{"wheat": 9}, {"fish": 9}, {"money": 9}, {"rose": 1}])
def test_20_new_settlement_cannot_pay_two_of_a_kind(stock: Position) -> None:
    assert not table(hand=[20], **stock).can("play 20")


def test_5_20_settlement_supply_of_sixteen() -> None:
    position = {"settlements": ALL_SETTLEMENTS, "crocodiles_off": "all"}
    spots = ALL_SETTLEMENTS.split()
    assert len(spots) == 15
    assert not any(other in adjacent(BOARD, one) for one in spots for other in spots)
    for card, word in ((SETTLEMENT, "settlement"), (20, "20")):
        t = stocked(card, **position)
        assert t.supply("settlements") == 0
        assert not t.can(f"play {word}")
        assert "supply" in t.why(f"play {word}")


def test_5_settlement_without_room() -> None:
    t = stocked(SETTLEMENT, settlements="a3 b5 c3 c7 d4 d8 e5 f6 d10 c10 f10")
    assert not t.can("play settlement"), "stone spaces are taken, the others hold crocodiles"
    assert t.why("play settlement")


# -- 40 SMALL TOWN, 84 TOWN --------------------------------------------------------------------


@pytest.mark.parametrize(("card", "reputation"), [(40, 5), (84, 6)])
def test_40_84_town_on_a_settlement_that_is_none(card: int, reputation: int) -> None:
    t = stocked(card, settlements="c4", towns="e5", workers="c4").play(f"play {card}")
    assert t.choices("space") == {"b9", "c4"}
    t.play("space c4")
    assert t.changes() == THREE_BASICS | {"reputation": reputation, "money": 2}
    assert t.towns() == {"e5", "c4"}
    assert t.settlements() == {"b9", "c4", "e5"}, "a town is a settlement, too"
    assert t.workers() == {"c4"}
    assert t.supply("towns") == 6


@pytest.mark.parametrize("card", [40, 84])
def test_40_84_town_supply_of_eight(card: int) -> None:
    t = stocked(card, settlements="a4 a6", towns="c2 c5 c7 d1 d3 d5 d7 d9")
    assert not t.can(f"play {card}")
    assert "supply" in t.why(f"play {card}")


@pytest.mark.parametrize("card", [40, 84])
def test_40_84_town_impossible(card: int) -> None:
    t = stocked(card, towns="b9")
    assert not t.can(f"play {card}")
    assert t.why(f"play {card}")
    assert not table(hand=[card], wheat=2, grape=1).can(f"play {card}")


# -- 120 PALACE --------------------------------------------------------------------------------


def test_120_palace_on_a_town_without_one() -> None:
    t = stocked(120, settlements="d7", towns="c4", palaces="e5").play("play 120")
    assert t.changes() == {"wheat": -2, "grape": -2, "stone": -2, "reputation": 15}
    assert t.palaces() == {"c4", "e5"}
    assert t.towns() == {"c4", "e5"}, "it stays a town"
    assert t.supply("palaces") == 0


def test_120_palace_choice_of_towns() -> None:
    t = stocked(120, settlements="d7", towns="c4 e5").play("play 120")
    assert t.choices("space") == {"c4", "e5"}


def test_120_palace_impossible() -> None:
    assert not stocked(120, settlements="c4").can("play 120")
    assert not stocked(120, palaces="c4").can("play 120")
    assert not stocked(120, towns="d7", palaces="c4 e5").can("play 120"), "only two palaces"
    t = table(hand=[120], towns="c4", wheat=2, grape=2, stone=1, money=2)
    assert not t.can("play 120")
    assert t.why("play 120")


def test_120_palace_paid_with_roses_and_three_dollars() -> None:
    t = table(hand=[120], towns="c4", wheat=1, grape=2, stone=1, rose=1, money=3).play("play 120")
    assert t.changes() == {
        "wheat": -1,
        "grape": -2,
        "stone": -1,
        "rose": -1,
        "money": -3,
        "reputation": 15,
    }
    assert table(hand=[120], towns="c4", rose=6).can("play 120")
    assert not table(hand=[120], towns="c4", rose=5, money=2).can("play 120")


# -- 44, 46, 48, 74, 76, 78: workshops ---------------------------------------------------------

WORKSHOPS = [
    (44, "wheat", 3),
    (46, "grape", 3),
    (48, "stone", 3),
    (74, "wheat", 4),
    (76, "grape", 4),
    (78, "stone", 4),
]
DEVELOPED: Position = {
    "roads": "b8-b9 b8-c8 b9-b10 b10-c9 a10-b9 d10-e9",
    "settlements": "d4 d6",
    "bridges": "c4-d4",
}
FREE = {"wheat": {"b8", "c8"}, "grape": {"b10", "c9", "c4"}, "stone": {"a10", "c10", "d10"}}


@pytest.mark.parametrize(("card", "kind", "amount"), WORKSHOPS)
def test_44_78_workshop_on_developed_land_of_its_kind(card: int, kind: str, amount: int) -> None:
    t = stocked(card, **DEVELOPED).play(f"play {card}")
    assert t.choices("space") == FREE[kind]
    space = sorted(FREE[kind])[0]
    t.play(f"space {space}")
    paid = {other: -1 for other in ("wheat", "grape", "stone") if other != kind}
    assert t.changes() == paid | {kind: amount, "reputation": 3}
    assert t.workshops() == {space}
    assert t.supply("workshops") == 9


@pytest.mark.parametrize(("card", "kind", "amount"), WORKSHOPS)
def test_44_78_workshop_one_per_space(card: int, kind: str, amount: int) -> None:
    taken = sorted(FREE[kind])
    t = stocked(card, workshops=" ".join(taken[1:]), **DEVELOPED).play(f"play {card}")
    assert t.workshops() == set(taken)
    t = stocked(card, workshops=" ".join(taken), **DEVELOPED)
    assert not t.can(f"play {card}")
    assert t.why(f"play {card}")


@pytest.mark.parametrize(("card", "kind", "amount"), WORKSHOPS)
def test_44_78_workshop_supply_of_ten(card: int, kind: str, amount: int) -> None:
    elsewhere = "a4 a5 a6 b3 b4 b5 c5 c6 c7 e5"
    t = stocked(card, workshops=elsewhere, **DEVELOPED)
    assert not t.can(f"play {card}")
    assert "supply" in t.why(f"play {card}")


@pytest.mark.parametrize(("card", "kind", "amount"), WORKSHOPS)
def test_44_78_workshop_not_without_its_price(card: int, kind: str, amount: int) -> None:
    first, second = (other for other in ("wheat", "grape", "stone") if other != kind)
    for lacking in (first, second):
        stock: Position = {"wheat": 2, "grape": 2, "stone": 2, "fish": 2, "money": 2, lacking: 0}
        t = table(hand=[card], **DEVELOPED, **stock)
        assert not t.can(f"play {card}")
        t = table(hand=[card], **DEVELOPED, **(stock | {"rose": 1}))
        assert t.can(f"play {card}")
    # What it yields cannot pay for it, and its own kind is no part of the price.
    alone: Position = {kind: 9}
    t = table(hand=[card], **DEVELOPED, **alone)
    assert not t.can(f"play {card}")


def test_44_workshop_worker_stays_and_undeveloped_land_is_refused() -> None:
    t = stocked(44, workers="b8 c5", roads="b8-b9").play("play 44")
    assert t.workshops() == {"b8"}
    assert t.workers() == {"b8", "c5"}


# -- 54 EXPANSION ------------------------------------------------------------------------------


def test_54_expansion_one_per_workshop() -> None:
    t = table(hand=[54], workshops="b8 c8", expansions="b10", workers="c8", fish=1)
    t.play("play 54")
    assert t.choices("space") == {"b8", "c8"}
    t.play("space c8")
    assert t.changes() == {"fish": -1, "reputation": 3}
    assert t.expansions() == {"b10", "c8"}
    assert t.workshops() == {"b8", "c8", "b10"}
    assert t.workers() == {"c8"}
    assert t.supply("expansions") == 3


def test_54_expansion_paid_with_one_resource_of_choice() -> None:
    t = table(hand=[54], workshops="b8", wheat=1, grape=2, stone=1, fish=1, rose=1, money=3)
    t.play("play 54")
    assert t.choices("pay") == {"wheat", "grape", "stone", "fish", "rose", "$3"}
    t.play("pay $3")
    assert t.changes() == {"money": -3, "reputation": 3}


def test_54_expansion_impossible() -> None:
    assert not table(hand=[54], wheat=1).can("play 54")
    assert not table(hand=[54], wheat=1, expansions="b8").can("play 54")
    t = table(hand=[54], workshops="b8", money=2)
    assert not t.can("play 54")
    t = table(hand=[54], wheat=1, workshops="c5", expansions="a4 a5 a6 b3 b4")
    assert not t.can("play 54")
    assert "supply" in t.why("play 54")
