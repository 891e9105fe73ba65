"""Canal construction: tiles, spaces, costs and discounts, cubes, bonus tiles, tanks, cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.resafa.reference import EDITION, canal_face
from tests.resafa.table import Position, Table, table

RICH: Position = {"coin": 9, "marble": 9}
FULL_TWO = "h9 large top, h9 small bottom, i8 large top, i8 small bottom"
TANKS: Position = {"gardens": FULL_TWO, "bases": "gerasa 1", **RICH}

FACES = [f"{entry['id']}{back}" for entry in EDITION["canal_tiles"] for back in ("", " back")]
FLAT_FACES = [face for face in FACES if canal_face(face)["shape"] != "tank"]


def cells(side: str) -> dict[str, dict[str, Any]]:
    return {cell["id"]: cell for cell in EDITION["sides"][side]["cells"]}


def build(t: Table, face: str, space: str) -> Table:
    return t.act("canal").play(f"canal {face}", f"space {space}")


# -- costs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FLAT_FACES)
def test_every_side_at_its_cost(face: str) -> None:
    cost = canal_face(face)["cost"]
    t = table(3, canals=twin_gone(face), **RICH)
    build(t, face, "r3c3")
    vp = cells("3-4")["r3c3"]["vp"]
    assert t.changes() == {**{item: -amount for item, amount in cost.items()}, "vp": vp}
    assert t.canals()["r3c3"] == (0, face)
    assert face.split()[0] not in left(t)


def twin_gone(face: str) -> str:
    """k1 and k2 are the same: the second is offered only when the first is on the board."""
    return "k1 r5c1" if face.startswith("k2") else ""


def left(t: Table) -> list[str]:
    bits = t.state.seats[0].canal_left
    return [f"k{tile + 1}" for tile in range(7) if bits >> tile & 1]


@pytest.mark.parametrize("face", FLAT_FACES)
def test_no_tile_without_its_cost(face: str) -> None:
    cost = canal_face(face)["cost"]
    for item in cost:
        poor: Position = {**cost, item: cost[item] - 1}
        t = table(3, canals=twin_gone(face), **poor).play("play canal/trading")
        if t.can("main canal"):
            t.play("main canal")
            if face in t.choices("canal"):
                # Only where the space takes the missing one off.
                t.play(f"canal {face}")
                off = {
                    name
                    for name, cell in cells("3-4").items()
                    if cell.get("discount", {}).get(item, 0)
                }
                assert t.asked() != "space" or t.choices("space") <= off


def test_fixed_costs_of_the_rulebook() -> None:
    assert canal_face("k7")["cost"] == {"marble": 2, "coin": 3}
    assert canal_face("k3")["cost"] == {"marble": 2, "coin": 1}


def test_equal_tiles_are_offered_once() -> None:
    t = table(3, **RICH).act("canal")
    assert "k1" in t.choices("canal")
    assert "k2" not in t.choices("canal")
    t = table(3, canals="k1 r5c1", **RICH).act("canal")
    assert "k2" in t.choices("canal")


def test_a_used_tile_is_gone_with_both_sides() -> None:
    t = table(3, canals="k3 r5c1", **RICH).act("canal")
    assert not {"k3", "k3 back"} & t.choices("canal")


def test_seven_tiles_and_no_more() -> None:
    spaces = ["r1c1", "r2c2", "r3c3", "r4c4", "r5c5", "r1c4", "r5c2"]
    canals = ", ".join(f"k{i + 1} {space}" for i, space in enumerate(spaces))
    t = table(3, canals=canals, **RICH).play("play canal/trading")
    assert not t.can("main canal")


# -- spaces ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "side", "columns"), [(2, "1-2", 4), (3, "3-4", 5), (4, "3-4", 5)]
)
def test_any_free_space_of_the_network(players: int, side: str, columns: int) -> None:
    t = table(players, others={1: {"canals": "k7 r2c2"}}, canals="k6 r3c3", **RICH)
    t.act("canal").play("canal k7")
    expected = {f"r{row}c{column}" for row in range(1, 6) for column in range(1, columns + 1)}
    assert t.choices("space") == expected - {"r2c2", "r3c3"}
    assert len(cells("1-2" if players == 2 else "3-4")) == 6 * columns


@pytest.mark.parametrize(("players", "side"), [(2, "1-2"), (3, "3-4")])
def test_points_of_every_space(players: int, side: str) -> None:
    for space, cell in cells(side).items():
        if space.startswith("t"):
            t = build(table(players, **TANKS), "k1 back", space)
        else:
            t = build(table(players, **RICH), "k7", space)
        assert t.points() == {"canal spaces": cell["vp"]}, space


@pytest.mark.parametrize(
    ("players", "space", "off"),
    [
        (3, "r2c3", "coin"),
        (3, "r4c5", "coin"),
        (3, "r3c2", "marble"),
        (2, "r2c2", "coin"),
        (2, "r4c4", "coin"),
        (2, "r3c3", "marble"),
    ],
)
def test_spaces_with_a_discount(players: int, space: str, off: str) -> None:
    t = build(table(players, coin=3, marble=2), "k7", space)
    expected = {"coin": -3, "marble": -2}
    expected[off] += 1
    assert {word: t.changes()[word] for word in expected} == expected
    # It can be built there with what it costs there, and nowhere else.
    less: Position = {"coin": 3, "marble": 2}
    less[off] -= 1
    t = table(players, canals="k1 r5c1, k2 r5c2, k3 r5c3, k4 r1c1, k5 r1c2, k6 r1c3", **less)
    t.act("canal").play("canal k7")
    side = cells("1-2" if players == 2 else "3-4")
    same = {name for name, cell in side.items() if cell.get("discount", {}).get(off, 0)}
    if len(same) > 1:
        assert t.choices("space") == same
    else:
        assert t.canals()[space] == (0, "k7"), "the only space there is"


def test_a_discount_never_pays_back() -> None:
    """k1 costs no coin, so the coin off at r2c3 is lost."""
    t = build(table(3, coin=5, marble=5), "k1", "r2c3")
    assert t.changes() == {"marble": -2, "vp": 4}


# -- cubes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_a_cube_at_the_edge_moves_onto_the_tile(players: int) -> None:
    t = table(players, **RICH)
    for source in sorted(t.sources()):
        t = build(table(players, **RICH), "k1", source)
        assert t.cubes() == {source}, "even if the tile does not lead there"
        assert source not in t.sources()
    t = build(table(players, **RICH), "k7", "r3c3")
    assert t.cubes() == set()
    assert t.me.cubes == 0, "kept only when it has flowed"


def test_a_source_gives_its_cube_once() -> None:
    t = table(3, **RICH)
    t.state.sources &= ~(1 << 2)
    build(t, "k7", "r1c3")
    assert t.cubes() == set()


# -- canal bonus tiles -------------------------------------------------------------------------


def test_a_bonus_tile_comes_to_the_player() -> None:
    t = build(table(3, water_bonus="r1c3 c2, r3c3 c5", **RICH), "k7", "r1c3")
    assert t.me.tiles == ["c2"]
    assert t.state.water_bonus.count(-1) == 29
    assert t.can("use c2"), "at once"
    t.play("end").others()
    assert t.can("use c2"), "or later"


def test_bonus_tiles_on_tank_spaces() -> None:
    t = build(table(3, water_bonus="t3 c2", **TANKS), "k1 back", "t3")
    assert t.me.tiles == ["c2"]


def test_c1_a_square_token() -> None:
    t = table(tiles="c1").play("use c1")
    assert t.changes() == {"squares": 1}
    assert t.me.tiles == []
    t = table(tiles="c1", tokens="square square").play("use c1")
    assert t.choices("row") == {"garden", "workshop", "canal"}


def test_c2_points() -> None:
    t = table(tiles="c2").play("use c2")
    assert t.changes() == {"vp": 4}
    assert t.points() == {"canal bonus tiles": 4}


@pytest.mark.parametrize("tile", ["c3", "c4"])
def test_c3_and_c4_any_step(tile: str) -> None:
    t = table(tiles=tile).play(f"use {tile}")
    assert t.choices("step") == {"yellow", "white", "blue", "pink"}
    assert t.play("step blue").changes() == {"blue": 1}


def test_c5_one_production() -> None:
    t = table(tiles="c5").play("use c5", "room b 1")
    assert t.changes() == {"stone": 3}
    assert t.asked() == "play"


@pytest.mark.parametrize("good", ["amphora", "spice"])
def test_c6_amphora_or_spice(good: str) -> None:
    t = table(tiles="c6").play("use c6")
    assert t.choices("item") == {"amphora", "spice"}
    assert t.play(f"item {good}").changes() == {good: 1}


def test_c7_a_small_garden_for_a_stone() -> None:
    assert not table(tiles="c7").can("use c7")
    t = table(tiles="c7", stone=1, specials="p55").play("use c7", "square i8")
    assert t.choices("lay") == {"small top", "small bottom", "small left", "small right"}
    t.play("lay small top")
    assert t.changes() == {"stone": -1, "vp": 1}, "with green bonuses, without permanent cards"


@pytest.mark.parametrize("tile", ["c8", "c9"])
def test_c8_and_c9_a_sack(tile: str) -> None:
    t = table(tiles=tile, sack_deck="s3").play(f"use {tile}")
    assert t.changes() == {"sacks": 1}
    assert not table(tiles=tile, sack_deck="").choices("use")


def test_equal_bonus_tiles_are_offered_once() -> None:
    t = table(tiles="c3 c4 c8 c9")
    assert t.choices("use") == {"c3", "c8"}
    t.play("use c3", "step pink")
    assert t.choices("use") == {"c4", "c8"}


# -- tanks -------------------------------------------------------------------------------------


def test_tanks_on_tank_spaces_only() -> None:
    t = table(3, **TANKS).act("canal").play("canal k1 back")
    assert t.choices("space") == {"t1", "t2", "t3", "t4", "t5"}
    t = table(2, **TANKS).act("canal").play("canal k1 back")
    assert t.choices("space") == {"t1", "t2", "t3", "t4"}


def test_tanks_at_their_cost() -> None:
    cost = canal_face("k1 back")["cost"]
    t = build(table(3, **TANKS), "k1 back", "t3")
    assert t.me.tanks == 1
    assert t.me.canals == 1, "a canal tile like any other"
    assert t.changes() == {
        **{item: -amount for item, amount in cost.items()}, "vp": cells("3-4")["t3"]["vp"]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("gardens", "bases", "allowed"),
    [
        (FULL_TWO, "gerasa 1", True),
        (FULL_TWO, "", False),
        ("h9 large top, h9 small bottom, i8 large top", "gerasa 1", False),
        ("h9 large top, i8 large top, h7 large bottom", "gerasa 1, alia 1", False),
    ],
)
def test_tanks_need_two_full_squares_and_a_base(gardens: str, bases: str, allowed: bool) -> None:
    t = table(3, gardens=gardens, bases=bases, **RICH).act("canal")
    assert ("k1 back" in t.choices("canal")) == allowed


def test_only_two_tanks() -> None:
    t = table(3, canals="k1 back t1", **TANKS).act("canal")
    assert "k2 back" in t.choices("canal")
    t = table(3, canals="k1 back t1, k2 back t2", **TANKS).act("canal")
    assert not {"k1 back", "k2 back"} & t.choices("canal")


def test_tank_spaces_can_be_full() -> None:
    others = {
        1: {"canals": "k1 back t1, k2 back t2"},
        2: {"canals": "k1 back t3, k2 back t4"},
        3: {"canals": "k1 back t5"},
    }
    t = table(4, others=others, **TANKS).act("canal")
    assert "k1 back" not in t.choices("canal")


def test_flat_tiles_do_not_go_on_tank_spaces() -> None:
    t = table(3, **TANKS).act("canal").play("canal k7")
    assert not {space for space in t.choices("space") if space.startswith("t")}


def test_tank_conditions_can_be_met_inside_the_action() -> None:
    """The second square is filled by a bonus card while the canal action is under way."""
    t = table(
        3,
        gardens="h9 large top, h9 small bottom, i8 large top",
        bases="gerasa 1",
        bonus="b8",
        stone=1,
        **RICH,
    )
    t.act("canal")
    assert "k1 back" not in t.choices("canal")
    t.play("use b8", "square i8", "decline")
    assert "k1 back" in t.choices("canal")


# -- cards in a canal action -------------------------------------------------------------------


def test_cards_are_declared_before_the_tile() -> None:
    t = table(3, bonus="b10 b17", **RICH).act("canal")
    assert t.choices("with") == {"b10", "b17"}
    t.play("with b10")
    assert t.choices("with") == {"b17"}
    assert t.me.bonus == ["b10", "b17"], "they are used when the tile is placed"
    t.play("canal k7", "space r3c3")
    assert t.me.bonus == ["b17"]


def test_cards_add_up() -> None:
    """One marble and one coin off, two coins off: k7 for a marble."""
    t = table(3, bonus="b10 b23", marble=1).act("canal")
    t.play("with b10", "with b23", "canal k7", "space r1c3")
    assert t.changes() == {"marble": -1, "vp": 3 + 1, "bonus": -2}


def test_two_copies_of_a_card() -> None:
    t = table(3, bonus="b10 b10", coin=3, marble=2).act("canal")
    t.play("with b10", "with b10", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -1, "vp": 3, "bonus": -2}


def test_a_card_is_offered_only_if_something_can_be_built_with_it() -> None:
    t = table(3, bonus="b23 b5").play("play canal/trading")
    assert not t.can("main canal"), "no marble, and no coin for marble"
    t = table(3, bonus="b5 b17", coin=1).act("canal")
    assert t.choices("with") == {"b5", "b17"}
    assert not t.choices("canal"), "nothing without the cards"
    t.play("with b5")
    t.play("canal k3")
    assert t.choices("space") == {"r2c3", "r4c5"}, "two marble, and a coin off the space"


def test_cards_do_not_fit_other_actions() -> None:
    t = table(3, bonus="b10 b17 b23 b5", coin=9, stone=9)
    assert not t.choices("use")
    t.act("garden")
    assert not t.choices("with")


def test_cards_fit_canal_actions_of_special_cards() -> None:
    t = table(3, bonus="b10", specials="p60", coin=9, marble=9).play("use p60")
    t.play("with b10", "canal k7", "space r1c3")
    assert t.changes() == {"coin": -3 + 2, "vp": 3, "bonus": -1}


def test_after_a_card_is_declared_something_has_to_be_built() -> None:
    t = table(3, bonus="b10", specials="p60", coin=9, marble=9).play("use p60", "with b10")
    assert not t.can("decline")
