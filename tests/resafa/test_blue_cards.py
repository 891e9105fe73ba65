"""Blue special cards, p55 to p72: permanent helps and actions around canals and trade."""

from __future__ import annotations

import pytest

from tests.resafa.table import Position, table

CANAL: Position = {"coin": 9, "marble": 9}


# -- permanent cards ---------------------------------------------------------------------------


def test_permanent_cards_are_not_used_up() -> None:
    t = table(specials="p55 p56 p57 p58 p59", coin=9, stone=9)
    assert not t.choices("use")
    assert t.me.unused == []


def test_p55_a_stone_and_a_coin_for_each_garden_action() -> None:
    t = table(specials="p55").act("garden").play("square i8")
    assert "large top" in t.choices("lay"), "they may be used for the action"
    t.play("lay large top")
    assert t.changes() == {"vp": 1}
    t = table(specials="p55", stone=1).act("garden").play("square i8", "lay small top")
    assert t.changes() == {"coin": 1, "vp": 1}


def test_p55_only_if_something_is_built() -> None:
    t = table(specials="p55 p33", stone=1).play("use p33", "part 1", "tile w1-01")
    t.play("side front", "cell g7", "rotate 0", "decline")
    assert t.changes() == {"stone": -1}


def test_p55_also_for_garden_actions_of_cards_but_not_for_building_alone() -> None:
    t = table(specials="p55 p26").play("use p26", "square i8", "lay large top")
    assert t.changes() == {"coin": 1, "stone": 1, "vp": 1}
    t = table(specials="p55 p22").play("use p22", "square i8", "lay small top")
    assert t.changes() == {"vp": 1}
    t = table(specials="p55", bonus="b8")
    assert not t.can("use b8"), "no stone"


def test_p56_a_marble_off_and_a_point_for_each_canal_action() -> None:
    t = table(3, specials="p56", coin=3, marble=1).act("canal").play("canal k7", "space r1c3")
    assert t.changes() == {"coin": -3, "marble": -1, "vp": 3 + 1}
    assert t.points() == {"canal spaces": 3, "special cards": 1}


def test_p56_adds_up_with_other_discounts() -> None:
    t = table(3, specials="p56", bonus="b10", coin=2, marble=9).act("canal")
    t.play("with b10", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -2, "vp": 4, "bonus": -1}
    t = table(3, specials="p56 p60", coin=2).play("use p60", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -2, "vp": 4}


def test_p57_a_stone_off_and_a_marble_for_each_base() -> None:
    t = table(specials="p57", coin=4).act("trading").play("go gerasa", "buy 1", "base 2")
    assert t.changes() == {"coin": -1 - 2 - 1, "marble": 1, "scarabs": 1}


def test_p57_only_for_bases_of_trading_actions() -> None:
    t = table(specials="p57 p64", coin=1, at="gerasa").play("use p64", "part 2", "base 2")
    assert t.changes() == {"coin": -1, "scarabs": 1}


def test_p58_a_coin_off_the_move_and_a_point_for_the_trade() -> None:
    t = table(specials="p58", coin=2).act("trading").play("go gerasa", "buy 1")
    assert t.changes() == {"coin": -2, "vp": 1}
    t = table(specials="p58", coin=2).act("trading").play("go gerasa", "decline")
    assert t.changes() == {}, "without a trade no point"
    t = table(specials="p58").act("trading")
    assert t.choices("go") == {"gerasa", "ctesiphon"}


def test_p58_never_below_zero() -> None:
    t = table(specials="p58", coin=5, at="gerasa").act("trading").play("go gerasa by resafa")
    assert t.me.coin == 5


def test_p59_a_marble_and_a_coin_for_each_workshop_action() -> None:
    t = table(specials="p59", stone=1).act("workshop").play("tile w1-01")
    assert t.changes() == {"stone": -1, "marble": 1}, "the coin pays"
    t = table(specials="p59 p19", stone=1).play("use p19", "tile w1-01")
    assert t.changes() == {"stone": -1, "marble": 1, "coin": 1}
    t = table(specials="p59 p32").play("use p32", "part 1", "tile w1-01")
    assert t.changes() == {}, "building alone is no action"


def test_a_permanent_card_helps_from_when_it_is_taken() -> None:
    t = table(tracks={"blue": 2}, stacks={"blue 1": "p59 p55 p56 p57"}, stone=1)
    t.colour("workshop").play("step blue", "look", "take p59", "main workshop", "tile w1-01")
    assert t.changes() == {"blue": 1, "stone": -1, "marble": 1}


def test_two_permanent_cards_of_one_kind_of_action() -> None:
    """p58 twice is not in the game, but p55 and p59 with two actions of one turn are."""
    t = table(specials="p55 p59", yellow="p49 3", hand="3 1").play("play p49")
    t.play("main garden", "square i8", "lay small top", "main workshop", "tile w1-01")
    assert t.changes() == {
        "vp": 3 + 1, "stone": 2 + 1 - 1 - 1, "coin": 1 + 1 - 1, "marble": 1
    }  # fmt: skip


# -- level I: an action ------------------------------------------------------------------------


def test_p60_canal_action_for_a_marble_and_a_coin_less() -> None:
    t = table(3, specials="p60", coin=2, marble=1).play("use p60", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -2, "marble": -1, "vp": 3}


# -- level II ----------------------------------------------------------------------------------


def test_p61_two_coins_and_a_trading_action_with_a_flip() -> None:
    t = table(specials="p61").play("use p61")
    assert t.changes() == {"coin": 2}
    t.play("go gerasa")
    assert t.can("flip")
    t.play("flip", "buy 1")
    assert t.me.cargo == "1 amphora"
    assert t.changes() == {"stone": 1}, "the coins are spent; side B has a stone as bonus"
    assert t.trading_tile("gerasa") == "r3 a"


def test_p61_the_coins_can_be_taken_alone() -> None:
    t = table(specials="p61").play("use p61", "decline")
    assert t.changes() == {"coin": 2}


def test_p62_three_marble_and_a_step() -> None:
    t = table(specials="p62").play("use p62", "step blue")
    assert t.changes() == {"marble": 3, "blue": 1}


def test_p63_two_goods_a_camel_and_a_coin() -> None:
    t = table(specials="p63").play("use p63", "item amphora", "item spice")
    assert t.changes() == {"spice": 1, "amphora": 1, "camel": 1, "coin": 1}


def test_p64_a_trading_action_and_a_base_where_the_caravan_stands() -> None:
    t = table(specials="p64", coin=9).play("use p64")
    assert t.choices("part") == {"1"}, "no base in Resafa"
    t = table(specials="p64", coin=1, at="kena").play("use p64", "part 2", "base 2")
    assert t.changes() == {"coin": -1, "squares": 1, "vp": 2}
    assert t.trading_tile("kena") == "r4 a", "without a trade nothing flips"
    t = table(specials="p64", coin=2).play("use p64", "part 1", "go gerasa", "base 2")
    assert t.changes() == {"coin": -2, "scarabs": 1}, "where the move has led"


def test_p65_a_coin_a_scarab_and_a_canal_action() -> None:
    t = table(3, specials="p65", coin=2, marble=2).play("use p65")
    assert t.changes() == {"coin": 1, "scarabs": 1}
    t.play("canal k7", "space r1c3")
    assert t.changes() == {"coin": 1 - 3, "marble": -2, "scarabs": 1, "vp": 3}
    t = table(3, specials="p65", tokens="square square").play("use p65", "row garden")
    assert t.changes() == {"coin": 1, "scarabs": 1}
    assert t.asked() == "play", "no canal can be paid"


def test_p66_a_trading_action_with_a_free_move() -> None:
    t = table(specials="p66", at="kena").play("use p66")
    assert "masqat by resafa" in t.choices("go")
    t.play("go masqat by resafa")
    assert t.changes() == {}
    assert t.at() == "masqat"


# -- level III ---------------------------------------------------------------------------------


def test_p67_two_canal_actions_for_a_marble_less_each() -> None:
    t = table(3, specials="p67", coin=3, marble=2).play("use p67")
    t.play("part 1", "canal k7", "space r1c3", "canal k1", "space r1c1")
    assert t.changes() == {"coin": -3, "marble": -2, "vp": 3 + 3}


@pytest.mark.parametrize("goods", [("amphora", "amphora"), ("amphora", "spice"), ("spice",)])
def test_p68_two_goods_a_camel_and_a_trading_action_with_a_free_move(
    goods: tuple[str, ...],
) -> None:
    t = table(specials="p68", at="kena").play("use p68", *[f"item {good}" for good in goods])
    expected = {"camel": 1, "amphora": goods.count("amphora")}
    expected["spice"] = 2 - expected["amphora"]
    assert t.changes() == {word: number for word, number in expected.items() if number}
    t.play("go charax by resafa")
    assert f"2 {goods[0]}" in t.choices("load") or len(set(goods)) == 2, "gains come first"
    assert t.changes().get("coin", 0) == 0


def test_p68_free_move_to_any_centre() -> None:
    t = table(specials="p68", at="kena").play("use p68", "item spice")
    assert {way.split()[0] for way in t.choices("go")} == {
        "antiochia", "alexandria", "gerasa", "kena", "alia",
        "ctesiphon", "gerrha", "charax", "masqat",
    }  # fmt: skip


def test_p67_the_two_equal_actions_are_offered_once() -> None:
    t = table(3, specials="p67", coin=3, marble=2).play("use p67")
    assert t.choices("part") == {"1"}


def test_p69_two_trading_actions_one_with_a_free_move() -> None:
    t = table(specials="p69", coin=1, at="kena").play("use p69", "part 1", "go charax by resafa")
    assert t.changes() == {}
    t.play("go gerrha")
    assert t.changes() == {"coin": -1}
    assert t.at() == "gerrha"
    t = table(specials="p69", coin=1, at="gerasa").play("use p69", "part 2", "go alia")
    t.play("go charax by resafa")
    assert t.changes() == {"coin": -1}, "in either order"


def test_p70_a_canal_and_a_trading_action() -> None:
    t = table(3, specials="p70", coin=4, marble=2).play("use p70")
    assert t.choices("part") == {"1", "2"}
    t.play("part 1", "canal k7", "space r1c3", "go gerasa")
    assert t.changes() == {"coin": -4, "marble": -2, "vp": 3}
    t = table(3, specials="p70", coin=4, marble=2).play("use p70", "part 2", "go gerasa")
    t.play("load nothing", "decline", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -4, "marble": -2, "vp": 3}


def test_p71_a_scarab_four_items_and_two_productions() -> None:
    t = table(specials="p71").play("use p71")
    assert t.me.scarabs == 1
    assert t.choices("item") == {"coin", "stone", "marble"}
    t.play("item coin", "item stone", "item stone")
    assert t.choices("item") == {"stone", "marble"}, "each mixture in one order"
    t.play("item marble", "room a 2")
    assert t.choices("room") == {"b 1", "b 2"}
    t.play("room b 2")
    assert t.changes() == {"scarabs": 1, "coin": 1 + 2, "stone": 2 - 1, "marble": 1 + 2}


def test_p72_a_square_token_and_two_steps() -> None:
    t = table(specials="p72").play("use p72", "step pink", "step white")
    assert t.changes() == {"squares": 1, "pink": 1, "white": 1}
    t = table(specials="p72").play("use p72", "step pink", "decline")
    assert t.changes() == {"squares": 1, "pink": 1}


def test_trading_cards_fit_trading_actions_of_special_cards() -> None:
    t = table(specials="p66", bonus="b11", sack_deck="s3").play("use p66", "go gerasa")
    t.play("with b11")
    assert t.me.sacks == ["s3"]


def test_two_flips_of_a_card_and_a_bonus_card() -> None:
    t = table(specials="p61", bonus="b11").play("use p61", "go gerasa", "with b11", "flip", "flip")
    assert not t.can("flip")
    assert t.trading_tile("gerasa") == "r3 a"


def test_the_move_is_paid_with_the_coins_of_the_card() -> None:
    t = table(specials="p61").play("use p61")
    assert {way.split()[0] for way in t.choices("go")} == {
        "gerasa", "ctesiphon", "antiochia", "alexandria", "alia", "gerrha"
    }  # fmt: skip
