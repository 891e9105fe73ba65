"""From a click to the new position on the screen, in a real browser.

A person plays by the server's hints against a bot, with real clicks in headless Chromium. What is
measured in the page: from the last click of a choice to the picture in which the next position
stands. The figure is the median over all choices of the games, for each title.

    python -m bench.click_to_position --choices 60 --json
    python -m bench.click_to_position --other ../sandtable-0.1

With --other a second checkout, built and compiled, plays the same games in turns with this one in
the same run, and the ratio of the medians counts: it says more than a time on some machine. Hints
depend on the clock, so the games differ in their course, but not in what they measure; let them be
many (--rounds). A busy machine blurs both; `load` in the output tells how busy it was.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from tests.web.live_server import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

HERE = Path(__file__).parents[1]
SETTINGS = '{"pace": "none", "hold": false, "helps": "never"}'
#: From each click on looks at every frame whether a later step stands there. The time ends with the
#: frame after the one that drew it.
WATCH = """() => {
    window.step = () => {
        const at = document.querySelector(".history .at")?.textContent ?? "";
        return Number(at.trim().split(" ").pop());
    };
    const measure = () => {
        const clicked = performance.now();
        const before = window.step();
        window.took = new Promise((done) => {
            const look = () => {
                if (window.step() > before || document.querySelector(".result"))
                    requestAnimationFrame(() => done(performance.now() - clicked));
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        });
    };
    addEventListener("click", measure, true);
}"""


class Checkout:
    """A checkout with its server, and the times of its choices by title."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        self.times: dict[str, list[float]] = {}
        # Hints need not be good here, only quick.
        self.server = LiveServer(folder, settings={"SANDTABLE_HINT_SECONDS": "0.05"}, root=path)


def visible(page: Page, action: int) -> Locator | None:
    """Where a choice can be clicked, or any other choice."""
    for selector in (f'[data-choice="{action}"]:visible', "[data-choice]:visible"):
        locator = page.locator(selector)
        if locator.count():
            return locator.first
    return None


def play(browser: Browser, checkout: Checkout, game: str, seed: int, choices: int) -> None:
    """Play one game, or so many choices of it, and note the times."""
    context = browser.new_context(
        base_url=checkout.server.url,
        viewport={"width": 1440, "height": 900},
        reduced_motion="reduce",
    )
    context.add_init_script(f"localStorage.setItem('sandtable.settings', '{SETTINGS}')")
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    asked: dict[str, Any] = {"game": game, "seats": seats, "seed": seed}
    table = context.request.post("/api/tables", data=asked).json()["id"]
    page = context.new_page()
    page.goto(f"/table/{table}")
    page.evaluate(WATCH)
    for _ in range(choices):
        page.locator("[data-choice]:visible, .result").first.wait_for(timeout=60_000)
        if page.locator(".result").count():
            break
        hint = context.request.post(f"/api/tables/{table}/hint", data={}).json()
        place = visible(page, hint["choices"][0]["action"])
        if place is None:
            continue
        place.click()
        for more in ("[popover]:popover-open button", ".confirm .primary"):
            if page.locator(more).count():
                page.locator(more).first.click()
        checkout.times.setdefault(game, []).append(page.evaluate("() => window.took"))
    context.close()


def measure(checkouts: list[Checkout], games: list[str], rounds: int, choices: int) -> None:
    path = os.environ.get("SANDTABLE_CHROMIUM")
    for name in ("chromium", "chromium-headless-shell", "google-chrome"):
        path = path or shutil.which(name)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        for seed in range(1, rounds + 1):
            for game in games:
                for checkout in checkouts:
                    play(browser, checkout, game, seed, choices)
                    print(f"{checkout.path.name} {game} {seed}", file=sys.stderr, flush=True)
        browser.close()


def summary(checkouts: list[Checkout]) -> dict[str, Any]:
    result: dict[str, Any] = {"load": round(os.getloadavg()[0], 1), "games": {}}
    for game in checkouts[0].times:
        medians = [statistics.median(checkout.times[game]) for checkout in checkouts]
        figures: dict[str, float] = {
            "milliseconds": round(medians[0], 1),
            "choices": len(checkouts[0].times[game]),
        }
        if len(medians) > 1:
            figures["other"] = round(medians[1], 1)
            figures["ratio"] = round(medians[0] / medians[1], 2)
        result["games"][game] = figures
    return result


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--other", type=Path, help="another checkout to compare with")
    parser.add_argument("--games", nargs="+", default=["faiyum", "resafa"])
    parser.add_argument("--rounds", type=int, default=1, help="games of each title")
    parser.add_argument("--choices", type=int, default=2000, help="at most so many in a game")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    paths = [HERE] + ([options.other.resolve()] if options.other else [])
    with tempfile.TemporaryDirectory() as folder:
        checkouts: list[Checkout] = []
        try:
            for number, path in enumerate(paths):
                place = Path(folder) / str(number)
                place.mkdir()
                checkouts.append(Checkout(path, place))
            measure(checkouts, options.games, options.rounds, options.choices)
        finally:
            for checkout in checkouts:
                checkout.server.stop()
        result = summary(checkouts)
    if options.json:
        print(json.dumps(result))
    else:
        for game, figures in result["games"].items():
            took, choices = figures["milliseconds"], figures["choices"]
            print(f"{game}: {took} ms from click to position ({choices} choices)")
            if "ratio" in figures:
                print(f"  {figures['other']} ms in {paths[1].name}: ratio {figures['ratio']}")
        print(f"load of the machine: {result['load']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
