"""The rules at hand: a page of their own, and a panel that opens where it is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.conftest import COLOURS, Visit, axe
from tests.web.play import CHOICES
from tests.web.test_reach import PHONE, fits

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]


def table_of(page: Page, game: str) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    asked = {"game": game, "seats": seats, "seed": 1}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    page.goto(f"/table/{table}")
    page.locator(CHOICES).first.wait_for()
    page.get_by_role("button", name="Rules", exact=True).wait_for()


def marked(page: Page) -> str:
    """The paragraph that is lit up, once it has been scrolled to."""
    here = page.locator(".drawer .here")
    here.first.wait_for()
    return str(here.first.get_attribute("data-rule-id"))


def unexplained(page: Page, things: dict[str, str]) -> list[str]:
    """Things on the table that no paragraph of the rules belongs to."""
    names: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.play [data-anchor], .play [data-thing]')]
            .flatMap((e) => [e.dataset.anchor, e.dataset.thing]).filter(Boolean)"""
    )
    assert names
    return [name for name in names if name not in things and name.split()[0] not in things]


def test_rules_page(visit: Visit, picture: Picture) -> None:
    page = visit("/")
    page.get_by_role("link", name="Rules Faiyum").click()
    page.get_by_role("heading", name="Rules of Faiyum", level=1).wait_for()
    # Every picture can be drawn.
    for image in page.locator("main img").all():
        image.scroll_into_view_if_needed()
        assert image.evaluate("element => element.decode().then(() => element.naturalWidth)") > 0
    page.evaluate("scrollTo(0, 0)")
    picture(page, "rules-page")
    assert axe(page) == []
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Monuments").click()
    page.wait_for_url("**/rules/faiyum#monuments")
    assert page.locator("h2.here").inner_text() == "Monuments"
    page.get_by_role("searchbox", name="Search the rules").fill("papyrus")
    page.locator("mark").first.wait_for()
    assert page.locator(".text section").count() < 4
    page.get_by_role("searchbox", name="Search the rules").fill("no such word")
    page.get_by_text("The rules do not contain these words.").wait_for()

    phone = visit("/rules/resafa#rain", color_scheme="dark", **PHONE)
    phone.locator("h2.here").wait_for()
    assert fits(phone)
    picture(phone, "rules-phone")
    # In light colours, test_sizes.py tests this page by all rules.
    assert axe(phone, rules=COLOURS) == []
    phone.get_by_role("button", name="Contents").tap()
    phone.get_by_role("link", name="Trading bases", exact=True).tap()
    phone.wait_for_url("**#bases")


def test_rules_at_the_table(visit: Visit, picture: Picture) -> None:
    page = visit("/", name="Ann")
    table_of(page, "faiyum")
    board = page.locator(".play").bounding_box()
    # For the question: by the key and by the question mark.
    page.keyboard.press("F1")
    assert marked(page) == "turn"
    assert page.locator(".play").bounding_box() == board
    picture(page, "rules-panel")
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.locator(".drawer").wait_for(state="detached")
    page.get_by_role("button", name="Rules: Your turn").click()
    assert marked(page) == "turn"
    page.locator(".drawer").get_by_role("link", name="administration").first.click()
    page.locator('.drawer .here[data-rule-id="administration"]').wait_for()
    page.keyboard.press("Escape")
    # For what has the focus.
    page.locator('.fan [data-card="1"]').first.focus()
    page.keyboard.press("F1")
    assert marked(page) == "card-1"
    page.keyboard.press("Escape")
    # For the reason why not, in the explanation of a card that cannot be played.
    page.locator('.fan [data-card="5"]').first.hover()
    page.locator("#tip").get_by_text("Rules: Settlements").wait_for()
    page.keyboard.press("F1")
    assert marked(page) == "settlements"
    page.keyboard.press("Escape")
    # For what the pointer rests on.
    page.locator('.board .space[data-thing="crocodile"]').first.hover()
    page.locator("#tip").get_by_text("Rules: Workers and harvest").wait_for()
    page.keyboard.press("F1")
    assert marked(page) == "crocodiles"
    page.keyboard.press("Escape")
    assert unexplained(page, page.request.get("/api/games/faiyum/rules").json()["things"]) == []

    table_of(page, "resafa")
    things = page.request.get("/api/games/resafa/rules").json()["things"]
    assert unexplained(page, things) == []
    page.locator('[data-anchor="track pink"]').hover()
    page.keyboard.press("F1")
    assert marked(page)


def test_rules_under_a_finger(visit: Visit, picture: Picture) -> None:
    """A long press explains a thing and leads to its paragraph."""
    phone = visit("/", name="Ann", **PHONE)
    table_of(phone, "faiyum")
    card = phone.locator('.fan [data-card="3"]').first
    card.dispatch_event("pointerdown", {"pointerType": "touch"})
    more = phone.locator("#tip .more")
    more.wait_for()
    more.tap()
    assert marked(phone) in ("card-3", "roads")
    assert fits(phone)
    picture(phone, "rules-panel-phone")
    phone.get_by_role("button", name="Close").tap()
    phone.locator(".drawer").wait_for(state="detached")
