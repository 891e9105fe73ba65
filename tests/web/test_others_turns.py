"""What the others did: a strip of their turns, marks on the table, all of it once more."""

from __future__ import annotations

from tests.web.conftest import Visit, axe
from tests.web.play import CHOICES

#: Keeps what the page says while turns are shown once more: a moment can be missed.
WATCH = """() => {
    window.said = new Set();
    const look = () => {
        window.said.add(document.querySelector(".prompt").textContent.trim());
    };
    new MutationObserver(look).observe(
        document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
SAID = "text => [...window.said].some((one) => one.includes(text))"


def test_turns_since_mine_are_listed_marked_and_shown_again(visit: Visit) -> None:
    page = visit("/", name="Ann")
    seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * 3]
    asked = {"game": "faiyum", "seats": seats, "seed": 2}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    # Two turns of everybody: all of the others' turns since mine are there, nobody else's.
    for turns in (2, 3):
        position = page.request.get(f"/api/tables/{table}/position").json()
        while position["turn"] <= 4 * (turns - 2) + 1:
            if position["decision"] is not None:
                action = position["decision"]["choices"][0]["id"]
                wish = {"version": position["version"], "action": action}
                assert page.request.post(f"/api/tables/{table}/actions", data=wish).ok
            position = page.request.get(f"/api/tables/{table}/position").json()
    page.goto(f"/table/{table}")
    page.locator(CHOICES).first.wait_for()
    cards = page.locator(".strip li button")
    log = page.request.get(f"/api/tables/{table}/log").json()["turns"]
    others = log[-3:]
    assert [turn["seat"] for turn in others] == [1, 2, 3]
    assert cards.count() == 3
    spaces = {
        event["space"] for turn in others for made in turn["steps"] for event in made["events"]
        if event["type"] == "worker"
    }  # fmt: skip
    shown = page.locator("span.changed").count()
    assert shown >= len(spaces)
    # A log line lights up its places, and a place its log lines.
    for place, turn in enumerate(others):
        lit = [
            e["space"] for made in turn["steps"] for e in made["events"] if e["type"] == "worker"
        ]
        if lit:
            cards.nth(place).hover()
            page.locator("span.lit").first.wait_for()
            page.locator(f'.board [data-spot="space {lit[0]}"]').hover(force=True)
            page.locator(".log .entry.lit").first.wait_for()
            page.locator("span.lit").first.wait_for(state="detached")
            break
    # Details come on demand.
    more = page.locator(".log .more").first
    more.click()
    assert page.locator(".log .follow").count() > 0
    # While a turn is shown once more, the page says which one.
    page.evaluate(WATCH)
    page.get_by_label("Pace", exact=True).select_option("slow")
    page.get_by_role("button", name="Show me again").click()
    page.wait_for_function(SAID, arg=others[0]["lines"][0])
    page.get_by_role("button", name="Stop").click()
    page.get_by_label("Pace", exact=True).select_option("fast")
    page.evaluate("window.said.clear()")
    page.get_by_role("button", name="Show me again").click()
    for turn in others:
        page.wait_for_function(SAID, arg=turn["lines"][0])
    page.get_by_role("button", name="Show me again").wait_for()
    page.locator(".prompt .turn").wait_for()
    # On a phone it is a button with a sheet, and the table stays where it is.
    page.set_viewport_size({"width": 390, "height": 844})
    board = page.locator("svg.board").bounding_box()
    page.get_by_role("button", name="Since your turn").click()
    sheet = page.get_by_role("dialog")
    assert sheet.locator(".strip li button").count() == 3
    assert page.locator("svg.board").bounding_box() == board
    assert not axe(page)
    sheet.locator(".strip li button").last.click()
    sheet.wait_for(state="detached")
