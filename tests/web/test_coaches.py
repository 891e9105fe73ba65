"""Coaches in the browser: granted by name, offered by a spectator, seen by everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.conftest import Visit, axe
from tests.web.live_server import LiveServer
from tests.web.play import CHOICES, table_id

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]
PHONE = {"width": 390, "height": 844}


def two_at_a_table(visit: Visit) -> tuple[Page, Page]:
    """Ann at a wide screen and Bob at a phone, in an unrated game."""
    ann = visit("/new?game=faiyum", name="Ann")
    ann.get_by_role("radio", name="Faiyum").check()
    ann.get_by_label("Who sits at seat 2").select_option("open")
    ann.get_by_label("Rated").uncheck()
    ann.get_by_role("button", name="Start").click()
    ann.wait_for_url("**/table/**")
    bob = visit(ann.get_by_label("Copy link").input_value(), name="Bob", viewport=PHONE)
    bob.get_by_role("button", name="Seat 2").click()
    bob.wait_for_url("**/table/**")
    ann.locator(CHOICES).first.wait_for()
    return ann, bob


def test_a_spectator_offers_and_the_player_accepts(
    visit: Visit, live_server: LiveServer, picture: Picture
) -> None:
    ann, bob = two_at_a_table(visit)
    eve = visit(f"/table/{table_id(ann)}", name="Eve", viewport=PHONE)
    eve.get_by_role("button", name="Coach").click()
    picture(eve, "coach-offer-phone")
    assert axe(eve) == []
    eve.get_by_role("button", name="Offer to coach Ann").click()
    ann.get_by_text("Eve offers to coach you").wait_for()
    picture(ann, "coach-offered")
    assert axe(ann) == []
    assert bob.get_by_text(re.compile(r"\bEve\b")).count() == 0  # nobody else is told
    # By keyboard.
    ann.get_by_role("button", name="Accept").focus()
    ann.keyboard.press("Enter")
    eve.get_by_text("You are coaching Ann").wait_for()
    ann.locator(".players").get_by_text("Coach: Eve").wait_for()
    ann.locator(".log").get_by_text("Eve coaches Ann").wait_for()
    bob.get_by_role("button", name="Players").click()
    bob.locator(".players").get_by_text("Coach: Eve").wait_for()
    picture(bob, "coached-players-phone")
    assert axe(bob) == []
    # Hints in words, and nothing to choose.
    eve.get_by_role("button", name="Hint for Ann").click()
    eve.get_by_role("list", name="The best choices").get_by_role("listitem").first.wait_for()
    assert eve.locator(CHOICES).count() == 0
    picture(eve, "coach-phone")
    assert axe(eve) == []
    eve.goto(live_server.url)
    eve.get_by_role("heading", name="You coach").wait_for()
    eve.get_by_role("link", name="Look").click()
    eve.get_by_text("You are coaching Ann").wait_for()
    # The player takes it back.
    ann.get_by_role("button", name="Together").click()
    ann.get_by_role("button", name="Coach", exact=True).click()
    picture(ann, "coach-menu")
    assert axe(ann) == []
    ann.get_by_role("button", name="End coaching by Eve").click()
    eve.get_by_text("You are coaching Ann").wait_for(state="detached")
    ann.keyboard.press("Escape")
    ann.locator(".log").get_by_text("Eve no longer coaches Ann").wait_for()
    ann.locator(".players").get_by_text("Coach: Eve").wait_for(state="detached")


def test_a_rated_game_has_no_coaches(visit: Visit, picture: Picture) -> None:
    ann = visit("/new?game=faiyum", name="Ann")
    ann.get_by_role("radio", name="Faiyum").check()
    ann.get_by_label("Who sits at seat 2").select_option("open")
    ann.get_by_role("button", name="Start").click()
    ann.wait_for_url("**/table/**")
    bob = visit(ann.get_by_label("Copy link").input_value(), name="Bob", viewport=PHONE)
    bob.get_by_role("button", name="Seat 2").click()
    bob.wait_for_url("**/table/**")
    bob.get_by_role("button", name="Together").click()
    picture(bob, "together-coach-phone")
    bob.get_by_role("button", name="Coach", exact=True).click()
    bob.get_by_text("This game is rated, so nobody can be coached.").wait_for()
    assert bob.get_by_role("button", name="Let them coach me").count() == 0
