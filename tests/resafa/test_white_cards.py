"""White special cards, p19 to p36: used once at any time of the own turn."""

from __future__ import annotations

import pytest

from tests.resafa.table import Position, Table, table

ROWS = {"yellow": "b1 b3 b4", "white": "b8 b9 b10", "blue": "b2 b5 b11", "pink": "b6 b7 b14"}
LEVEL_2: Position = {
    "round": 3,
    "tokens": "square square",
    "offer": "w1-01 w1-02 w1-03 w2-01 w2-02 w2-03",
}
SMALL = {"small top", "small bottom", "small left", "small right"}
LARGE = {"large top", "large bottom", "large left", "large right"}


def workshop(t: Table, tile: str, cell: str = "g7") -> Table:
    return t.play(f"tile {tile}", "side front", f"cell {cell}", "rotate 0")


@pytest.mark.parametrize("card", [f"p{n}" for n in range(19, 37)])
def test_used_once_then_face_down(card: str) -> None:
    t = table(specials=card, coin=9, stone=9, bonus_cards=ROWS, **LEVEL_2)
    assert t.me.unused == [card]
    t.play(f"use {card}")
    assert t.me.unused == []
    assert t.me.specials == [card], "it stays, for points and other cards"
    assert not t.can(f"use {card}")


# -- level I -----------------------------------------------------------------------------------


def test_p19_workshop_action_for_a_coin_less() -> None:
    t = workshop(table(specials="p19", stone=1).play("use p19"), "w1-01")
    assert t.changes() == {"stone": -1}
    assert t.me.workshops == 3
    assert not table(specials="p19", coin=9).can("use p19")


def test_p20_two_productions_and_a_coin() -> None:
    t = table(specials="p20").play("use p20")
    assert t.changes() == {"coin": 1}
    t.play("room a 2")
    assert t.choices("room") == {"b 1"}, "another workshop, and no stone for marble"
    t.play("room b 1")
    assert t.changes() == {"coin": 3, "stone": 3}
    t = table(specials="p20").play("use p20", "room a 2", "decline")
    assert t.changes() == {"coin": 3}
    t = table(specials="p20").play("use p20", "decline")
    assert t.changes() == {"coin": 1}


def test_p21_two_bonus_cards() -> None:
    t = table(specials="p21", bonus_cards=ROWS).play("use p21")
    assert len(t.choices("bonus")) == 12
    t.play("bonus white 1")
    assert len(t.choices("bonus")) == 11
    t.play("bonus pink 3")
    assert t.me.bonus == ["b8", "b14"]
    t = table(specials="p21", bonus_cards=ROWS).play("use p21", "bonus white 1", "decline")
    assert t.me.bonus == ["b8"]
    assert not table(specials="p21").can("use p21"), "no card lies open"


def test_p22_a_small_garden_for_nothing_with_green_bonuses() -> None:
    t = table(specials="p22").play("use p22", "square i8")
    assert t.choices("lay") == SMALL
    t.play("lay small top")
    assert t.changes() == {"vp": 1}
    assert not table(specials="p22", small_left=0).can("use p22")


def test_p23_a_garden_action_and_a_step_on_white() -> None:
    t = table(specials="p23", stone=1).play("use p23", "part 1", "square i8", "lay small top")
    assert t.changes() == {"stone": -1, "vp": 1}
    t.play("step white")
    assert t.changes() == {"stone": -1, "vp": 1, "white": 1}


def test_p24_a_small_garden_for_a_stone_and_one_production() -> None:
    t = table(specials="p24", stone=1).play("use p24")
    assert t.asked() == "part"
    t.play("part 2", "room a 2")
    assert t.asked() == "square"
    t.play("square i8", "lay small top")
    assert t.changes() == {"stone": -1, "coin": 2, "vp": 1}
    t = table(specials="p24").play("use p24")
    t.play("part 2", "room b 1")
    assert t.asked() == "square", "the stone just made pays for the garden"
    t.play("decline")
    assert t.changes() == {"stone": 3}


# -- level II ----------------------------------------------------------------------------------


def test_p25_a_point_per_workshop_and_a_workshop_action() -> None:
    t = table(specials="p25", coin=1, stone=1).play("use p25")
    assert t.changes() == {"vp": 2}, "the two starting workshops"
    workshop(t, "w1-02")
    assert t.changes() == {"vp": 2, "coin": -1, "stone": -1}
    assert t.me.workshops == 3


def test_p26_garden_action_for_a_coin_and_a_stone_less() -> None:
    t = table(specials="p26").play("use p26", "square i8")
    assert t.choices("lay") == SMALL | LARGE
    t.play("lay large top")
    assert t.changes() == {"vp": 1}


def test_p27_two_small_gardens_for_a_stone_each() -> None:
    t = table(specials="p27", stone=2).play("use p27", "square i8", "lay small top")
    assert t.changes() == {"stone": -1, "vp": 1}
    t.play("square h9", "lay small left")
    assert t.changes() == {"stone": -2, "vp": 1}
    assert t.asked() == "play"
    t = table(specials="p27", stone=2).play("use p27", "square i8", "lay small top", "decline")
    assert t.changes() == {"stone": -1, "vp": 1}
    t = table(specials="p27", stone=1).play("use p27", "square i8", "lay small top")
    assert t.asked() == "play", "no stone for the second"
    assert not table(specials="p27").can("use p27")


def test_p28_one_production_and_a_workshop_action() -> None:
    t = table(specials="p28", coin=1).play("use p28", "part 1", "room b 1")
    t = workshop(t, "w1-01")
    assert t.changes() == {"stone": 3 - 1, "coin": -1}
    t = table(specials="p28", coin=1, stone=1).play("use p28", "part 2")
    t = workshop(t, "w1-01")
    assert t.asked() == "produce"
    t.play("decline")
    assert t.changes() == {"stone": -1, "coin": -1}, "or only one of them"


def test_p29_two_productions_and_any_step() -> None:
    t = table(specials="p29").play("use p29", "part 2", "step pink")
    t.play("room a 2")
    assert t.choices("room") == {"b 1"}
    t.play("room b 1")
    assert t.changes() == {"pink": 1, "coin": 2, "stone": 3}


def test_p30_a_workshop_of_each_level_at_full_price() -> None:
    t = table(specials="p30", coin=2, stone=2, **LEVEL_2).play("use p30", "part 1")
    assert t.choices("tile") == {"w1-01", "w1-02", "w1-03"}
    workshop(t, "w1-01", "g7")
    assert t.choices("tile") == {"w2-01", "w2-02", "w2-03"}
    t.play("tile w2-01")
    assert t.changes() == {"coin": -2, "stone": -2, "amphora": 1, "vp": 2}
    t.play("side front", "cell i7", "rotate 0")
    assert t.me.workshops == 4


def test_p30_level_two_needs_its_conditions() -> None:
    t = table(specials="p30", coin=2, stone=2, **{**LEVEL_2, "tokens": "square"}).play("use p30")
    assert t.choices("tile") <= {"w1-01", "w1-02", "w1-03"}
    assert "2" not in t.choices("part")
    t = table(specials="p30", coin=2, stone=2, tokens="square square").play("use p30")
    assert "2" not in t.choices("part"), "before round 3"


def test_p30_is_no_workshop_action() -> None:
    """Permanent cards do not help, and it can be used inside a workshop action."""
    t = table(specials="p30 p59", stone=2, coin=2, **LEVEL_2).play("use p30", "part 1")
    t.play("tile w1-01")
    assert t.changes() == {"coin": -1, "stone": -1}
    t = table(specials="p30", stone=3, coin=3, **LEVEL_2).act("workshop")
    assert t.can("use p30")


# -- level III ---------------------------------------------------------------------------------


def test_p31_a_large_garden_for_nothing_and_any_step() -> None:
    t = table(specials="p31").play("use p31", "part 1", "square i8")
    assert t.choices("lay") == LARGE
    t.play("lay large top", "step white")
    assert t.changes() == {"vp": 1, "white": 1}


def test_p32_any_workshop_for_nothing_and_one_production() -> None:
    t = table(specials="p32", **LEVEL_2).play("use p32", "part 1")
    assert len(t.choices("tile")) == 6
    workshop(t, "w2-01").play("room a 2")
    assert t.changes() == {"amphora": 1, "vp": 2, "coin": 2}


def test_p33_workshop_and_garden_action_with_discounts() -> None:
    t = table(specials="p33", stone=1).play("use p33", "part 1")
    workshop(t, "w1-01")
    assert t.changes() == {"stone": -1}
    t.play("square i8", "lay small left")
    assert t.changes() == {"stone": -1, "vp": 1}


def test_p34_two_small_gardens_without_green_bonuses_and_two_stone() -> None:
    t = table(specials="p34").play("use p34")
    assert t.changes() == {"stone": 2}
    t.play("square i8", "lay small top", "square i8", "lay small middle-row")
    assert t.changes() == {"stone": 2}
    assert t.me.gardens == 2


def test_p35_production_trading_and_garden_action() -> None:
    t = table(specials="p35", coin=1).play("use p35")
    assert t.choices("part") == {"1", "2"}, "no stone for a garden yet"
    t.play("part 1", "room b 1", "room a 2")
    assert t.choices("part") == {"2", "3"}
    t.play("part 3", "square i8", "lay small top")
    assert t.asked() == "go"
    t.play("go gerasa", "load nothing", "decline")
    assert t.changes() == {"stone": 3 - 1, "coin": 2 - 1, "vp": 1}
    assert t.at() == "gerasa"


def test_p35_is_a_production_action_with_extra_activations() -> None:
    t = table(specials="p35", workshops="w1-01 back g7").play("use p35", "part 1")
    t.play("room b 1", "room a 2", "room w1-01 1")
    assert t.changes() == {"stone": 3, "coin": 2, "vp": 2}


def test_p36_four_productions_in_different_workshops() -> None:
    layout = "w1-01 back g7, w1-02 back i7, w1-03 back g9"
    t = table(specials="p36", workshops=layout).play("use p36")
    t.play("room a 2", "room b 1", "room w1-01 1")
    assert t.choices("room") == {"w1-02 1", "w1-03 1"}
    t.play("room w1-03 1")
    assert t.changes() == {"coin": 2, "stone": 3, "vp": 4}
    assert t.asked() == "play", "backs give no extra here"
    t = table(specials="p36").play("use p36", "room a 2", "room b 1")
    assert t.asked() == "play", "two workshops, two rooms"


def test_points_are_booked_as_what_they_come_from() -> None:
    t = table(specials="p32", **LEVEL_2).play("use p32", "part 1", "tile w2-01")
    assert t.points() == {"rooms": 2}
