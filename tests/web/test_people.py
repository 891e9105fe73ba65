"""Several people: at several browsers, at one screen, with a bad line."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Visit
from tests.web.live_server import LiveServer
from tests.web.play import CHOICES, new_game, play, step, table_id, wait_for_turn
from tests.web.test_games import begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.service_worker
Picture = Callable[["Page", str], None]


def test_two_browsers(visit: Visit, live_server: LiveServer, picture: Picture) -> None:
    ann = visit("/", name="Ann")
    begin(ann, "faiyum", ["me", "open"])
    link = ann.get_by_label("Copy link").input_value()
    picture(ann, "waiting")
    bob = visit(link, name="Bob")
    bob.get_by_text("Ann").first.wait_for()
    picture(bob, "join")
    bob.get_by_role("button", name="Seat 2").click()
    bob.wait_for_url("**/table/**")
    # Both see the game begin by itself.
    ann.locator(CHOICES).first.wait_for()
    bob.get_by_text("Waiting for Ann").wait_for()
    pick = random.Random(6)
    people = [ann, bob]
    for _ in range(6):
        turn = live_server.ask(f"/api/tables/{table_id(ann)}")["to_choose"]
        acting, other = people[turn], people[1 - turn]
        before = step(other)
        assert play(acting, 1, pick) == 1
        # What one chooses, the other sees without asking.
        other.wait_for_function(
            "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
            arg=before,
        )
    assert "step" in live_server.ask(f"/api/tables/{table_id(bob)}")
    # A third one looks on and can choose nothing.
    eve = visit(f"/table/{table_id(ann)}", name="Eve")
    eve.locator(".players").wait_for()
    assert eve.locator(CHOICES).count() == 0
    ann.get_by_text("1 watching").wait_for()


def test_open_tables_are_listed(visit: Visit) -> None:
    ann = visit("/", name="Ann")
    begin(ann, "resafa", ["me", "open"])
    bob = visit("/", name="Bob")
    row = bob.locator("article", has_text="Ann's table").filter(has_text="Resafa")
    row.get_by_role("button", name="Join").click()
    bob.wait_for_url("**/table/**")
    ann.locator(f"{CHOICES}, .news").first.wait_for()
    bob.locator(f"{CHOICES}, .news").first.wait_for()


def test_hot_seat(visit: Visit, picture: Picture) -> None:
    page = visit("/", name="Ann")
    begin(page, "resafa", ["me", "hotseat"])
    pick = random.Random(2)
    seen: list[str] = []
    for _ in range(12):
        page.locator(f"{CHOICES}, .curtain").first.wait_for()
        if page.locator(".curtain").count():
            # Between two people a curtain hides the cards.
            assert page.locator("[data-choice]").count() == 0
            assert page.locator(".resafa").count() == 0
            seen.append(page.locator(".curtain h2").inner_text())
            picture(page, "curtain")
            page.locator(".curtain button").click()
        play(page, 1, pick)
        page.wait_for_timeout(200)
    assert len(set(seen)) == 2


def test_hot_seat_without_secrets_needs_no_curtain(visit: Visit) -> None:
    page = visit("/", name="Ann")
    begin(page, "faiyum", ["me", "hotseat"])
    assert play(page, 6, random.Random(2)) == 6
    assert page.locator(".curtain").count() == 0


def test_a_lost_connection_comes_back(visit: Visit, live_server: LiveServer) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    play(page, 3, random.Random(1))
    wait_for_turn(page)
    before = step(page)
    live_server.kill()
    page.get_by_text("Connection lost").wait_for()
    live_server.start()
    page.get_by_text("Connection lost").wait_for(state="detached", timeout=60_000)
    wait_for_turn(page)
    assert step(page) == before
    assert play(page, 2, random.Random(1)) == 2


def test_going_offline_and_back(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    lost = page.get_by_text("Connection lost")
    lost.wait_for()
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    lost.wait_for(state="hidden")
    wait_for_turn(page)
    assert play(page, 2, random.Random(1)) == 2


def test_my_games_on_the_start_page(visit: Visit, picture: Picture) -> None:
    page = visit("/", name="Ann")
    new_game(page, "Faiyum")
    page.goto("/")
    card = page.locator("article.card.mine", has_text="Faiyum")
    card.get_by_text("Your turn").wait_for()
    picture(page, "start-with-games")
    card.get_by_role("link", name="Continue").click()
    wait_for_turn(page)
    # A game of one's own can be removed.
    page.goto("/")
    card.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    card.wait_for(state="detached")


def test_name_and_theme_are_kept(visit: Visit) -> None:
    page = visit("/", quiet=False)
    page.get_by_role("button", name="Guest").click()
    page.get_by_label("Your name").fill("Hatshepsut")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Hatshepsut").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Colours").select_option("dark")
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_role("button", name="Hatshepsut").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
