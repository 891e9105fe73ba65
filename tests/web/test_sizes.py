"""Every page on a phone, in every language: targets a finger can hit, words one can read, nothing
that sticks out, and no English left on a German page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Visit, axe, two_frames
from tests.web.play import CHOICES
from tests.web.test_reach import PHONE, fits

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

TITLES = ["faiyum", "resafa"]
PEOPLE = ["/sign-in", "/sign-up", "/reset", "/profile", "/people", "/ranking"]
PAGES = ["/", "/scores", "/about", *PEOPLE] + [
    path
    for title in TITLES
    for path in (f"/learn/{title}", f"/rules/{title}", f"/new?game={title}")
]
#: By language. In English, test_accounts.py tests the missing ones on a phone, with passkeys. In
#: German only the words differ, and tests of the messages find what is missing: a few pages do.
TESTED_BY_AXE = {
    "en": set(PAGES) - {"/sign-in", "/sign-up", "/reset"},
    "de": {"/", "/profile", "/new?game=faiyum"},
}
#: Smaller than a finger or than what can be read; what lies on a board is enlarged by a touch.
LOOK = """() => {
    const hidden = ".visually-hidden, [popover], script, style, dialog:not([open]) *";
    const small = new Set(), tiny = new Set();
    for (const one of document.querySelectorAll(
        "button, a, select, summary, input, [role=button], label:has(input)",
    )) {
        const box = one.getBoundingClientRect();
        const inline = one.matches("a") && getComputedStyle(one).display === "inline";
        const inLabel = one.matches("input") && one.closest("label");
        if (!box.width || inline || inLabel || one.closest(`.box, ${hidden}`)) continue;
        if (Math.min(box.width, box.height) < 39.5)
            small.add(`${one.textContent.trim() || one.ariaLabel} ${box.width}x${box.height}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest(hidden)) continue;
        if (!parent.getBoundingClientRect().width) continue;
        let size = parseFloat(getComputedStyle(parent).fontSize);
        const drawn = parent instanceof SVGElement ? parent : parent.closest("foreignObject");
        if (drawn) size *= Math.hypot(drawn.getScreenCTM().a, drawn.getScreenCTM().b);
        if (size < 10.95) tiny.add(`${node.data.trim()} (${size.toFixed(1)})`);
    }
    return [...small, ...tiny];
}"""
#: Boxes to tick that do not stand beside their words.
LONELY = """() => [...document.querySelectorAll("dialog[open] label > input[type=checkbox]")]
    .filter((box) => {
        const middle = (one) => {
            const { top, height } = one.getBoundingClientRect();
            return top + height / 2;
        };
        return Math.abs(middle(box) - middle(box.parentElement)) > 4;
    })
    .map((box) => box.parentElement.textContent.trim())"""
WORDS = """() => {
    const texts = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement.closest("script, style, [lang]:not(html)"))
            texts.add(node.data.trim().replace(/\\s+/g, " "));
    return [...texts].filter((text) => /\\p{L}{2,}[,:]?\\s+\\p{L}{2,}/u.test(text));
}"""


def open_page(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")


def german(visit: Visit) -> Page:
    page = visit("/about", **PHONE)
    page.evaluate("localStorage.setItem('sandtable.language', 'de')")
    return page


@pytest.mark.parametrize("title", TITLES)
def test_all_parts_of_a_table_on_a_phone(visit: Visit, title: str) -> None:
    page = german(visit)
    table = page.request.post("/api/play", data={"game": title, "bot": "random"}).json()["id"]
    page.goto(f"/table/{table}")
    page.locator(CHOICES).first.wait_for()
    wrong: dict[str, object] = {}
    tabs = page.locator("nav").last.get_by_role("button")
    for number in range(tabs.count()):
        tabs.nth(number).tap()
        two_frames(page)
        if problems := page.evaluate(LOOK):
            wrong[tabs.nth(number).inner_text()] = problems
        assert fits(page)
    page.get_by_role("button", name="Einstellungen").tap()
    wrong.update({"settings": problems} if (problems := page.evaluate(LOOK)) else {})
    if problems := page.evaluate(LONELY):
        wrong["boxes above their words"] = problems
    assert not wrong


def texts(data: object) -> Iterator[str]:
    """All texts in an answer of the server that are more than a word."""
    if isinstance(data, str) and len(data) > 6:
        yield data
    for inner in (
        data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    ):
        yield from texts(inner)


def test_pages_on_a_phone(visit: Visit) -> None:
    """In both languages; of the client's own texts, none is the same in both. Those of the server
    are tested with the titles."""
    host = visit("/about", name="Ann")
    seats = [{"kind": "human"}, {"kind": "open"}]
    asked = {"game": "faiyum", "seats": seats, "listed": True}
    assert host.request.post("/api/tables", data=asked).ok
    pages = {"en": visit("/about", **PHONE), "de": german(visit)}
    answers: list[Response] = []
    pages["de"].on("response", lambda answer: answers.append(answer))
    # Names, and licences by their names.
    same = {"Apache License 2.0", "SIL Open Font License 1.1", "Source Sans 3"}
    served: set[str] = set()
    wrong: dict[str, object] = {}
    for path in PAGES:
        words: list[set[str]] = []
        for language, page in pages.items():
            open_page(page, path)
            if problems := page.evaluate(LOOK):
                wrong[f"{language} {path}"] = problems
            if not fits(page):
                wrong[f"{language} {path} is too wide"] = True
            if path in TESTED_BY_AXE[language] and (problems := axe(page)):
                wrong[f"axe {language} {path}"] = problems
            words.append(set(page.evaluate(WORDS)))
        served |= {
            text
            for answer in answers
            if "json" in answer.headers.get("content-type", "")
            for text in texts(answer.json())
        }
        answers.clear()
        both = (words[0] & words[1]) - same
        if own := [text for text in both if not any(part in text for part in served)]:
            wrong[f"English on {path}"] = own
    assert not wrong
