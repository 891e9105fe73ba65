"""The map in characters: everything is there, in its place, and fits."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sandtable
from sandtable.games.faiyum.terminal.board_map import PITCH, ROW, TILE, Map
from sandtable.games.faiyum.terminal.renderer import TerminalRenderer
from tests.terminal.helpers import screen, text_of

FAIYUM = sandtable.game("faiyum")
BOARD: dict[str, Any] = FAIYUM.edition["board"]
MAP = Map(BOARD, screen())


def view() -> dict[str, Any]:
    return FAIYUM.new(2, 1).view(None)


def drawn(change: dict[str, dict[str, Any]] | None = None, **parts: Any) -> list[str]:
    """The lines of the map at the beginning, with some spaces changed."""
    now = view()
    spaces = [{**space, **(change or {}).get(space["name"], {})} for space in now["spaces"]]
    text = MAP.draw(
        spaces,
        parts.get("roads", []),
        parts.get("bridges", []),
        parts.get("offered", set()),
        parts.get("pairs", []),
    )
    return text_of(text).splitlines()


def tile(lines: list[str], name: str) -> tuple[str, str]:
    """The two lines of a space's tile."""
    column, line = MAP.corner(*MAP.cell[name])
    above, below = (lines[line + i].ljust(80)[column : column + TILE] for i in (0, 1))
    return above, below


def between(lines: list[str], a: str, b: str) -> str:
    """The characters on the side that two neighbours share."""
    (q, r), (q2, r2) = MAP.cell[a], MAP.cell[b]
    column, line = MAP.corner(q, r)
    way = (q2 - q, r2 - r)
    start = {(1, 0): (TILE, 0), (0, 1): (TILE - 2, 2), (-1, 1): (0, 2)}[way]
    return lines[line + start[1]].ljust(80)[column + start[0] : column + start[0] + 2]


def test_every_space_has_its_tile() -> None:
    lines = drawn()
    for space in BOARD["spaces"]:
        above, below = tile(lines, space["name"])
        assert above == f"{space['name']} {space['kind'][:3]}"
        if space["kind"] in ("wheat", "grape"):
            assert below.strip() == "croc"
    assert "".join(lines).count("croc") == 38


def test_tiles_never_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for q, r in MAP.cell.values():
        column, line = MAP.corner(q, r)
        cells = {(column + i, line + j) for i in range(TILE) for j in range(2)}
        assert not taken & cells
        taken |= cells


def test_neighbours_lie_side_by_side() -> None:
    column, line = MAP.corner(3, 2)
    assert MAP.corner(4, 2) == (column + PITCH, line)
    assert MAP.corner(3, 3) == (column + PITCH // 2, line + ROW)


def test_fits_into_80_columns() -> None:
    assert max(len(line) for line in drawn()) <= 80


def test_plain_is_ascii() -> None:
    assert all(line.isascii() for line in drawn())


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"worker": "upright", "crocodile": False}, "i"),
        ({"worker": "prone", "crocodile": False}, "_"),
        ({"crocodile": False}, ""),
        ({"settlement": True, "crocodile": False}, "  sett"),
        ({"settlement": True, "crocodile": False, "worker": "upright"}, "i sett"),
        ({"settlement": True, "town": True, "crocodile": False}, "  town"),
        ({"settlement": True, "town": True, "palace": True, "crocodile": False}, " town+"),
        ({"workshop": True, "crocodile": False, "worker": "upright"}, "i shop"),
        ({"workshop": True, "expansion": True, "crocodile": False}, " shop+"),
    ],
)
def test_what_is_on_a_space(change: dict[str, Any], shown: str) -> None:
    assert tile(drawn({"d4": change}), "d4")[1].rstrip() == shown


def test_blocks_of_a_building_site() -> None:
    assert tile(drawn({"b2": {"blocks": 3}}), "b2")[1] == "  3/5 "


def test_roads_of_all_directions() -> None:
    lines = drawn(roads=[["c2", "c3"], ["c2", "d4"], ["c2", "d3"]])
    assert between(lines, "c2", "c3") == "--"
    assert between(lines, "c2", "d4") == "\\\\"
    assert between(lines, "c2", "d3") == "//"
    assert between(lines, "c1", "c2") == "  "


def test_a_road_from_either_end_is_the_same_road() -> None:
    assert drawn(roads=[["c3", "c2"]]) == drawn(roads=[["c2", "c3"]])


def test_channel_bridges_and_dam() -> None:
    lines = drawn(
        bridges=[{"ends": ["c4", "c5"], "grand": False}, {"ends": ["c3", "d5"], "grand": True}]
    )
    assert between(lines, "c4", "c5") == "]["
    assert between(lines, "c3", "d5") == "}{"
    assert between(lines, "c4", "d6") == "::"  # a free place for a bridge
    assert between(lines, "d4", "d5") == "~~"
    assert between(lines, "h4", "h5") == "##"
    for a in BOARD["spaces"]:
        for b in BOARD["spaces"]:
            if (b["q"] - a["q"], b["r"] - a["r"]) in ((1, 0), (0, 1), (-1, 1)):
                sign = between(lines, a["name"], b["name"])
                assert (sign == "  ") == (a["bank"] == b["bank"])


def test_what_can_be_chosen_is_marked() -> None:
    lines = drawn(offered={"c4"}, pairs=[("b1", "b2")])
    assert tile(lines, "c4")[0] == "c4*whe"
    assert tile(lines, "c3")[0] == "c3 gra"
    assert between(lines, "b1", "b2") == "**"


def test_a_road_that_cannot_be_drawn_is_told() -> None:
    assert drawn(roads=[["a1", "h6"]])[-1] == "Not drawn: road a1-h6"


def test_lake_only_where_the_board_has_water() -> None:
    dry = {**BOARD, "water": []}
    text = text_of(Map(dry, screen()).draw(view()["spaces"], [], [], set(), []))
    channel = sum(line.count("~") for line in text.splitlines())
    assert 0 < channel < sum(line.count("~") for line in drawn())


def test_narrow_terminals_get_a_list() -> None:
    drawing = TerminalRenderer(FAIYUM, ["A", "B"], screen(60))
    text = text_of(drawing.draw_map(view(), []), 60)
    for space in BOARD["spaces"]:
        assert re.search(rf"\b{space['name']}\s+{space['kind']}", text)
