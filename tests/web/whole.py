"""Whole games led by a bot's choices, with a look at the page at every question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.play import table_id

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Waits for a question and tells what is wrong with the page then: choices neither in view nor in
#: the bar, choices too small to hit or under something else, words too small to read, and a page
#: that scrolls.
LOOK = """async ({version, ids, target, text}) => {
    // Asking for every frame would have every frame drawn.
    const frame = () => new Promise((done) => {
        setTimeout(() => requestAnimationFrame(() => done()), 40);
    });
    const shown = () => Number(document.querySelector("main").dataset.version) >= version;
    while (!shown() || !document.querySelector("[data-choice], .result")) await frame();
    const bar = document.querySelector(".ask .question");
    // Boards enlarge and the page scrolls to the question: look when all is at rest.
    let rest = 0, before = "";
    while (rest < 2) {
        const boxes = [bar, ...document.querySelectorAll("[data-choice]")].map((element) => {
            const box = element.getBoundingClientRect();
            return `${box.left} ${box.top} ${box.width} ${box.height}`;
        });
        rest = boxes.join() === before ? rest + 1 : 0;
        before = boxes.join();
        if (rest < 2) await frame();
    }
    const covers = [bar, ...document.querySelectorAll("nav.tabs")]
        .map((cover) => cover.getBoundingClientRect());
    const known = new Map();
    const scrollers = (element) => {
        const parent = element.parentElement;
        if (!parent) return [];
        if (!known.has(parent)) {
            const clips = /auto|scroll|hidden/.test(getComputedStyle(parent).overflow);
            known.set(parent, [...(clips ? [parent] : []), ...scrollers(parent)]);
        }
        return known.get(parent);
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
        return covers.every((over) =>
            y < over.top || y > over.bottom || x < over.left || x > over.right);
    };
    // Under a button or words that lie over the board, even if they cannot be seen now.
    const free = (place) => {
        const box = place.getBoundingClientRect();
        const hit = document.elementFromPoint(
            box.left + box.width / 2, box.top + box.height / 2);
        const over = hit?.closest("button, p, nav");
        return !over || over.contains(place) || place.contains(over);
    };
    const missed = [], small = [], covered = [];
    for (const id of ids) {
        const places = [
            ...document.querySelectorAll(`[data-choice="${id}"], [data-choices~="${id}"]`),
        ].filter(inView);
        if (!places.length) missed.push(id);
        else if (!places.some(free)) covered.push(id);
        // A touch on something small on a board enlarges the board first.
        const large = places.some((place) => {
            const box = place.getBoundingClientRect();
            return Math.min(box.width, box.height) >= target || place.closest(".box");
        });
        if (places.length && !large) small.push(id);
    }
    const tiny = new Set(), measured = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (measured.has(parent) || !node.data.trim()) continue;
        measured.add(parent);
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
        covered,
        tiny: [...tiny],
        scrolls: page.scrollHeight > page.clientHeight,
        wide: page.scrollWidth > page.clientWidth,
    };
}"""


#: Begins to look without waiting for it.
BEGIN = f"(asked) => {{ window.looked = ({LOOK})(asked); }}"


class Guide:
    """Plays one person's seat by the server's hints, before several pages of that person."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self.pages = pages
        self.first = next(iter(pages.values()))
        self.table = f"/api/tables/{table_id(self.first)}"

    def position(self) -> dict[str, Any]:
        """The position when there is something to choose, or at the end."""
        position: dict[str, Any] = {}
        while not position or not (position["over"] or position["decision"]):
            position = self.first.request.get(f"{self.table}/position").json()
        return position

    def look(
        self, position: dict[str, Any], targets: dict[str, int], text: int
    ) -> tuple[dict[str, dict[str, Any]], int]:
        """What is wrong with each page at a question, choices by their words, and the best choice.
        All pages look at the same time, while the server thinks about the hint."""
        texts = {choice["id"]: choice["text"] for choice in position["decision"]["choices"]}
        asked = {"version": position["version"], "ids": list(texts), "text": text}
        for size, page in self.pages.items():
            page.evaluate(BEGIN, {**asked, "target": targets[size]})
        hint = self.first.request.post(f"{self.table}/hint", data={}).json()
        seen: dict[str, dict[str, Any]] = {}
        for size, page in self.pages.items():
            seen[size] = page.evaluate("() => window.looked")
            for key in ("missed", "small", "covered"):
                seen[size][key] = [texts[choice] for choice in seen[size][key]]
        return seen, hint["choices"][0]["action"]

    def act(self, position: dict[str, Any], action: int) -> None:
        wish = {"version": position["version"], "action": action}
        answer = self.first.request.post(f"{self.table}/actions", data=wish)
        assert answer.ok, answer.text()
