"""Gardens: where tiles fit, what they touch, what a full square is worth; costs and stock.

Around the squares h9 and i8 lie both starting tiles: A (h8) north of h9 and west of i8, B (i9)
east of h9 and south of i8.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from sandtable.kernel.rng import seeded
from tests.resafa.reference import (
    EDITION,
    Workshop,
    green_gain,
    legal_placements,
    name,
    position,
    strip,
)
from tests.resafa.table import Position, Table, table

SMALL = ["small top", "small middle-row", "small bottom"]
SMALL_DOWN = ["small left", "small middle-column", "small right"]
LARGE = ["large top", "large bottom", "large left", "large right"]
STOCK: Position = {"coin": 9, "stone": 9}


def lay(t: Table, square: str, placement: str) -> Table:
    """Build by a garden action; where one answer only is possible it has been given already."""
    t.act("garden")
    if t.asked() == "square":
        t.play(f"square {square}")
    if t.asked() == "lay":
        t.play(f"lay {placement}")
    return t


# -- costs and stock ---------------------------------------------------------------------------


def test_a_small_tile_costs_a_stone_a_large_one_a_coin_more() -> None:
    t = lay(table(stone=1), "h9", "small left")
    assert t.changes()["stone"] == -1
    t = table(stone=1).act("garden").play("square h9")
    assert not {"large top", "large left"} & t.choices("lay"), "no coin"
    t = lay(table(stone=1, coin=1, rotations=(90, 0)), "h7", "large bottom")
    assert t.changes()["coin"] == -1
    assert t.me.stone == 0
    assert not table(coin=9).play("play garden/production").can("main garden")


def test_stock_of_tiles_is_limited() -> None:
    t = table(small_left=0, **STOCK).act("garden").play("square h9")
    assert t.choices("lay") == {"large top", "large bottom", "large left", "large right"}
    t = table(large_left=0, **STOCK).act("garden").play("square h9")
    assert t.choices("lay") == {"small top", "small bottom", "small left", "small right"}
    t = table(small_left=0, large_left=0, **STOCK).play("play garden/production")
    assert not t.can("main garden")


def test_stock_goes_down_as_tiles_are_built() -> None:
    t = lay(table(small_left=3, large_left=2, **STOCK), "h9", "large top")
    assert (t.state.small_left, t.state.large_left) == (3, 1)
    t = lay(table(small_left=3, large_left=2, **STOCK), "h9", "small top")
    assert (t.state.small_left, t.state.large_left) == (2, 2)


# -- where tiles fit ---------------------------------------------------------------------------


def test_squares_beside_workshops() -> None:
    t = table(**STOCK).act("garden")
    assert t.choices("square") == {"h7", "g8", "i8", "h9", "j9", "i10"}


def test_the_first_tile_lies_at_a_side_across_or_down() -> None:
    t = table(**STOCK).act("garden").play("square h9")
    assert t.choices("lay") == {
        "small top", "small bottom", "small left", "small right",
        "large top", "large bottom", "large left", "large right",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("square", "missing"),
    [
        ("h7", {"small top", "large top"}),  # the workshop lies in the south
        ("g8", {"small left", "large left"}),  # in the east
        ("j9", {"small right", "large right"}),  # in the west
        ("i10", {"small bottom", "large bottom"}),  # in the north
    ],
)
def test_a_tile_must_touch_a_workshop(square: str, missing: set[str]) -> None:
    t = table(**STOCK).act("garden").play(f"square {square}")
    ends = {"small top", "small bottom", "small left", "small right", *LARGE}
    assert t.choices("lay") == ends - missing


@pytest.mark.parametrize("first", ["small top", "small bottom"])
def test_later_tiles_keep_the_direction_across(first: str) -> None:
    t = table(gardens=f"h9 {first}", **STOCK).act("garden").play("square h9")
    assert t.choices("lay") == {*SMALL} - {first} | {
        "large bottom" if first == "small top" else "large top"
    }


@pytest.mark.parametrize("first", ["small left", "small right"])
def test_later_tiles_keep_the_direction_down(first: str) -> None:
    t = table(gardens=f"h9 {first}", **STOCK).act("garden").play("square h9")
    assert t.choices("lay") == {*SMALL_DOWN} - {first} | {
        "large right" if first == "small left" else "large left"
    }


def test_the_far_side_only_if_it_touches_a_workshop_there() -> None:
    """In h7 the workshop lies in the south; the far strip from the south touches none."""
    t = table(gardens="h7 small bottom", **STOCK).act("garden").play("square h7")
    assert t.choices("lay") == {"small middle-row", "large top"}
    t = table(gardens="h7 small bottom", workshops="w1-01 g7", **STOCK).act("garden")
    t.play("square h7")
    assert t.choices("lay") == {"small middle-row", "small top", "large top"}


def test_the_last_strip_of_a_square() -> None:
    t = table(gardens="h9 small top, h9 small bottom", **STOCK)
    lay(t, "h9", "small middle-row")
    assert t.me.full_squares == 1
    t = table(gardens="h9 large right", **STOCK).act("garden").play("square h9")
    assert t.me.gardens == 2, "the only way was taken"
    assert t.me.full_squares == 1


def test_a_full_square_takes_no_more() -> None:
    t = table(gardens="h9 large top, h9 small bottom", **STOCK).act("garden")
    assert "h9" not in t.choices("square")


DIRECTIONS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def workshops_around(square: str, sides: tuple[str, ...]) -> str:
    """A layout with workshops on these sides of a square far from the starting tiles; a chain of
    corners is not needed to lay gardens."""
    x, y = position(square)
    cells = [name(x + dx, y + dy) for dx, dy in (DIRECTIONS[side] for side in sides)]
    return ", ".join(f"w1-0{i + 1} {cell}" for i, cell in enumerate(cells))


STARTS = [[], *[[p] for p in SMALL + SMALL_DOWN if "middle" not in p], *[[p] for p in LARGE]]
STARTS += [list(pair) for pair in combinations(SMALL, 2)]
STARTS += [list(pair) for pair in combinations(SMALL_DOWN, 2)]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_square_with_every_neighbourhood(count: int) -> None:
    """All placements there are, against squares drawn unit by unit."""
    for sides in combinations(DIRECTIONS, count):
        layout = workshops_around("d5", sides)
        own = [Workshop(EDITION, w.split()[0], False, w.split()[1], 0) for w in layout.split(", ")]
        for laid in STARTS:
            gardens = ", ".join(f"d5 {placement}" for placement in laid)
            t = table(workshops=layout, gardens=gardens, **STOCK).act("garden")
            expected = legal_placements(own, "d5", laid, {"small", "large"})
            if not expected:
                assert "d5" not in t.choices("square")
                continue
            before = t.me.gardens
            t.play("square d5")
            if len(expected) == 1:
                assert t.me.gardens == before + 1
            else:
                assert t.choices("lay") == expected, (sides, laid)


# -- green bonuses -----------------------------------------------------------------------------


def test_red_starting_tiles_as_they_lie() -> None:
    """A shows in the south a coin at the right end; B in the west a coin at the upper end."""
    # h9: A's southern edge along its top, B's western edge along its right side.
    for placement, gain in (
        ("small top", {"coin": 1 + 1}),
        ("small bottom", {}),
        ("small left", {}),
        ("small right", {"coin": 1 + 1}),
        ("large top", {"coin": 2}),
        ("large bottom", {}),
        ("large left", {}),
        ("large right", {"coin": 2}),
    ):
        t = lay(table(coin=3, stone=3), "h9", placement)
        expected = {"stone": -1, "coin": gain.get("coin", 0) - placement.startswith("large")}
        assert t.changes() == {word: change for word, change in expected.items() if change}


def test_bonuses_are_stone_coins_and_points() -> None:
    """i8: A's eastern edge with a point above, B's northern edge with a coin at the right end."""
    t = lay(table(stone=1), "i8", "small top")
    assert t.changes() == {"stone": -1, "vp": 1}
    assert t.points() == {"green bonuses": 1}
    t = lay(table(stone=1), "i8", "small bottom")
    assert t.changes() == {"stone": -1, "coin": 1}
    t = lay(table(stone=1), "i8", "small right")
    assert t.changes() == {"stone": -1, "coin": 1}
    t = lay(table(stone=1), "i8", "small left")
    assert t.changes() == {"stone": -1, "vp": 1}


def test_a_strip_in_the_middle_joins_its_neighbours() -> None:
    """After top and bottom, the middle triggers all that either of them touches."""
    t = table(stone=1, gardens="i8 small top, i8 small bottom")
    lay(t, "i8", "small middle-row")
    assert t.changes()["vp"] == 1
    assert t.changes()["coin"] == 1


def test_a_strip_at_the_far_side_is_not_joined() -> None:
    t = lay(table(stone=1, gardens="i8 small top"), "i8", "small bottom")
    assert t.changes() == {"stone": -1, "coin": 1}, "the point above is not triggered again"


def test_a_strip_beside_another_triggers_its_bonuses_again() -> None:
    t = lay(table(stone=1, gardens="i8 small top"), "i8", "small middle-row")
    assert t.changes() == {"stone": -1, "vp": 1}


def test_a_full_square_triggers_everything_around_it() -> None:
    t = lay(table(stone=1, coin=1, gardens="i8 small top"), "i8", "large bottom")
    assert t.changes()["vp"] == 1
    assert t.changes().get("coin", 0) == -1 + 1


def test_neighbouring_squares_are_not_joined() -> None:
    """i8 and h9 touch at a corner only, and squares never trigger each other."""
    t = lay(table(stone=1, gardens="i8 large top, i8 small bottom"), "h9", "small top")
    assert t.changes() == {"stone": -1, "coin": 2}


def random_area(seed: int) -> tuple[str, list[Workshop], tuple[int, int]]:
    """Workshops around d5 and the starting tiles, with random tiles, sides and rotations."""
    rng = seeded(seed, "yard")
    tiles = [entry["id"] for entry in EDITION["workshops"]]
    own: list[Workshop] = []
    words: list[str] = []
    turns = (90 * rng.below(4), 90 * rng.below(4))
    own.append(Workshop(EDITION, "red-a", False, "h8", turns[0]))
    own.append(Workshop(EDITION, "red-b", False, "i9", turns[1]))
    for cell in ("d4", "e5", "d6", "c5", "i7", "j8", "g9", "h10"):
        if rng.below(4) == 0:
            continue
        tile = tiles.pop(rng.below(len(tiles)))
        back = bool(rng.below(2))
        turn = 90 * rng.below(4)
        own.append(Workshop(EDITION, tile, back, cell, turn))
        words.append(f"{tile}{' back' if back else ''} {cell} {turn}")
    return ", ".join(words), own, turns


@pytest.mark.parametrize("seed", range(60))
def test_green_bonuses_of_random_layouts(seed: int) -> None:
    """Every placement in three squares, against squares drawn unit by unit."""
    layout, own, turns = random_area(seed)
    rng = seeded(seed, "squares")
    for square in ("d5", "i8", "h9"):
        for laid in (STARTS[rng.below(len(STARTS))], STARTS[rng.below(len(STARTS))], []):
            for placement in sorted(legal_placements(own, square, laid, {"small", "large"})):
                gardens = ", ".join(f"{square} {old}" for old in laid)
                t = table(workshops=layout, rotations=turns, gardens=gardens, **STOCK)
                lay(t, square, placement)
                expected = {"stone": -1, "coin": -1 if placement.startswith("large") else 0}
                old = [strip(square, other) for other in laid]
                for item, amount in green_gain(own, old, strip(square, placement)).items():
                    expected[item] = expected.get(item, 0) + amount
                now = t.changes()
                assert now == {w: change for w, change in expected.items() if change}, (
                    square,
                    laid,
                    placement,
                )


# -- full squares ------------------------------------------------------------------------------

FULL = ["h9", "g8", "h7", "i10", "j9", "c3", "c5"]


def almost_full(number: int) -> Position:
    """A position in which i8 needs a last strip and so many squares are full."""
    gardens = [f"{square} large top, {square} small bottom" for square in FULL[:number]]
    gardens.append("i8 large top")
    return {"stone": 1, "gardens": ", ".join(gardens), "workshops": "w1-01 m3"}


@pytest.mark.parametrize(
    ("before", "steps", "points"),
    [(0, 1, 0), (1, 1, 2), (2, 2, 3), (3, 2, 4), (4, 0, 5), (5, 0, 5), (6, 0, 5)],
)
def test_rewards_of_full_squares(before: int, steps: int, points: int) -> None:
    t = table(**almost_full(before)).act("garden").play("square i8")
    # The only strip left is laid at once: A's point and B's coin, then the reward.
    assert t.me.full_squares == before + 1
    assert t.points().get("garden squares", 0) == points
    for _ in range(steps):
        assert t.asked() == "step"
        t.play("step white")
    assert t.asked() == "next"
    assert t.me.tracks["white"] == steps


def test_steps_of_a_full_square_may_be_declined() -> None:
    t = table(**almost_full(2)).act("garden").play("square i8", "step white", "decline")
    assert t.me.tracks["white"] == 1
    assert t.asked() == "next"


def test_two_steps_on_different_tracks() -> None:
    t = table(**almost_full(3)).act("garden").play("square i8", "step white", "step pink")
    assert t.me.tracks == {"yellow": 0, "white": 1, "blue": 0, "pink": 1}


def test_steps_without_a_legal_track_are_lost() -> None:
    ends = {"yellow": 9, "white": 8, "blue": 5, "pink": 9}
    t = table(tracks=ends, **almost_full(2)).act("garden").play("square i8")
    assert t.asked() == "next"
    assert t.points()["garden squares"] == 3


def test_green_bonuses_come_before_the_reward() -> None:
    t = table(**almost_full(0)).act("garden").play("square i8")
    assert t.asked() == "step"
    assert t.changes() == {"stone": -1, "vp": 1, "coin": 1}


@pytest.mark.parametrize(
    "tiles",
    [
        ["small top", "small middle-row", "small bottom"],
        ["small bottom", "small top", "small middle-row"],
        ["large top", "small bottom"],
        ["small left", "large right"],
        ["large right", "small left"],
    ],
)
def test_a_square_is_full_with_three_small_or_a_large_and_a_small_tile(tiles: list[str]) -> None:
    gardens = ", ".join(f"i8 {tile}" for tile in tiles[:-1])
    t = lay(table(gardens=gardens, **STOCK), "i8", tiles[-1])
    assert t.me.full_squares == 1
    assert t.me.gardens == len(tiles)
