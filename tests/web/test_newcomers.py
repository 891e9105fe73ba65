"""Helps for people who are new to a title: what choices and icons mean, what one could do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Visit, axe
from tests.web.live_server import LiveServer
from tests.web.play import new_game, open_finished
from tests.web.test_reach import PHONE, fits

if TYPE_CHECKING:
    from playwright.sync_api import Route


def test_newcomers_are_helped_until_they_say_no(visit: Visit) -> None:
    page = visit("/", quiet=False)
    new_game(page, "Faiyum")
    # What a choice means, not its name again.
    page.get_by_role("button", name="Administration").hover()
    page.locator(".preview .meaning").get_by_text("2 cards leave the market").wait_for()
    # What an icon means: its name and a sentence of the rules.
    page.locator(".players .token").first.hover()
    page.get_by_role("tooltip").get_by_text("money: ").wait_for()
    page.mouse.move(2, 2)
    # What one could do; a click shows it and makes no choice.
    could = page.locator(".could button")
    could.first.wait_for()
    text = could.first.inner_text()
    assert axe(page) == []
    could.first.click()
    page.locator(".preview").get_by_text(text).first.wait_for()
    assert page.locator(".history .at").inner_text().endswith(" 0")
    page.get_by_role("button", name="Something else").click()
    could.first.wait_for()
    # No more of it.
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Help for newcomers").select_option("never")
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_role("button", name="Administration").hover()
    page.locator(".preview b").get_by_text("Administration").wait_for()
    assert page.locator(".preview .meaning, .could").count() == 0


def test_suggestions_on_a_phone(visit: Visit) -> None:
    page = visit("/", quiet=False, **PHONE)
    page.get_by_role("button", name="Play now Resafa").tap()
    page.wait_for_url("**/table/**")
    could = page.locator(".could button").first
    could.wait_for()
    assert fits(page)
    box = could.bounding_box()
    assert box is not None and box["height"] >= 40
    could.tap()
    page.get_by_role("button", name="Do it").wait_for()


def test_suggestions_stay_in_the_bar(visit: Visit) -> None:
    """Beside a long choice there is little room: they take two lines, not the map's place."""
    page = visit("/about", quiet=False, name="Ann")
    asked = {"game": "faiyum", "seats": [{"kind": "human"}], "seed": 4}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    for version in range(6):  # three farmers, each to the first space there is
        now = page.request.get(f"/api/tables/{table}/position").json()
        offered = [choice["notation"] for choice in now["decision"]["choices"]]
        notation = next(one for one in offered if one.startswith(("play farmer", "space")))
        wish = {"version": version, "notation": notation}
        assert page.request.post(f"/api/tables/{table}/actions", data=wish).ok
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Administration: gain $1, take back the top 3").wait_for()
    page.locator(".could button").first.wait_for()
    bar = page.locator(".question").bounding_box()
    assert bar is not None
    for button in page.locator(".could button").all():
        box = button.bounding_box()
        assert box is not None and box["y"] + box["height"] <= bar["y"] + bar["height"]


def test_no_suggestions_between_people(visit: Visit, live_server: LiveServer) -> None:
    ann = visit("/about", quiet=False, name="Ann")
    seats = [{"kind": "human"}, {"kind": "open"}]
    table = ann.request.post("/api/tables", data={"game": "faiyum", "seats": seats}).json()
    bob = visit("/about", quiet=False, name="Bob")
    assert bob.request.post(f"/api/invites/{table['invite']}", data={}).ok
    asked: list[str] = []
    for page in (ann, bob):
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"/table/{table['id']}")
        page.locator(".prompt").wait_for()
    first = ann if ann.locator("[data-choice]").count() else bob
    first.get_by_role("button", name="Administration").hover()
    first.locator(".preview .meaning").wait_for()
    first.wait_for_timeout(3000)
    assert not [url for url in asked if url.endswith("/hint")]


def test_nothing_opens_under_a_pointer_that_rests(visit: Visit) -> None:
    """After a click on the start page the pointer lies where the table has cards."""
    page = visit("/", quiet=False)
    new_game(page, "Faiyum")
    card = page.locator(".market [data-card]").first.bounding_box()
    assert card is not None
    page.goto("/")
    page.get_by_role("heading", name="Faiyum").wait_for()
    x, y = card["x"] + 30, card["y"] + 30
    page.mouse.move(x, y)
    page.go_back()
    page.locator(".market [data-card]").first.wait_for()
    page.wait_for_timeout(600)
    assert page.get_by_role("tooltip").count() == 0
    # Nobody has pointed at the card, so the key explains the question.
    page.get_by_role("button", name="Rules", exact=True).wait_for()
    page.keyboard.press("F1")
    assert page.locator(".drawer .here").first.get_attribute("data-rule-id") == "turn"
    page.keyboard.press("Escape")
    page.mouse.move(x + 3, y)
    page.get_by_role("tooltip").wait_for()


def test_a_choice_that_comes_under_the_pointer_is_not_previewed(visit: Visit) -> None:
    page = visit("/about", name="Ann")
    asked = {"game": "faiyum", "seats": [{"kind": "human"}], "seed": 4}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    for version, notation in enumerate(["play farmer", "space g4"]):
        wish = {"version": version, "notation": notation}
        assert page.request.post(f"/api/tables/{table}/actions", data=wish).ok
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Administration").click(position={"x": 20, "y": 15})
    page.locator(".prompt").get_by_text("take a worker off").wait_for()
    # The button of the next question lies where the last one was.
    button = page.locator(".question [data-choice]").first
    assert button.evaluate("button => button.matches(':hover')")
    page.wait_for_timeout(300)
    assert page.locator(".room.filled").count() == 0
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 24, box["y"] + 15)
    page.locator(".room.filled").wait_for()


def test_after_a_tap_no_mouse_looks_at_what_lies_there(visit: Visit) -> None:
    """Browsers let a mouse enter what comes to lie where a finger has tapped."""
    page = visit("/", **PHONE)
    page.get_by_role("button", name="Play now Faiyum").tap()
    page.wait_for_url("**/table/**")
    button = page.get_by_role("button", name="Administration")
    button.wait_for()
    page.locator(".prompt").tap()
    mouse = """(button, type) => button.dispatchEvent(
        new PointerEvent(type, {pointerType: 'mouse', bubbles: type === 'pointermove'}))"""
    button.evaluate(mouse, "pointerenter")
    page.wait_for_timeout(300)
    assert page.locator(".room.filled").count() == 0
    # A mouse that is there after all moves.
    button.evaluate(mouse, "pointermove")
    page.locator(".room.filled .preview").wait_for()


def test_play_now_is_gentle_before_the_bots_are_known(visit: Visit) -> None:
    page = visit("/about")
    waiting: list[Route] = []
    page.route("**/api/bots", lambda route: waiting.append(route))
    page.goto("/")
    page.get_by_role("button", name="Play now Faiyum").click()
    assert waiting
    waiting[0].continue_()
    page.wait_for_url("**/table/**")
    page.locator(".players").get_by_text("Newcomer bot").wait_for()


def test_the_water_shows_the_rows_and_columns_it_is_called_by(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Resafa")
    names = page.locator(".network .names text")
    assert names.all_text_contents() == [*"12345", *"1234"]
    # The first question is about a tile of the city, which is marked.
    page.locator(".prompt").get_by_text("Starting tile A").wait_for()
    page.locator(".city .asked").wait_for()


def test_invited_newcomers_find_the_lessons(visit: Visit) -> None:
    ann = visit("/about", name="Ann")
    asked = {"game": "resafa", "seats": [{"kind": "human"}, {"kind": "open"}]}
    table = ann.request.post("/api/tables", data=asked).json()
    bob = visit(f"/join/{table['invite']}", name="Bob")
    ann.goto(f"/table/{table['id']}")
    for page in (ann, bob):
        link = page.get_by_role("link", name="Learn Resafa in 15 minutes")
        assert link.get_attribute("href") == "/learn/resafa"
        assert axe(page) == []


def test_nothing_opens_while_the_page_scrolls(visit: Visit) -> None:
    page = visit("/", viewport={"width": 1440, "height": 600})
    new_game(page, "Faiyum")
    page.locator(".market [data-card]").first.hover()
    page.get_by_role("tooltip").wait_for()
    page.mouse.wheel(0, 120)
    page.get_by_role("tooltip").wait_for(state="detached")
    page.wait_for_timeout(600)
    assert page.get_by_role("tooltip").count() == 0


def test_somebody_with_a_finished_game_has_games(visit: Visit) -> None:
    page = visit("/")
    page.get_by_text("You have no games yet").wait_for()
    open_finished(page, "faiyum", 1)
    page.goto("/")
    page.get_by_text("No game is running").wait_for()
    assert page.get_by_text("You have no games yet").count() == 0


def test_boards_go_to_the_question_without_motion(visit: Visit) -> None:
    page = visit("/about", name="Ann", **PHONE, reduced_motion="reduce")
    asked = {"game": "faiyum", "seats": [{"kind": "human"}], "seed": 4}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    page.goto(f"/table/{table}")
    page.locator("[data-choice]:visible").first.wait_for()
    for version, notation in enumerate(["play farmer", "space g4", "play farmer"]):
        wish = {"version": version, "notation": notation}
        answer = page.request.post(f"/api/tables/{table}/actions", data=wish)
        assert answer.ok, answer.text()
    page.locator(".box.zoomed").wait_for()
    page.wait_for_function(
        "() => { const box = document.querySelector('.box.zoomed');"
        " return box.scrollTop > 0 && box.scrollLeft > 0; }"
    )


@pytest.mark.parametrize("width", [390, 1440])
def test_buttons_stay_where_they_are(visit: Visit, width: int) -> None:
    """What comes late must not push a button away from under a finger."""
    page = visit("/about", viewport={"width": width, "height": 844})
    held: list[Route] | None = []

    def hold(route: Route) -> None:
        if held is None:
            route.continue_()
        else:
            held.append(route)

    page.route(re.compile("/api/(bots|games/.*/lessons)$"), hold)
    page.goto("/")
    buttons = page.get_by_role("button", name="Play now")
    buttons.nth(1).wait_for()
    before = [buttons.nth(n).bounding_box() for n in range(2)]
    late = held or []
    held = None
    for route in late:
        route.continue_()
    for title in ("Faiyum", "Resafa"):
        page.get_by_role("button", name=f"Learn {title}").wait_for()
    page.get_by_text("against one bot").first.wait_for()
    assert [buttons.nth(n).bounding_box() for n in range(2)] == before
