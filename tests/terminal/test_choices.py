"""Typing a choice: by number, notation, name or the beginning of it."""

from __future__ import annotations

import pytest

from sandtable.terminal.choices import Group, NoChoice, find, number, show
from sandtable.terminal.choices import NumberedChoice as Choice
from tests.terminal.helpers import printed, screen


def turn() -> list[Group]:
    walk = "26 Migrant farmer"
    return [
        Group("Play", [Choice(1, "play farmer", "Farmer"), Choice(2, "play 26", walk)]),
        Group(
            "Cash",
            [Choice(61, "cash farmer", "Farmer"), Choice(62, "cash 26", walk)],
        ),
        Group("", [Choice(200, "administration", "Do it")]),
    ]


def spaces() -> list[Group]:
    return [
        Group(
            "wheat",
            [Choice(10, "space c4", "c4"), Choice(11, "space d4", "d4")],
            flow=True,
        ),
        Group("", [Choice(99, "done", "Done")]),
    ]


def test_keys_count_over_all_groups() -> None:
    assert [choice.key for choice in number(turn())] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("1", 1),
        ("4", 62),
        ("play 26", 2),
        ("  CASH   26 ", 62),
        ("administration", 200),
        ("adm", 200),
        ("play f", 1),
    ],
)
def test_found(typed: str, action: int) -> None:
    assert find(number(turn()), typed).action == action


def test_spaces_by_name() -> None:
    choices = number(spaces())
    assert find(choices, "d4").action == 11
    assert find(choices, "space d4").action == 11
    assert find(choices, "D4").action == 11
    assert find(choices, "done").action == 99


def test_roads_from_either_end() -> None:
    roads = [Choice(5, "road b2-c2", "b2-c2"), Choice(6, "road c2-c3", "c2-c3")]
    choices = number([Group("", roads)])
    assert find(choices, "c2-b2").action == 5
    assert find(choices, "road c3-c2").action == 6


def test_what_fits_several_is_not_guessed() -> None:
    with pytest.raises(NoChoice, match=r"1 \(play farmer\), 3 \(cash farmer\)"):
        find(number(turn()), "farmer")


@pytest.mark.parametrize("typed", ["0", "6", "26", "play 28", "nonsense", "c9", "-1", "1.5"])
def test_not_found(typed: str) -> None:
    with pytest.raises(NoChoice):
        find(number(turn()), typed)


def test_a_card_number_is_no_key() -> None:
    with pytest.raises(NoChoice, match="play 26"):
        find(number(turn()), "26")


def test_numbers_mean_themselves() -> None:
    choices = number([Group("", [Choice(500 + i, f"number {i}", "") for i in (0, 2, 3)])])
    assert [choice.key for choice in choices] == ["0", "2", "3"]
    assert find(choices, "2").action == 502
    with pytest.raises(NoChoice):
        find(choices, "1")


def test_shown_within_the_width() -> None:
    many = [Choice(i, f"space a{i}", f"a{i}") for i in range(1, 60)]
    noted = [Choice(100, "play 2", "2 Gardener", "word " * 40)]
    groups = [Group("Cards", noted), Group("grape", many, flow=True)]
    number(groups)
    paper = screen(60)
    show(groups, paper)
    lines = printed(paper).splitlines()
    assert max(len(line) for line in lines) <= 60
    for i in range(1, 60):
        assert f"{i + 1}) a{i}" in printed(paper)
    assert printed(paper).count("word") == 40
