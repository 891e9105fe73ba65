"""Final scoring: all seven parts, every pink card, conversions, ties."""

from __future__ import annotations

from typing import Any

import pytest

from tests.resafa.reference import EDITION
from tests.resafa.table import Position, Table, table

BOXED = {entry["id"]: entry["boxed"] for entry in EDITION["special_cards"]}
GARDENS = "h9 small top, h9 large bottom, i8 small top, i8 small middle-row"


def end(players: int = 2, **position: Any) -> Table:
    """Seat 0 takes the last turn of the game and does nothing."""
    last: Position = {"round": 6, "start": 1, "step": 3 * players - 1, "hand": "3"}
    given: Position = {**last, **position}
    t = table(players, **given)
    t.play("play garden/production", "end")
    assert t.match.is_over
    return t


def points(**position: Any) -> dict[str, int]:
    return end(**position).points()


def card_points(card: str, **position: Any) -> int:
    """What a pink card is worth beside its boxed points."""
    used = f"{position.pop('used', '')} {card}"
    scored = points(used=used, **position)
    boxed = sum(BOXED[name] for name in used.split())
    assert scored.get("boxed points", 0) == boxed
    return scored.get("pink cards", 0)


def test_nothing_is_worth_nothing() -> None:
    t = end()
    assert t.points() == {}
    assert t.match.scores() == [0, 0]


# -- the parts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scarabs", "vp"), [(0, 0), (1, 2), (2, 4), (3, 7), (4, 11), (5, 16), (6, 16), (8, 16)]
)
def test_1_scarabs(scarabs: int, vp: int) -> None:
    """Those on the causeway count; more than five score like five."""
    rows = [*["scarab"] * 2, *["garden:scarab"] * 3, *["canal:scarab"] * 3]
    scored = points(tokens=" ".join(rows[:scarabs]))
    assert scored.get("scarabs", 0) == vp


def test_1_square_tokens_are_no_scarabs() -> None:
    assert "scarabs" not in points(tokens="square square garden:square")


@pytest.mark.parametrize("tokens", [0, 1, 2, 3])
def test_2_rows_of_tokens(tokens: int) -> None:
    """1, 2 or 3 VP for each garden tile, workshop (starting ones too) and canal tile."""
    for row, things in (("garden", 4), ("workshop", 3), ("canal", 2)):
        scored = points(
            tokens=" ".join(["square", "square", *[f"{row}:square"] * tokens]),
            gardens=GARDENS,
            workshops="w1-01 back g7",
            canals="k1 r3c3, k2 back t1",
        )
        assert scored.get(f"{row} row", 0) == tokens * things
        others = {"garden", "workshop", "canal"} - {row}
        assert not {f"{other} row" for other in others} & set(scored)


@pytest.mark.parametrize(
    ("kept", "vp"),
    [
        ({"amphora": 2}, 2),
        ({"spice": 3}, 3),
        ({"amphora": 1, "spice": 1, "cargo": "2 spice", "camel": 2}, 4),
    ],
)
def test_5_goods(kept: Position, vp: int) -> None:
    assert points(**kept) == {"goods": vp}


@pytest.mark.parametrize(
    ("kept", "vp"),
    [
        ({"coin": 4}, 0),
        ({"coin": 5}, 1),
        ({"coin": 9, "marble": 2, "stone": 3}, 2),
        ({"coin": 3, "marble": 1, "stone": 1}, 1),
        ({"coin": 9, "marble": 9, "stone": 2}, 4),
        ({"coin": 3, "cargo": "2 marble", "camel": 2}, 1),
        ({"stone": 3, "cargo": "2 stone", "camel": 2}, 1),
    ],
)
def test_6_coins_and_resources_by_fives(kept: Position, vp: int) -> None:
    assert points(**kept) == ({"coins and resources": vp} if vp else {})


@pytest.mark.parametrize(
    ("tiles", "vp"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 5), (5, 8), (6, 11), (7, 15)]
)
def test_7_canal_tiles(tiles: int, vp: int) -> None:
    cells = ["r2c2", "r2c3", "r3c1", "r3c2", "r3c3", "r4c2", "r4c3"]
    canals = ", ".join(f"k{i + 1} {cells[i]}" for i in range(tiles))
    assert points(canals=canals).get("canal tiles", 0) == vp


def test_sack_cards_in_hand_are_worth_a_point_each() -> None:
    assert points(sacks="s1 s2 s5") == {"sack cards": 3}


def test_bonus_cards_and_canal_bonus_tiles_are_worth_nothing() -> None:
    assert points(bonus="b4 b7", tiles="c2 c1") == {}


@pytest.mark.parametrize("used", [True, False])
def test_4_boxed_points_of_all_special_cards(used: bool) -> None:
    """Used or not, of every colour, once."""
    cards = "p22 p26 p36 p61 p68 p71"
    position: Position = {"used": cards} if used else {"specials": cards}
    assert points(**position)["boxed points"] == 2 + 4 + 8 + 2 + 4 + 5


@pytest.mark.parametrize("card", [f"p{number}" for number in range(19, 73)])
def test_4_boxed_points_of_each_card(card: str) -> None:
    scored = points(specials=card) if int(card[1:]) not in range(37, 55) else points(used=card)
    assert scored.get("boxed points", 0) == BOXED[card]


# -- pink cards --------------------------------------------------------------------------------


def test_p1_two_for_each_base() -> None:
    assert BOXED["p1"] == 2
    assert card_points("p1") == 0
    assert card_points("p1", bases="gerasa 1, alia 2, kena 1") == 6


def test_p2_three_for_each_blue_card() -> None:
    assert BOXED["p2"] == 4
    assert card_points("p2", used="p55 p61 p72 p22") == 9


def test_p3_two_for_each_camel() -> None:
    assert BOXED["p3"] == 0
    assert card_points("p3") == 2
    assert card_points("p3", camel=7) == 14


def test_p4_three_for_each_white_card() -> None:
    assert BOXED["p4"] == 4
    assert card_points("p4", used="p19 p36 p55") == 6


def test_p5_two_for_each_canal_tile() -> None:
    assert BOXED["p5"] == 2
    assert card_points("p5", canals="k1 r3c3, k2 back t1, k3 r4c3") == 6


def test_p6_eight() -> None:
    assert BOXED["p6"] == 0
    assert card_points("p6") == 8


def test_p7_two_for_each_special_card_with_itself() -> None:
    assert BOXED["p7"] == 4
    assert card_points("p7") == 2
    assert card_points("p7", used="p22 p55 p37") == 8


def test_p7_counts_unused_cards_too() -> None:
    scored = points(used="p7", specials="p22 p60")
    assert scored["pink cards"] == 6


@pytest.mark.parametrize(
    ("kept", "converted", "left"),
    [
        ({}, 0, 0),
        ({"amphora": 1}, 1, 0),
        ({"amphora": 2, "spice": 1}, 3, 0),
        ({"amphora": 2, "spice": 3}, 3, 2),
        ({"cargo": "2 spice", "camel": 2}, 2, 0),
        ({"spice": 2, "cargo": "2 spice", "camel": 2}, 3, 1),
    ],
)
def test_p8_up_to_three_goods_for_five_each(kept: Position, converted: int, left: int) -> None:
    assert BOXED["p8"] == 7
    scored = points(used="p8", **kept)
    assert scored.get("pink cards", 0) == 5 * converted
    assert scored.get("goods", 0) == left


@pytest.mark.parametrize(("cubes", "vp"), [(0, 0), (1, 4), (3, 12), (5, 12)])
def test_p9_four_for_each_cube_up_to_three(cubes: int, vp: int) -> None:
    assert BOXED["p9"] == 5
    assert card_points("p9", cubes_kept=cubes) == vp


@pytest.mark.parametrize(("coin", "vp", "rest"), [(0, 0, 0), (3, 6, 0), (8, 16, 0), (13, 16, 1)])
def test_p10_up_to_eight_coins_for_two_each(coin: int, vp: int, rest: int) -> None:
    assert BOXED["p10"] == 2
    scored = points(used="p10", coin=coin)
    assert scored.get("pink cards", 0) == vp
    assert scored.get("coins and resources", 0) == rest


def test_p11_thirteen() -> None:
    assert BOXED["p11"] == 0
    assert card_points("p11") == 13


def test_p12_three_for_each_yellow_card() -> None:
    assert BOXED["p12"] == 5
    assert card_points("p12", used="p37 p43 p49 p55") == 9


@pytest.mark.parametrize(
    ("scarabs", "vp"), [(0, 0), (1, 7), (2, 14), (3, 21), (4, 28), (5, 36), (6, 36)]
)
def test_p13_scarabs_by_a_better_table(scarabs: int, vp: int) -> None:
    """It replaces the first part."""
    rows = [*["scarab"] * 2, *["garden:scarab"] * 3, "canal:scarab"]
    scored = points(used="p13", tokens=" ".join(rows[:scarabs]))
    assert scored.get("scarabs", 0) + scored.get("pink cards", 0) == vp


def test_p14_three_for_each_square_token() -> None:
    assert BOXED["p14"] == 10
    assert card_points("p14", tokens="square scarab garden:square") == 6


def test_p16_eighteen() -> None:
    assert BOXED["p16"] == 0
    assert card_points("p16") == 18


@pytest.mark.parametrize(("marble", "vp", "rest"), [(0, 0, 0), (4, 8, 0), (7, 14, 0), (12, 14, 1)])
def test_p17_up_to_seven_marble_for_two_each(marble: int, vp: int, rest: int) -> None:
    assert BOXED["p17"] == 10
    scored = points(used="p17", marble=marble)
    assert scored.get("pink cards", 0) == vp
    assert scored.get("coins and resources", 0) == rest


def test_p17_takes_marble_on_the_caravan() -> None:
    assert points(used="p17", cargo="3 marble", camel=3)["pink cards"] == 6


def test_p18_two_for_each_pair_of_workshop_and_garden() -> None:
    """Five workshops and seven garden tiles are five pairs."""
    assert BOXED["p18"] == 10
    seven = f"{GARDENS}, i8 small bottom, j9 small top, j9 large bottom"
    workshops = "w1-01 g7, w1-02 i7, w1-03 back g9"
    assert card_points("p18", workshops=workshops, gardens=seven) == 10
    assert card_points("p18", workshops=workshops, gardens=GARDENS) == 8


# -- p15 ---------------------------------------------------------------------------------------


def test_p15_repeats_another_pink_card_with_its_boxed_points() -> None:
    assert BOXED["p15"] == 5
    assert card_points("p15") == 0, "no other card"
    assert card_points("p15", used="p11") == 13 + 13
    assert card_points("p15", used="p1", bases="gerasa 1, alia 1") == 4 + (2 + 4)
    assert card_points("p15", used="p14", tokens="square square") == 6 + (10 + 6)


def test_p15_takes_the_best() -> None:
    assert card_points("p15", used="p6 p11 p3") == 8 + 13 + 2 + 13


def test_p15_does_not_repeat_cards_of_other_colours() -> None:
    assert card_points("p15", used="p36 p67") == 0


def test_p15_repeats_conversions_without_spending_again() -> None:
    scored = points(used="p15 p8", amphora=4)
    assert scored["pink cards"] == 15 + (7 + 15)
    assert scored["goods"] == 1
    scored = points(used="p15 p10", coin=13)
    assert scored["pink cards"] == 16 + (2 + 16)
    assert scored["coins and resources"] == 1


def test_p15_repeats_the_better_table_of_scarabs() -> None:
    scored = points(used="p15 p13", tokens="scarab scarab")
    assert scored.get("scarabs", 0) + scored["pink cards"] == 14 + 14


def test_p7_and_p15_count_as_special_cards() -> None:
    assert points(used="p7 p15")["pink cards"] == 4 + (4 + 4)


# -- the end -----------------------------------------------------------------------------------


def test_rain_comes_before_the_final_scoring() -> None:
    """A cube that flows in the last rain counts for p9."""
    t = end(used="p9", canals="k1 r1c1", cubes="r1c1")
    assert t.points()["pink cards"] == 4
    assert t.points()["rain"] == 2


def test_the_score_is_the_sum_of_its_sources() -> None:
    t = end(
        vp=7,
        used="p1 p7 p8 p10 p22",
        sacks="s1",
        coin=11,
        amphora=4,
        bases="gerasa 1",
        canals="k1 r3c3, k7 r3c2",
        tokens="square scarab workshop:scarab",
    )
    assert sum(t.points().values()) == t.match.scores()[0]
    assert t.points()["start"] == 7


def test_most_points_win() -> None:
    t = end(vp=5, others={1: {"vp": 6}})
    assert t.match.scores() == [5, 6]
    assert t.match.winners() == [1]


def test_ties_go_to_most_canal_tiles() -> None:
    # A canal tile that brings as much as the other seat has more.
    t = end(vp=5, canals="k1 r3c3", others={1: {"vp": 6}})
    assert t.match.scores() == [6, 6]
    assert t.match.winners() == [0]


def test_a_tie_even_there_is_shared() -> None:
    t = end(3, vp=5, others={1: {"vp": 5}, 2: {"vp": 4}})
    assert t.match.winners() == [0, 1]


def test_everybody_is_scored() -> None:
    t = end(3, coin=5, others={1: {"used": "p11"}, 2: {"amphora": 3, "sacks": "s1"}})
    assert t.match.scores() == [1, 13, 4]
