"""Production: two rooms of different workshops, extra activations, every room."""

from __future__ import annotations

from typing import Any

import pytest

from tests.resafa.reference import EDITION
from tests.resafa.table import Position, Table, table


def test_two_activations_in_different_workshops() -> None:
    t = table(stone=1).act("production")
    assert t.choices("room") == {"a 1", "a 2", "b 1", "b 2"}
    t.play("room a 2")
    assert t.choices("room") == {"b 1", "b 2"}, "each workshop once"
    t.play("room b 2")
    assert t.asked() == "next"
    assert t.changes() == {"coin": 2, "stone": -1, "marble": 2}


def test_starting_rooms() -> None:
    """A camel or two coins; three stone, or a stone for two marble."""
    assert table().act("production").play("room a 1").changes() == {"camel": 1}
    assert table().act("production").play("room a 2").changes() == {"coin": 2}
    assert table().act("production").play("room b 1").changes() == {"stone": 3}
    t = table(stone=1).act("production").play("room b 2")
    assert t.changes() == {"stone": -1, "marble": 2}


def test_a_room_that_cannot_be_paid_is_not_offered() -> None:
    assert "b 2" not in table().act("production").choices("room")


def test_what_one_room_yields_can_pay_for_the_next() -> None:
    t = table(workshops="w1-01 g7").act("production").play("room b 1")
    assert "w1-01 1" in t.choices("room"), "a stone for two marble"


def test_the_rest_may_be_declined() -> None:
    t = table().act("production")
    assert not t.can("decline"), "the action was chosen to do something"
    t.play("room a 1")
    assert t.can("decline")
    t.play("decline")
    assert t.changes() == {"camel": 1}
    assert not t.can("main production")


@pytest.mark.parametrize("backs", [0, 1, 2, 3])
def test_each_back_gives_one_more_activation(backs: int) -> None:
    cells = ["g7", "i7", "g9", "j8"]
    tiles = ["w1-01", "w2-03", "w1-02", "w2-04"]
    layout = ", ".join(
        f"{tile}{' back' if i < backs else ''} {cell}"
        for i, (tile, cell) in enumerate(zip(tiles, cells, strict=True))
    )
    t = table(round=4, workshops=layout, stone=5, coin=5).act("production")
    used = 0
    while t.asked() == "produce":
        t.play(f"room {sorted(t.choices('room'))[0]}")
        used += 1
    assert used == 2 + backs


def test_a_camel_beyond_seven_is_lost() -> None:
    t = table(camel=7).act("production")
    assert "a 1" not in t.choices("room"), "it would do nothing"
    t = table(camel=6).act("production").play("room a 1")
    assert t.me.camel == 7


def test_extra_productions_by_cards_may_use_rooms_again() -> None:
    """Bonus card, sack card, special card, canal bonus tile."""
    t = table(bonus="b1", sacks="s5", specials="p20", tiles="c5").act("production")
    t.play("room a 2")
    for use in ("use b1", "use s5", "use c5"):
        t.play(use)
        assert {"a 2", "b 1"} <= t.choices("room")
        t.play("room a 2")
    t.play("use p20", "room a 2", "room b 1")
    assert t.choices("room") == {"b 1", "b 2"}, "nothing of that counts for the action"
    t.play("room b 1")
    assert t.me.coin == 2 * 5 + 1
    assert t.me.stone == 3 * 2


def test_extra_productions_before_the_action() -> None:
    t = table(bonus="b1").play("use b1", "room a 2").act("production")
    assert {"a 1", "a 2"} <= t.choices("room")


def test_points_of_rooms_are_booked_as_rooms() -> None:
    t = table(workshops="w1-01 back g7").act("production").play("room w1-01 1")
    assert t.points() == {"rooms": 2}


ROOMS = [
    (entry["id"], side, number, room)
    for entry in EDITION["workshops"]
    for side in ("front", "back")
    for number, room in enumerate(entry[side]["rooms"])
]


@pytest.mark.parametrize(
    ("tile", "side", "number", "room"), ROOMS, ids=[f"{r[0]} {r[1]} {r[2] + 1}" for r in ROOMS]
)
def test_every_room(tile: str, side: str, number: int, room: dict[str, Any]) -> None:
    """What the edition prints is what is paid and gained; without the price it is not offered."""
    back = " back" if side == "back" else ""
    position: Position = {"round": 4, "workshops": f"{tile}{back} g7"}
    pay: dict[str, int] = room.get("pay", {})
    t = table(**{**position, **pay}).act("production").play(f"room {tile} {number + 1}")
    expected = {item: -amount for item, amount in pay.items()}
    for item, amount in room["gain"].items():
        expected[item] = expected.get(item, 0) + amount
    assert t.changes() == {word: change for word, change in expected.items() if change}
    for item in pay:
        poor = {**pay, item: pay[item] - 1}
        t = table(**{**position, **poor}).act("production")
        assert f"{tile} {number + 1}" not in t.choices("room")


@pytest.mark.parametrize("entry", EDITION["workshops"], ids=lambda entry: str(entry["id"]))
def test_backs_yield_two_or_three_points(entry: dict[str, Any]) -> None:
    t = table(round=4, workshops=f"{entry['id']} back g7").act("production")
    t.play(f"room {entry['id']} 1")
    assert t.changes() == {"vp": 1 + entry["level"]}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_starting_rooms_of_every_colour(seat: int) -> None:
    t = table(4, start=seat, others={s: {"hand": "3 1 5"} for s in (1, 2, 3)})
    own = Table(t.match)
    own.play("play production/garden", "main production", "room a 2", "room b 1")
    assert own.changes(seat) == {"coin": 2, "stone": 3}
