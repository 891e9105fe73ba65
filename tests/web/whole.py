"""Whole games led by a bot's choices, with a look at the page at every question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.play import table_id

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: What is wrong with the page at the present question: choices neither in view nor in the bar,
#: choices too small to hit, words too small to read, and a page that scrolls.
LOOK = """async ({ids, target, text}) => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
    await frame();
    await frame();
    const bar = document.querySelector(".ask .question");
    const over = bar.getBoundingClientRect();
    const scrollers = (element) => {
        const found = [];
        for (let at = element.parentElement; at; at = at.parentElement)
            if (/auto|scroll|hidden/.test(getComputedStyle(at).overflow)) found.push(at);
        return found;
    };
    const inView = (place) => {
        const box = place.getBoundingClientRect();
        if (!box.width || place.closest("[popover]")) return false;
        const x = box.left + box.width / 2, y = box.top + box.height / 2;
        if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) return false;
        for (const scroller of scrollers(place)) {
            const edge = scroller.getBoundingClientRect();
            if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) return false;
        }
        if (bar.contains(place)) return true;
        return y < over.top || y > over.bottom || x < over.left || x > over.right;
    };
    const missed = [], small = [];
    for (const id of ids) {
        const places = [
            ...document.querySelectorAll(`[data-choice="${id}"], [data-choices~="${id}"]`),
        ].filter(inView);
        if (!places.length) missed.push(id);
        // A touch on something small on a board enlarges the board first.
        const large = places.some((place) => {
            const box = place.getBoundingClientRect();
            return Math.min(box.width, box.height) >= target || place.closest(".box");
        });
        if (places.length && !large) small.push(id);
    }
    const tiny = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim()) continue;
        if (parent.closest(".visually-hidden, [popover], script, style")) continue;
        const box = parent.getBoundingClientRect();
        if (!box.width || box.bottom < 0 || box.top > innerHeight) continue;
        let size = parseFloat(getComputedStyle(parent).fontSize);
        const drawn = parent instanceof SVGElement ? parent : parent.closest("foreignObject");
        if (drawn) {
            const matrix = drawn.getScreenCTM();
            size *= Math.hypot(matrix.a, matrix.b);
        }
        if (size < text - 0.05) tiny.add(`${node.data.trim()} (${size.toFixed(1)})`);
    }
    const page = document.documentElement;
    return {
        missed,
        small,
        tiny: [...tiny],
        scrolls: page.scrollHeight > page.clientHeight,
        wide: page.scrollWidth > page.clientWidth,
    };
}"""


class Guide:
    """Plays one person's seat by the server's hints, before several pages of that person."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self.pages = pages
        self.first = next(iter(pages.values()))
        self.table = f"/api/tables/{table_id(self.first)}"

    def position(self) -> dict[str, Any]:
        """The position when there is something to choose, or at the end; all pages show it."""
        found: dict[str, Any] = {}
        while not found or not (found["over"] or found["decision"]):
            found = self.first.request.get(f"{self.table}/position").json()
        for page in self.pages.values():
            page.wait_for_function(
                "now => Number(document.querySelector('main').dataset.version) >= now"
                " && document.querySelector('[data-choice], .result')",
                arg=found["version"],
            )
        return found

    def act(self, position: dict[str, Any]) -> None:
        hint = self.first.request.post(f"{self.table}/hint", data={}).json()
        wish = {"version": position["version"], "action": hint["choices"][0]["action"]}
        answer = self.first.request.post(f"{self.table}/actions", data=wish)
        assert answer.ok, answer.text()


def look(page: Page, position: dict[str, Any], target: int, text: int) -> dict[str, Any]:
    """What is wrong with a page at a question; choices by their words."""
    texts = {choice["id"]: choice["text"] for choice in position["decision"]["choices"]}
    seen: dict[str, Any] = page.evaluate(LOOK, {"ids": list(texts), "target": target, "text": text})
    for key in ("missed", "small"):
        seen[key] = [texts[choice] for choice in seen[key]]
    return seen
