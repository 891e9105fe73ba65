"""Planning ahead, in two browsers: one waits and plans, the other one plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.web.conftest import Visit, axe
from tests.web.live_server import LiveServer
from tests.web.play import CHOICES, confirm

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]
PHONE = {"width": 390, "height": 844}
PANEL = ".plan-panel"


def sit_down(visit: Visit, **bob: Any) -> tuple[Page, Page, str]:
    """Ann, who has to choose, and Bob, who waits, at a table of Faiyum that is always the same."""
    ann = visit("/", name="Ann")
    seats = [{"kind": "human"}, {"kind": "open"}]
    wish = {"game": "faiyum", "seats": seats, "seed": 1, "auto_plans": True}
    made = ann.request.post("/api/tables", data=wish).json()
    waiting = visit("/", name="Bob", **bob)
    waiting.request.post(f"/api/invites/{made['invite']}", data={})
    for page in (ann, waiting):
        page.goto(f"/table/{made['id']}")
    ann.locator(CHOICES).first.wait_for()
    return ann, waiting, made["id"]


def act(page: Page, id: str, wanted: str | None = None) -> None:
    """Make the choice of this notation, or the last one on offer, for whoever holds the page."""
    position = page.request.get(f"/api/tables/{id}/position").json()
    choices = position["decision"]["choices"]
    notation = wanted or choices[-1]["notation"]
    body = {"version": position["version"], "notation": notation}
    answer = page.request.post(f"/api/tables/{id}/actions", data=body)
    assert answer.ok, answer.text()


def turn(page: Page, id: str, seat: int, first: str | None = None) -> None:
    while page.request.get(f"/api/tables/{id}").json()["to_choose"] == seat:
        act(page, id, first)
        first = None


def plan_turn(page: Page) -> None:
    """Plan by clicking until the turn is over on the copy."""
    panel = page.locator(PANEL)
    for _ in range(12):
        if panel.get_by_text("Your turn would be over here.").count():
            return
        before = panel.locator(".steps li").count()
        page.locator(CHOICES).first.click()
        menu = page.locator("[popover]:popover-open button")
        if menu.count():
            menu.first.click()
        confirm(page)
        panel.locator(".steps li").nth(before).wait_for()
    raise AssertionError("the turn on the copy does not end")


def test_a_plan_is_made_while_waiting_and_played_with_one_click(
    visit: Visit, live_server: LiveServer, picture: Picture
) -> None:
    ann, bob, id = sit_down(visit)
    bob.get_by_role("button", name="Plan ahead").click()
    panel = bob.locator(PANEL)
    bob.get_by_role("heading", name="You are planning your next turn").wait_for()
    bob.locator("main.planning").wait_for()
    bob.locator(CHOICES).first.wait_for()
    panel.get_by_text("Private copy: nobody sees it").click()
    panel.get_by_text("drawn at random").wait_for()
    panel.get_by_text("Private copy: nobody sees it").click()
    plan_turn(bob)
    picture(bob, "plan-made")
    assert axe(bob) == []
    assert live_server.ask(f"/api/tables/{id}")["version"] == 0, "nothing happened on the table"
    # Back to the real table and to the plan again, by keyboard.
    bob.keyboard.press("Escape")
    bob.locator("main.planning").wait_for(state="detached")
    bob.get_by_text("Waiting for Ann").wait_for()
    bob.keyboard.press("p")
    bob.locator("main.planning").wait_for()
    steps = panel.locator(".steps li").all_inner_texts()
    assert steps
    panel.get_by_role("button", name="Keep the plan").focus()
    bob.keyboard.press("Enter")
    panel.get_by_text("You can play it with one click when your turn comes.").wait_for()
    picture(bob, "plan-kept")
    assert axe(bob) == []
    turn(ann, id, 0)
    panel.get_by_text("Nothing relevant has changed: all of it can be played.").wait_for()
    assert panel.locator(".steps li").all_inner_texts() == steps
    bob.set_viewport_size({"width": 390, "height": 844})
    picture(bob, "plan-turn-phone")
    assert axe(bob) == []
    bob.get_by_role("button", name="Play the plan").click()
    panel.wait_for(state="detached")
    bob.get_by_text("Waiting for Ann").wait_for()
    assert live_server.ask(f"/api/tables/{id}")["to_choose"] == 0
    assert ann.locator(PANEL).count() == 0, "Ann sees the turn, never the plan"


def test_a_plan_stops_and_says_where(
    visit: Visit, live_server: LiveServer, picture: Picture
) -> None:
    """Both want the same card. Ann buys it first."""
    ann, bob, id = sit_down(visit, viewport=PHONE)
    bob.get_by_role("button", name="Plan ahead").click()
    panel = bob.locator(PANEL)
    bob.locator(CHOICES).first.wait_for()
    state = bob.request.get(f"/api/tables/{id}/plan").json()
    mine = {choice["notation"] for choice in state["position"]["decision"]["choices"]}
    offered = ann.request.get(f"/api/tables/{id}/position").json()["decision"]["choices"]
    card = next(c for c in offered if c["word"] == "buy" and c["notation"] in mine)
    bob.get_by_role("button", name="Market something to choose").click()
    bob.locator(f'[data-choice="{card["id"]}"]:visible').first.click()
    confirm(bob)
    panel.locator(".steps li").first.wait_for()
    picture(bob, "plan-phone")
    assert axe(bob) == []
    panel.get_by_role("button", name="Keep the plan").click()
    turn(ann, id, 0, card["notation"])
    panel.get_by_text("It would stop at step 1: this can no longer be chosen.").wait_for()
    version = live_server.ask(f"/api/tables/{id}")["version"]
    panel.get_by_role("button", name="Play the plan").click()
    bob.get_by_role("heading", name="Your plan has stopped").wait_for()
    panel.get_by_text("It stopped at step 1").wait_for()
    picture(bob, "plan-stopped-phone")
    assert axe(bob) == []
    assert live_server.ask(f"/api/tables/{id}")["version"] == version, "nothing was chosen for Bob"
    panel.get_by_role("button", name="OK").click()
    panel.wait_for(state="detached")
    bob.locator(CHOICES).first.wait_for()


def test_a_plan_is_played_by_itself(visit: Visit, live_server: LiveServer) -> None:
    ann, bob, id = sit_down(visit)
    bob.get_by_role("button", name="Plan ahead").click()
    bob.locator(CHOICES).first.wait_for()
    plan_turn(bob)
    panel = bob.locator(PANEL)
    panel.get_by_role("switch", name="Play it automatically").check()
    panel.get_by_role("button", name="Keep the plan").click()
    panel.get_by_text("It will be played automatically when your turn comes.").wait_for()
    turn(ann, id, 0)
    panel.wait_for(state="detached")
    ann.locator(CHOICES).first.wait_for()
    assert live_server.ask(f"/api/tables/{id}")["to_choose"] == 0
