"""The client in German: a browser that asks for German gets it everywhere."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

import sandtable
from tests.test_german import TITLES, leaves, plain_text, vocabulary
from tests.web.conftest import Visit
from tests.web.live_server import ROOT
from tests.web.play import CHOICES, play, table_id

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]

#: Everything a person sees or hears on the page.
TEXTS = """() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const inside = walk.currentNode.parentElement;
        if (inside && !inside.closest("script, style, select[name=language], [lang=en]"))
            texts.push(walk.currentNode.textContent);
    }
    for (const named of ["aria-label", "title", "alt", "placeholder", "aria-description"])
        for (const element of document.querySelectorAll(`[${named}]`))
            texts.push(element.getAttribute(named));
    return texts.map((text) => text.trim()).filter(Boolean);
}"""
#: Words that no German sentence has, and hardly an English one is without.
ENGLISH = re.compile(r"\b(the|your|you|with|from|which|card|cards|turn|play|plays|gains)\b", re.I)


def client_messages(language: str) -> Iterator[str]:
    for folder in ["i18n", *(f"games/{name}/i18n" for name in TITLES)]:
        file = ROOT / "web/src" / folder / f"{language}.json"
        yield from leaves(json.loads(file.read_text(encoding="utf-8")))


def words(texts: list[str]) -> set[str]:
    return {word.lower() for text in texts for word in re.findall(r"[A-Za-zÄÖÜäöüß]{4,}", text)}


@pytest.fixture(scope="module")
def english_only() -> set[str]:
    """Words that English messages of client and titles have, and German ones have not."""
    english: dict[str, set[str]] = {}
    for language in ("en", "de"):
        english[language] = words([plain_text(text) for text in client_messages(language)])
        for name in TITLES:
            game = sandtable.game(name).in_language(language)
            english[language] |= vocabulary(game)
            english[language] |= words(list(leaves(game.lessons().texts(language))))
            english[language] |= words(list(leaves(game.rulebook(language))))
    # Words the page has from elsewhere: titles of games, names of programs.
    other = {"sandtable", "faiyum", "resafa", "github", "search", "greedy", "random"}
    return {word for word in english["en"] - english["de"] - other if len(word) > 3}


def check(page: Page, foreign: set[str]) -> None:
    assert page.locator("html").get_attribute("lang") == "de"
    texts: list[Any] = page.evaluate(TEXTS)
    assert texts
    for text in texts:
        assert not ENGLISH.search(text), text
        assert not words([text]) & foreign, text


@pytest.mark.parametrize("path", ["/", "/new?game=faiyum", "/learn/faiyum", "/rules/faiyum"])
def test_pages(visit: Visit, english_only: set[str], path: str) -> None:
    page = visit(path, locale="de-DE")
    page.locator("h1, h2").first.wait_for()
    page.wait_for_load_state("networkidle")
    check(page, english_only)


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("name", TITLES)
def test_some_turns(
    visit: Visit, english_only: set[str], picture: Picture, name: str, width: int
) -> None:
    size = {"width": width, "height": 844 if width < 800 else 900}
    page = visit("/", locale="de-DE", viewport=size)
    page.get_by_role("button", name=f"Gleich spielen {sandtable.game(name).title}").click()
    page.wait_for_url("**/table/**")
    page.locator(CHOICES).first.wait_for()
    pick = random.Random(width)
    for turn in range(6):
        check(page, english_only)
        play(page, 3, pick)
        page.locator(CHOICES).first.wait_for()
        if turn in (0, 4):
            picture(page, f"german-{name}-{width}-{turn}")
    decision = page.request.get(
        f"/api/tables/{table_id(page)}/position", headers={"accept-language": "de"}
    ).json()["decision"]
    if decision is not None:
        assert decision["prompt"] in page.locator(".prompt").inner_text()


def test_the_language_can_be_chosen(visit: Visit, english_only: set[str]) -> None:
    page = visit("/", locale="en-GB")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    page.locator("html[lang=de]").wait_for()
    check(page, english_only)
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("en")
    page.locator("html[lang=en]").wait_for()
    page.locator("main").get_by_role("button", name="Play now").first.wait_for()
