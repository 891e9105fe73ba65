"""Full tables late in a game: as many players as a title takes, and all of it still in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import sandtable
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from tests.web.conftest import Visit, axe
from tests.web.play import CHOICES
from tests.web.test_reach import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]
FULL = {"faiyum": 5, "resafa": 4}
#: What sticks out of the window or of the column beside the table, or is cut off there.
COLUMN = """() => {
    const side = document.querySelector("aside.side");
    const wrong = [];
    if (side.scrollHeight > side.clientHeight) wrong.push(`${side.scrollHeight} px high`);
    for (const part of [".players", ".strip", ".log", ".history"])
        for (const one of side.querySelectorAll(part)) {
            const box = one.getBoundingClientRect();
            const inside = box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
            const cut = part !== ".log" && one.scrollHeight > one.clientHeight + 1;
            if (!inside || cut || box.height < 40) wrong.push(`${part} ${box.top} ${box.height}`);
        }
    return wrong;
}"""
#: Cards whose names or pictures are larger than the card.
CUT_OFF = """() => [...document.querySelectorAll(".play .chip, .play .card .half")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1
        || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.innerText)"""
#: Numbers of hints that lie over the question, and buttons that lie over the title.
OVER = """() => {
    const meet = (a, b) => a.left < b.right && b.left < a.right
        && a.top < b.bottom && b.top < a.bottom;
    const bar = document.querySelector(".ask > .question").getBoundingClientRect();
    const marks = [...document.querySelectorAll("div.marks .mark")].filter((mark) => {
        const { left, top, width, height } = mark.getBoundingClientRect();
        const x = left + width / 2, y = top + height / 2;
        return meet({ left: x, right: x, top: y, bottom: y }, bar);
    });
    const line = document.querySelector("header .title").getBoundingClientRect();
    const title = document.querySelector("header .game").getBoundingClientRect();
    const shown = { left: title.left, right: title.right,
        top: Math.max(title.top, line.top), bottom: Math.min(title.bottom, line.bottom) };
    const buttons = [...document.querySelectorAll("header button")].filter(
        (button) => shown.bottom > shown.top && meet(button.getBoundingClientRect(), shown));
    return [...marks, ...buttons].map((one) => one.textContent);
}"""


def late_turn(game: str) -> str:
    """The record of a game played at random, up to a late turn of the first seat."""
    match = sandtable.game(game).new(FULL[game], "crowded")
    random_play(match, seeded("crowded"))
    record = match.record()
    made = len(match.actions()) * 4 // 5
    while True:
        at = record.replay(upto=made)
        decision = at.decision()
        if decision is not None and decision.player == 0 and decision.kind in ("turn", "play"):
            return str(at.record())
        made += 1


def open_late(page: Page, game: str) -> str:
    asked = {"record": late_turn(game), "bot": "random"}
    table = str(page.request.post("/api/records", data=asked).json()["id"])
    page.goto(f"/table/{table}")
    page.locator(CHOICES).first.wait_for()
    return table


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", list(FULL))
def test_the_column_beside_the_table_fits(
    visit: Visit, picture: Picture, game: str, language: str
) -> None:
    page = visit("/about", name="Ann", locale=language)
    table = open_late(page, game)
    visit(f"/table/{table}", name="Eve")  # with somebody to talk to
    page.locator(".players p.small").wait_for()
    picture(page, f"crowded-{game}-{language}")
    assert page.evaluate(COLUMN) == []
    page.keyboard.press("[")
    page.locator(".history.past").wait_for()
    assert page.evaluate(COLUMN) == []
    assert page.evaluate(CUT_OFF) == []


def test_an_offer_above_the_table_takes_of_its_room(visit: Visit) -> None:
    page = visit("/about", name="Ann")
    eve = visit(f"/table/{open_late(page, 'resafa')}", name="Eve")
    eve.get_by_role("button", name="Coach").click()
    eve.get_by_role("button", name="Offer to coach Ann").click()
    page.get_by_text("Eve offers to coach you").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(COLUMN) == []


@pytest.mark.parametrize("game", list(FULL))
def test_nothing_lies_over_something_else_on_a_phone(
    visit: Visit, picture: Picture, game: str
) -> None:
    page = visit("/about", name="Ann", locale="de", **PHONE)
    open_late(page, game)
    assert page.evaluate(CUT_OFF) == []
    page.keyboard.press("h")
    page.locator(".hints .hint").first.wait_for()
    # Marks are drawn a picture later.
    page.evaluate("async () => { for (const _ of 'two') await new Promise(requestAnimationFrame) }")
    picture(page, f"crowded-{game}-phone")
    assert page.evaluate(OVER) == []


def test_a_canal_shows_what_it_costs_now(visit: Visit) -> None:
    """The lesson has just declared a card that makes it cheaper than printed."""
    page = visit("/about", name="Ann")
    asked = {"game": "resafa", "lesson": "guide:canal"}
    table = page.request.post("/api/lessons", data=asked).json()["id"]
    page.goto(f"/table/{table}")
    while True:
        position = page.request.get(f"/api/tables/{table}/position").json()
        lesson, decision = position["lesson"], position["decision"]
        if decision is None:
            continue  # the bot plays what the record says
        if lesson["text"] == "guide.canal.tile":
            break
        wish = {"version": position["version"], "action": lesson["choices"][0]}
        assert page.request.post(f"/api/tables/{table}/actions", data=wish).ok
    choice = next(one for one in decision["choices"] if one["id"] in lesson["choices"])
    button = page.locator(f'.question [data-choice="{choice["id"]}"]')
    button.wait_for()
    price = choice["text"].rpartition("(")[2].rstrip(")")
    assert "marble" in price
    assert button.locator(":scope > small").inner_text() == price
    assert axe(page, ".question") == []
