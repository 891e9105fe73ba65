"""Clocks and what people agree on, in two browsers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.conftest import Visit, axe
from tests.web.live_server import LiveServer
from tests.web.play import CHOICES, play, table_id

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]
PHONE = {"width": 390, "height": 844}


def test_a_clock_an_undo_by_consent_and_an_early_end(
    visit: Visit, live_server: LiveServer, picture: Picture
) -> None:
    ann = visit("/new?game=faiyum", name="Ann")
    ann.get_by_role("radio", name="Faiyum").check()
    ann.get_by_label("Who sits at seat 2").select_option("open")
    ann.get_by_role("radio", name="Live").check()
    ann.get_by_role("option", name="Normal: 10:00, and 0:15 for each turn").wait_for(
        state="attached"
    )
    picture(ann, "new-clock")
    assert axe(ann) == []
    # By correspondence people have a day to answer: a slow machine is in time as well.
    ann.get_by_role("radio", name="By correspondence").check()
    ann.get_by_role("button", name="Start").click()
    ann.wait_for_url("**/table/**")
    link = ann.get_by_label("Copy link").input_value()
    bob = visit(link, name="Bob", viewport=PHONE)
    # The clock's terms are known before sitting down, by the link and at the table.
    terms = re.compile("By correspondence: .* for each turn")
    bob.get_by_text(terms).wait_for()
    ann.get_by_text(terms).wait_for()
    ann.get_by_text("A bot takes over until the person comes back").wait_for()
    bob.get_by_role("button", name="Seat 2").click()
    bob.wait_for_url("**/table/**")
    ann.locator(CHOICES).first.wait_for()
    # Everybody sees everybody's time; one's own stands in the header.
    bob.locator("header [role=timer]").wait_for()
    assert ann.locator(".players [role=timer]").count() == 2
    id = table_id(ann)
    pick = random.Random(4)
    while live_server.ask(f"/api/tables/{id}")["to_choose"] == 0:
        play(ann, 1, pick)
    play(bob, 1, pick)
    # Bob has chosen since: Ann asks, Bob agrees on his phone.
    ann.get_by_role("button", name="Ask the others to take your last choice back").click()
    ann.get_by_role("button", name="Ask the others", exact=True).click()
    ann.get_by_role("button", name="Take it back").wait_for()
    bob.get_by_text("Ann would like to take the last choice back.").wait_for()
    picture(bob, "proposal-phone")
    picture(ann, "proposal")
    assert axe(bob) == []
    bob.get_by_role("button", name="Agree").click()
    ann.get_by_text("everybody agreed.").wait_for()
    ann.locator(CHOICES).first.wait_for()
    assert live_server.ask(f"/api/tables/{id}")["practice"] is False
    ann.locator(".log").get_by_text("took a choice back; everybody had agreed").wait_for()
    # They talk; one looks on and is heard by neither.
    ann.locator("summary", has_text="Chat").click()
    ann.get_by_label("Say something").fill("Thanks, <b>Bob</b>")
    ann.get_by_role("button", name="Send").click()
    bob.get_by_role("button", name="Players").click()
    bob.get_by_text("1 new").wait_for()
    bob.locator("summary", has_text="Chat").click()
    bob.get_by_text("Thanks, <b>Bob</b>").wait_for()
    bob.get_by_text("1 new").wait_for(state="detached")
    bob.get_by_role("button", name="Good luck!").click()
    ann.get_by_role("log", name="What was said").get_by_text("Good luck!").wait_for()
    picture(bob, "chat-phone")
    picture(ann, "chat")
    assert axe(bob) == []
    # A pause, refused.
    bob.get_by_role("button", name="Together").click()
    picture(bob, "together-phone")
    assert axe(bob) == []
    bob.get_by_role("button", name="Pause the clock").click()
    ann.get_by_role("button", name="Refuse").click()
    bob.get_by_text("Ann refused.").wait_for()
    # Another one, agreed on: the phone has room for the word.
    bob.get_by_role("button", name="Together").click()
    bob.get_by_role("button", name="Pause the clock").click()
    ann.get_by_role("button", name="Agree").click()
    bob.locator("header").get_by_text("Paused").wait_for()
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(bob, "paused-phone")
    # The end, agreed on.
    bob.get_by_role("button", name="Together").click()
    bob.get_by_role("button", name="End the game").click()
    ann.get_by_role("button", name="Agree").click()
    ann.get_by_text("Everybody agreed to end the game early.").wait_for()
    ann.get_by_role("heading", name="Ended early").wait_for()
    picture(ann, "ended-early")
    assert axe(ann) == []
