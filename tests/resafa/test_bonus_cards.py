"""The 24 bonus cards. Those for sales are in test_trading.py, more of canals in test_canals.py."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.resafa.reference import EDITION
from tests.resafa.table import table

TOKENS = "square scarab garden:square canal:scarab"


def test_every_effect_three_times() -> None:
    copies = Counter({card["id"]: sum(c["count"] for c in card["copies"])
                      for card in EDITION["bonus_cards"]})  # fmt: skip
    assert copies == {f"b{number}": 3 for number in range(1, 25)}


def test_a_used_card_leaves_the_game() -> None:
    t = table(bonus="b4 b4").play("use b4")
    assert t.me.bonus == ["b4"]
    t.play("use b4")
    assert t.me.bonus == []
    assert not t.choices("use")


def test_b1_one_production() -> None:
    t = table(bonus="b1").play("use b1")
    assert t.choices("room") == {"a 1", "a 2", "b 1"}
    t.play("room b 1")
    assert t.changes() == {"stone": 3, "bonus": -1}
    assert t.asked() == "play"


def test_b2_for_the_sale_of_amphoras() -> None:
    t = table(coin=1, amphora=3, camel=3, bonus="b2", trading="ctesiphon b1 b").act("trading")
    t.play("go ctesiphon", "load 3 amphora", "sell 3", "with b2")
    assert t.changes() == {
        "coin": -1 + 3 + 4, "vp": 6 + 2, "amphora": -3, "bonus": -1
    }  # fmt: skip


def test_b3_for_the_sale_of_marble() -> None:
    t = table(coin=3, marble=1, bonus="b3", trading="masqat b4 a").act("trading")
    t.play("go masqat", "load 1 marble", "sell 1", "with b3")
    assert t.changes() == {"coin": -3 + 1 + 2 + 2, "vp": 3 + 2 + 1, "marble": -1, "bonus": -1}


def test_b4_an_amphora() -> None:
    assert table(bonus="b4").play("use b4").changes() == {"amphora": 1, "bonus": -1}


def test_b5_a_coin_for_two_marble_in_a_canal_action() -> None:
    t = table(3, coin=4, bonus="b5").act("canal").play("with b5", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -1 - 3, "vp": 3, "bonus": -1}
    t = table(3, coin=4, bonus="b5").act("canal")
    assert "k7" not in t.choices("canal")


def test_b5_is_an_exchange_not_a_discount() -> None:
    """What is not needed stays."""
    t = table(3, coin=4, marble=2, bonus="b5").act("canal")
    t.play("with b5", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -1 - 3, "vp": 3, "bonus": -1}
    assert t.me.marble == 2


def test_b6_a_stone_and_a_step_on_the_pink_track() -> None:
    t = table(bonus="b6").play("use b6")
    assert t.changes() == {"stone": 1, "bonus": -1}
    t.play("step pink")
    assert t.changes() == {"stone": 1, "pink": 1, "bonus": -1}
    t = table(bonus="b6").play("use b6", "decline")
    assert t.changes() == {"stone": 1, "bonus": -1}, "part of it is enough"
    t = table(bonus="b6", tracks={"pink": 9}).play("use b6")
    assert t.changes() == {"stone": 1, "bonus": -1}
    t = table(bonus="b6", round=5, tracks={"pink": 2}).play("use b6", "step pink", "open")
    assert t.changes() == {"stone": 1, "pink": 1, "coin": 1, "vp": 1, "bonus": -1}


def test_b7_a_square_token() -> None:
    assert table(bonus="b7").play("use b7").changes() == {"squares": 1, "bonus": -1}


def test_b8_a_small_garden_for_a_stone_without_green_bonuses() -> None:
    assert not table(bonus="b8").can("use b8")
    t = table(bonus="b8", stone=1, coin=1).play("use b8", "square i8")
    assert t.choices("lay") == {"small top", "small bottom", "small left", "small right"}
    t.play("lay small top")
    assert t.changes() == {"stone": -1, "bonus": -1}
    assert t.me.gardens == 1


def test_b8_a_filled_square_is_rewarded_all_the_same() -> None:
    t = table(bonus="b8", stone=1, gardens="i8 large top").play("use b8", "square i8")
    assert t.changes() == {"stone": -1, "bonus": -1}, "no green bonuses"
    t.play("step pink")
    assert t.me.full_squares == 1


def test_b9_a_small_garden_for_two_coins_and_a_stone() -> None:
    for coin, stone in ((1, 1), (2, 0)):
        assert not table(bonus="b9", coin=coin, stone=stone).can("use b9")
    t = table(bonus="b9", stone=1, coin=2).play("use b9", "square i8", "lay small top")
    assert t.changes() == {"stone": -1, "coin": -2, "vp": 1, "bonus": -1}


def test_b10_a_marble_and_a_coin_off_a_canal() -> None:
    t = table(3, coin=2, marble=1, bonus="b10").act("canal")
    t.play("with b10", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -2, "marble": -1, "vp": 3, "bonus": -1}


def test_b10_twice_off_a_space_with_a_discount() -> None:
    """Discounts add up, and never below zero."""
    t = table(3, coin=3, marble=2, bonus="b10 b10").act("canal")
    t.play("with b10", "with b10", "canal k3", "space r2c3")
    assert t.changes() == {"vp": 4, "bonus": -2}


def test_b11_flip_and_sack() -> None:
    t = table(coin=1, bonus="b11", sack_deck="s9").act("trading").play("go ctesiphon", "with b11")
    assert t.changes() == {"coin": -1, "sacks": 1, "bonus": -1}
    t.play("flip")
    assert t.trading_tile("ctesiphon") == "b1 b"


def test_b12_a_coin_and_a_camel() -> None:
    assert table(bonus="b12").play("use b12").changes() == {"coin": 1, "camel": 1, "bonus": -1}
    t = table(bonus="b12", camel=7).play("use b12")
    assert t.changes() == {"coin": 1, "bonus": -1}


@pytest.mark.parametrize("workshops", ["w1-01 g7, w1-02 i7", "w1-01 g7, w1-02 i7, w1-03 g9"])
def test_b13_with_five_workshops(workshops: str) -> None:
    t = table(bonus="b13", workshops=workshops, sack_deck="s3 s4 s5")
    if workshops.count("w1") < 3:
        assert not t.can("use b13")
        return
    t.play("use b13")
    assert t.changes() == {"sacks": 2, "vp": 2, "coin": 1, "bonus": -1}
    assert t.me.sacks == ["s3", "s4"]


def test_b14_any_step() -> None:
    t = table(bonus="b14").play("use b14")
    assert t.choices("step") == {"yellow", "white", "blue", "pink"}
    assert not t.can("decline"), "it was used for that"
    assert t.play("step white").changes() == {"white": 1, "bonus": -1}
    ends = {"yellow": 9, "white": 8, "blue": 5, "pink": 9}
    assert not table(bonus="b14", tracks=ends).can("use b14")


def test_b15_two_stone() -> None:
    assert table(bonus="b15").play("use b15").changes() == {"stone": 2, "bonus": -1}


def test_b16_a_scarab_for_a_coin() -> None:
    assert not table(bonus="b16").can("use b16")
    t = table(bonus="b16", coin=1).play("use b16")
    assert t.changes() == {"coin": -1, "scarabs": 1, "bonus": -1}


def test_b17_a_marble_off_and_a_point_for_each_canal() -> None:
    t = table(3, coin=3, marble=1, bonus="b17", canals="k3 r5c1, k4 r5c2").act("canal")
    t.play("with b17", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -3, "marble": -1, "vp": 3 + 3, "bonus": -1}
    assert t.points() == {"canal spaces": 3, "bonus cards": 3}, "the new tile counts"


@pytest.mark.parametrize(("tokens", "points"), [("square", 1), (TOKENS, 4)])
def test_b18_a_point_for_each_token(tokens: str, points: int) -> None:
    assert table(bonus="b18", tokens=tokens).play("use b18").changes() == {
        "vp": points, "bonus": -1
    }  # fmt: skip


def test_b18_without_tokens_is_of_no_use() -> None:
    assert not table(bonus="b18").can("use b18")


@pytest.mark.parametrize("camel", [1, 4, 7])
def test_b19_a_point_for_each_camel(camel: int) -> None:
    t = table(bonus="b19", camel=camel).play("use b19")
    assert t.changes() == {"vp": camel, "bonus": -1}


def test_b20_two_points_for_each_marble_sold_up_to_three() -> None:
    t = table(coin=3, marble=4, camel=4, bonus="b20", trading="masqat b4 b").act("trading")
    t.play("go masqat", "load 4 marble", "sell 4", "with b20")
    assert t.changes() == {"coin": -3 + 4, "vp": 4 + 6, "marble": -4, "bonus": -1}


def test_b21_a_point_for_each_workshop() -> None:
    assert table(bonus="b21").play("use b21").changes() == {"vp": 2, "bonus": -1}
    t = table(bonus="b21", workshops="w1-01 g7, w1-02 back i7").play("use b21")
    assert t.changes() == {"vp": 4, "bonus": -1}


def test_b22_with_a_canal_tile() -> None:
    assert not table(bonus="b22").can("use b22")
    t = table(bonus="b22", canals="k1 r3c3", sack_deck="s3").play("use b22")
    assert t.changes() == {"sacks": 1, "vp": 1, "stone": 1, "bonus": -1}
    assert table(bonus="b22", canals="k1 back t1").can("use b22"), "a tank is a canal tile"


def test_b23_two_coins_off_and_a_point_for_each_canal() -> None:
    t = table(3, coin=1, marble=2, bonus="b23", canals="k3 r5c1").act("canal")
    t.play("with b23", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -1, "marble": -2, "vp": 3 + 2, "bonus": -1}


def test_b24_a_point_for_each_garden_tile() -> None:
    assert not table(bonus="b24").can("use b24")
    t = table(bonus="b24", gardens="h9 small top, h9 large bottom, i8 small top").play("use b24")
    assert t.changes() == {"vp": 3, "bonus": -1}


def test_points_are_booked_as_bonus_cards() -> None:
    t = table(bonus="b19 b21", camel=3).play("use b19", "use b21")
    assert t.points() == {"bonus cards": 5}
