"""The guided games and a puzzle of each title, played by what the page says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Visit, axe, two_frames
from tests.web.play import choose, table_id

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKS: list[ViewportSize] = [{"width": 1440, "height": 900}, {"width": 1920, "height": 1080}]
#: What the board of Faiyum shows while the choices are ways to pay for it.
PAID = {"guide.settlement.pay": ".paid", "guide.roads.pay-first": ".road.ghost"}


def lesson_of(page: Page) -> dict[str, Any]:
    answer = page.request.get(f"/api/tables/{table_id(page)}/position")
    lesson: dict[str, Any] = answer.json()["lesson"]
    return lesson


def shown(page: Page, lesson: dict[str, Any], texts: dict[str, str]) -> None:
    """The page says what the lesson says, and points at what it speaks of."""
    page.locator(".coach .text").get_by_text(texts[lesson["text"]], exact=True).wait_for()
    page.locator(".coach header [aria-label^='Rules:']").wait_for()
    if lesson["anchors"]:
        page.locator(".ring").first.wait_for()


def subject_in_sight(page: Page) -> None:
    """What the question is about lies where nothing covers it, though all is chosen in the bar."""
    page.wait_for_function(
        """() => [...document.querySelectorAll("[data-subject]")].every((one) => {
            const { top, bottom, width } = one.getBoundingClientRect();
            const middle = (top + bottom) / 2;
            const covered = [...document.querySelectorAll(".ask > .panel")].some((cover) => {
                const over = cover.getBoundingClientRect();
                return over.top < middle && middle < over.bottom;
            });
            return !width || (middle > 0 && middle < innerHeight && !covered);
        })"""
    )


def gone_on(page: Page, lesson: dict[str, Any], texts: dict[str, str]) -> None:
    """Wait until the page shows the next step."""
    page.wait_for_function(
        "text => document.querySelector('.coach .text')?.textContent !== text",
        arg=texts[lesson["text"]],
    )
    assert lesson_of(page)["number"] > lesson["number"]


class Learner:
    """Plays a guided game at one size of the window, or at two: looks at each step at both, and
    clicks at the last, so that clicks are made at one and the other in turn."""

    def __init__(self, page: Page, title: str, sizes: list[ViewportSize]) -> None:
        self.page = page
        self.title = title
        self.sizes = sizes
        self.texts: dict[str, str] = {}
        self.refused = False

    def windows(self) -> Iterator[ViewportSize]:
        """The page at each size; the next time begins at the size where this one ended."""
        for size in self.sizes:
            if self.page.viewport_size != size:
                self.page.set_viewport_size(size)
                two_frames(self.page)
            yield size
        self.sizes.reverse()

    def begin(self) -> None:
        self.page.get_by_role("button", name=f"Learn {self.title} in 15 minutes").click()
        self.page.wait_for_url("**/table/**")
        answer = self.page.request.get(f"/api/games/{self.title.lower()}/lessons")
        self.texts = answer.json()["texts"]

    def look(self, lesson: dict[str, Any]) -> None:
        """All that a step has to show, at each size."""
        for size in self.windows():
            shown(self.page, lesson, self.texts)
            self.check_room(lesson, size)
            if lesson["text"] in PAID:
                ghost = self.page.locator(f".ghosts {PAID[lesson['text']]}").first
                ghost.wait_for(state="attached")
            if lesson["waits"] == "choice":
                subject_in_sight(self.page)

    def check_room(self, lesson: dict[str, Any], size: ViewportSize) -> None:
        page = self.page
        # The others' turns are part of the lesson; nothing lies over what it speaks of.
        assert page.locator(".ask > .since, .tools [title^='Take another look']").count() == 0
        if size in DESKS:
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        if self.title == "Resafa" and size in DESKS:
            # Whatever the lesson and the question list, the map can be read.
            map_box = page.locator('[data-panel="map"]').bounding_box()
            assert map_box is not None and map_box["height"] >= 200, lesson["text"]
        if self.title == "Faiyum" and page.locator(".ring.inbar").count():
            # The bar is always in sight: pointing at it does not scroll the table away.
            board = page.locator(".board").first.bounding_box()
            assert board is not None and board["y"] + board["height"] > 150, lesson["text"]

    def go_on(self, lesson: dict[str, Any]) -> None:
        if lesson["waits"] == "read":
            self.page.locator(".coach .next").click()
        else:
            assert lesson["waits"] == "choice"
            if lesson["answers"] and not self.refused and "play" in lesson["text"]:
                self.be_refused(lesson)
            pointed = [anchor["action"] for anchor in lesson["anchors"]]
            choose(self.page, next(a for a in pointed if a in lesson["choices"]))
        gone_on(self.page, lesson, self.texts)

    def be_refused(self, lesson: dict[str, Any]) -> None:
        """A choice that the lesson does not ask for."""
        action, word = next(iter(lesson["answers"].items()))
        choose(self.page, int(action))
        said = self.page.locator(".coach .said").get_by_text(self.texts[word], exact=True)
        said.wait_for()
        for _ in self.windows():
            subject_in_sight(self.page)
        self.refused = True

    def check_end_of_puzzle(self) -> None:
        """Nothing is asked any more, and what comes next needs no scrolling."""
        for size in self.windows():
            if size in DESKS:
                # All of it can be read without scrolling, and the table keeps its size below it.
                coach = self.page.locator(".coach")
                assert coach.evaluate("coach => coach.scrollHeight <= coach.clientHeight")
                table = self.page.locator(".board, [data-panel=map]").first
                assert table.evaluate("it => it.clientHeight > 200")
            assert self.page.locator(".question").count() == 0
            again = self.page.get_by_role("button", name="Try again").bounding_box()
            assert again is not None and again["y"] + again["height"] <= size["height"]


@pytest.mark.parametrize("title", ["Faiyum", "Resafa"])
@pytest.mark.parametrize("sizes", [[PHONE], DESKS], ids=["phone", "desks"])
def test_guided_game_and_puzzle(visit: Visit, title: str, sizes: list[ViewportSize]) -> None:
    page = visit("/", viewport=sizes[0])
    learner = Learner(page, title, [*sizes])
    learner.begin()
    while (lesson := lesson_of(page))["waits"] != "over":
        if lesson["waits"] == "others":
            continue  # the bot plays what the record says, at once
        learner.look(lesson)
        if lesson["number"] == 0:
            assert axe(page) == []
        learner.go_on(lesson)
    assert learner.refused
    page.locator(".coach").wait_for(state="detached")

    page.goto(f"/learn/{title.lower()}")
    page.get_by_text("You have finished it.").wait_for()
    assert axe(page) == []
    page.locator(".puzzle").first.click()
    page.wait_for_url("**/table/**")
    # The turns before the puzzle were not one's own.
    page.locator("[data-choice]:visible").first.wait_for()
    assert page.get_by_role("button", name="What did I miss?").count() == 0
    puzzle_played(page, title.lower(), solve=False)
    page.get_by_role("button", name="Show the best turn").click()
    page.get_by_text("The best turn:").wait_for()
    assert axe(page) == []
    learner.check_end_of_puzzle()
    before = page.url
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url(lambda url: url != before)
    puzzle_played(page, title.lower(), solve=True)
    page.get_by_text("the most possible").wait_for()
    page.get_by_role("link", name="All lessons").click()
    page.locator(".mark.solved").wait_for()


@pytest.mark.parametrize("title", ["Faiyum", "Resafa"])
def test_a_guided_game_is_left_resumed_and_skipped(visit: Visit, title: str) -> None:
    page = visit("/", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name=f"Learn {title} in 15 minutes").click()
    page.wait_for_url("**/table/**")
    texts = page.request.get(f"/api/games/{title.lower()}/lessons").json()["texts"]
    shown(page, lesson_of(page), texts)
    page.locator(".coach .next").click()
    page.wait_for_function(
        "text => document.querySelector('.coach .text')?.textContent !== text",
        arg=texts["guide.goal.welcome"],
    )
    left, at = page.url, lesson_of(page)
    # Left, and resumed at the same step.
    page.goto("/")
    page.get_by_role("button", name=f"Continue learning {title}").click()
    page.wait_for_url(left)
    shown(page, at, texts)
    # Skipped to another chapter, which is a position of its own.
    page.get_by_role("button", name="Lessons", exact=True).click()
    chapters = page.get_by_role("dialog").locator("ol button")
    chapters.nth(4).click()
    page.wait_for_url(lambda url: url != left and "/table/" in url)
    page.locator(".coach .text").wait_for()
    wanted = page.request.get(f"/api/games/{title.lower()}/lessons").json()["chapters"][4]
    assert lesson_of(page)["chapter"] == (wanted["id"] if isinstance(wanted, dict) else wanted)
    # Stopped: it goes on as a normal game.
    page.get_by_role("button", name="Lessons", exact=True).click()
    page.get_by_role("button", name="Stop the lesson and play on").click()
    page.locator(".coach").wait_for(state="detached")
    page.locator("[data-choice]:visible").first.wait_for()


def puzzle_played(page: Page, game: str, solve: bool) -> None:
    """Play the first puzzle's turn: as its solution says, or for nothing."""
    import sandtable

    puzzle = sandtable.game(game).lessons().puzzles[0]
    page.locator(".coach .text").wait_for()
    solution = puzzle["solution"] if solve else []
    while lesson_of(page)["waits"] == "choice":
        page.locator("[data-choice]:visible").first.wait_for()
        position = page.request.get(f"/api/tables/{table_id(page)}/position").json()
        offered = {choice["notation"]: choice["id"] for choice in position["decision"]["choices"]}
        if solution:
            wanted, *solution = solution
        else:
            wanted = next(text for text in offered if text.startswith(("cash", "end")))
        step = position["step"]
        choose(page, offered[wanted])
        page.wait_for_function(
            """async ([table, step]) =>
                (await (await fetch(`/api/tables/${table}/position`)).json()).step > step""",
            arg=[table_id(page), step],
        )
