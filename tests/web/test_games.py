"""Whole games played by clicking."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Visit, axe
from tests.web.live_server import LiveServer
from tests.web.play import choose, new_game, step, table_id, wait_for_step, wait_for_turn

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Page

pytestmark = pytest.mark.service_worker
Picture = Callable[["Page", str], None]
#: How often each kind of choice is made by a click.
CLICKS = 3


def begin(page: Page, game: str, seats: list[str]) -> None:
    """A new table by its form."""
    page.goto(f"/new?game={game}")
    page.get_by_role("radio", name=str(len(seats)), exact=True).check()
    for number, kind in enumerate(seats, 1):
        kinds = {"me": "Me", "bot": "Bot", "hotseat": "Another person here", "open": "Open, by"}
        page.get_by_label(f"Who sits at seat {number}").select_option(
            label=next(
                text
                for text in page.get_by_label(f"Who sits at seat {number}")
                .locator("option")
                .all_inner_texts()
                if text.startswith(kinds[kind])
            )
        )
        if kind == "bot":
            page.get_by_label(f"Strength of the bot at seat {number}").select_option("random")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/**")


def check_result(page: Page) -> None:
    """The page of a finished game tells the same result as the server."""
    result = page.locator(".result")
    result.wait_for()
    table = f"/api/tables/{table_id(page)}"
    assert page.request.get(table).json()["status"] == "over"
    answer = page.request.get(f"{table}/result").json()
    page.locator(".result tfoot td").first.wait_for()
    shown = [int(text.split()[0]) for text in page.locator(".result tfoot td").all_inner_texts()]
    assert shown == [answer["scores"][seat] for seat in answer["ranking"]]
    assert page.locator(".result figure svg polyline").count() == len(shown)


def position_of(request: APIRequestContext, table: str) -> dict[str, Any]:
    position: dict[str, Any] = request.get(f"/api/tables/{table}/position").json()
    return position


def act(request: APIRequestContext, table: str, version: int, action: int) -> None:
    """Choose without a click."""
    wish = {"version": version, "action": action}
    answer = request.post(f"/api/tables/{table}/actions", data=wish)
    assert answer.ok, answer.text()


def any_choice(choices: list[dict[str, Any]], pick: random.Random, prefer: str) -> dict[str, Any]:
    """One at random; those that `prefer` matches are taken more often."""
    wanted = [choice for choice in choices if prefer and re.search(prefer, choice["text"])]
    return pick.choice(wanted if wanted and pick.random() < 0.6 else choices)


def play_to_the_end(page: Page, pick: random.Random, prefer: str) -> int:
    """Each kind of choice by clicks while it is new, then by requests, which are quicker; the page
    follows. Returns how many choices that took."""
    table = table_id(page)
    met: Counter[str] = Counter()
    while wait_for_turn(page):
        position = position_of(page.request, table)
        choice = any_choice(position["decision"]["choices"], pick, prefer)
        kind = re.sub(r"\d+", "", f"{position['decision']['prompt']} {choice['word']}")
        met[kind] += 1
        before = step(page)
        if met[kind] <= CLICKS:
            choose(page, choice["id"], pick)
        else:
            act(page.request, table, position["version"], choice["id"])
        wait_for_step(page, before)
    return met.total()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "prefer"), [("faiyum", r"^(Administration|Pass)"), ("resafa", "")]
)
def test_whole_game_by_clicks(visit: Visit, picture: Picture, game: str, prefer: str) -> None:
    """Games alone; games against a bot are played in test_in_sight.py."""
    page = visit("/", name="Ann")
    begin(page, game, ["me"])
    assert play_to_the_end(page, random.Random(5), prefer) > 25
    check_result(page)
    picture(page, f"result-{game}-1")
    assert axe(page) == []
    assert page.locator(".scale .here").count() == 1
    assert page.locator(".best .here").count() == 1
    # The list of scores fits a phone, links included.
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/scores")
    page.locator(".data-scroll table").first.wait_for()
    assert page.locator(".data-scroll").first.evaluate("box => box.scrollWidth <= box.clientWidth")


def finished_table(request: APIRequestContext, game: str) -> str:
    """A game against a bot that is over before a page shows it."""
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    table: str = request.post("/api/tables", data={"game": game, "seats": seats}).json()["id"]
    while not (position := position_of(request, table))["over"]:
        if position["decision"]:
            act(request, table, position["version"], position["decision"]["choices"][-1]["id"])
    return table


def test_record_and_rematch(visit: Visit, live_server: LiveServer) -> None:
    page = visit("/", name="Ann")
    page.goto(f"/table/{finished_table(page.request, 'resafa')}")
    page.locator(".result").wait_for()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the record").click()
    record = waiting.value.path()
    assert record.read_text(encoding="utf-8").startswith("Sandtable record")
    # A record can be looked at again.
    scores = live_server.ask(f"/api/tables/{table_id(page)}/result")["scores"]
    page.goto("/")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": record.read_bytes()}
    )
    page.wait_for_url("**/table/**")
    page.locator(".result").wait_for()
    assert live_server.ask(f"/api/tables/{table_id(page)}/result")["scores"] == scores
    page.go_back()
    page.go_back()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url("**/table/**")
    page.locator("[data-choice]").first.wait_for()


def test_two_clicks_into_a_game(visit: Visit, live_server: LiveServer, picture: Picture) -> None:
    page = visit("/")
    page.get_by_role("heading", name="Faiyum").wait_for()
    page.wait_for_load_state("networkidle")
    picture(page, "start")
    new_game(page, "Faiyum")  # the first click
    assert "Play a card" in page.locator(".prompt").inner_text()
    page.get_by_role("button", name="Administration").click()  # the second
    info = live_server.ask(f"/api/tables/{table_id(page)}")
    assert info["step"] >= 1
    picture(page, "table-faiyum")


def test_broken_record_is_explained(visit: Visit) -> None:
    page = visit("/")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": b"no record at all"}
    )
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert len(alert.inner_text()) > 10
