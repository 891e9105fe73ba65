"""Boards enlarge and move by wheel, keys, fingers and dragging; panels go where one puts them."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

import sandtable
from sandtable.bots import ask, make
from tests.web.conftest import Visit
from tests.web.play import CHOICES, new_game
from tests.web.test_reach import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: A board of each kind, by its panel.
BOARDS = {
    "Faiyum": [".board"],
    "Resafa": [f'[data-panel="{id}"]' for id in ("map", "water", "city")],
}


def zoomed(board: Locator) -> bool:
    return bool(board.locator(".box").first.evaluate("box => box.classList.contains('zoomed')"))


def wait_for_zoom(board: Locator, wanted: bool = True) -> None:
    board.locator(".box.zoomed" if wanted else ".box:not(.zoomed)").first.wait_for()


def middle(board: Locator) -> tuple[float, float]:
    box = board.locator(".box").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("title", list(BOARDS))
def test_boards_enlarge_by_wheel_and_keys_and_move(visit: Visit, title: str) -> None:
    page = visit("/")
    new_game(page, title)
    for selector in BOARDS[title]:
        board = page.locator(selector).first
        if zoomed(board):  # by the question
            continue
        page.mouse.move(*middle(board))
        page.mouse.wheel(0, -600)
        wait_for_zoom(board)
        box = board.locator(".box").first
        # The board has the focus for its keys: the arrows move it, 0 makes it small again.
        box.focus()
        at = box.evaluate("box => box.scrollLeft")
        page.keyboard.press("ArrowRight")
        page.wait_for_function("([box, at]) => box.scrollLeft > at", arg=[box.element_handle(), at])
        at = box.evaluate("box => box.scrollLeft")
        x, y = middle(board)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y + 10, steps=4)
        page.mouse.up()
        assert box.evaluate("box => box.scrollLeft") < at
        page.keyboard.press("0")
        wait_for_zoom(board, False)
        board.get_by_role("button", name="Larger").focus()
        page.keyboard.press("+")
        wait_for_zoom(board)
        page.keyboard.press("-")
        wait_for_zoom(board, False)


def pinch(page: Page, x: float, y: float) -> None:
    """Two fingers move apart."""
    session = page.context.new_cdp_session(page)
    for kind, apart in [("touchStart", 20), ("touchMove", 40), ("touchMove", 70)]:
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("title", "tab"), [("Faiyum", "Table"), ("Resafa", "Water")])
def test_boards_enlarge_by_two_fingers(visit: Visit, title: str, tab: str) -> None:
    page = visit("/", **PHONE)
    new_game(page, title)
    page.locator("nav").get_by_role("button", name=tab).tap()
    board = page.locator(".board" if title == "Faiyum" else '[data-panel="water"]').first
    wait_for_zoom(board, False)
    pinch(page, *middle(board))
    wait_for_zoom(board)


def order(page: Page) -> list[str]:
    panels: list[str] = page.locator("[data-panel]").evaluate_all(
        "all => all.map((panel) => panel.dataset.panel)"
    )
    return panels


def test_panels_are_rearranged_enlarged_and_remembered(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Resafa")
    start = order(page)
    # By the keyboard: the handle keeps the focus, so that one can go on.
    handle = page.get_by_role("button", name="Move: Map")
    handle.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "first => document.querySelector('[data-panel]').dataset.panel !== first", arg=start[0]
    )
    moved = order(page)
    assert moved == [start[1], start[0], *start[2:]]
    assert handle.evaluate("handle => handle === document.activeElement")
    # By dragging.
    page.get_by_role("button", name="Move: Map").drag_to(page.locator(f'[data-panel="{start[2]}"]'))
    dragged = order(page)
    assert dragged == [start[1], start[2], start[0], *start[3:]]
    small = page.locator('[data-panel="map"]').bounding_box()
    page.get_by_role("button", name="Enlarge: Map").click()
    page.wait_for_function(
        "width => document.querySelector('[data-panel=map]').clientWidth > width",
        arg=small["width"] if small else 0,
    )
    page.reload()
    page.locator(CHOICES).first.wait_for()
    assert order(page) == dragged
    assert page.get_by_role("button", name="Enlarge: Map").get_attribute("aria-pressed") == "true"


def city_in_the_corner() -> str:
    """A record of a game whose first seat may build in the upper right corner of its city."""
    for number in count(2):
        match = sandtable.game("resafa").new(2, f"corner {number}")
        bots = [make("greedy", seat) for seat in (1, 2)]
        while not match.is_over:
            offered = map(match.action_to_str, match.legal_actions())
            cells = [text[5:] for text in offered if text.startswith("cell ")]
            if match.current_player or not cells:
                match.apply(ask(bots[match.current_player or 0], match))
                continue
            corner = max(cells, key=lambda cell: (cell[0], -int(cell[1:])))
            if corner >= "m":
                return str(match.record())
            match.apply(match.str_to_action(f"cell {corner}"))
    raise AssertionError


def test_handles_of_a_panel_give_way_to_choices(visit: Visit) -> None:
    page = visit("/about", name="Ann")
    asked = {"record": city_in_the_corner(), "bot": "random"}
    table = page.request.post("/api/records", data=asked).json()["id"]
    page.goto(f"/table/{table}")
    city = page.locator('[data-panel="city"]')
    city.locator("[data-choice]").first.wait_for()
    city.hover(position={"x": 5, "y": 5})
    city.locator(".handles.covering").wait_for(state="attached")
    assert not city.locator(".handle").first.is_visible()
    under = """at => [...at.querySelectorAll("[data-choice]")].map((choice) => {
        const { left, top, width, height } = choice.getBoundingClientRect();
        return !!document.elementFromPoint(left + width / 2, top + height / 2).closest("button");
    })"""
    assert not any(city.evaluate(under))
