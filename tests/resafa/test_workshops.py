"""Workshop construction: offer, cost, levels, sides, where and how they lie."""

from __future__ import annotations

import pytest

from tests.resafa.reference import EDITION, name, position
from tests.resafa.table import Position, Table, table

LEVEL_2: Position = {
    "round": 3,
    "tokens": "square square",
    "offer": "w1-01 w1-02 w1-03 w2-01 w2-02 w2-03",
}


# -- tiles and costs ---------------------------------------------------------------------------


def test_a_workshop_costs_a_coin_and_a_stone() -> None:
    t = table(coin=1, stone=1).act("workshop").play("tile w1-02")
    assert t.changes() == {"coin": -1, "stone": -1}
    for coin, stone in ((0, 9), (9, 0)):
        t = table(coin=coin, stone=stone).play("play workshop/provisions")
        assert not t.can("main workshop")


def test_only_open_tiles_are_on_offer() -> None:
    t = table(coin=1, stone=1).act("workshop")
    assert t.choices("tile") == {"w1-01", "w1-02", "w1-03"}


@pytest.mark.parametrize("slot", [0, 1, 2])
def test_the_empty_slot_is_refilled_at_once(slot: int) -> None:
    tile = f"w1-0{slot + 1}"
    t = table(coin=1, stone=1).act("workshop").play(f"tile {tile}")
    assert t.offer()[slot] == "-", "refilled when the workshop is placed"
    t.play("side front", "cell g7", "rotate 0")
    expected = ["w1-01", "w1-02", "w1-03", "-", "-", "-"]
    expected[slot] = "w1-04"
    assert t.offer() == expected


def test_level_two_is_refilled_with_level_two() -> None:
    t = table(coin=1, stone=1, **LEVEL_2).act("workshop")
    t.play("tile w2-03", "side front", "cell g7", "rotate 0")
    assert t.offer() == ["w1-01", "w1-02", "w1-03", "w2-01", "w2-02", "w2-04"]


def test_when_a_deck_is_used_up_its_offer_shrinks() -> None:
    t = table(coin=2, stone=2, specials="p19", deck_1="")
    t.act("workshop").play("tile w1-02", "side front", "cell g7", "rotate 0")
    assert t.offer()[:3] == ["w1-01", "-", "w1-03"]
    t.play("use p19")
    assert t.choices("tile") == {"w1-01", "w1-03"}


def test_no_tile_left_means_no_action() -> None:
    t = table(coin=1, stone=1, offer="- - -")
    t.play("play workshop/provisions")
    assert not t.can("main workshop")


# -- level II ----------------------------------------------------------------------------------


@pytest.mark.parametrize("tokens", ["", "square", "scarab"])
def test_level_two_needs_two_tokens(tokens: str) -> None:
    t = table(coin=1, stone=1, **{**LEVEL_2, "tokens": tokens}).act("workshop")
    assert t.choices("tile") == {"w1-01", "w1-02", "w1-03"}


@pytest.mark.parametrize(
    "tokens", ["square square", "scarab square", "scarab scarab garden:square"]
)
def test_level_two_with_two_tokens_of_any_kind(tokens: str) -> None:
    t = table(coin=1, stone=1, **{**LEVEL_2, "tokens": tokens}).act("workshop")
    assert t.choices("tile") == {"w1-01", "w1-02", "w1-03", "w2-01", "w2-02", "w2-03"}


def test_level_two_comes_with_the_third_round() -> None:
    t = table(tokens="square square", start=1, step=5)
    t.play("play garden/production", "end").to_round(3)
    offer = t.offer()
    assert [tile[:2] for tile in offer] == ["w1"] * 3 + ["w2"] * 3


def test_level_two_room_is_gained_at_once_and_free() -> None:
    t = table(coin=1, stone=1, **LEVEL_2).act("workshop").play("tile w2-01")
    assert t.changes() == {"coin": -1, "stone": -1, "amphora": 1, "vp": 2}
    t = table(coin=1, stone=1, **LEVEL_2).act("workshop").play("tile w2-03")
    assert t.changes() == {"stone": -1, "vp": 3}, "one coin paid, one gained"


@pytest.mark.parametrize("side", ["front", "back"])
def test_level_two_room_is_gained_whichever_side_is_up(side: str) -> None:
    t = table(coin=1, stone=1, **LEVEL_2).act("workshop")
    t.play("tile w2-01", f"side {side}", "cell g7", "rotate 0")
    assert t.changes() == {"coin": -1, "stone": -1, "amphora": 1, "vp": 2}


def test_level_two_room_with_a_price_may_be_declined() -> None:
    """w2-02 turns a stone into two marble and a camel."""
    t = table(coin=1, stone=2, **LEVEL_2).act("workshop").play("tile w2-02")
    assert t.offers() == ["decline", "yes"]
    t.play("yes")
    assert t.changes() == {"coin": -1, "stone": -2, "marble": 2, "camel": 1}
    t = table(coin=1, stone=2, **LEVEL_2).act("workshop").play("tile w2-02", "decline")
    assert t.changes() == {"coin": -1, "stone": -1}


def test_level_two_room_that_cannot_be_paid_is_passed_over() -> None:
    t = table(coin=1, stone=1, **LEVEL_2).act("workshop").play("tile w2-02")
    assert t.asked() == "side"
    assert t.changes() == {"coin": -1, "stone": -1}


def test_level_two_room_can_be_paid_with_a_card_used_meanwhile() -> None:
    t = table(coin=1, stone=1, sacks="s2", **LEVEL_2).act("workshop").play("tile w2-02")
    assert t.offers() == ["decline", "use s2", "discard s2"]
    t.play("use s2", "yes")
    assert t.changes() == {"coin": -1, "marble": 2, "camel": 1, "sacks": -1}


def test_level_one_gives_nothing_at_once() -> None:
    t = table(coin=1, stone=1, **LEVEL_2).act("workshop")
    t.play("tile w1-01", "side front", "cell g7", "rotate 0")
    assert t.changes() == {"coin": -1, "stone": -1}


@pytest.mark.parametrize("entry", [e for e in EDITION["workshops"] if e["level"] == 2])
def test_every_level_two_tile_gives_its_room_at_once(entry: dict[str, object]) -> None:
    tile = str(entry["id"])
    offer = f"w1-01 w1-02 w1-03 {tile}"
    position_: Position = {**LEVEL_2, "offer": offer, "coin": 9, "stone": 9, "marble": 9}
    front = next(e for e in EDITION["workshops"] if e["id"] == tile)["front"]
    (room,) = front["rooms"]
    t = table(**position_).act("workshop").play(f"tile {tile}")
    expected = {"coin": -1, "stone": -1}
    if "pay" in room:
        t.play("yes")
        for item, amount in room["pay"].items():
            expected[item] = expected.get(item, 0) - amount
    if "choose" in room:
        for _ in range(room["choose"]):
            t.play(f"item {room['from'][0]}")
        expected[room["from"][0]] = expected.get(room["from"][0], 0) + room["choose"]
    elif "step" in room:
        t.play("step pink")
        expected["pink"] = 1
    else:
        for item, amount in room["gain"].items():
            word = {"sack": "sacks", "square": "squares", "scarab": "scarabs"}.get(item, item)
            expected[word] = expected.get(word, 0) + amount
    assert t.asked() == "side"
    assert t.changes() == {word: number for word, number in expected.items() if number}


# -- side, cell, rotation ----------------------------------------------------------------------


def place(t: Table, tile: str, *rest: str) -> Table:
    return t.act("workshop").play(f"tile {tile}", *rest)


def test_both_sides_can_be_chosen() -> None:
    t = place(table(coin=1, stone=1), "w1-01")
    assert t.choices("side") == {"front", "back"}


def test_workshops_touch_corners() -> None:
    t = place(table(coin=1, stone=1), "w1-01", "side front")
    # The corners of h8 and i9 that are free.
    assert t.choices("cell") == {"g7", "i7", "g9", "h10", "j8", "j10"}


def test_cells_are_the_free_corners_of_all_workshops() -> None:
    layout = "w1-04 g7, w1-05 back f6, w1-06 g9, w1-07 h10"
    t = place(table(coin=1, stone=1, workshops=layout), "w1-01", "side front")
    taken = {"h8", "i9", "g7", "f6", "g9", "h10"}
    expected = set()
    for cell in taken:
        x, y = position(cell)
        expected |= {name(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)}
    assert t.choices("cell") == expected - taken


def test_the_area_ends_far_away() -> None:
    """Seven steps beyond tile A in every direction; beyond the edge nothing can be built."""
    chain = "w1-04 g7, w1-05 f6, w1-06 e5, w1-07 d4, w1-08 c3, w1-09 b2, w1-10 a1"
    t = place(table(coin=1, stone=1, workshops=chain), "w1-01", "side front")
    assert "c1" in t.choices("cell")
    assert len(t.choices("cell")) > 10


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_every_rotation_can_be_chosen(rotation: int) -> None:
    t = place(table(coin=1, stone=1), "w1-01", "side front", "cell g7")
    assert t.choices("rotate") == {"0", "90", "180", "270"}
    t.play(f"rotate {rotation}")
    value = t.state.seats[0].grid[6 * 15 + 6] - 1
    assert value % 4 == rotation // 90
    assert value // 4 == 8 * 2


def test_back_up_and_counted() -> None:
    t = place(table(coin=1, stone=1), "w1-01", "side back", "cell j8", "rotate 180")
    assert t.me.workshops == 3
    assert t.state.seats[0].extra == 1


def test_new_cells_open_beside_the_new_workshop() -> None:
    t = table(coin=9, stone=9, specials="p19")
    place(t, "w1-01", "side front", "cell g7", "rotate 0")
    t.play("use p19", "tile w1-02", "side front")
    assert {"f6", "h6", "f8"} <= t.choices("cell")
    assert "g7" not in t.choices("cell")


def test_gardens_do_not_hinder_workshops() -> None:
    """They lie on the other colour of the board."""
    t = place(table(coin=1, stone=1, gardens="i8 small top"), "w1-01", "side front")
    assert {"i7", "j8"} <= t.choices("cell")


def test_a_workshop_beside_a_garden_triggers_nothing() -> None:
    """Green bonuses come when a garden tile is placed, never when a workshop is."""
    for rotation in (0, 90, 180, 270):
        t = table(coin=1, stone=1, gardens="i8 small top, i8 large bottom")
        place(t, "w1-01", "side front", "cell i7", f"rotate {rotation}")
        assert t.changes() == {"coin": -1, "stone": -1}


def test_a_workshop_built_meanwhile_does_not_lie_on_the_same_cell() -> None:
    """A card builds one while the other is waiting for its cell."""
    t = table(round=6, coin=9, stone=9, specials="p32")
    place(t, "w1-01", "side front", "cell g7")
    t.play("use p32", "part 1", "tile w1-02", "side front", "cell g7", "rotate 0", "decline")
    assert t.asked() == "cell"
    assert "g7" not in t.choices("cell")
    t.play("cell i7", "rotate 0")
    assert t.me.workshops == 4
