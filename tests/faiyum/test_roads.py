"""Roads and bridges: S TWO ROADS, 92 FIVE ROADS, 38 BRIDGE, 118 GRAND BRIDGE, connections."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.bits import count
from tests.faiyum.table import TWO_ROADS, Position, Table, table
from tests.faiyum.valley import VALLEY

#: Fills the only road places that are free of crocodiles at the start.
FIRST_ROADS = "a10-b9 a3-b2 d10-e9"


def five(roads: str = "", settlements: str = "", crocodiles_off: str = "all", **more: int) -> Table:
    """92 in hand and plenty to pay with; the question is where."""
    stock: Position = {"wheat": 9, "grape": 9, "stone": 9} | more
    return table(
        hand=[92],
        roads=roads,
        settlements=settlements,
        crocodiles_off=crocodiles_off,
        **stock,
    ).play("play 92")


# -- where roads may run -----------------------------------------------------------------------


def test_roads_at_the_start_join_crocodile_free_spaces_only() -> None:
    t = five(crocodiles_off="")
    assert t.choices("road") == {"a10-b9", "a3-b2", "d10-e9"}


def test_roads_start_at_settlements_sites_and_open_ends() -> None:
    t = five()
    red = {"b8-b9", "b9-b10", "b9-c8", "b9-c9", "a9-b9", "a10-b9"}
    obelisk = {"a3-b2", "b2-b3", "b2-c1", "b2-c2"}
    colossus = {"e1-e2", "e2-e3", "d2-e2", "d3-e2"}
    large_pyramid = {"a6-a7", "a7-a8", "a7-b7", "a7-b6"}
    small_pyramid = {"e8-e9", "e9-e10", "d9-e9", "d10-e9", "e9-f8", "e9-f9"}
    dam = {"c9-c10", "b10-c10", "d9-d10", "d10-e10"}
    everything = red | obelisk | colossus | large_pyramid | small_pyramid | dam
    assert t.choices("road") == everything
    t = five(settlements="c5")
    assert t.choices("road") == everything | {"c4-c5", "c5-c6", "b5-c5", "b6-c5"}


def test_roads_go_on_from_an_open_end() -> None:
    t = five(roads="b8-b9")
    assert {"b7-b8", "a8-b8", "a9-b8", "b8-c8", "b8-c7"} <= t.choices("road")
    assert "b8-b9" not in t.choices("road"), "two spaces carry one road at most"


def test_roads_never_branch_on_a_resource_space() -> None:
    t = five(roads="b8-b9 b7-b8")
    assert not {road for road in t.choices("road") if "b8" in road.split("-")}
    assert "b7-c7" in t.choices("road")


def test_roads_do_not_end_on_a_resource_space_with_two_ends() -> None:
    t = five(roads="b8-b9 b7-b8", settlements="c7")
    assert "b8-c7" not in t.choices("road")
    assert "b7-c7" in t.choices("road")


def test_roads_may_meet_at_an_open_end_which_is_then_full() -> None:
    t = five(roads="b8-b9 a7-b7")
    assert "b7-b8" in t.choices("road")
    t.play("road b7-b8", "pay wheat")
    assert not {r for r in t.choices("road") if {"b7", "b8"} & set(r.split("-"))}


def test_roads_branch_at_settlements_and_sites() -> None:
    t = five(roads="c4-c5 c5-c6", settlements="c5")
    assert {"b5-c5", "b6-c5"} <= t.choices("road")
    t = five(roads="a6-a7 a7-a8")
    assert {"a7-b6", "a7-b7"} <= t.choices("road")


def test_roads_the_dam_is_an_open_end_on_both_banks_and_full_after_one_road() -> None:
    t = five(roads="c9-c10")
    assert "b10-c10" not in t.choices("road")
    assert {"d9-d10", "d10-e10", "d10-e9"} <= t.choices("road")
    assert {"b9-c9", "c8-c9", "b10-c9"} <= t.choices("road")


def test_roads_cross_workshops_like_any_resource_space() -> None:
    t = table(hand=[92], workshops="b8", roads="b8-b9", crocodiles_off="all", wheat=1, grape=1)
    t.play("play 92")
    assert "b7-b8" in t.choices("road")
    t = table(hand=[92], workshops="b8", roads="b8-b9 b7-b8", crocodiles_off="all", wheat=2)
    t.play("play 92")
    assert not {r for r in t.choices("road") if "b8" in r.split("-")}


def test_roads_develop_both_spaces_and_workers_stay() -> None:
    t = table(hand=[TWO_ROADS], workers="b8 c7", crocodiles_off="b8", wheat=1, stone=1)
    t.play("play two-roads", "road b8-b9", "road b8-c7")
    assert t.workers() == {"b8", "c7"}
    spaces = {space["name"]: space for space in t.match.view(None)["spaces"]}
    assert spaces["b8"]["developed"] and spaces["c7"]["developed"]


# -- paying for roads --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("road", "basic"),
    [
        ("b8-b9", {"wheat"}),
        ("b9-b10", {"grape"}),
        ("a10-b9", {"stone"}),
        ("c4-c5", {"wheat", "grape"}),
        ("b5-c5", {"wheat", "stone"}),
        ("b6-c5", {"wheat"}),
    ],
)
def test_roads_cost_a_resource_of_a_space_they_touch(road: str, basic: set[str]) -> None:
    t = five(settlements="c5", money=3, rose=1, fish=5).play(f"road {road}")
    assert t.choices("pay") == basic | {"rose", "$3"}


def test_roads_at_a_settlement_may_be_paid_with_the_resource_under_it() -> None:
    t = five(settlements="c5", grape=0, stone=0).play("road c4-c5")
    assert t.changes() == {"wheat": -1, "reputation": 1}


def test_roads_fish_never_pays() -> None:
    t = table(hand=[92, TWO_ROADS], fish=9, crocodiles_off="all")
    assert not t.can("play 92")
    assert not t.can("play two-roads")


def test_roads_three_dollars_replace_one_resource_once_in_the_whole_action() -> None:
    t = table(hand=[92], money=9, crocodiles_off="all").play("play 92", "road b8-b9")
    assert t.turn_over(), "the second road cannot be paid with another $3"
    assert t.changes() == {"money": -3, "reputation": 1}
    t = table(hand=[TWO_ROADS], money=9, crocodiles_off="all")
    assert not t.can("play two-roads")
    t = table(hand=[TWO_ROADS], money=3, rose=1, crocodiles_off="all")
    t.play("play two-roads", "road b8-b9", "pay $3", "road b9-b10")
    assert t.changes() == {"money": -3, "rose": -1, "reputation": 3}


# -- S TWO ROADS -------------------------------------------------------------------------------


def test_3_two_roads_at_different_places() -> None:
    t = table(hand=[TWO_ROADS], stone=2)
    t.play("play two-roads")
    assert t.choices("road") == {"a10-b9", "a3-b2", "d10-e9"}
    t.play("road a10-b9")
    assert t.choices("road") == {"a3-b2", "d10-e9"}
    t.play("road a3-b2")
    assert t.changes() == {"stone": -2, "reputation": 3}
    assert t.supply("roads") == 37
    assert t.turn_over()


def test_3_two_roads_second_goes_on_from_the_first() -> None:
    t = table(hand=[TWO_ROADS], roads=FIRST_ROADS, crocodiles_off="b8 c8", wheat=2)
    t.play("play two-roads", "road b8-b9", "road b8-c8")
    assert t.changes() == {"wheat": -2, "reputation": 3}
    assert set(t.network().joined["b8"]) == {"b9", "c8"}


def test_3_two_roads_never_only_one() -> None:
    t = table(hand=[TWO_ROADS], stone=1)
    assert not t.can("play two-roads")
    t = table(hand=[TWO_ROADS], roads=FIRST_ROADS, crocodiles_off="a8", wheat=9, money=9)
    assert not t.can("play two-roads"), "there is no second place"
    assert t.why("play two-roads")


def test_3_two_roads_first_only_where_a_second_can_be_paid() -> None:
    # d1-d2 is paid with wheat or grape, d2-e2 with wheat only, and nothing else is free.
    t = table(
        hand=[TWO_ROADS],
        roads=f"{FIRST_ROADS} b2-c1",
        bridges="c1-d1",
        crocodiles_off="d2",
        wheat=1,
        grape=1,
    )
    t.play("play two-roads")
    assert t.choices("road") == {"d1-d2", "d2-e2"}
    t.play("road d1-d2")
    assert t.turn_over(), "paying wheat would leave no second road, so there was one way only"
    assert t.changes() == {"wheat": -1, "grape": -1, "reputation": 4}


def test_3_two_roads_first_only_where_a_second_can_be_placed() -> None:
    # Wheat pays d2-e2, and then d1-d2 goes on from there; nothing else is free.
    t = table(hand=[TWO_ROADS], roads=FIRST_ROADS, crocodiles_off="d2 d1", wheat=2)
    t.play("play two-roads")
    assert t.turn_over()
    assert t.changes() == {"wheat": -2, "reputation": 3}
    assert set(t.network().joined["d2"]) == {"e2", "d1"}


def test_3_two_roads_of_the_same_kind_need_two_of_it() -> None:
    # Only d2-e2, e1-e2 and d2-e1 are free of crocodiles, all of them wheat.
    def possible(**stock: Any) -> bool:
        t = table(hand=[TWO_ROADS], roads=FIRST_ROADS, crocodiles_off="d2 e1", wheat=1, **stock)
        return t.can("play two-roads")

    assert not possible(grape=9, stone=9, fish=9, money=2)
    assert possible(money=3)
    assert possible(rose=1)


def test_3_two_roads_up_to_two_extra_for_two_first_connections() -> None:
    t = table(hand=[TWO_ROADS], settlements="d9 b7", wheat=1, grape=1)
    t.play("play two-roads", "road d9-e9", "road a7-b7")
    assert t.changes() == {"wheat": -1, "grape": -1, "reputation": 5}


@pytest.mark.parametrize(("left", "possible"), [(0, False), (1, False), (2, True)])
def test_3_two_roads_needs_two_roads_in_the_supply(left: int, possible: bool) -> None:
    t = table(hand=[TWO_ROADS], stone=2, roads_left=left)
    assert t.can("play two-roads") == possible
    if not possible:
        assert "supply" in t.why("play two-roads")


# -- 92 FIVE ROADS -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 5])
def test_92_five_roads_one_reputation_each(number: int) -> None:
    t = table(hand=[92], stone=5, wheat=5, crocodiles_off="all").play("play 92")
    assert not t.can("done")
    for road in ["b8-b9", "b9-c8", "b2-c1", "d9-d10", "e9-f9"][:number]:
        t.play(f"road {road}")
        if t.choices("pay"):
            t.play("pay wheat")
    if number < 5:
        t.play("done")
    assert t.turn_over()
    assert t.changes() == {"wheat": -number, "reputation": number}


def test_92_five_roads_stops_when_nothing_more_can_be_paid_or_placed() -> None:
    t = table(hand=[92], stone=2).play("play 92", "road a10-b9", "road a3-b2")
    assert t.turn_over()
    t = table(hand=[92], stone=9, roads_left=1).play("play 92", "road a10-b9")
    assert t.turn_over()
    assert t.supply("roads") == 0
    assert not table(hand=[92], stone=9, roads_left=0).can("play 92")


def test_92_five_roads_extra_for_each_first_connection() -> None:
    t = table(hand=[92], settlements="d9 b7", wheat=9, grape=9)
    t.play("play 92", "road d9-e9", "road a7-b7", "done")
    assert t.changes() == {"wheat": -1, "grape": -1, "reputation": 4}


# -- connections -------------------------------------------------------------------------------


def test_connections_second_way_between_two_places_gives_no_extra() -> None:
    # b7 and a7 are joined; a second way goes over a8.
    t = table(hand=[92], settlements="b7", roads="a7-b7", crocodiles_off="all", wheat=2)
    t.play("play 92", "road a7-a8", "road a8-b7")
    assert t.changes() == {"wheat": -2, "reputation": 2}


def test_connections_last_road_of_a_long_way_gives_the_extra() -> None:
    t = table(hand=[92], settlements="c5", crocodiles_off="all", wheat=1, grape=1, stone=0)
    t.play("play 92", "road a7-b6", "road c4-c5")
    assert t.changes() == {"wheat": -1, "grape": -1, "reputation": 2}
    t = table(hand=[92], settlements="c5", roads="a7-b6", crocodiles_off="all", wheat=1)
    t.play("play 92", "road b6-c5")
    assert t.changes() == {"wheat": -1, "reputation": 2}


def test_connections_end_at_the_next_place() -> None:
    # From b7 over the pyramid a7 to a5: only the pair a5-a7 is new, b7-a5 is not direct.
    t = table(hand=[92], settlements="b7 a5", roads="a7-b7 a6-a7", crocodiles_off="all", grape=1)
    t.play("play 92", "road a5-a6")
    assert t.changes() == {"grape": -1, "reputation": 2}
    network = t.network()
    assert network.direct("a7") == {"b7", "a5"}
    assert network.direct("b7") == {"a7"}


def test_connections_a_workshop_between_does_not_interrupt() -> None:
    t = table(
        hand=[92], settlements="c5", roads="a7-b6", workshops="b6", crocodiles_off="all", wheat=1
    )
    t.play("play 92", "road b6-c5")
    assert t.changes() == {"wheat": -1, "reputation": 2}


def test_connections_a_loop_from_a_place_to_itself_is_none() -> None:
    t = table(hand=[92], roads="a7-a8 a8-b7", crocodiles_off="all", grape=1)
    t.play("play 92", "road a7-b7")
    assert t.changes() == {"grape": -1, "reputation": 1}


def test_connections_stay_known_when_a_settlement_comes_between() -> None:
    # b9 - b8 - c7 - c6 - c5 joins b9 and c5; then a settlement is founded on c7 between them.
    t = table(
        hand=[5, 92],
        settlements="c5",
        roads="b8-b9 b8-c7 c6-c7 c5-c6",
        crocodiles_off="all",
        wheat=4,
        grape=3,
        stone=3,
    )
    t.play("play settlement", "space c7")
    assert t.changes() == {"wheat": -1, "grape": -1, "stone": -1, "reputation": 4, "money": 3}
    assert t.network().direct("c5") == {"c7"}, "no longer direct"
    # A new direct way between b9 and c5 is not the first one.
    t.others().play("play 92")
    for road in ("a9-b9", "a8-a9", "a8-b7"):
        t.play(f"road {road}", "pay grape" if road != "a8-a9" else "pay wheat")
    before = t.seat(0).reputation
    t.play("road b6-b7", "pay wheat")
    assert t.seat(0).reputation - before == 1
    t.play("road b6-c5", "pay wheat")
    assert t.network().direct("b9") >= {"c5", "c7"}
    assert t.seat(0).reputation - before == 2, "five roads, no extra"


def test_connections_settlement_between_two_places_creates_two_pairs_for_one_extra() -> None:
    t = table(
        hand=[5],
        settlements="c3",
        roads="c3-c4 c4-c5 c5-b6 a7-b6",
        crocodiles_off="all",
        wheat=1,
        grape=1,
        stone=1,
    )
    t.play("play settlement", "space c5")
    assert t.changes() == {"wheat": -1, "grape": -1, "stone": -1, "reputation": 4, "money": 3}
    names = t.board.names
    met = {names[i] for i in range(len(names)) if t.state.met[names.index("c5")] >> i & 1}
    assert met == {"c3", "a7"}


def test_connections_settlement_at_the_end_of_a_road() -> None:
    t = table(hand=[5], roads="a7-b7", wheat=1, grape=1, stone=1)
    t.play("play settlement", "space b7")
    assert t.changes()["reputation"] == 4


def test_connections_settlement_away_from_roads_gives_no_extra() -> None:
    t = table(hand=[5], crocodiles_off="b7", wheat=1, grape=1, stone=1)
    t.play("play settlement", "space b7")
    assert t.changes()["reputation"] == 3


def test_connections_settlement_on_a_road_that_leads_nowhere_gives_no_extra() -> None:
    t = table(hand=[5], wheat=1, grape=1, stone=1)
    t.play("play settlement", "space c10")
    assert t.changes()["reputation"] == 3, "the dam's other end is no place"
    t = table(hand=[5], roads="d10-e9", wheat=1, grape=1, stone=1)
    t.play("play settlement", "space c10")
    assert t.changes()["reputation"] == 4, "over the dam to the pyramid"


def test_connections_settlement_in_a_loop_meets_its_one_neighbour_once() -> None:
    t = table(
        hand=[5],
        roads="a7-a6 a6-a5 a5-b5 b5-b6 b6-a7",
        crocodiles_off="all",
        wheat=1,
        grape=1,
        stone=1,
    )
    t.play("play settlement", "space a5")
    assert t.changes()["reputation"] == 4


def test_connections_over_bridges_count() -> None:
    t = table(hand=[38], settlements="c4 d4", wheat=2).play("play 38")
    assert t.changes() == {"wheat": -2, "reputation": 5}
    t = table(hand=[92], settlements="c4 d6", bridges="c4-d4", crocodiles_off="all", wheat=2)
    t.play("play 92", "road d4-d5", "road d5-d6")
    assert t.changes() == {"wheat": -2, "reputation": 3}


# -- 38 BRIDGE, 118 GRAND BRIDGE ---------------------------------------------------------------


def bridge_table(card: int, **position: Any) -> Table:
    return table(hand=[card], wheat=3, grape=3, stone=3, money=20, **position).play(f"play {card}")


@pytest.mark.parametrize("card", [38, 118])
def test_38_118_bridge_starts_at_a_settlement_or_open_end(card: int) -> None:
    t = bridge_table(card, settlements="c4", crocodiles_off="all")
    assert t.choices("bridge") == {"c4-d3", "c4-d4"}
    t = bridge_table(card, roads="b9-c9 d3-e2", crocodiles_off="all")
    assert t.choices("bridge") == {"c9-d9", "c4-d3"}


@pytest.mark.parametrize("card", [38, 118])
def test_38_118_bridge_not_onto_crocodiles_or_full_spaces(card: int) -> None:
    t = bridge_table(card, settlements="c4 c8")
    assert t.choices("bridge") == {"c4-d4", "c8-d8"}, "d3 holds a crocodile"
    t = bridge_table(card, settlements="c4", roads="d3-e2 d3-e3 c9-b9", crocodiles_off="all")
    assert t.choices("bridge") == {"c4-d4", "c9-d9"}, "two roads meet on d3"


@pytest.mark.parametrize("card", [38, 118])
def test_38_118_bridge_place_is_taken_once_and_open_ends_fill_up(card: int) -> None:
    t = bridge_table(card, settlements="c8", bridges="c4-d4", crocodiles_off="all")
    assert t.choices("bridge") == {"c4-d3", "c8-d8"}
    t = bridge_table(card, settlements="c8", bridges="c4-d4", roads="c4-c5", crocodiles_off="all")
    assert t.choices("bridge") == {"c5-d5", "c8-d8"}


@pytest.mark.parametrize(
    ("built", "card", "possible"),
    [
        ({"bridges": "c2-d2 c4-d3 c4-d4 c5-d5"}, 38, False),
        ({"bridges": "c2-d2 c4-d3 c4-d4 c5-d5"}, 118, True),
        ({"grand": "c2-d2 c4-d3"}, 38, True),
        ({"grand": "c2-d2 c4-d3"}, 118, False),
    ],
)
def test_four_bridges_and_two_grand_bridges(
    built: dict[str, Any], card: int, possible: bool
) -> None:
    rich: dict[str, Any] = {"wheat": 3, "grape": 3, "stone": 3, "money": 20}
    t = table(hand=[card], settlements="c2 c4 c8", crocodiles_off="all", **built, **rich)
    assert t.can(f"play {card}") == possible
    assert bool(t.why(f"play {card}")) != possible


def test_38_bridge_pays_two_of_choice_and_gains_four() -> None:
    t = table(hand=[38], settlements="c4 c8", wheat=2, grape=1, stone=0, fish=9, rose=1, money=3)
    t.play("play 38", "bridge c4-d4")
    assert t.choices("pay") == {
        "2wheat",
        "wheat+grape",
        "wheat+rose",
        "wheat+$3",
        "grape+rose",
        "grape+$3",
        "rose+$3",
    }
    t.play("pay wheat+grape")
    assert t.changes() == {"wheat": -1, "grape": -1, "reputation": 4}
    assert t.supply("bridges") == 3
    assert t.supply("roads") == 39
    developed = {s["name"] for s in t.match.view(None)["spaces"] if s["developed"]}
    assert {"c4", "d4"} <= developed


def test_38_bridge_spaces_are_still_not_adjacent() -> None:
    t = table(hand=[1], settlements="c4", bridges="c4-d4", workers="d4").play("play farmer")
    assert t.choices("space") == {"d3", "d5", "e3", "e4"}


def test_38_bridge_workers_stay() -> None:
    t = table(hand=[38], settlements="c4", workers="c4 d4", wheat=2).play("play 38")
    assert t.workers() == {"c4", "d4"}


@pytest.mark.parametrize(
    "stock", [{"wheat": 1}, {"fish": 9}, {"wheat": 1, "money": 2}, {"money": 9}]
)
def test_38_bridge_cannot_be_paid(stock: Position) -> None:
    t = table(hand=[38], settlements="c4", **stock)
    assert not t.can("play 38")
    assert t.why("play 38")


def test_38_bridge_nowhere_to_start() -> None:
    t = table(hand=[38], wheat=2)
    assert not t.can("play 38")
    assert t.why("play 38")


def test_118_grand_bridge_twelve_reputation_and_no_extra() -> None:
    t = table(hand=[118], settlements="c4 d4", wheat=1, grape=1, stone=1, money=5)
    t.play("play 118")
    assert t.changes() == {
        "wheat": -1,
        "grape": -1,
        "stone": -1,
        "money": -5,
        "reputation": 12,
    }
    assert t.supply("grand_bridges") == 1
    assert t.supply("bridges") == 4


def test_118_grand_bridge_connection_counts_as_made() -> None:
    t = table(
        hand=[38, 118],
        settlements="c4 d4",
        roads="d3-d4",
        wheat=3,
        grape=1,
        stone=1,
        money=5,
    )
    t.play("play 118", "bridge c4-d4")
    before = t.seat(0).reputation
    t.others().play("play 38")
    assert t.network().direct("c4") == {"d4"}
    assert t.seat(0).reputation - before == 4, "c4 and d4 had met over the grand bridge"


@pytest.mark.parametrize("money", [4, 7])
def test_118_grand_bridge_needs_five_dollars_beside_any_replacement(money: int) -> None:
    missing: Position = (
        {"wheat": 1, "grape": 1} if money == 7 else {"wheat": 1, "grape": 1, "stone": 1}
    )
    t = table(hand=[118], settlements="c4", money=money, **missing)
    assert not t.can("play 118")
    assert t.why("play 118")


def test_valley_has_the_shape_the_tests_rely_on() -> None:
    board = VALLEY.board
    assert board.size == 55
    assert len([kind for kind in board.kind if kind == 2]) == 12
    assert count(board.swamp) == 38
