"""The twelve sack cards, and the deck they come from."""

from __future__ import annotations

import pytest

from tests.resafa.table import Position, table


@pytest.mark.parametrize(
    ("card", "gain"),
    [
        ("s1", {"coin": 3}),
        ("s2", {"stone": 2}),
        ("s3", {"stone": 1, "coin": 2}),
        ("s4", {"marble": 2, "coin": 1}),
    ],
)
def test_plain_gains(card: str, gain: dict[str, int]) -> None:
    t = table(sacks=card).play(f"use {card}")
    assert t.changes() == {**gain, "sacks": -1}
    assert t.asked() == "play"


def test_s5_one_production() -> None:
    t = table(sacks="s5").play("use s5")
    assert t.choices("room") == {"a 1", "a 2", "b 1"}
    assert t.play("room a 1").changes() == {"camel": 1, "sacks": -1}


@pytest.mark.parametrize(
    ("card", "pay", "gain"),
    [
        ("s6", {"stone": 1}, {"marble": 4}),
        ("s7", {"coin": 1}, {"stone": 3}),
        ("s10", {"coin": 1}, {"camel": 1, "vp": 1}),
        ("s11", {"stone": 2}, {"vp": 5}),
    ],
)
def test_conversions(card: str, pay: dict[str, int], gain: dict[str, int]) -> None:
    rich: Position = dict(pay)
    t = table(sacks=card, **rich).play(f"use {card}")
    expected = {item: -amount for item, amount in pay.items()}
    for item, amount in gain.items():
        expected[item] = expected.get(item, 0) + amount
    assert t.changes() == {**expected, "sacks": -1}
    (item,) = pay
    poor: Position = {item: pay[item] - 1}
    assert not table(sacks=card, **poor).can(f"use {card}")


def test_s8_coins_for_goods() -> None:
    assert not table(sacks="s8", coin=2).can("use s8")
    t = table(sacks="s8", coin=3).play("use s8")
    assert t.choices("item") == {"amphora", "spice"}
    mixed = table(sacks="s8", coin=3).play("use s8", "item amphora", "item spice")
    assert mixed.changes() == {"coin": -3, "amphora": 1, "spice": 1, "sacks": -1}
    same = table(sacks="s8", coin=3).play("use s8", "item spice")
    assert same.changes() == {"coin": -3, "spice": 2, "sacks": -1}, "the second is spice, too"


def test_s9_a_stone_for_a_good() -> None:
    assert not table(sacks="s9").can("use s9")
    t = table(sacks="s9", stone=1).play("use s9", "item amphora")
    assert t.changes() == {"stone": -1, "amphora": 1, "sacks": -1}


def test_s10_at_seven_camels_still_gives_the_point() -> None:
    t = table(sacks="s10", coin=1, camel=7).play("use s10")
    assert t.changes() == {"coin": -1, "vp": 1, "sacks": -1}


def test_s12_any_step_for_a_coin() -> None:
    assert not table(sacks="s12").can("use s12")
    t = table(sacks="s12", coin=1).play("use s12", "step blue")
    assert t.changes() == {"coin": -1, "blue": 1, "sacks": -1}
    ends = {"yellow": 9, "white": 8, "blue": 5, "pink": 9}
    assert not table(sacks="s12", coin=1, tracks=ends).can("use s12")


# -- the deck ----------------------------------------------------------------------------------


def test_used_and_discarded_cards_go_under_the_deck() -> None:
    t = table(sacks="s1 s2", sack_deck="s3 s4").play("use s1")
    assert t.sack_deck() == ["s3", "s4", "s1"]
    t.play("discard s2")
    assert t.sack_deck() == ["s3", "s4", "s1", "s2"]


def test_the_deck_is_a_queue_and_never_shuffled() -> None:
    t = table(sacks="s1", sack_deck="s3 s4", bonus="b22", canals="k1 r3c3").play("use s1")
    t.colour("garden").play("sack", "use b22")
    assert t.me.sacks == ["s3", "s4"]
    assert t.sack_deck() == ["s1"]


def test_an_empty_deck_gives_no_sack() -> None:
    t = table(sack_deck="").colour("garden")
    assert not t.can("sack")
    t = table(sack_deck="", bonus="b22", canals="k1 r3c3").play("use b22")
    assert t.changes() == {"vp": 1, "stone": 1, "bonus": -1}


def test_a_card_in_use_is_not_in_the_deck_yet() -> None:
    """While its room is chosen the only other card is drawn; only then it goes under the deck."""
    t = table(sacks="s5", sack_deck="", bonus="b22", canals="k1 r3c3").play("use s5", "use b22")
    assert t.me.sacks == []
    t.play("room a 2")
    assert t.sack_deck() == ["s5"]


def test_a_discarded_sack_is_worth_a_point() -> None:
    t = table(sacks="s6").play("discard s6")
    assert t.changes() == {"sacks": -1, "vp": 1}
    assert t.points() == {"sack cards": 1}


def test_a_sack_can_be_used_at_once() -> None:
    t = table(sack_deck="s1").colour("garden").play("sack", "use s1")
    assert t.changes() == {"coin": 3}
    assert t.sack_deck() == ["s1"]
