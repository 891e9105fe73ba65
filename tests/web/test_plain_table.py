"""The plain table: any title can be played in the browser, drawn from its view."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Visit, axe
from tests.web.live_server import LiveServer
from tests.web.play import CHOICES, play, step, table_id, wait_for_turn
from tests.web.test_reach import PHONE, fits
from tests.web.third_title import install_stones

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]


@pytest.fixture(scope="module")
def live_server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that knows a title from outside."""
    packages = install_stones(tmp_path_factory.mktemp("packages"))
    server = LiveServer(tmp_path_factory.mktemp("server"), packages)
    yield server
    server.stop()


def table_of(page: Page, game: str, seats: int = 2) -> str:
    others: list[dict[str, Any]] = [{"kind": "bot", "bot": "random"}] * (seats - 1)
    asked = {"game": game, "seats": [{"kind": "human"}, *others], "seed": 3}
    made = page.request.post("/api/tables", data=asked)
    assert made.ok, made.text()
    return str(made.json()["id"])


def test_a_title_from_outside_is_played_to_the_end(
    visit: Visit, live_server: LiveServer, picture: Picture
) -> None:
    page = visit("/", name="Ann")
    page.get_by_role("heading", name="Stones").wait_for()
    assert axe(page) == []
    picture(page, "start-with-stones")
    page.get_by_role("button", name="Play now Stones").click()
    page.wait_for_url("**/table/**")
    page.locator(CHOICES).first.wait_for()
    assert "How many of the" in page.locator(".prompt").inner_text()
    assert axe(page) == []
    picture(page, "plain-stones")
    assert play(page, 100, random.Random(2)) > 1
    page.locator(".result tfoot td").first.wait_for()
    answer = live_server.ask(f"/api/tables/{table_id(page)}/result")
    shown = [int(text.split()[0]) for text in page.locator(".result tfoot td").all_inner_texts()]
    assert shown == [answer["scores"][seat] for seat in answer["ranking"]]
    assert page.locator(".log .line").count() > 2
    assert axe(page) == []
    page.goto("/new?game=stones")
    page.get_by_role("button", name="Start").wait_for()
    assert axe(page) == []
    page.goto("/scores")
    page.get_by_role("heading", name="Stones").wait_for()


def test_a_title_from_outside_by_the_keyboard(visit: Visit) -> None:
    page = visit("/", name="Ann")
    page.goto(f"/table/{table_of(page, 'stones')}")
    page.locator(CHOICES).first.wait_for()
    before = step(page)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement?.matches('[data-choice]') ?? false")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "n => document.querySelector('.result') || "
        "Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
        arg=before,
    )


def test_a_title_from_outside_on_a_phone(visit: Visit, picture: Picture) -> None:
    page = visit("/", name="Ann", **PHONE)
    page.goto(f"/table/{table_of(page, 'stones')}")
    page.locator(CHOICES).first.wait_for()
    assert fits(page)
    picture(page, "phone-plain-stones")
    page.locator(CHOICES).first.tap()
    wait_for_turn(page)
    for tab in page.locator("nav button").all_inner_texts():
        page.locator("nav").get_by_role("button", name=tab.split("\n")[0]).tap()
        assert fits(page)
        assert axe(page) == [], tab


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_the_known_titles_on_the_plain_table(
    visit: Visit, picture: Picture, game: str, options: dict[str, Any]
) -> None:
    page = visit("/", name="Ann", **options)
    page.goto(f"/table/{table_of(page, game, 3)}?plain")
    page.locator(f".plain {CHOICES}").first.wait_for()
    # Every choice is there, under its word.
    offered = page.request.get(f"/api/tables/{table_id(page)}/position").json()
    if options:
        assert fits(page)
        picture(page, f"phone-plain-{game}")
        return
    assert page.locator(f".plain {CHOICES}").count() == len(offered["decision"]["choices"])
    play(page, 12, random.Random(4))
    wait_for_turn(page)
    picture(page, f"plain-{game}")
    page.mouse.move(2, 2)
    assert axe(page) == []
