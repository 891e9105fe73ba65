"""Rain: all tiles score, cubes flow as their owners choose."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.rng import seeded
from tests.resafa.reference import EDITION, canal_face, tile_worth, ways_of_water
from tests.resafa.table import Position, Table, table


def rain(players: int = 2, **position: Any) -> Table:
    """Seat 0 takes the last turn of round 2 and does nothing; then it rains."""
    last: Position = {"start": 1, "step": 3 * players - 1, "hand": "3"}
    given: Position = {**last, **position}
    t = table(players, **given)
    return t.play("play garden/production", "end")


@pytest.mark.parametrize("round_", [2, 4, 6])
def test_it_rains_after_even_rounds(round_: int) -> None:
    t = rain(round=round_, canals="k1 r3c3, k4 r3c2")
    assert t.points()["rain"] == 1 + 2


@pytest.mark.parametrize("round_", [1, 3, 5])
def test_no_rain_after_odd_rounds(round_: int) -> None:
    t = rain(round=round_, hand="1 2 3", pile="", canals="k1 r3c3, k4 r3c2", cubes="")
    assert t.state.round == round_ + 1
    assert t.changes() == {}


def test_each_tile_scores_one_and_its_blue_points() -> None:
    for entry in EDITION["canal_tiles"]:
        for back in ("", " back"):
            face = f"{entry['id']}{back}"
            tank = canal_face(face)["shape"] == "tank"
            t = rain(canals=f"{face} {'t2' if tank else 'r3c3'}")
            assert t.points() == {"rain": 1 + canal_face(face)["blue"]}
    assert tile_worth("k1 back") == 5
    assert tile_worth("k7") == 2


def test_every_player_scores_own_tiles() -> None:
    t = rain(
        3,
        canals="k1 r3c3, k7 r4c4",
        others={1: {"canals": "k4 r2c2"}, 2: {"canals": "k1 back t1"}},
    )
    assert [t.changes(seat).get("vp", 0) for seat in range(3)] == [3, 2, 5]


# -- cubes -------------------------------------------------------------------------------------


def test_a_cube_runs_down_its_column() -> None:
    t = rain(canals="k1 r1c2, k2 r4c2", cubes="r1c2", others={1: {"canals": "k4 r2c2"}})
    # k4 has an arm to the left, so there is a choice.
    t.play("flow down")
    assert t.changes() == {"vp": 2 + 1 + 1, "cubes": 1}
    assert t.changes(1) == {"vp": 2 + 2}
    assert t.cubes() == set()
    assert "r1c2" not in t.sources(), "a cube never comes back"


def test_the_tile_it_lies_on_is_passed_first() -> None:
    t = rain(canals="k1 r5c4", cubes="r5c4")
    assert t.changes() == {"vp": 1 + 1, "cubes": 1}


def test_it_passes_a_tank_below_its_column() -> None:
    t = rain(canals="k1 r5c4, k2 back t4", cubes="r5c4")
    assert t.changes() == {"vp": 1 + 5 + 1 + 5, "cubes": 1}


@pytest.mark.parametrize(
    ("face", "ways"),
    [
        ("k1", set()),
        ("k3", {"left", "down"}),
        ("k5", {"down", "right"}),
        ("k7", {"left", "down", "right"}),
        ("k6", {"left", "down", "right"}),
        ("k3 back", {"down", "right"}),
        ("k4 back", set()),
    ],
)
def test_ways_out_of_each_shape(face: str, ways: set[str]) -> None:
    t = rain(canals=f"{face} r1c2", cubes="r1c2")
    assert t.choices("flow") == ways
    assert (t.asked() == "flow") == bool(ways), "asked only where there are two ways"


def test_never_over_the_edge() -> None:
    t = rain(canals="k7 r1c1", cubes="r1c1")
    assert t.choices("flow") == {"down", "right"}
    t = rain(canals="k7 r1c4", cubes="r1c4")
    assert t.choices("flow") == {"left", "down"}
    t = rain(3, canals="k7 r1c4", cubes="r1c4")
    assert t.choices("flow") == {"left", "down", "right"}, "five columns for three players"
    t = rain(3, canals="k5 r1c5", cubes="r1c5")
    assert t.changes()["cubes"] == 1


def test_never_back_where_it_came_from() -> None:
    t = rain(canals="k7 r1c2, k6 r1c3", cubes="r1c2").play("flow right")
    assert t.choices("flow") == {"down", "right"}
    t.play("flow right")
    assert t.changes()["cubes"] == 1, "an empty cell sends it down"


def test_an_arm_needs_no_answer_on_the_other_side() -> None:
    """From a T to a straight tile beside it, and to an empty cell."""
    t = rain(canals="k5 r1c2, k1 r1c3", cubes="r1c2").play("flow right")
    assert t.changes() == {"vp": 2 + 1 + 2 + 1, "cubes": 1}


def test_an_empty_cell_sends_it_straight_down() -> None:
    t = rain(canals="k5 r1c2, k1 r2c3", cubes="r1c2").play("flow right")
    assert t.changes() == {"vp": 3 + 3, "cubes": 1}


def test_tiles_of_others_can_lead_it_sideways() -> None:
    """The owner of the tile it started on chooses at every fork."""
    t = rain(canals="k1 r1c2", cubes="r1c2", others={1: {"canals": "k7 r2c2, k4 r2c3"}})
    assert t.match.current_player == 0
    t.play("flow right")
    assert t.match.current_player == 0, "k4 has an arm to the left only, where it came from"
    assert t.state.round == 3
    assert t.changes(1) == {"vp": 4 + 4}
    assert t.changes(0) == {"vp": 1 + 1, "cubes": 1}


def test_owners_in_turn_order_of_the_round() -> None:
    """Seat 1 began the round, so its cube flows first, then seat 2's, then seat 0's."""
    t = rain(
        3,
        canals="k7 r1c1",
        cubes="r1c1",
        others={
            1: {"canals": "k7 r1c3", "cubes": "r1c3"},
            2: {"canals": "k7 r1c5", "cubes": "r1c5"},
        },
    )
    order = []
    while t.asked() == "flow":
        order.append(t.match.current_player)
        t.play("flow down")
    assert order == [1, 2, 0]
    assert [t.seat(seat).cubes for seat in range(3)] == [1, 1, 1]


def test_several_cubes_of_one_player() -> None:
    t = rain(canals="k1 r1c1, k2 r1c2, k4 back r2c1", cubes="r1c1 r1c2 r2c1")
    # Columns 1 and 2: from r1c1 over r2c1, from r2c1 alone, from r1c2 alone.
    assert t.changes() == {"vp": (1 + 1 + 2) + (1 + 2) + 2 + 1, "cubes": 3}


def test_cubes_flow_only_once() -> None:
    t = rain(round=2, canals="k1 r1c1", cubes="r1c1")
    t.to_round(5)
    assert t.points()["rain"] == 2 + 1
    assert t.me.cubes == 1


def test_rain_comes_before_the_refill_and_the_next_start_player() -> None:
    t = rain(canals="k7 r1c2", cubes="r1c2")
    assert t.asked() == "flow"
    assert t.state.round == 2
    assert t.state.start == 1
    t.play("flow down")
    assert t.state.round == 3
    assert t.state.start == 0


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(25))
def test_every_course_of_random_networks(players: int, seed: int) -> None:
    """All ways a cube can take and what each brings, against plain search."""
    rng = seeded(seed, "water")
    columns = 4 if players == 2 else 5
    free = [f"r{row}c{column}" for row in range(1, 6) for column in range(1, columns + 1)]
    start = f"r1c{1 + rng.below(columns)}"
    free.remove(start)
    canals: dict[str, tuple[int, str]] = {}
    texts: list[list[str]] = [[], []]
    for owner in range(2):
        for number in range(3, 8):
            back = " back" if rng.below(2) else ""
            cell = start if owner == 0 and number == 7 else free.pop(rng.below(len(free)))
            canals[cell] = (owner, f"k{number}{back}")
            texts[owner].append(f"k{number}{back} {cell}")
    t = rain(
        players,
        canals=", ".join(texts[0]),
        cubes=start,
        others={1: {"canals": ", ".join(texts[1])}},
    )
    tiles = [0, 0]
    for owner, face in canals.values():
        tiles[owner] += tile_worth(face)
    expected = set()
    for course in ways_of_water(canals, start, columns):
        points = tiles[:]
        for cell in course.split():
            if cell in canals:
                points[canals[cell][0]] += tile_worth(canals[cell][1])
        expected.add(tuple(points))
    seen = set()
    edge = [t]
    courses = 0
    while edge:
        now = edge.pop()
        if now.asked() != "flow":
            seen.add(tuple(now.points(seat).get("rain", 0) for seat in range(2)))
            courses += 1
            continue
        assert now.match.current_player == 0
        for way in sorted(now.choices("flow")):
            edge.append(Table(now.match.clone()).play(f"flow {way}"))
    assert seen == expected
    assert courses == len(ways_of_water(canals, start, columns))
