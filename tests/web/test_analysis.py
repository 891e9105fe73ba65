"""Hints where they lie, and a finished game looked at again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import sandtable
from sandtable import bots
from tests.web.conftest import Visit, axe
from tests.web.play import CHOICES, new_game, step

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def upload(page: Page, game: str, players: int) -> None:
    """Open a finished game that bots have played."""
    match = sandtable.game(game).new(players, 4)
    bots.play(match, [bots.make("random", seat) for seat in range(players)])
    answer = page.request.post("/api/records", data={"record": str(match.record())})
    page.goto(f"/table/{answer.json()['id']}")
    page.locator(".result").wait_for()


def test_hints_lie_on_the_table(visit: Visit, picture: Picture) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    page.get_by_role("button", name="Hint", exact=True).click()
    rows = page.locator(".hints .hint")
    rows.first.wait_for()
    assert 2 <= rows.count() <= 3
    assert "points" in rows.first.inner_text() and "% to win" in rows.first.inner_text()
    # Each says what speaks for it; all but the best what they lack, for who listens as well.
    best, other = rows.first.locator(".why .plus"), rows.nth(1).locator(".why .minus")
    assert 1 <= best.count() <= 3 and 1 <= other.count() <= 2
    assert "For it: " in (best.first.text_content() or "")
    assert "Against it: " in (other.first.text_content() or "")
    # Its number stands where the choice lies.
    page.locator("div.marks .mark, .choice[data-rank]").first.wait_for()
    assert axe(page) == []
    picture(page, "hints")
    # A hint shows what it would bring, and is taken only when that is confirmed.
    before = step(page)
    rows.first.click()
    assert step(page) == before
    page.locator(".preview .confirm .primary").click()
    page.wait_for_function(
        "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
        arg=before,
    )
    # They were for that position only.
    page.locator(".hints").wait_for(state="detached")
    page.wait_for_function("() => !document.querySelector('div.marks .mark')")


def test_hints_by_keyboard_on_a_phone(visit: Visit, picture: Picture) -> None:
    page = visit("/", viewport=PHONE, has_touch=True, color_scheme="dark")
    new_game(page, "Resafa")
    page.locator(CHOICES).first.wait_for()
    page.keyboard.press("h")
    rows = page.locator(".hints .hint")
    rows.first.wait_for()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for box in [row.bounding_box() for row in rows.all()]:
        assert box is not None and box["x"] + box["width"] <= PHONE["width"]
    picture(page, "hints-phone")
    page.get_by_role("button", name="Hide the hints").click()
    rows.first.wait_for(state="detached")


@pytest.mark.parametrize(
    ("viewport", "scheme", "game", "players"),
    [(DESK, "light", "resafa", 2), (PHONE, "dark", "resafa", 1)],
)
def test_a_finished_game_is_analysed(
    visit: Visit,
    picture: Picture,
    viewport: dict[str, int],
    scheme: str,
    game: str,
    players: int,
) -> None:
    page = visit("/", viewport=viewport, color_scheme=scheme)
    upload(page, game, players)
    page.get_by_role("button", name="Analyse the game").click()
    page.locator(".analysis progress").wait_for()
    better = page.locator(".analysis .list").first.locator("button")
    better.first.wait_for(timeout=90_000)
    assert page.locator(".analysis figure svg polyline").count() == players
    assert page.locator(".analysis .list").nth(1).locator("button").count() == 5
    text = better.first.inner_text()
    assert "Played" in text and "Better" in text
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".analysis").scroll_into_view_if_needed()
    picture(page, f"analysis-{'phone' if viewport is PHONE else 'desk'}")
    # The story: a sentence for each turning point, and where points came from.
    story = page.locator(".analysis .wide", has=page.get_by_text("How the game went"))
    assert story.locator(".summary").inner_text()
    told = story.locator(".points button")
    sentences = told.all_inner_texts()
    assert 1 <= len(sentences) <= 5
    for sentence in sentences:
        assert re.search(r"(falls|rises) from [0-9]", sentence) and "(" not in sentence
    sources = page.get_by_role("region", name=re.compile("^Points by source"))
    assert sources.locator("tbody tr").count() > 3
    told.first.click()
    page.get_by_text("You are looking at the past.").wait_for()
    assert sentences[0].splitlines()[-1] in page.locator(".question .remark").inner_text()
    page.get_by_role("button", name="Back to now").click()
    # A press leads to the position in question, by the keyboard as well.
    better.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**step=*")
    page.get_by_text("You are looking at the past.").wait_for()
    assert "Better:" in page.locator(".question").inner_text()
    picture(page, f"analysis-position-{'phone' if viewport is PHONE else 'desk'}")
    # Back again, it is still there, and nothing has to be worked out anew.
    page.get_by_role("button", name="Back to now").click()
    better.first.wait_for()
