"""Turns that forgive: nothing is given up by one unasked press."""

from __future__ import annotations

from tests.web.conftest import Visit
from tests.web.play import CHOICES, step


def test_a_card_that_can_only_be_put_down_does_not_glow_and_asks_first(visit: Visit) -> None:
    page = visit("/", name="Ann")
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    asked = {"game": "faiyum", "seats": seats, "seed": 1}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    page.goto(f"/table/{table}")
    # Nobody has goods for a settlement at the start: the card can only be put down for money.
    card = page.locator('.fan [data-card="5"]').first
    card.wait_for()
    assert "can" not in (card.get_attribute("class") or "").split()
    assert (
        "can" in (page.locator('.fan [data-card="1"]').first.get_attribute("class") or "").split()
    )
    before = step(page)
    card.click()
    menu = page.locator("[popover]:popover-open button")
    assert menu.all_inner_texts() == ["Put down for $2"]
    assert step(page) == before
    page.keyboard.press("Escape")
    card.click()
    menu.click()
    page.wait_for_function(
        "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
        arg=before,
    )


def test_ending_a_turn_stands_last_and_says_what_is_given_up(visit: Visit) -> None:
    page = visit("/", name="Ann")
    asked = {"game": "resafa", "seats": [{"kind": "human"}], "seed": 5}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    position = page.request.get(f"/api/tables/{table}/position").json()
    for _ in range(40):
        offered = position["decision"]["choices"]
        if len(offered) > 1 and any(choice["word"] in ("end", "decline") for choice in offered):
            break
        wish = {"version": position["version"], "action": offered[0]["id"]}
        assert page.request.post(f"/api/tables/{table}/actions", data=wish).ok
        position = page.request.get(f"/api/tables/{table}/position").json()
    given = next(c for c in offered if c["word"] in ("end", "decline"))
    page.goto(f"/table/{table}")
    page.locator(CHOICES).first.wait_for()
    last = page.locator(".ask .choice").last
    assert last.get_attribute("data-choice") == str(given["id"])
    before = step(page)
    last.click()
    page.get_by_text("You give up:").wait_for()
    assert step(page) == before
    page.get_by_role("button", name="Something else").click()
    assert page.get_by_text("You give up:").count() == 0
    last.click()
    page.locator(".confirm .primary").click()
    page.wait_for_function(
        "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
        arg=before,
    )


def test_a_turn_is_taken_back_at_once_and_later_as_practice(visit: Visit) -> None:
    page = visit("/", name="Ann", quiet=False)
    # As long as one may choose: what lasts two seconds can be missed on a slow machine.
    page.evaluate('localStorage.setItem(\'sandtable.settings\', \'{"pace": "none", "hold": 10}\')')
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    table = page.request.post("/api/tables", data={"game": "faiyum", "seats": seats}).json()["id"]
    page.goto(f"/table/{table}")
    steps = "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n"

    def put_down() -> None:
        page.locator('.fan [data-card="5"]').first.click()
        page.locator("[popover]:popover-open button").filter(has_text="Put down").click()

    # The bot waits: taking back leaves a game that counts.
    put_down()
    page.get_by_role("button", name="Take back").click()
    page.locator(CHOICES).first.wait_for()
    assert page.request.get(f"/api/tables/{table}").json()["practice"] is False
    # Now it plays. Going back past it asks first, and marks the game for everybody.
    put_down()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_function(steps, arg=1)
    page.locator(CHOICES).first.wait_for()
    page.keyboard.press("u")
    page.get_by_role("button", name="Go back, as practice").click()
    page.wait_for_function(f"n => !({steps})(n)", arg=0)
    page.locator("header").get_by_text("Practice").wait_for()
    # What was missed is asked for after a turn.
    assert page.get_by_role("button", name="What did I miss?").count() == 0
    put_down()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="What did I miss?").click()
    page.get_by_role("dialog").filter(has_text="Another look at your turn").wait_for()
