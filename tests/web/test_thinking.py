"""Bots that take their time: what they consider is shown, and they can be told to move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Visit, axe
from tests.web.live_server import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]
PHONE = {"width": 390, "height": 844}

#: A bot that thinks until it is told to stop.
SOURCE = """
from sandtable.bots.search import SearchBot

class Pondering(SearchBot):
    def __init__(self, seed=0):
        super().__init__(seed, time=100, certainty=0.0)
"""


def install_bot(folder: Path) -> Path:
    """Write the bot as an installed package; returns the folder to put on the path."""
    (folder / "pondering_bot.py").write_text(SOURCE, encoding="utf-8")
    described = folder / "pondering_bot-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: pondering-bot\nVersion: 1.0\n", encoding="utf-8"
    )
    (described / "entry_points.txt").write_text(
        "[sandtable.bots]\npondering = pondering_bot:Pondering\n", encoding="utf-8"
    )
    return folder


@pytest.fixture(scope="module")
def live_server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    packages = install_bot(tmp_path_factory.mktemp("packages"))
    settings = {"SANDTABLE_THINK_SECONDS": "120"}
    server = LiveServer(tmp_path_factory.mktemp("server"), packages, settings)
    yield server
    server.stop()


def new_table(page: Page, *seats: str) -> str:
    kinds = [{"kind": "bot", "bot": bot} if bot != "human" else {"kind": bot} for bot in seats]
    made = page.request.post("/api/tables", data={"game": "faiyum", "seats": kinds})
    assert made.ok, made.text()
    return f"/table/{made.json()['id']}"


def takes_no_room(page: Page) -> bool:
    """Whether board and question lie where they would without the button."""
    where = """() => ['svg.board', '.question'].map((part) =>
        JSON.stringify(document.querySelector(part).getBoundingClientRect()))"""
    hide = "shown => (document.querySelector('.move-now').style.display = shown)"
    lies = page.evaluate(where)
    page.evaluate(hide, "none")
    without = page.evaluate(where)
    page.evaluate(hide, "")
    return bool(lies == without)


def test_a_bot_is_told_to_move_now(visit: Visit, picture: Picture) -> None:
    """On a phone; the bot's turn is over then, and its opponent's hand is nobody's business."""
    page = visit("/", name="Ann", viewport=PHONE, has_touch=True)
    page.goto(new_table(page, "pondering", "human"))
    button = page.get_by_role("button", name="Move now")
    button.wait_for()
    assert "no longer rated" in (button.get_attribute("title") or "")
    box = button.bounding_box()
    assert box is not None and box["height"] >= 40 and box["width"] >= 40
    page.get_by_text(re.compile(r"^[1-9]\d* of 100 s$")).wait_for()
    assert takes_no_room(page)
    assert axe(page) == []
    picture(page, "move-now-phone")
    assert page.get_by_role("region", name="What the bots consider").count() == 0
    button.tap()
    page.locator(".prompt .turn").wait_for()
    button.wait_for(state="detached")


def test_candidates_of_bots_are_shown(visit: Visit, picture: Picture) -> None:
    page = visit("/", name="Ann")
    table = new_table(page, "pondering", "pondering")
    page.goto(table)
    panel = page.get_by_role("region", name="What the bots consider")
    rows = panel.locator("li")
    rows.first.wait_for()
    assert "points" in rows.first.inner_text() and "% to win" in rows.first.inner_text()
    button = page.get_by_role("button", name="Move now")
    button.wait_for()
    assert page.locator(".prompt").inner_text().startswith("Pondering bot 1 is thinking")
    assert takes_no_room(page)
    assert axe(page) == []
    picture(page, "thinking-desk")
    step = "() => Number(document.querySelector('main.table').dataset.version)"
    version = page.evaluate(step)
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"before => ({step})() > before", arg=version)
    # Nobody else may.
    guest = visit(table, viewport=PHONE, has_touch=True, color_scheme="dark", name="Eve")
    guest.get_by_text("is thinking").wait_for()
    guest.get_by_role("button", name="Players").click()
    panel = guest.get_by_role("region", name="What the bots consider")
    panel.locator("li").first.wait_for()
    assert guest.get_by_role("button", name="Move now").count() == 0
    assert axe(guest) == []
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(guest, "thinking-phone")
