"""12 SACRIFICE, 72 MONUMENT, 108 MASONS' WORK."""

from __future__ import annotations

import pytest

from tests.faiyum.table import FARMER, SETTLEMENT, TWO_ROADS, table

SITES = {"a7", "b2", "e2", "e9"}
FULL = {"a7": 5, "b2": 2, "e2": 3, "e9": 5}


# -- building sites ----------------------------------------------------------------------------


@pytest.mark.parametrize(("site", "limit"), [("b2", 2), ("e2", 3), ("a7", 5), ("e9", 5)])
@pytest.mark.parametrize("card", [12, 72, 108])
def test_blocks_up_to_the_limit_of_the_site(card: int, site: str, limit: int) -> None:
    t = table(hand=[card, FARMER], stone=1, wheat=1, money=4, blocks={site: limit - 1})
    assert site in {item.split()[1] for item in t.options_after(f"play {card}")}
    t = table(hand=[card, FARMER], stone=1, wheat=1, money=4, blocks={site: limit})
    assert t.play(f"play {card}").choices("space") == SITES - {site}


@pytest.mark.parametrize("card", [12, 72, 108])
def test_blocks_all_fifteen_placed(card: int) -> None:
    t = table(hand=[card, FARMER], stone=9, money=9, blocks=FULL)
    assert t.supply("blocks") == 0
    assert not t.can(f"play {card}")
    assert t.why(f"play {card}")


# -- 12 SACRIFICE ------------------------------------------------------------------------------


def test_12_sacrifice_card_from_the_hand() -> None:
    t = table(hand=[12, 26, FARMER, FARMER], stack=[TWO_ROADS], workers="b2")
    t.play("play 12", "space b2")
    assert t.choices("hand") == {"farmer", "26"}, "equal cards are offered once"
    assert t.choices("stack") == {"1"}
    assert t.can("this")
    t.play("hand farmer")
    assert t.changes() == {"reputation": 1, "money": 3}
    assert t.blocks("b2") == 1
    assert t.workers() == {"b2"}
    assert t.seat(0).hand == [FARMER, 26]
    assert t.seat(0).stack == [TWO_ROADS, 12]


def test_12_sacrifice_card_from_the_stack_keeps_the_order() -> None:
    t = table(hand=[12], stack=[4, FARMER, 26, TWO_ROADS])
    t.play("play 12", "space a7")
    assert t.choices("stack") == {"1", "2", "3", "4"}, "counted from the top"
    t.play("stack 3")
    assert t.seat(0).stack == [4, 26, TWO_ROADS, 12]
    assert t.changes() == {"reputation": 1, "money": 3}


def test_12_sacrifice_equal_neighbours_in_the_stack_once_per_run() -> None:
    t = table(hand=[12], stack=[FARMER, FARMER, 4, FARMER])
    t.play("play 12", "space a7")
    assert t.choices("stack") == {"1", "2", "3"}
    t.play("stack 3")
    assert t.seat(0).stack == [FARMER, 4, FARMER, 12]


def test_12_sacrifice_itself() -> None:
    t = table(hand=[12, FARMER], stack=[4]).play("play 12", "space e9", "this")
    assert t.seat(0).hand == [FARMER]
    assert t.seat(0).stack == [4]
    assert t.changes() == {"reputation": 1, "money": 3}
    assert t.match.view(None)["gone"].count(12) == 1


def test_12_sacrifice_with_no_other_card() -> None:
    t = table(hand=[12], other_hand=[FARMER] * 3).play("play 12", "space e9")
    assert t.seat(0).stack == []
    assert t.seat(0).hand == []


def test_12_sacrifice_cost_nothing_else() -> None:
    t = table(hand=[12, SETTLEMENT]).play("play 12", "space e2", "hand settlement")
    assert t.changes() == {"reputation": 1, "money": 3}


# -- 72 MONUMENT -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3])
def test_72_monument_two_reputation_for_each_block(number: int) -> None:
    t = table(hand=[72], stone=5).play("play 72")
    assert not t.can("done")
    for site in ["a7", "e2", "a7"][:number]:
        t.play(f"space {site}")
    if number < 3:
        t.play("done")
    assert t.turn_over()
    assert t.changes() == {"stone": -number, "reputation": 2 * number}
    assert t.blocks("a7") == (2 if number == 3 else 1)


def test_72_monument_all_on_one_site() -> None:
    t = table(hand=[72], stone=3).play("play 72", "space e2", "space e2", "space e2")
    assert t.blocks("e2") == 3
    assert t.changes() == {"stone": -3, "reputation": 6}


def test_72_monument_never_over_the_limit() -> None:
    t = table(hand=[72], stone=3).play("play 72", "space b2", "space b2")
    assert t.choices("space") == {"a7", "e2", "e9"}


def test_72_monument_no_more_than_can_be_paid() -> None:
    t = table(hand=[72], stone=1, wheat=9, fish=9).play("play 72", "space a7")
    assert t.turn_over()
    assert t.changes() == {"stone": -1, "reputation": 2}
    t = table(hand=[72], wheat=9, grape=9, fish=9, money=2)
    assert not t.can("play 72")
    assert t.why("play 72")


def test_72_monument_paid_with_roses_and_one_three_dollars() -> None:
    t = table(hand=[72], rose=1, money=9).play("play 72", "space a7", "space a7")
    assert t.turn_over(), "a rose and $3 make two blocks"
    assert t.changes() == {"rose": -1, "money": -3, "reputation": 4}
    t = table(hand=[72], stone=2, rose=2, money=3).play("play 72", "space a7", "space a7", "done")
    ways = {"2stone", "stone+rose", "stone+$3", "2rose", "rose+$3"}
    assert t.choices("pay") == ways, "whole payments in one question, each once"
    t.play("pay rose+$3")
    assert t.changes() == {"rose": -1, "money": -3, "reputation": 4}


def test_72_monument_last_blocks_of_all() -> None:
    t = table(hand=[72], stone=3, blocks=FULL | {"b2": 1}).play("play 72")
    assert t.turn_over()
    assert t.changes() == {"stone": -1, "reputation": 2}
    assert t.supply("blocks") == 0


# -- 108 MASONS' WORK --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "reputation"),
    [
        ("wheat", 1),
        ("wheat+fish", 3),
        ("wheat+grape+fish", 5),
        ("wheat+grape+stone+fish", 10),
        ("wheat+grape+stone+fish+rose", 15),
        ("wheat+4rose", 15),
        ("5rose", 15),
        ("rose", 1),
        ("2rose", 3),
        ("$3", 1),
        ("fish+$3", 3),
        ("grape+stone+fish+$3", 10),
        ("grape+stone+fish+rose+$3", 15),
    ],
)
def test_108_masons_work_by_number_of_different_resources(way: str, reputation: int) -> None:
    t = table(hand=[108], wheat=2, grape=2, stone=2, fish=2, rose=5, money=6)
    t.play("play 108", "space a7", f"pay {way}")
    paid = {"money": -6 if "$3" in way else -3}
    for part in way.split("+"):
        kind = part.lstrip("012345")
        if kind != "$3":
            paid[kind] = -int(part[: len(part) - len(kind)] or 1)
    assert t.changes() == paid | {"reputation": reputation}
    assert t.blocks("a7") == 1


def test_108_masons_work_three_dollars_stand_for_a_basic_resource_that_was_not_paid() -> None:
    t = table(hand=[108], wheat=1, grape=1, stone=1, fish=1, rose=1, money=6)
    ways = t.play("play 108", "space a7").choices("pay")
    assert "grape+stone+fish+rose+$3" in ways
    with_all = [way for way in ways if way.startswith("wheat+grape+stone")]
    assert len(with_all) == 4
    assert not [way for way in with_all if "$3" in way]


def test_108_masons_work_never_two_of_a_basic_kind_and_at_most_five() -> None:
    t = table(hand=[108], wheat=9, grape=9, stone=9, fish=9, rose=9, money=9)
    t.play("play 108", "space a7")
    for way in t.choices("pay"):
        parts = way.split("+")
        assert not {f"2{kind}" for kind in ("wheat", "grape", "stone", "fish")} & set(parts)
        units = sum(int(p[0]) if p[0].isdigit() else 1 for p in parts)
        assert 1 <= units <= 5
    assert len(t.choices("pay")) == len(set(t.choices("pay")))


def test_108_masons_work_needs_three_dollars_and_a_resource() -> None:
    assert not table(hand=[108], wheat=1, money=2).can("play 108")
    t = table(hand=[108], money=5)
    assert not t.can("play 108")
    assert t.why("play 108")
    t = table(hand=[108], money=6).play("play 108", "space b2")
    assert t.changes() == {"money": -6, "reputation": 1}, "$3 and another $3 for a resource"


def test_108_masons_work_replacement_needs_three_more_dollars() -> None:
    t = table(hand=[108], wheat=1, money=5).play("play 108", "space b2")
    assert t.changes() == {"wheat": -1, "money": -3, "reputation": 1}
