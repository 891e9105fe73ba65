"""104 CHANNEL FESTIVAL and 110 HARVEST FESTIVAL."""

from __future__ import annotations

import pytest

from tests.faiyum.table import Position, Table, table


def pay(t: Table, *kinds: str) -> Table:
    """Pay one by one; where one answer only is possible it has been given already."""
    for kind in kinds:
        t.play(f"pay {kind}")
    return t


# -- 104 CHANNEL FESTIVAL ----------------------------------------------------------------------


def test_104_channel_festival_settlements_on_the_channel_only() -> None:
    t = table(hand=[104], settlements="c1 d3 a5", wheat=9, grape=1).play("play 104")
    pay(t, "wheat", "wheat")
    assert t.turn_over(), "b9 and a5 are not on the channel"
    assert t.changes() == {"wheat": -2, "reputation": 2}


def test_104_channel_festival_the_dams_ends_are_on_the_channel() -> None:
    t = table(hand=[104], settlements="c10", wheat=1).play("play 104")
    assert t.changes() == {"wheat": -1, "reputation": 1}


def test_104_channel_festival_towns_are_supplied_first() -> None:
    t = table(hand=[104], settlements="c1 d3", towns="c5 d7", palaces="d9", wheat=2, fish=3)
    pay(t.play("play 104"), "wheat", "fish", "fish").play("done")
    assert t.changes() == {"wheat": -1, "fish": -2, "reputation": 6}
    t = table(hand=[104], settlements="c1 d3", towns="c5", wheat=2, fish=1)
    pay(t.play("play 104"), "wheat", "wheat", "fish")
    assert t.changes() == {"wheat": -2, "fish": -1, "reputation": 4}


def test_104_channel_festival_at_least_one_at_most_nine() -> None:
    ten = "c1 c3 c5 c7 c10 d1 d3 d5 d7 d9"
    t = table(hand=[104], settlements=ten, grape=10, stone=9).play("play 104")
    assert not t.can("done")
    pay(t, *["stone"] * 9)
    assert t.turn_over()
    assert t.changes() == {"stone": -9, "reputation": 9}


def test_104_channel_festival_roses_and_one_three_dollars() -> None:
    t = table(hand=[104], settlements="c1 c3 c5 c7", rose=1, money=9).play("play 104")
    assert t.choices("pay") == {"rose", "$3"}
    pay(t, "rose", "$3")
    assert t.turn_over(), "$3 only once"
    assert t.changes() == {"rose": -1, "money": -3, "reputation": 2}


@pytest.mark.parametrize("card", [104, 110, 114])
def test_fish_first_does_not_end_the_payment(card: int) -> None:
    position: Position = {"settlements": "c1 c3 c5", "roads": "c1-c2 c2-c3 c3-c4 c4-c5"}
    t = table(hand=[card], **position, wheat=1, grape=1, fish=1, rose=1, money=3)
    t.play(f"play {card}")
    if card == 114:
        t.play("space b2")
    ways = {"wheat", "grape", "fish", "rose", "$3"}
    for way in ("fish", "$3") if card != 114 else ("fish", "$3", "rose", "wheat"):
        assert t.choices("pay") == ways
        t.play(f"pay {way}")
        ways.remove(way)
    assert t.choices("pay") == ways
    assert t.can("done")
    t.play("pay grape")
    assert t.turn_over()


def test_one_by_one_the_last_of_all_is_paid_without_a_further_question() -> None:
    t = table(hand=[104], settlements="c1 c3 c5", fish=1, wheat=1).play("play 104", "pay fish")
    assert t.offers() == ["pay wheat", "done"]
    t.play("pay wheat")
    assert t.turn_over()


def test_104_channel_festival_impossible() -> None:
    t = table(hand=[104], settlements="a5", wheat=3)
    assert not t.can("play 104")
    assert t.why("play 104")
    t = table(hand=[104], settlements="c5", money=2)
    assert not t.can("play 104")
    assert t.why("play 104")


# -- 110 HARVEST FESTIVAL ----------------------------------------------------------------------


def test_110_harvest_festival_a_lone_settlement_is_a_group() -> None:
    t = table(hand=[110], wheat=3).play("play 110")
    assert t.changes() == {"wheat": -1, "reputation": 1}


def test_110_harvest_festival_connected_settlements_only() -> None:
    # a5 - a6 - a7 (site) - a8 - b8 - b9: joined through the pyramid. e5 and c1 stand alone.
    t = table(
        hand=[110], settlements="a5 e5 c1", roads="a5-a6 a6-a7 a7-a8 a8-b8 b8-b9", wheat=9, fish=1
    )
    pay(t.play("play 110"), "wheat", "wheat")
    assert t.turn_over(), "the group has two settlements"
    assert t.changes() == {"wheat": -2, "reputation": 2}


def test_110_harvest_festival_over_bridges_and_the_dam() -> None:
    # b9 - c9 - c10 = dam = d10 - d9; c4 = bridge = d4 is a group of its own.
    t = table(
        hand=[110],
        settlements="d9 c4 d4",
        roads="b9-c9 c9-c10 d9-d10",
        bridges="c4-d4",
        grape=9,
        fish=1,
    )
    pay(t.play("play 110"), "grape", "grape")
    assert t.turn_over()
    assert t.changes() == {"grape": -2, "reputation": 2}


def test_110_harvest_festival_best_group_for_the_number_paid() -> None:
    # A group of three with a town (c1 - c2 - c3, then c4, c5) and a lone palace town at f6.
    position: Position = {
        "settlements": "c1 c3",
        "towns": "c5 f6",
        "roads": "c1-c2 c2-c3 c3-c4 c4-c5",
    }
    for paid, reputation in ((1, 2), (2, 3), (3, 4)):
        t = table(hand=[110], wheat=3, fish=1, **position).play("play 110")
        pay(t, *["wheat"] * paid)
        if paid < 3:
            t.play("done")
        assert t.changes() == {"wheat": -paid, "reputation": reputation}
        assert t.turn_over()


def test_110_harvest_festival_never_two_groups() -> None:
    t = table(
        hand=[110],
        towns="c1 c3 f6",
        roads="c1-c2 c2-c3",
        wheat=9,
        fish=9,
    )
    pay(t.play("play 110"), "wheat", "wheat")
    assert t.turn_over(), "the third town is not connected with the two others"
    assert t.changes() == {"wheat": -2, "reputation": 4}


def test_110_harvest_festival_takes_no_stone() -> None:
    t = table(hand=[110], stone=9, money=2)
    assert not t.can("play 110")
    assert t.why("play 110")
    t = table(hand=[110], stone=9, money=3).play("play 110")
    assert t.changes() == {"money": -3, "reputation": 1}, "$3 may stand for wheat"


@pytest.mark.parametrize("towns", ["", "c1 d1"])
def test_110_harvest_festival_at_most_ten(towns: str) -> None:
    large = "c1 c3 c5 c7"
    small = "d1 d3 d5 d7 d9"
    roads = (
        "c1-c2 c2-c3 c3-c4 c4-c5 c5-c6 c6-c7 c7-b8 b8-b9 b9-c9 c9-c10 "
        "d1-d2 d2-d3 d3-d4 d4-d5 d5-d6 d6-d7 d7-d8 d8-d9 d9-d10 e5-d5 f5-e5"
    )
    t = table(hand=[110], settlements=f"{large} {small} f5", towns=towns, roads=roads, fish=20)
    assert len(t.settlements()) == 11
    t.play("play 110")
    pay(t, *["fish"] * 9)
    assert t.turn_over(), "the first was paid at once, being the only answer"
    assert t.changes() == {"fish": -10, "reputation": 10 + len(towns.split())}
