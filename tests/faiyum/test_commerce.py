"""Cards that send a worker to a settlement, town, workshop or building site."""

from __future__ import annotations

from typing import Any

import pytest

from tests.faiyum.table import Position, Table, table

SUPPLIERS = [
    (14, "wheat", 2),
    (16, "grape", 2),
    (18, "stone", 2),
    (66, "wheat", 3),
    (68, "grape", 3),
    (70, "stone", 3),
]
AT_SETTLEMENTS = [14, 16, 18, 24, 28, 30, 32, 34, 66, 68, 70, 82]
AT_SITES = [94, 96, 114, 116]
AT_TOWNS = [106, 112]
AT_WORKSHOPS = [56, 90]
SITES = {"a7", "b2", "e2", "e9"}
RICH: Position = {
    "money": 40,
    "reputation": 9,
    "wheat": 3,
    "grape": 3,
    "stone": 3,
    "fish": 3,
    "rose": 3,
}


def rich(card: int, **position: Any) -> Table:
    return table(hand=[card], **RICH, **position)


# -- where the worker goes ---------------------------------------------------------------------


@pytest.mark.parametrize("card", AT_SETTLEMENTS)
def test_commerce_worker_on_any_settlement_without_one(card: int) -> None:
    t = rich(card, settlements="c4 f6", towns="e5", workers="c4").play(f"play {card}")
    assert t.choices("space") == {"b9", "f6", "e5"}
    t = rich(card, settlements="c4", prone="b9").play(f"play {card}")
    assert "c4" in t.workers(), "the only one without a worker"


@pytest.mark.parametrize("card", AT_SETTLEMENTS)
def test_commerce_no_settlement_without_worker(card: int) -> None:
    t = rich(card, settlements="c4", workers="c4", prone="b9")
    assert not t.can(f"play {card}")
    assert "settlement" in t.why(f"play {card}")


@pytest.mark.parametrize("card", AT_SITES)
def test_commerce_worker_on_any_site_without_one(card: int) -> None:
    t = rich(card, workers="a7", prone="b2").play(f"play {card}")
    assert t.choices("space") == {"e2", "e9"}
    t = rich(card, workers="a7 e2 e9", prone="b2")
    assert not t.can(f"play {card}")
    assert "site" in t.why(f"play {card}")


@pytest.mark.parametrize("card", AT_TOWNS)
def test_commerce_worker_on_any_town_without_one(card: int) -> None:
    t = rich(card, settlements="f6", towns="c4 e5 d7", workers="d7").play(f"play {card}")
    assert t.choices("space") == {"c4", "e5"}
    t = rich(card, settlements="f6", towns="d7", workers="d7")
    assert not t.can(f"play {card}")
    assert "town" in t.why(f"play {card}")


@pytest.mark.parametrize("card", AT_WORKSHOPS)
def test_commerce_worker_on_any_workshop_without_one(card: int) -> None:
    t = rich(card, workshops="c4 f6", expansions="e6", workers="f6").play(f"play {card}")
    assert t.choices("space") == {"c4", "e6"}
    t = rich(card, workshops="f6", workers="f6")
    assert not t.can(f"play {card}")
    assert "workshop" in t.why(f"play {card}")


# -- 14 to 18, 66 to 70: suppliers and traders of one kind -------------------------------------


@pytest.mark.parametrize(("card", "kind", "amount"), SUPPLIERS)
def test_14_18_66_70_supplier_gains_its_kind_wherever_it_stands(
    card: int, kind: str, amount: int
) -> None:
    for space in ("c4", "e5", "b9"):
        t = table(hand=[card], settlements="c4 e5").play(f"play {card}", f"space {space}")
        assert t.changes() == {kind: amount}
        assert t.workers() == {space}
        assert t.supply("workers") == 29


# -- 24 TRADER ---------------------------------------------------------------------------------


def test_24_trader_swaps_one_to_three_resources_for_roses() -> None:
    t = table(hand=[24], wheat=1, stone=2, fish=1).play("play 24")
    assert t.choices("pay") == {
        "wheat",
        "stone",
        "fish",
        "wheat+stone",
        "wheat+fish",
        "2stone",
        "stone+fish",
        "wheat+2stone",
        "wheat+stone+fish",
        "2stone+fish",
    }
    t.play("pay 2stone+fish")
    assert t.changes() == {"stone": -2, "fish": -1, "rose": 3}
    assert t.workers() == {"b9"}


def test_24_trader_three_dollars_stand_for_one_basic_resource() -> None:
    t = table(hand=[24], grape=1, money=7).play("play 24")
    assert t.choices("pay") == {"grape", "$3", "grape+$3"}
    t.play("pay grape+$3")
    assert t.changes() == {"grape": -1, "money": -3, "rose": 2}


def test_24_trader_rose_for_rose_at_most_alone() -> None:
    t = table(hand=[24], grape=1, rose=5).play("play 24")
    assert {way for way in t.choices("pay") if "rose" in way} <= {"rose"}
    assert "grape" in t.choices("pay")


def test_24_trader_with_nothing_to_swap() -> None:
    t = table(hand=[24], money=2)
    assert not t.can("play 24")
    assert t.why("play 24")


# -- 28 SUPPLIER, 82 SENIOR SUPPLIER -----------------------------------------------------------


@pytest.mark.parametrize(("card", "amount", "ways"), [(28, 2, 10), (82, 3, 20)])
def test_28_82_supplier_gains_resources_of_choice_never_roses(
    card: int, amount: int, ways: int
) -> None:
    t = table(hand=[card]).play(f"play {card}")
    offered = t.choices("gain")
    assert len(offered) == ways, "every mix of four kinds, each offered once"
    assert not any("rose" in way for way in offered)
    assert f"{amount}fish" in offered


def test_28_supplier_same_or_different() -> None:
    t = table(hand=[28]).play("play 28", "gain 2fish")
    assert t.changes() == {"fish": 2}
    t = table(hand=[28]).play("play 28", "gain wheat+stone")
    assert t.changes() == {"wheat": 1, "stone": 1}


def test_82_senior_supplier_three() -> None:
    t = table(hand=[82]).play("play 82", "gain 2grape+fish")
    assert t.changes() == {"grape": 2, "fish": 1}
    t = table(hand=[82]).play("play 82", "gain wheat+grape+stone")
    assert t.changes() == {"wheat": 1, "grape": 1, "stone": 1}


# -- 30 MARKETER -------------------------------------------------------------------------------


@pytest.mark.parametrize(("money", "ways"), [(1, 4), (2, 4 + 10), (3, 4 + 10 + 20), (9, 34)])
def test_30_marketer_one_to_three_for_a_dollar_each(money: int, ways: int) -> None:
    t = table(hand=[30], money=money).play("play 30")
    assert len(t.choices("gain")) == ways
    assert not any("rose" in way for way in t.choices("gain"))
    t.play("gain fish")
    assert t.changes() == {"fish": 1, "money": -1}


def test_30_marketer_three() -> None:
    t = table(hand=[30], money=3).play("play 30", "gain wheat+2stone")
    assert t.changes() == {"wheat": 1, "stone": 2, "money": -3}


def test_30_marketer_without_money() -> None:
    t = table(hand=[30], wheat=5)
    assert not t.can("play 30")
    assert t.why("play 30")


# -- 32 PERFUMER -------------------------------------------------------------------------------


@pytest.mark.parametrize(("roses", "most"), [(2, 2), (3, 3), (5, 3)])
def test_32_perfumer_five_dollars_a_rose(roses: int, most: int) -> None:
    t = table(hand=[32], rose=roses, wheat=4).play("play 32")
    assert t.choices("number") == {str(i) for i in range(1, most + 1)}
    t.play(f"number {most}")
    assert t.changes() == {"rose": -most, "money": 5 * most}


def test_32_perfumer_one_rose_and_none() -> None:
    t = table(hand=[32], rose=1).play("play 32")
    assert t.changes() == {"rose": -1, "money": 5}
    t = table(hand=[32], wheat=3, money=9)
    assert not t.can("play 32")
    assert "rose" in t.why("play 32")


# -- 34 CROOK ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("reputation", "most"), [(2, 2), (3, 3), (50, 3)])
def test_34_crook_four_dollars_for_each_reputation(reputation: int, most: int) -> None:
    t = table(hand=[34], reputation=reputation).play("play 34")
    assert t.choices("number") == {str(i) for i in range(1, most + 1)}
    t.play(f"number {most}")
    assert t.changes() == {"reputation": -most, "money": 4 * most}


def test_34_crook_never_below_zero() -> None:
    t = table(hand=[34], reputation=1).play("play 34")
    assert t.changes() == {"reputation": -1, "money": 4}
    t = table(hand=[34])
    assert not t.can("play 34")
    assert "reputation" in t.why("play 34")


# -- 56 ASSISTANT ------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "kind"), [("c5", "wheat"), ("c4", "grape"), ("e5", "stone")])
@pytest.mark.parametrize("expanded", [False, True])
def test_56_assistant_three_of_the_workshops_kind(space: str, kind: str, expanded: bool) -> None:
    t = table(hand=[56], workshops="c5 c4 e5", expansions=space if expanded else "")
    t.play("play 56", f"space {space}")
    assert t.changes() == {kind: 3}, "an expansion changes nothing"
    assert t.workers() == {space}


# -- 90 TAX COLLECTOR, 106 JUGGLER -------------------------------------------------------------


def test_90_tax_collector_a_dollar_for_each_workshop_and_town() -> None:
    t = table(hand=[90], workshops="c5", expansions="c4", towns="d7 d3", palaces="a5", workers="c5")
    t.play("play 90")
    assert t.changes() == {"money": 2 + 3}, "an expanded workshop counts once"
    assert t.workers() == {"c5", "c4"}


def test_106_juggler_three_dollars_for_each_town() -> None:
    t = table(hand=[106], settlements="f6", towns="d7 d3", palaces="a5", workshops="c5")
    t.play("play 106", "space d3")
    assert t.changes() == {"money": 9}
    assert t.workers() == {"d3"}


# -- 94 BANQUET --------------------------------------------------------------------------------


def test_94_banquet_wheat_grape_fish_and_six_dollars() -> None:
    t = table(hand=[94], wheat=1, grape=1, fish=1, money=6).play("play 94", "space a7")
    assert t.changes() == {"wheat": -1, "grape": -1, "fish": -1, "money": -6, "reputation": 8}
    assert t.workers() == {"a7"}


@pytest.mark.parametrize(
    "stock",
    [
        {"wheat": 1, "grape": 1, "fish": 1, "money": 5},
        {"wheat": 1, "grape": 1, "stone": 9, "money": 9},  # $3 never replace fish
        {"wheat": 1, "fish": 1, "stone": 9, "money": 8},
        {"fish": 1, "money": 20},  # $3 only once
    ],
)
def test_94_banquet_cannot_be_paid(stock: Position) -> None:
    t = table(hand=[94], **stock)
    assert not t.can("play 94")
    assert t.why("play 94")


def test_94_banquet_rose_for_fish_and_three_dollars_for_grape() -> None:
    t = table(hand=[94], wheat=1, rose=1, money=9).play("play 94", "space e2")
    assert t.changes() == {"wheat": -1, "rose": -1, "money": -9, "reputation": 8}


# -- 98 BAKER, 100 VINTNER, 102 STONEMASON -----------------------------------------------------


@pytest.mark.parametrize(
    ("card", "kind", "space"), [(98, "wheat", "c5"), (100, "grape", "c4"), (102, "stone", "e5")]
)
def test_98_102_baker_vintner_stonemason(card: int, kind: str, space: str) -> None:
    stock: Position = {kind: 2}
    t = table(hand=[card], workshops="c5 c4 e5", **stock).play(f"play {card}")
    assert t.changes() == {kind: -1, "reputation": 2, "money": 5}
    assert t.workers() == {space}


@pytest.mark.parametrize(("card", "others"), [(98, "c4 e5"), (100, "c5 e5"), (102, "c5 c4")])
def test_98_102_need_a_workshop_of_their_kind(card: int, others: str) -> None:
    t = rich(card, workshops=others)
    assert not t.can(f"play {card}")
    assert "workshop" in t.why(f"play {card}")


@pytest.mark.parametrize(("card", "kind"), [(98, "wheat"), (100, "grape"), (102, "stone")])
def test_98_102_paying(card: int, kind: str) -> None:
    others: Position = {"wheat": 5, "grape": 5, "stone": 5, "fish": 5, kind: 0}
    t = table(hand=[card], workshops="c5 c4 e5", money=2, **others)
    assert not t.can(f"play {card}"), "the $5 it brings come too late"
    t = table(hand=[card], workshops="c5 c4 e5", money=3, rose=1, **others)
    t.play(f"play {card}")
    assert t.choices("pay") == {"rose", "$3"}
    t.play("pay $3")
    assert t.changes() == {"money": 2, "reputation": 2}


# -- 112 PHARAOH -------------------------------------------------------------------------------


def test_112_pharaoh_lone_town_counts_itself() -> None:
    t = table(hand=[112], towns="c4").play("play 112")
    assert t.changes() == {"reputation": 2}
    assert t.workers() == {"c4"}


def test_112_pharaoh_direct_neighbours_only() -> None:
    # c5 - b6 - a7 (pyramid with 3 blocks) - a6 - a5: a5 is beyond the pyramid.
    t = table(
        hand=[112],
        towns="c5",
        settlements="a5 c3",
        roads="c5-b6 b6-a7 a6-a7 a5-a6 c4-c5 c3-c4",
        blocks={"a7": 3, "b2": 2},
    )
    t.play("play 112")
    assert t.changes() == {"reputation": 2 + 3 + 1}


def test_112_pharaoh_site_without_blocks_gives_nothing() -> None:
    t = table(hand=[112], towns="c5", roads="c5-b6 b6-a7").play("play 112")
    assert t.changes() == {"reputation": 2}


def test_112_pharaoh_each_neighbour_once_over_workshops_and_bridges() -> None:
    t = table(
        hand=[112],
        towns="c4 d6",
        bridges="c4-d4 c4-d3",
        roads="d4-d5 d5-d6 d3-e3 e3-e4 e4-e5 e5-d6",
        workshops="d5",
        workers="d6",
    )
    t.play("play 112")
    assert t.changes() == {"reputation": 2 + 2}


# -- 114 MUMMY ---------------------------------------------------------------------------------


def test_114_mummy_one_reputation_for_each_resource_and_block() -> None:
    t = table(hand=[114], wheat=2, fish=1, rose=1, blocks={"a7": 4, "e2": 1})
    t.play("play 114", "space a7", "pay wheat", "pay wheat", "pay fish", "done")
    assert t.changes() == {"wheat": -2, "fish": -1, "reputation": 3 + 4}
    t = table(hand=[114], wheat=2, blocks={"a7": 4, "e2": 1})
    t.play("play 114", "space e2", "done")
    assert t.changes() == {"wheat": -1, "reputation": 2}, "the first has to be paid"


def test_114_mummy_at_least_one_at_most_ten() -> None:
    t = table(hand=[114], wheat=11, stone=1).play("play 114", "space b2")
    assert not t.can("done")
    for _ in range(10):
        t.play("pay wheat")
    assert t.turn_over()
    assert t.changes() == {"wheat": -10, "reputation": 10}


def test_114_mummy_roses_and_three_dollars_pay_too() -> None:
    t = table(hand=[114], rose=2, money=7, blocks={"b2": 2}).play("play 114", "space b2")
    assert t.choices("pay") == {"rose", "$3"}
    t.play("pay rose", "pay rose", "pay $3")
    assert t.turn_over(), "$3 replace one resource only"
    assert t.changes() == {"rose": -2, "money": -3, "reputation": 5}


def test_114_mummy_with_nothing_to_pay() -> None:
    t = table(hand=[114], money=2, blocks={"a7": 5})
    assert not t.can("play 114")
    assert t.why("play 114")


# -- 116 TREASURER -----------------------------------------------------------------------------


@pytest.mark.parametrize(("money", "most"), [(4, 2), (5, 2), (24, 12), (40, 12)])
def test_116_treasurer_a_reputation_for_two_dollars(money: int, most: int) -> None:
    t = table(hand=[116], money=money).play("play 116", "space e9")
    assert t.choices("number") == {str(i) for i in range(1, most + 1)}
    t.play(f"number {most}")
    assert t.changes() == {"money": -2 * most, "reputation": most}
    assert t.workers() == {"e9"}


def test_116_treasurer_needs_two_dollars() -> None:
    t = table(hand=[116], money=1, wheat=9)
    assert not t.can("play 116")
    assert t.why("play 116")
