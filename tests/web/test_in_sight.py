"""Whatever a question offers is in sight when it is asked: on the table, or in the bar."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Visit
from tests.web.play import CHOICES, play, table_id, wait_for_turn
from tests.web.test_reach import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]
SIZES: dict[str, dict[str, Any]] = {
    "390": PHONE,
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1920": {"viewport": {"width": 1920, "height": 1080}},
}

#: The choices of a list that are neither on the table before one's eyes nor in the bar.
MISSED = """ids => ids.filter((id) => {
    const places = document.querySelectorAll(`[data-choice="${id}"], [data-choices~="${id}"]`);
    return ![...places].some((place) => {
        const box = place.getBoundingClientRect();
        if (!box.width || place.closest("[popover]")) return false;
        if (place.closest(".ask")) return true;
        const x = box.left + box.width / 2, y = box.top + box.height / 2;
        const bar = document.querySelector(".ask").getBoundingClientRect();
        return x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight
            && (y < bar.top || y > bar.bottom);
    });
})"""


def missed(page: Page) -> list[str]:
    """What the present question offers out of sight."""
    position = page.request.get(f"/api/tables/{table_id(page)}/position").json()
    offered = {choice["id"]: choice["text"] for choice in position["decision"]["choices"]}
    page.wait_for_timeout(100)  # the bar has taken its second look
    return [offered[choice] for choice in page.evaluate(MISSED, list(offered))]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_every_choice_is_in_sight_when_asked(
    visit: Visit, picture: Picture, game: str, size: str
) -> None:
    page = visit("/", name="Ann", **SIZES[size])
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    asked = {"game": game, "seats": seats, "seed": 4}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    page.goto(f"/table/{table}")
    page.locator(CHOICES).first.wait_for()
    pick = random.Random(6)
    for _ in range(14):
        if not wait_for_turn(page):
            break
        assert missed(page) == [], page.locator(".prompt").inner_text()
        play(page, 1, pick)
    picture(page, f"in-sight-{game}-{size}")
