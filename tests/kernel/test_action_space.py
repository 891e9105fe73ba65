"""Action ids and their notation."""

from __future__ import annotations

import pytest

from sandtable import BadOption
from sandtable.kernel.action_space import ActionSpace


def book() -> ActionSpace:
    space = ActionSpace()
    assert space.add("play", ["26", "farmer"]) == 0
    assert space.add("pass", [""]) == 2
    assert space.add("space", ["a1", "b2", "c3"]) == 3
    return space


def test_ids_are_given_in_order_and_go_both_ways() -> None:
    space = book()
    assert len(space) == 6
    expected = ["play 26", "play farmer", "pass", "space a1", "space b2", "space c3"]
    assert [space.notation(i) for i in range(6)] == expected
    assert [space.action(text) for text in expected] == list(range(6))


@pytest.mark.parametrize("text", ["PLAY Farmer", "  play   farmer ", "play\tfarmer"])
def test_case_and_spacing_do_not_matter(text: str) -> None:
    assert book().action(text) == 1


@pytest.mark.parametrize("action", [-1, 6, 10**12])
def test_unknown_ids_name_the_range(action: int) -> None:
    with pytest.raises(BadOption, match="0 to 5"):
        book().notation(action)


def test_unknown_notation_gets_advice() -> None:
    with pytest.raises(BadOption, match="'space a1'"):
        book().action("space z9")
    with pytest.raises(BadOption, match="play, pass, space"):
        book().action("jump")
    with pytest.raises(BadOption):
        book().action("")


def test_two_choices_with_one_notation_are_an_error() -> None:
    space = book()
    with pytest.raises(ValueError, match="play 26"):
        space.add("play", ["26"])
