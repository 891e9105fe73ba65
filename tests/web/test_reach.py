"""Reach: phones, the keyboard alone, people who see or hear other things, slow lines."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.web.conftest import COLOURS, Visit, axe
from tests.web.play import CHOICES, confirm, new_game, open_finished, play, step, wait_for_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]
MOST_BYTES = 500_000


def fits(page: Page) -> bool:
    """Nothing sticks out to the side."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def test_phone(visit: Visit, picture: Picture) -> None:
    page = visit("/", **PHONE)
    page.get_by_role("heading", name="Faiyum").wait_for()
    assert fits(page)
    picture(page, "phone-start")
    page.get_by_role("button", name="Play now Faiyum").tap()
    page.wait_for_url("**/table/**")
    page.locator(CHOICES).first.wait_for()
    assert fits(page)
    before = step_on_phone(page)
    page.locator('.fan [data-card="1"]').first.tap()
    page.get_by_role("button", name="Play Farmer").tap()
    page.locator(".hexchoice").first.wait_for()
    picture(page, "phone-map")
    # A tap on something small enlarges the board; the next one shows what would happen, the
    # last one makes the choice.
    page.locator(".hexchoice").nth(10).tap()
    page.locator(".box.zoomed").wait_for()
    page.locator(".hexchoice").nth(10).tap()
    page.get_by_role("button", name="Do it").wait_for()
    assert step_on_phone(page) == before + 1
    page.get_by_role("button", name="Do it").tap()
    page.wait_for_function(
        "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
        arg=before + 1,
    )
    for tab in ("Market", "Players", "Log", "Table"):
        page.locator("nav").get_by_role("button", name=tab).tap()
        page.wait_for_timeout(150)
        assert fits(page)
        picture(page, f"phone-faiyum-{tab.lower()}")
    # A larger map can be scrolled.
    page.get_by_role("button", name="Larger").tap()
    page.wait_for_function(
        """() => {
            const box = document.querySelector(".box.zoomed");
            return box && box.scrollWidth > box.clientWidth;
        }"""
    )
    assert fits(page)
    # A long press explains a card and chooses nothing.
    wait_for_turn(page)
    card = page.locator(".fan [data-card]").first
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    now = step_on_phone(page)
    touch(page, box["x"] + 20, box["y"] + 40, 700)
    page.get_by_role("tooltip").wait_for()
    assert step_on_phone(page) == now


def step_on_phone(page: Page) -> int:
    text = page.locator(".history .at").text_content() or ""
    return int(text.split()[-1])


def touch(page: Page, x: float, y: float, milliseconds: int) -> None:
    """A finger rests on the screen."""
    session = page.context.new_cdp_session(page)
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    page.wait_for_timeout(milliseconds)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_buttons_stay_under_the_finger(visit: Visit) -> None:
    page = visit("/", **PHONE)
    page.get_by_role("button", name="Play now Faiyum").tap()
    page.wait_for_url("**/table/**")
    page.locator(CHOICES).first.wait_for()
    before = step_on_phone(page)
    box = page.get_by_role("button", name="Administration").bounding_box()
    assert box is not None
    from playwright.sync_api import TimeoutError

    for _ in range(3):
        touch(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 150)
        with suppress(TimeoutError):
            page.wait_for_function(
                "n => Number(document.querySelector('.history .at').textContent.split(' ').pop())"
                " > n",
                arg=before,
                timeout=10_000,
            )
            return
        # A slow machine may take it for a long press, which only explains.
        page.get_by_role("tooltip").wait_for()
    raise AssertionError("the button was not hit")


def test_payments_get_a_second_look_by_touch(visit: Visit) -> None:
    page = visit("/", name="Ann", **PHONE)
    asked = {"game": "resafa", "seats": [{"kind": "human"}], "seed": 2}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    for version, notation in enumerate(
        ["rotate 0", "rotate 0", "play garden/production", "main garden", "square h7"]
    ):
        wish = {"version": version, "notation": notation}
        assert page.request.post(f"/api/tables/{table}/actions", data=wish).ok
    page.goto(f"/table/{table}")
    page.locator(".question .choice").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.locator(".question .choice", has_text="small, right").tap()
    page.locator(".preview").get_by_text("left)").first.wait_for()
    assert step_on_phone(page) == 5
    page.get_by_role("button", name="Do it").tap()
    page.wait_for_function(
        "() => document.querySelector('.history .at').textContent.endsWith(' 6')"
    )


def test_phone_resafa(visit: Visit, picture: Picture) -> None:
    page = visit("/", **PHONE)
    page.get_by_role("button", name="Play now Resafa").tap()
    page.wait_for_url("**/table/**")
    page.locator(CHOICES).first.wait_for()
    for tab in ("Cards", "Map", "Water", "City", "Players", "Log"):
        page.locator("nav").get_by_role("button", name=tab).tap()
        page.wait_for_timeout(150)
        assert fits(page), tab
        picture(page, f"phone-resafa-{tab.lower()}")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement?.matches(what) ?? false", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


@pytest.mark.parametrize(("game", "players"), [("faiyum", 5), ("resafa", 4)])
def test_phone_shows_results_of_many(
    visit: Visit, picture: Picture, game: str, players: int
) -> None:
    page = visit("/", **PHONE)
    open_finished(page, game, players)
    picture(page, f"phone-result-{game}-{players}")
    assert page.evaluate("innerWidth") == 390
    assert fits(page)
    # The log has the room there is, and opens where the news are.
    page.locator("nav").get_by_role("button", name="Log").tap()
    page.wait_for_function(
        "() => { const box = document.querySelector('.log .lines');"
        " return box.clientHeight > 300"
        " && box.scrollTop + box.clientHeight > box.scrollHeight - 5; }"
    )


def test_low_screen_with_many_players(visit: Visit, picture: Picture) -> None:
    page = visit("/", viewport={"width": 1366, "height": 700})
    open_finished(page, "faiyum", 5)
    picture(page, "low-screen")
    log = page.locator(".side .grow").bounding_box()
    inner = page.locator(".side .log").bounding_box()
    assert log and inner and inner["height"] <= log["height"] + 1
    page.locator(".history .at").scroll_into_view_if_needed()
    history = page.locator(".history").bounding_box()
    assert history and history["y"] + history["height"] <= 700


@pytest.mark.parametrize("width", [390, 820, 1100, 1280])
def test_names_of_cards_fit(visit: Visit, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 900})
    new_game(page, "Resafa")
    if width < 760:
        page.locator("nav").get_by_role("button", name="Cards").click()
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.displays .chip .name')]
            .filter((name) => name.scrollWidth > name.clientWidth)
            .map((name) => name.textContent)"""
    )
    assert page.locator(".displays .chip .name").count() > 10
    assert cut == []


def test_keyboard_alone(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now Faiyum").wait_for()
    tab_to(page, ".game button.primary.big")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/**")
    page.locator(CHOICES).first.wait_for()
    # The arrows go from choice to choice, Enter chooses; menus take the focus by themselves.
    made = 0
    pick = random.Random(3)
    for _ in range(40):
        if not wait_for_turn(page):
            break
        before = step(page)
        for _ in range(pick.randrange(4)):
            page.keyboard.press(pick.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
        if not page.evaluate("document.activeElement?.matches('[data-choice]') ?? false"):
            page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement?.matches('[data-choice]') ?? false")
        page.keyboard.press("Enter")
        if page.locator("[popover]:popover-open").count():
            page.keyboard.press("Enter")
        confirm(page)
        page.wait_for_function(
            "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
            arg=before,
        )
        made += 1
        if made == 8:
            break
    assert made == 8
    # Undo by its key where it is allowed; the keys are explained.
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="Keys").wait_for(state="hidden")


def axe_in_light_and_dark(page: Page, part: str = "html") -> list[str]:
    """Dark differs in its colours only."""
    page.emulate_media(color_scheme="light")
    wrong = axe(page, part)
    page.emulate_media(color_scheme="dark")
    return wrong + axe(page, part, COLOURS)


def both_pictures(page: Page, picture: Picture, name: str) -> None:
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        picture(page, f"{name}-{scheme}")


def test_axe_on_the_plain_pages(visit: Visit, picture: Picture) -> None:
    page = visit("/")
    for path, name in [
        ("/", "start"),
        ("/new", "new"),
        ("/new?game=resafa", "new-resafa"),
        ("/scores", "scores"),
        ("/about", "about"),
        ("/nowhere", "nowhere"),
    ]:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        both_pictures(page, picture, name)
        assert axe_in_light_and_dark(page) == [], path


@pytest.mark.parametrize("game", ["Faiyum", "Resafa"])
def test_axe_on_the_tables(visit: Visit, picture: Picture, game: str) -> None:
    page = visit("/")
    new_game(page, game)
    assert axe_in_light_and_dark(page) == []
    play(page, 12, random.Random(9))
    wait_for_turn(page)
    page.mouse.move(2, 2)
    assert axe_in_light_and_dark(page) == []
    both_pictures(page, picture, f"table-{game.lower()}")
    for button in ("Settings", "Keys"):
        page.get_by_role("button", name=button).click()
        page.get_by_role("dialog", name=button).wait_for()
        assert axe_in_light_and_dark(page, "dialog[open]") == [], button
        page.keyboard.press("Escape")
    tool = "All cards" if game == "Faiyum" else "Rain"
    page.get_by_role("button", name=tool, exact=True).click()
    page.locator("dialog[open]").wait_for()
    assert axe_in_light_and_dark(page, "dialog[open]") == []
    page.keyboard.press("Escape")
    # Looking back, and with an explanation open.
    page.locator("body").press("[")
    page.get_by_text("You are looking at the past.").wait_for()
    assert axe_in_light_and_dark(page) == []


@pytest.mark.parametrize("game", ["Faiyum", "Resafa"])
def test_axe_on_a_phone(visit: Visit, game: str) -> None:
    page = visit("/", **PHONE)
    new_game(page, game)
    for name in page.locator("nav button").all_inner_texts():
        page.locator("nav").get_by_role("button", name=name.split("\n")[0]).tap()
        assert axe(page) == [], name


@pytest.mark.service_worker
@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_a_page_load_is_small(visit: Visit, live_server: Any, game: str) -> None:
    """What goes over the line, packed, for the start page and a table together."""
    page = visit("about:blank", quiet=False)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    table = live_server.ask("/api/play", {"game": game})["id"]
    page.goto("/")
    page.wait_for_load_state("networkidle")
    start = sum(sizes)
    page.goto(f"/table/{table}")
    page.locator(".board, .resafa").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert 0 < start < MOST_BYTES
    assert sum(sizes) < MOST_BYTES
