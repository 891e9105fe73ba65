"""The pages of challenges and of the administrator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Visit, axe

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
    page.get_by_role("link", name="Go on").click()
    assert page.url == table


@pytest.mark.parametrize("width", [1440, 390])
def test_the_administrators_page(visit: Visit, picture: Any, width: int) -> None:
    page = visit("/admin", name="Bob", viewport={"width": width, "height": 900})
    page.get_by_role("alert").get_by_text("This page is for administrators").wait_for()
    account = {"name": f"Host {width}", "password": "a long password"}
    me = page.request.post("/api/account", data=account).json()["me"]
    if not me["admin"]:  # the test before has made the first account
        account["name"] = "Host 1440"
        page.request.post("/api/account/sign-out")
        page.request.post("/api/account/sign-in", data=account)
    seats = [{"kind": "human"}, {"kind": "hotseat"}]
    wish = {"game": "faiyum", "seats": seats, "name": f"Oasis {width}"}
    page.request.post("/api/tables", data=wish)
    page.goto("/admin")
    page.get_by_label("Find a table or a person").fill(f"Oasis {width}")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name=f"Delete Oasis {width}").wait_for()
    assert axe(page) == [] and fits(page)
    picture(page, f"admin-{width}")
    page.get_by_role("button", name="Back up now").click()
    page.get_by_role("status").get_by_text("Backed up to").wait_for()
    page.get_by_role("textbox", name="Message of the day").fill(f"Club evening {width}")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").get_by_text("Saved.").wait_for()
    page.get_by_role("button", name=f"Delete Oasis {width}").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("status").get_by_text("Deleted.").wait_for()
    page.goto("/about")
    message = page.get_by_role("complementary", name="Message of the day")
    message.get_by_text(f"Club evening {width}").wait_for()
    assert axe(page) == []
    message.get_by_role("button", name="Close").click()
    message.wait_for(state="detached")
