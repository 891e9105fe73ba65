"""Whole games at three sizes: at every question all that it offers is in sight and can be hit,
words can be read, and Resafa fits a large screen without scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Visit, axe
from tests.web.test_games import check_result
from tests.web.test_reach import PHONE
from tests.web.whole import Guide

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.service_worker
Picture = Callable[["Page", str], None]
SIZES: dict[str, dict[str, Any]] = {
    "390": PHONE,
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1920": {"viewport": {"width": 1920, "height": 1080}},
}
#: Pixels: what a finger and what a mouse can hit, and what can be read.
FINGER, POINTER, READABLE = 40, 24, 11
TARGETS = {"390": FINGER, "1440": POINTER, "1920": POINTER}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_every_question_of_a_game_is_in_sight(visit: Visit, picture: Picture, game: str) -> None:
    # With three players a game of Faiyum has all questions, and two thirds of the turns.
    bots = 2 if game == "faiyum" else 1
    seats = [{"kind": "human"}, *({"kind": "bot", "bot": "greedy"} for _ in range(bots))]
    first = visit("/about", name="Ann")
    asked = {"game": game, "seats": seats, "seed": 4}
    table = first.request.post("/api/tables", data=asked).json()["id"]
    me = first.context.storage_state()
    pages = {
        size: visit(f"/table/{table}", storage_state=me, **options)
        for size, options in SIZES.items()
    }
    guide = Guide(pages)
    questions = 0
    wrong: list[str] = []
    while not (position := guide.position())["over"]:
        questions += 1
        looked, action = guide.look(position, TARGETS, READABLE)
        for size, seen in looked.items():
            if size == "390" or game == "faiyum":
                seen["scrolls"] = False  # one's thumb scrolls; Faiyum's cards may lie lower
            problems = {name: what for name, what in seen.items() if what}
            if problems:
                wrong.append(f"{size}, {position['decision']['prompt']}: {problems}")
        if questions == 60:
            for size, page in pages.items():
                picture(page, f"in-sight-{game}-{size}")
        guide.act(position, action)
    assert questions > 60
    assert not wrong, "\n".join(wrong)
    check_result(pages["1440"])
    picture(pages["1440"], f"result-{game}-2")
    assert axe(pages["1440"]) == []
