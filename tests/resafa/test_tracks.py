"""Colour tracks: steps, limits, taking special cards both ways, what opens, pink cards early."""

from __future__ import annotations

import pytest

from tests.resafa.table import Table, table

COLOURS = ["yellow", "white", "blue", "pink"]


def step(t: Table, colour: str) -> Table:
    """One step by the provisions action."""
    return t.act("provisions").play(f"step {colour}")


# -- steps and limits --------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("space", [0, 1, 3, 4, 6, 7])
def test_a_plain_step(colour: str, space: int) -> None:
    t = step(table(tracks={colour: space}), colour)
    assert t.changes() == {colour: 1}
    assert t.asked() == "next"


@pytest.mark.parametrize("colour", COLOURS)
def test_no_step_beyond_the_end(colour: str) -> None:
    t = table(tracks={colour: 9}).act("provisions")
    assert colour not in t.choices("step")


@pytest.mark.parametrize(
    ("yellow", "white", "blue", "allowed"),
    [
        (2, 2, 2, "yellow white blue"),  # level I in all three
        (5, 5, 5, "yellow white blue"),
        (6, 5, 5, "yellow white blue"),
        (6, 6, 5, "yellow white"),  # level II on two only
        (6, 5, 6, "yellow blue"),
        (5, 7, 8, "white blue"),
        (8, 8, 0, "yellow white blue"),
        (9, 8, 4, "blue"),  # level III on one only
        (9, 8, 5, ""),
        (9, 7, 5, "white"),
        (9, 5, 5, "white blue"),
        (8, 9, 2, "blue"),
        (5, 8, 9, ""),
    ],
)
def test_limits_of_yellow_white_and_blue(yellow: int, white: int, blue: int, allowed: str) -> None:
    t = table(tracks={"yellow": yellow, "white": white, "blue": blue, "pink": 8})
    t.act("provisions")
    assert t.choices("step") == {*allowed.split(), "pink"}, "pink has no limit"


def test_no_step_left_is_no_colour_action() -> None:
    t = table(tracks={"yellow": 9, "white": 8}, sack_deck="").play("play provisions/workshop")
    t.play("end")
    assert t.changes() == {}


# -- taking the open card ----------------------------------------------------------------------


@pytest.mark.parametrize("colour", ["yellow", "white", "blue"])
@pytest.mark.parametrize(("level", "space"), [(1, 2), (2, 5), (3, 8)])
def test_the_open_card_gives_a_point_and_a_coin(colour: str, level: int, space: int) -> None:
    opened = ", ".join(f"{colour} {below}" for below in range(1, level + 1))
    t = table(tracks={colour: space}, opened=opened)
    first, second = t.stack(colour, level)[:2]
    step(t, colour)
    assert t.asked() == "special"
    assert t.offers()[:2] == ["open", "look"]
    t.play("open")
    assert t.changes() == {colour: 1, "vp": 1, "coin": 1}
    assert t.me.specials == [first]
    assert t.stack(colour, level)[0] == second
    assert t.is_open(colour, level), "the next card is turned over"
    if level < 3:
        assert t.is_open(colour, level + 1), "and the first of the next level"


@pytest.mark.parametrize("colour", COLOURS)
def test_level_two_opens_when_the_first_card_of_level_one_is_taken(colour: str) -> None:
    t = table(tracks={colour: 2})
    assert [t.is_open(colour, level) for level in (1, 2, 3)] == [True, False, False]
    step(t, colour).play("open")
    assert [t.is_open(colour, level) for level in (1, 2, 3)] == [True, True, False]
    others = [c for c in COLOURS if c != colour]
    assert not any(t.is_open(other, 2) for other in others)


def test_level_two_opens_also_when_the_card_was_looked_for() -> None:
    t = step(table(tracks={"white": 2}), "white").play("look", "take p21")
    assert t.is_open("white", 2)


def test_a_stack_that_is_open_already_stays_as_it_is() -> None:
    t = table(tracks={"white": 2}, opened="white 2")
    second = t.stack("white", 2)
    step(t, "white").play("open")
    assert t.stack("white", 2) == second


def test_the_last_card_of_a_stack() -> None:
    t = table(tracks={"white": 2}, stacks={"white 1": "p19"})
    step(t, "white")
    assert t.changes() == {"white": 1, "vp": 1, "coin": 1}, "nothing is left to look at"
    assert t.me.specials == ["p19"]
    assert t.stack("white", 1) == []
    t = table(tracks={"white": 2}, stacks={"white 1": ""})
    step(t, "white")
    assert t.changes() == {"white": 1}, "an empty stack gives nothing"
    assert t.asked() == "next"


# -- looking -----------------------------------------------------------------------------------


def test_looking_gives_any_card_of_the_stack_without_bonus() -> None:
    t = table(tracks={"white": 2}, stacks={"white 1": "p24 p19 p23 p20"})
    step(t, "white").play("look")
    assert t.choices("take") == {"p19", "p20", "p23", "p24"}
    t.play("take p23")
    assert t.changes() == {"white": 1}
    assert t.me.specials == ["p23"]
    assert t.stack("white", 1)[0] == "p24", "the open card stays open"
    assert sorted(t.stack("white", 1)) == ["p19", "p20", "p24"]


def test_looking_and_taking_the_open_card_after_all() -> None:
    t = table(tracks={"white": 2}, stacks={"white 1": "p24 p19 p23 p20"})
    step(t, "white").play("look", "take p24")
    assert t.changes() == {"white": 1}, "no bonus"
    assert sorted(t.stack("white", 1)) == ["p19", "p20", "p23"]
    assert t.is_open("white", 1), "the next one is turned over"


def test_looking_is_remembered_and_cannot_be_undone() -> None:
    t = table(tracks={"white": 2})
    step(t, "white").play("look")
    assert not t.match.can_undo()
    assert t.state.seats[0].looked, "the player keeps knowing the cards seen"
    assert not t.state.seats[1].looked


def test_a_card_must_be_taken() -> None:
    t = step(table(tracks={"white": 2}), "white")
    assert not t.can("decline")
    assert not t.can("end")


@pytest.mark.parametrize(("space", "level"), [(2, 1), (5, 2), (8, 3)])
def test_cards_come_from_the_stack_of_the_level_only(space: int, level: int) -> None:
    t = table(tracks={"white": space}, opened="white 2, white 3")
    step(t, "white").play("look")
    first = 19 + 6 * (level - 1)
    assert t.choices("take") <= {f"p{card}" for card in range(first, first + 6)}
    assert len(t.choices("take")) == 4


def test_a_card_may_be_used_at_the_moment_it_is_taken() -> None:
    t = table(tracks={"white": 2}, stacks={"white 1": "p21 p19 p23 p20"})
    step(t, "white").play("look", "take p20", "use p20", "room a 2", "room b 1")
    assert t.changes() == {"white": 1, "coin": 1 + 2, "stone": 3}
    assert t.me.unused == []
    assert t.me.specials == ["p20"], "it is turned face down, but stays"


def test_two_steps_that_reach_a_card_space_and_go_past_it() -> None:
    """The third completed square gives two steps, here both on the same track."""
    t = table(
        stone=1,
        tracks={"white": 2},
        workshops="w1-01 g7, w1-02 i7",
        gardens="g8 small top, g8 large bottom, h7 small top, h7 large bottom, h9 large top",
    )
    t.act("garden").play("square h9")
    t.play("step white", "open", "step white")
    assert t.me.tracks["white"] == 4
    assert len(t.me.specials) == 1


# -- pink cards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("round_", "coins", "points"),
    [(1, 2, 3), (2, 2, 3), (3, 1, 1), (4, 1, 1), (5, 0, 0), (6, 0, 0)],
)
@pytest.mark.parametrize("how", ["open", "look"])
@pytest.mark.parametrize(("space", "level"), [(2, 1), (5, 2), (8, 3)])
def test_pink_cards_give_more_the_earlier_they_are_taken(
    round_: int, coins: int, points: int, how: str, space: int, level: int
) -> None:
    t = table(round=round_, tracks={"pink": space}, opened="pink 2, pink 3", tokens="square square")
    card = t.stack("pink", level)[0]
    step(t, "pink").play(how)
    if how == "look":
        t.play(f"take {card}")
    else:
        coins, points = coins + 1, points + 1
    expected = {"pink": 1, "coin": coins, "vp": points}
    assert t.changes() == {word: number for word, number in expected.items() if number}
    assert t.me.specials == [card]


def test_points_for_cards_are_booked_as_tracks() -> None:
    t = table(round=1, tracks={"pink": 2})
    step(t, "pink").play("open")
    assert t.points() == {"tracks": 4}


def test_other_players_see_the_next_card() -> None:
    t = table(
        2,
        tracks={"white": 2},
        stacks={"white 1": "p24 p19 p23 p20"},
        others={1: {"tracks": {"white": 2}, "action_set": "beta"}},
    )
    step(t, "white").play("open").finish()
    t.play("play provisions/workshop", "main provisions", "step white", "open")
    assert t.seat(1).specials == ["p19"]
    assert t.changes(1) == {"white": 1, "vp": 1, "coin": 1}
