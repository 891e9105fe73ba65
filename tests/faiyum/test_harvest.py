"""Cards that send workers onto undeveloped land, move them, lay them down or take them off."""

from __future__ import annotations

import pytest

from tests.faiyum.reference import adjacent, names
from tests.faiyum.table import FARMER, table
from tests.faiyum.valley import VALLEY

BOARD = VALLEY.board
LAND = names(BOARD, BOARD.resource) - {"c10", "d10"}  # the dam's ends are developed
CHANNEL = names(BOARD, BOARD.channel) - {"c10", "d10"}
FARMER_KIN = [(FARMER, 1), (6, 2), (10, 2)]


def word(card: int) -> str:
    return "farmer" if card == FARMER else str(card)


# -- S FARMER, 6 and 10 SENIOR FARMER ----------------------------------------------------------


@pytest.mark.parametrize(("card", "amount"), FARMER_KIN)
@pytest.mark.parametrize(
    ("space", "resource", "dollars"), [("b6", "wheat", 1), ("c4", "grape", 1), ("b5", "stone", 0)]
)
def test_1_6_10_farmer_gains_matching_resources_and_crocodile_dollar(
    card: int, amount: int, space: str, resource: str, dollars: int
) -> None:
    t = table(hand=[card], workers="c5")
    t.play(f"play {word(card)}", f"space {space}")
    assert t.changes() == {resource: amount} | ({"money": dollars} if dollars else {})
    assert t.workers() == {"c5", space}
    assert space not in t.crocodiles()
    assert t.supply("workers") == 28
    assert t.seat(0).hand == []
    assert t.seat(0).stack == [card]
    assert t.turn_over()


@pytest.mark.parametrize(("card", "amount"), FARMER_KIN)
def test_1_6_10_farmer_on_crocodile_free_land_gains_no_dollar(card: int, amount: int) -> None:
    t = table(hand=[card], workers="c5", crocodiles_off="c4")
    t.play(f"play {word(card)}", "space c4")
    assert t.changes() == {"grape": amount}


@pytest.mark.parametrize("card", [FARMER, 6, 10])
def test_1_6_10_farmer_goes_beside_workers_but_not_over_the_channel(card: int) -> None:
    t = table(hand=[card], workers="c4 e5").play(f"play {word(card)}")
    beside = {"c3", "c5", "b4", "b5", "e4", "e6", "d5", "d6", "f4", "f5"}
    assert t.choices("space") == beside
    assert not beside & {"d3", "d4"}, "the spaces across the channel from c4 alone"


def test_1_farmer_with_no_worker_on_the_board_goes_to_any_undeveloped_land() -> None:
    t = table(hand=[FARMER], settlements="e5", roads="e5-e6").play("play farmer")
    assert t.choices("space") == LAND - {"e5", "e6"}


def test_1_farmer_never_on_developed_or_occupied_spaces_sites_or_the_red_space() -> None:
    t = table(hand=[FARMER], workers="b8 b3", settlements="c7", roads="b9-a9").play("play farmer")
    assert t.choices("space") == (
        (adjacent(BOARD, "b8") | adjacent(BOARD, "b3")) - {"c7", "b9", "a9", "b2"}
    )
    t = table(hand=[FARMER], workers="b8 b7").play("play farmer")
    assert not t.choices("space") & {"b7", "b8", "b9", "a7"}


def test_1_farmer_beside_prone_workers_and_workers_on_developed_spaces() -> None:
    t = table(hand=[FARMER], prone="c4").play("play farmer")
    assert t.choices("space") == {"c3", "c5", "b4", "b5"}
    t = table(hand=[FARMER], workers="b9").play("play farmer")
    assert t.choices("space") == {"b8", "b10", "c8", "c9", "a9", "a10"}
    t = table(hand=[FARMER], workers="e2").play("play farmer")
    assert t.choices("space") == {"e1", "e3", "d2", "d3"}


def test_1_farmer_prone_worker_holds_its_space() -> None:
    t = table(hand=[FARMER], workers="c5", prone="c4").play("play farmer")
    assert "c4" not in t.choices("space")


@pytest.mark.parametrize("card", [FARMER, 2, 6, 8, 10, 42, 58, 80, 96, 14, 56, 90, 106, 114])
def test_no_worker_in_the_supply_leaves_only_two_dollars(card: int) -> None:
    t = table(
        hand=[card],
        money=9,
        wheat=3,
        towns="c4",
        workshops="e5",
        roads="e5-e6",
        workers="b4",
        workers_left=0,
    )
    assert not t.can(f"play {word(card)}")
    assert "no worker is left" in t.why(f"play {word(card)}")
    t.play(f"cash {word(card)}")
    assert t.changes() == {"money": 2}


def test_1_farmer_without_a_free_neighbour_gives_only_two_dollars() -> None:
    # The only worker stands on e1; its neighbours are e2 (a site), d1 and d2 (built on).
    t = table(hand=[FARMER], workers="e1", settlements="d1", bridges="c2-d2")
    assert not t.can("play farmer")
    assert t.can("cash farmer")


def test_two_dollars_are_always_offered_beside_the_action() -> None:
    t = table(hand=[FARMER])
    assert t.can("play farmer")
    t.play("cash farmer")
    assert t.changes() == {"money": 2}
    assert t.workers() == set()
    assert t.seat(0).stack == [FARMER]


# -- 2 GARDENER, 42 GROWER ---------------------------------------------------------------------


@pytest.mark.parametrize(("card", "roses"), [(2, 1), (42, 2)])
def test_2_42_gardener_needs_no_worker_beside(card: int, roses: int) -> None:
    t = table(hand=[card], workers="a5 c4", prone="d2", settlements="d7", roads="b9-c9")
    t.play(f"play {card}")
    assert t.choices("space") == CHANNEL - {"c4", "d2", "d7", "c9"}
    t.play("space d6")
    assert t.changes() == {"rose": roses, "money": 1}
    assert "d6" not in t.crocodiles()
    assert t.workers() == {"a5", "c4", "d6"}


@pytest.mark.parametrize(("card", "roses"), [(2, 1), (42, 2)])
def test_2_42_gardener_without_crocodile_gains_roses_only(card: int, roses: int) -> None:
    t = table(hand=[card], crocodiles_off="c5")
    t.play(f"play {card}", "space c5")
    assert t.changes() == {"rose": roses}
    t = table(hand=[card]).play(f"play {card}", "space d8")
    assert t.changes() == {"rose": roses}, "stone spaces have no crocodile"


def test_2_gardener_without_free_channel_space() -> None:
    t = table(hand=[2], workers=" ".join(CHANNEL), workers_left=3)
    assert not t.can("play 2")
    assert t.why("play 2")


# -- 8 HERMIT ----------------------------------------------------------------------------------


def test_8_hermit_keeps_away_from_workers_and_everything_developed() -> None:
    t = table(hand=[8], workers="b4", prone="e6").play("play 8")
    busy = names(BOARD, BOARD.sites | BOARD.red) | {"b4", "e6", "c10", "d10"}
    expected = {name for name in LAND - busy if not adjacent(BOARD, name) & busy}
    assert t.choices("space") == expected
    # Beside the obelisk, the red space, the dam, the worker and the prone one: none of these.
    assert not expected & {"b3", "b8", "b10", "e10", "c4", "e7"}
    assert "c6" in expected


def test_8_hermit_may_sit_opposite_a_settlement_and_gains_two_reputation() -> None:
    t = table(hand=[8], settlements="c4").play("play 8")
    assert {"d4"} <= t.choices("space")
    t.play("space d5")
    assert t.changes() == {"reputation": 2, "money": 1}
    assert "d5" not in t.crocodiles()
    assert t.workers() == {"d5"}


def test_8_hermit_without_crocodile_gains_no_dollar() -> None:
    t = table(hand=[8], crocodiles_off="d5").play("play 8", "space d5")
    assert t.changes() == {"reputation": 2}


def test_8_hermit_finds_no_quiet_space() -> None:
    crowd = "a4 a8 b4 b6 c2 c4 c6 c8 d2 d4 d6 d8 e4 e6 e8 f3 f5 f7 f9"
    t = table(hand=[8], workers=crowd)
    assert not t.can("play 8")
    assert t.why("play 8")


# -- 26 MIGRANT FARMER -------------------------------------------------------------------------


def test_26_migrant_farmer_one_worker_one_step() -> None:
    t = table(hand=[26], workers="b4")
    t.play("play 26")
    assert t.choices("space") == adjacent(BOARD, "b4")
    t.play("space c4", "done")
    assert t.changes() == {"grape": 1, "money": 1}
    assert t.workers() == {"c4"}
    assert t.supply("workers") == 29


def test_26_migrant_farmer_one_worker_two_steps_harvests_both() -> None:
    t = table(hand=[26], workers="b4")
    t.play("play 26", "space c4", "space c4")
    assert t.choices("space") == {"b4", "b5", "c3", "c5"}, "b4 is free land again"
    t.play("space c5")
    assert t.changes() == {"grape": 1, "wheat": 1, "money": 2}
    assert t.workers() == {"c5"}
    assert not t.crocodiles() & {"c4", "c5"}
    assert t.turn_over()


def test_26_migrant_farmer_may_step_back() -> None:
    t = table(hand=[26], workers="b4").play("play 26", "space c4", "space c4", "space b4")
    assert t.changes() == {"grape": 1, "wheat": 1, "money": 1}, "b4 had no crocodile any more"
    assert t.workers() == {"b4"}


def test_26_migrant_farmer_cannot_step_back_onto_a_settlement_or_site() -> None:
    t = table(hand=[26], settlements="c4", workers="c4")
    t.play("play 26", "space b4", "space b4")
    assert "c4" not in t.choices("space")
    t = table(hand=[26], workers="e2").play("play 26", "space e3", "space e3")
    assert "e2" not in t.choices("space")


def test_26_migrant_farmer_two_workers_one_step_each() -> None:
    t = table(hand=[26], workers="b4 e5")
    t.play("play 26")
    assert t.choices("space") == {"b4", "e5"}
    t.play("space e5", "space d5")
    assert t.choices("space") == {"d5", "b4"}
    assert t.can("done")
    t.play("space b4", "space b5")
    assert t.changes() == {"wheat": 1, "stone": 1, "money": 1}
    assert t.workers() == {"d5", "b5"}


def test_26_migrant_farmer_never_three_steps() -> None:
    t = table(hand=[26], workers="b4 e5")
    t.play("play 26", "space b4", "space c4", "space c4", "space c5")
    assert t.turn_over()


def test_26_migrant_farmer_enters_free_undeveloped_land_only() -> None:
    t = table(hand=[26], workers="b4", prone="c4", settlements="a5", roads="a5-b5")
    t.play("play 26")
    assert t.choices("space") == {"b3", "a4", "c3"}


def test_26_migrant_farmer_crosses_neither_bridge_nor_dam() -> None:
    t = table(hand=[26], workers="c4", settlements="c4", bridges="c4-d4").play("play 26")
    assert t.choices("space") == {"b4", "b5", "c3", "c5"}
    t = table(hand=[26], workers="c10").play("play 26")
    assert t.choices("space") == {"c9", "b10"}


def test_26_migrant_farmer_prone_workers_stay() -> None:
    t = table(hand=[26], prone="b4")
    assert not t.can("play 26")
    assert "upright" in t.why("play 26")
    t = table(hand=[26], prone="b4", workers="e5").play("play 26")
    assert t.choices("space") == adjacent(BOARD, "e5"), "only one worker can walk"


def test_26_migrant_farmer_needs_no_worker_in_the_supply() -> None:
    t = table(hand=[26], workers="b4", workers_left=0).play("play 26", "space c4", "done")
    assert t.supply("workers") == 0


def test_26_migrant_farmer_hemmed_in() -> None:
    t = table(hand=[26], workers="e1", settlements="d1", bridges="c2-d2")
    assert not t.can("play 26")
    assert t.why("play 26")


# -- 58 FISHER ---------------------------------------------------------------------------------


def test_58_fisher_goes_beside_a_worker_on_channel_or_lake() -> None:
    t = table(hand=[58], workers="b3 e5").play("play 58")
    # b3 borders b2 (site), b4, a3 (lake), a4, c2, c3 (channel); e5 borders d5 and d6.
    assert t.choices("space") == {"a3", "c2", "c3", "d5", "d6"}
    t.play("space c2")
    assert t.changes() == {"fish": 3, "money": 1}
    t = table(hand=[58], workers="b3").play("play 58", "space a3")
    assert t.changes() == {"fish": 3}


def test_58_fisher_with_no_worker_on_the_board_takes_any_water_space() -> None:
    t = table(hand=[58]).play("play 58")
    assert t.choices("space") == CHANNEL | {"a3", "e1", "f3"}


def test_58_fisher_not_inland() -> None:
    t = table(hand=[58], workers="f6")
    assert not t.can("play 58")
    assert t.why("play 58")


# -- 60 GEM SEARCHERS --------------------------------------------------------------------------


def test_60_gem_searchers_lay_workers_down_for_a_dollar_each() -> None:
    t = table(hand=[60], workers="b4 c4 e5", money=3)
    t.play("play 60", "space b4", "space e5", "done")
    assert t.changes() == {"money": -2}
    assert t.workers() == {"c4"}
    assert t.prone() == {"b4", "e5"}
    assert t.supply("workers") == 27


def test_60_gem_searchers_at_least_one_at_most_five() -> None:
    t = table(hand=[60], workers="b4 c4 e5 d5 d7 f3", money=9).play("play 60")
    assert not t.can("done")
    t.play("space b4", "space c4", "space e5", "space d5", "space d7")
    assert t.turn_over()
    assert t.changes() == {"money": -5}
    assert t.workers() == {"f3"}


def test_60_gem_searchers_no_more_than_can_be_paid() -> None:
    t = table(hand=[60], workers="b4 c4 e5", money=2)
    t.play("play 60", "space b4", "space c4")
    assert t.turn_over()
    assert t.changes() == {"money": -2}


def test_60_gem_searchers_second_option_removes_all_prone_workers() -> None:
    t = table(hand=[60], workers="c2", prone="b4 c4 e5")
    t.play("play 60")
    assert t.changes() == {"money": 9}, "with no money only the second option is left"
    assert t.prone() == set()
    assert t.workers() == {"c2"}
    assert t.supply("workers") == 29


def test_60_gem_searchers_both_options() -> None:
    t = table(hand=[60], workers="c2", prone="b4 c4", money=1).play("play 60")
    assert t.offers() == ["lay", "lift"]
    t.play("lift")
    assert t.changes() == {"money": 6}


def test_60_gem_searchers_lays_more_beside_those_that_lie() -> None:
    t = table(hand=[60], workers="c2 c4", prone="b6", money=2)
    t.play("play 60", "lay", "space c2", "done")
    assert t.prone() == {"b6", "c2"}
    assert t.changes() == {"money": -1}


def test_60_gem_searchers_impossible() -> None:
    assert not table(hand=[60], money=5).can("play 60")
    t = table(hand=[60], workers="b4")
    assert not t.can("play 60")
    assert "$1" in t.why("play 60")


# -- 62 NOVICES --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3])
def test_62_novices_two_dollars_for_each_of_one_to_three(number: int) -> None:
    t = table(hand=[62], workers="b4 c4 e5 d5", prone="d7").play("play 62")
    for space in ["b4", "e5", "d5"][:number]:
        t.play(f"space {space}")
    if number < 3:
        t.play("done")
    assert t.turn_over()
    assert t.changes() == {"money": 2 * number}
    assert len(t.workers()) == 4 - number
    assert t.supply("workers") == 25 + number
    assert t.prone() == {"d7"}


def test_62_novices_at_least_one_and_no_prone_ones() -> None:
    t = table(hand=[62], workers="b4 c4", prone="e5").play("play 62")
    assert t.offers() == ["space b4", "space c4"]
    assert not table(hand=[62], prone="e5").can("play 62")


def test_62_novices_from_built_up_spaces_too() -> None:
    t = table(hand=[62], workers="b9 a7").play("play 62", "space b9", "done")
    assert t.workers() == {"a7"}


# -- 80 HARVEST HANDS --------------------------------------------------------------------------


def test_80_harvest_hands_one_worker() -> None:
    t = table(hand=[80], workers="b4", money=3).play("play 80", "space c4", "done")
    assert t.changes() == {"grape": 1}, "$1 paid, $1 for the crocodile"
    assert t.workers() == {"b4", "c4"}


def test_80_harvest_hands_three_workers_each_beside_any() -> None:
    t = table(hand=[80], workers="b4", money=3)
    t.play("play 80", "space c4", "space c5")
    assert "c6" in t.choices("space"), "beside the worker placed just now"
    t.play("space c6")
    assert t.turn_over()
    assert t.changes() == {"grape": 2, "wheat": 1}
    assert t.workers() == {"b4", "c4", "c5", "c6"}


def test_80_harvest_hands_first_one_anywhere_if_the_board_is_empty() -> None:
    t = table(hand=[80], money=2).play("play 80")
    assert t.choices("space") == LAND
    t.play("space f10")
    assert t.choices("space") == {"f9", "e10"}


def test_80_harvest_hands_crocodile_dollars_do_not_pay_for_more() -> None:
    t = table(hand=[80], workers="b4", money=1).play("play 80", "space c4")
    assert t.turn_over()
    assert t.changes() == {"grape": 1}
    t = table(hand=[80], workers="b4", money=2).play("play 80", "space c4", "space c5")
    assert t.turn_over()


def test_80_harvest_hands_no_money() -> None:
    t = table(hand=[80], workers="b4")
    assert not t.can("play 80")
    assert "$1" in t.why("play 80")


def test_80_harvest_hands_no_more_than_the_supply() -> None:
    t = table(hand=[80], workers="b4", money=5, workers_left=2)
    t.play("play 80", "space c4", "space c5")
    assert t.turn_over()
    assert t.supply("workers") == 0


# -- 96 CROCODILE SACRIFICE --------------------------------------------------------------------


def test_96_crocodile_sacrifice_any_crocodile_and_no_dollar() -> None:
    t = table(hand=[96], crocodiles_off="c4").play("play 96")
    assert t.choices("space") == {"a7", "b2", "e2", "e9"}
    t.play("space e9")
    everywhere = t.choices("space")
    assert len(everywhere) == 37
    assert "c4" not in everywhere
    t.play("space a5")
    assert t.changes() == {"reputation": 3}
    assert "a5" not in t.crocodiles()
    assert t.workers() == {"e9"}


def test_96_crocodile_sacrifice_takes_the_crocodile_from_anywhere() -> None:
    t = table(hand=[96], workers="a7 b2 e2").play("play 96")
    assert len(t.choices("space")) == 38, "one free site: the next question is about crocodiles"
    t.play("space f3")
    assert t.workers() == {"a7", "b2", "e2", "e9"}


def test_96_crocodile_sacrifice_needs_a_site_and_a_crocodile() -> None:
    t = table(hand=[96], workers="a7 b2 e2", prone="e9")
    assert not t.can("play 96")
    assert t.why("play 96")
    t = table(hand=[96], crocodiles_off="all")
    assert not t.can("play 96")
    assert "crocodile" in t.why("play 96")
