"""The pages of challenges and of the administrator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandtable.cli import main
from tests.web.conftest import Visit, axe, in_sight
from tests.web.live_server import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("width", [1440, 390])
def test_a_try_is_begun_and_gone_on_with(visit: Visit, picture: Any, width: int) -> None:
    page = visit("/challenges", name="Ann", viewport={"width": width, "height": 900})
    start = page.get_by_role("button", name="Begin my try").first
    start.wait_for()
    assert axe(page) == [] and fits(page)
    picture(page, f"challenges-{width}")
    start.click()
    page.wait_for_url("**/table/*")
    table = page.url
    page.goto("/challenges")
    page.get_by_role("link", name="Continue").click()
    assert page.url == table


def become_host(page: Page, live_server: LiveServer, name: str) -> None:
    """Sign up as an administrator, whoever else has an account on this server."""
    account = {"name": name, "password": "a long password"}
    assert page.request.post("/api/account", data=account).ok
    assert main(["admin", "add", name, "--database", str(live_server.database)]) == 0
    page.request.post("/api/account/sign-out")
    assert page.request.post("/api/account/sign-in", data=account).json()["me"]["admin"]


@pytest.mark.parametrize("width", [1440, 390])
def test_the_administrators_page(
    visit: Visit, live_server: LiveServer, picture: Any, width: int
) -> None:
    page = visit("/admin", name="Bob", viewport={"width": width, "height": 900})
    page.get_by_role("alert").get_by_text("This page is for administrators").wait_for()
    become_host(page, live_server, f"Host {width}")
    seats = [{"kind": "human"}, {"kind": "hotseat"}]
    wish = {"game": "faiyum", "seats": seats, "name": f"Oasis {width}"}
    page.request.post("/api/tables", data=wish)
    page.goto("/")
    page.get_by_role("button", name=f"Host {width}").click()
    page.get_by_role("link", name="Administration").click()
    page.get_by_label("Find a table or a person").fill(f"Oasis {width}")
    page.get_by_role("button", name="Search").click()
    # Without scrolling sideways.
    button = page.get_by_role("button", name=f"Delete Oasis {width}")
    button.wait_for()
    box = button.bounding_box()
    assert box and box["x"] + box["width"] <= width
    assert axe(page) == [] and fits(page)
    picture(page, f"admin-{width}")
    page.get_by_role("button", name="Back up now").click()
    assert in_sight(page.get_by_role("status").get_by_text("Backed up to"))
    page.get_by_role("textbox", name="Message of the day").fill(f"Club evening {width}")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").get_by_text("Saved.").wait_for()
    page.get_by_role("button", name=f"Delete Oasis {width}").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("status").get_by_text("Deleted.").wait_for()
    # Somebody who has forgotten their password gets a link; somebody else has to go.
    guest = visit("/", name=f"Member {width}")
    wish = {"name": f"Member {width}", "password": "soon forgotten"}
    assert guest.request.post("/api/account", data=wish).ok
    page.get_by_label("Find a table or a person").fill(f"Member {width}")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name=f"Password link Member {width}").click()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    assert axe(page) == [] and fits(page)
    picture(page, f"admin-people-{width}")
    page.keyboard.press("Escape")
    other = visit(link)
    other.get_by_label("New password").fill("well remembered")
    other.get_by_role("button", name="Set password and sign in").click()
    other.get_by_role("button", name=f"Member {width}").wait_for()
    page.get_by_role("button", name=f"Delete Member {width}").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("status").get_by_text("The account is deleted.").wait_for()
    assert page.request.get(f"/api/people/Member {width}").status == 404
    page.goto("/about")
    message = page.get_by_role("complementary", name="Message of the day")
    message.get_by_text(f"Club evening {width}").wait_for()
    assert axe(page) == []
    message.get_by_role("button", name="Close").click()
    message.wait_for(state="detached")
    # Other tests use this server, and nobody else wants to read it.
    page.request.put("/api/admin/message", data={"text": ""})
