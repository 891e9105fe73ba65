"""Trading bases and merchant tokens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.resafa.reference import DEPTH, EDITION
from tests.resafa.table import Position, Table, table

SPACES = [
    (side, base["id"].split("-")[0], int(base["id"].split("-")[1]), base)
    for side in ("1-2", "3-4")
    for base in EDITION["sides"][side]["bases"]
]
FULL_ROWS = (
    "square square garden:square garden:square garden:square workshop:square workshop:square "
    "workshop:square canal:square canal:square canal:square"
)


def at_base(players: int, centre: str, **position: Any) -> Table:
    """A purchase just made in a centre; the question about the base is open."""
    given: Position = {"coin": 9, "stone": 3, "camel": 2, **position}
    return table(players, **given).act("trading").play(f"go {centre}", "load nothing", "buy 1")


# -- founding ----------------------------------------------------------------------------------


def test_a_base_costs_a_coin_and_a_stone() -> None:
    t = at_base(2, "gerasa")
    before = t.me
    t.play("base 2")
    assert before.coin - t.me.coin == 1
    assert before.stone - t.me.stone == 1
    assert t.me.scarabs == 1
    assert t.base_owners("gerasa")[1] == 0


def test_a_base_may_be_left_out() -> None:
    t = at_base(2, "gerasa").play("decline")
    assert t.asked() == "next"
    assert t.base_owners("gerasa") == [-1, -1, -1, -1]


def test_a_base_needs_its_cost() -> None:
    t = table(coin=9, camel=2).act("trading").play("go gerasa", "buy 1")
    assert t.asked() == "next", "no stone"
    t = table(coin=3, stone=9, camel=2).act("trading").play("go gerasa", "load nothing", "buy 1")
    assert t.asked() == "next", "no coin left"


def test_a_base_needs_a_trade() -> None:
    t = table(coin=9, stone=9).act("trading").play("go gerasa", "load nothing", "decline")
    assert t.asked() == "next"


def test_one_base_in_each_centre() -> None:
    t = at_base(2, "gerasa", bases="gerasa 1")
    assert t.asked() == "next"


def test_no_free_space_no_base() -> None:
    t = at_base(3, "gerasa", others={1: {"bases": "gerasa 1, alia 1"}, 2: {"bases": "gerasa 3"}})
    assert t.choices("base") == {"2"}
    others = {1: {"bases": "gerasa 1"}, 2: {"bases": "gerasa 3"}, 3: {"bases": "gerasa 2"}}
    t = at_base(4, "gerasa", others=others)
    assert t.asked() == "next"


def test_at_most_eight_bases() -> None:
    eight = [centre for centre in DEPTH if centre != "gerasa"]
    bases = ", ".join(f"{centre} 1" for centre in eight)
    assert at_base(2, "gerasa", bases=bases).asked() == "next"
    seven = ", ".join(f"{centre} 1" for centre in eight[1:])
    assert at_base(2, "gerasa", bases=seven).choices("base") == {"1", "2"}


def test_a_base_after_a_sale() -> None:
    t = table(coin=2, stone=1, spice=1).act("trading").play("go gerasa", "load 1 spice", "sell 1")
    assert t.choices("base") == {"1", "2"}


# -- every space -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "centre", "number", "base"),
    SPACES,
    ids=[f"{side} {centre}-{number}" for side, centre, number, _ in SPACES],
)
def test_token_and_bonus_of_every_space(
    side: str, centre: str, number: int, base: dict[str, Any]
) -> None:
    players = 2 if side == "1-2" else 4
    others: dict[int, Position] = {}
    # Spaces that are equal are offered once, so those to the left are taken.
    for seat in range(1, players):
        if seat < number:
            others[seat] = {"bases": f"{centre} {seat}"}
    if number - 1 > players - 1:
        others[1] = {"bases": f"{centre} 1"}
    t = at_base(players, centre, others=others, sack_deck="s2")
    before = t.me
    t.play(f"base {number}")
    expected: dict[str, int] = {"squares": 0, "scarabs": 0, "vp": 0, "sacks": 0, "pink": 0}
    expected["squares" if base["token"] == "square" else "scarabs"] = 1
    for part in base["do"]:
        if "step" in part:
            assert t.choices("step") == {"yellow", "white", "blue", "pink"}
            t.play("step pink")
            expected["pink"] = 1
        else:
            for word, amount in part["gain"].items():
                expected["sacks" if word == "sack" else word] = amount
    now, old = t.me.amounts(), before.amounts()
    assert {word: now[word] - old[word] for word in expected} == expected
    assert t.base_owners(centre)[number - 1] == 0


@pytest.mark.parametrize(
    ("players", "antiochia", "gerrha"),
    [
        (2, 2, 2),
        (3, 3, 3),
        (4, 4, 4),
    ],
)
def test_spaces_for_four_players_only(players: int, antiochia: int, gerrha: int) -> None:
    for centre, number in (("antiochia", antiochia), ("gerrha", gerrha)):
        spaces = [
            base
            for base in EDITION["sides"]["1-2" if players == 2 else "3-4"]["bases"]
            if base["id"].startswith(centre) and base.get("players", 0) <= players
        ]
        assert len(spaces) == number
        t = at_base(players, centre)
        kinds = {(base["token"], str(base["do"])) for base in spaces}
        assert len(t.choices("base")) == len(kinds), "equal spaces are offered once"


def test_steps_of_a_space_may_be_declined() -> None:
    t = at_base(2, "kena").play("base 1", "decline")
    assert t.asked() == "next"


def test_points_of_spaces_are_booked_as_bases() -> None:
    t = at_base(2, "kena").play("base 2")
    assert t.points() == {"bases": 2}


# -- tokens ------------------------------------------------------------------------------------


def test_the_first_two_tokens_lie_on_the_causeway() -> None:
    t = table(bonus="b7 b7 b7").play("use b7", "use b7")
    assert t.me.squares == 2
    assert t.me.rows == [0, 0, 0]
    t.play("use b7")
    assert t.choices("row") == {"garden", "workshop", "canal"}
    t.play("row canal")
    assert t.me.rows == [0, 0, 1]


def test_rows_have_three_spaces() -> None:
    rows = "square square garden:square garden:square garden:scarab canal:square"
    t = table(tokens=rows, tiles="c1").play("use c1")
    assert t.choices("row") == {"workshop", "canal"}


def test_the_last_row_is_taken_silently() -> None:
    rows = FULL_ROWS.removesuffix(" canal:square")
    t = table(tokens=rows, tiles="c1").play("use c1")
    assert t.me.rows == [3, 3, 3]


def test_a_token_without_a_space_is_not_taken() -> None:
    """The base and its bonus still are."""
    t = at_base(2, "gerasa", tokens=FULL_ROWS, sack_deck="s2")
    t.play("base 1")
    assert t.me.squares == 11
    assert t.me.sacks == ["s2"]
    assert t.base_owners("gerasa")[0] == 0
    t = table(tokens=FULL_ROWS, tiles="c1", bonus="b7")
    assert not t.choices("use"), "a token alone is of no use then"


def test_scarabs_and_squares_share_the_rows() -> None:
    t = at_base(2, "gerasa", tokens="square scarab").play("base 2", "row workshop")
    assert t.me.scarabs == 2
    assert t.me.rows == [0, 1, 0]


def test_the_second_token_opens_level_two_from_the_third_round() -> None:
    t = table(
        round=3, coin=1, stone=1, tokens="square", bonus="b7",
        offer="w1-01 w1-02 w1-03 w2-01 w2-02 w2-03",
    )  # fmt: skip
    t.act("workshop")
    assert "w2-01" not in t.choices("tile")
    t.play("use b7")
    assert "w2-01" in t.choices("tile"), "even while the action is under way"
