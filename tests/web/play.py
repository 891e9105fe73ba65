"""Playing by clicking: only what a person sees and can reach is used."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import TYPE_CHECKING

import sandtable
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CHOICES = "[data-choice]:visible"


def new_game(page: Page, title: str) -> None:
    """From the start page into a game against a bot."""
    page.get_by_role("button", name=f"Play now {title}").click()
    page.wait_for_url("**/table/**")
    page.locator(CHOICES).first.wait_for()


def open_finished(page: Page, game: str, players: int, **options: object) -> None:
    """From the start page to the end of a game that was played at random, by its record."""
    match = sandtable.game(game).new(players, "finished", **options)
    random_play(match, seeded("finished"))
    text = match.record().text.encode()
    page.locator("input[type=file]").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": text}
    )
    page.wait_for_url("**/table/**")
    page.locator(".result tfoot").wait_for()


def table_id(page: Page) -> str:
    matched = re.search(r"/table/([^/?]+)", page.url)
    assert matched
    return matched[1]


def prompt(page: Page) -> str:
    return page.locator(".prompt").inner_text()


def step(page: Page) -> int:
    """How many choices have been made, as the page says."""
    text = page.locator(".history .at").inner_text()
    return int(text.split()[-1])


def is_over(page: Page) -> bool:
    return page.locator(".result").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Until something can be chosen, or the game is over (False)."""
    page.locator(f"{CHOICES}, .result").first.wait_for(timeout=60_000)
    return not is_over(page)


def click(page: Page, place: Locator, pick: random.Random) -> None:
    """Choose there; where a menu opens, choose in it."""
    place.scroll_into_view_if_needed()
    place.click()
    menu = page.locator("[popover]:popover-open button")
    if menu.count():
        menu.nth(pick.randrange(menu.count())).click()
    confirm(page)


def choose(page: Page, action: int, pick: random.Random | None = None) -> None:
    """Press where the choice lies, the first such place or any; where a menu opens, choose in
    it."""
    places = page.locator(f'[data-choice="{action}"]:visible, [data-choices~="{action}"]:visible')
    places.first.wait_for()
    places.nth(pick.randrange(places.count()) if pick else 0).click()
    menu = page.locator(f'[popover]:popover-open [data-choice="{action}"]')
    if menu.count():
        menu.click()
    confirm(page)


def confirm(page: Page) -> None:
    """Say yes where the page asks before something is given up."""
    yes = page.locator(".confirm .primary")
    if yes.count():
        yes.click()


def play(page: Page, choices: int, pick: random.Random, prefer: str = "") -> int:
    """Choose at random, so many times or until the end; returns how many times. `prefer` is a
    pattern: choices whose words match are taken more often."""
    made = 0
    while made < choices and wait_for_turn(page):
        before = step(page)
        places = page.locator(CHOICES)
        count = places.count()
        if count == 0:
            continue  # the table has moved on between two looks
        place = places.nth(pick.randrange(count))
        if prefer and pick.random() < 0.6:
            wanted = places.filter(has_text=re.compile(prefer))
            if wanted.count():
                place = wanted.first
        click(page, place, pick)
        wait_for_step(page, before)
        made += 1
    return made


def wait_for_step(page: Page, before: int) -> None:
    """Until the page shows what came of a choice."""
    page.wait_for_function(
        "before => document.querySelector('.result, .curtain') || "
        "Number(document.querySelector('.history .at')?.textContent.split(' ').pop()) > before",
        arg=before,
    )


def explain(page: Page, place: Locator) -> Locator:
    """Point at something until its explanation opens: none does while the page still scrolls."""
    from playwright.sync_api import TimeoutError

    tip = page.get_by_role("tooltip")
    for _ in range(20):
        place.hover()
        with suppress(TimeoutError):
            tip.wait_for(timeout=1500)
            return tip
        page.mouse.move(2, 2)
    raise AssertionError("nothing is explained")
