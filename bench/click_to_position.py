"""From a click to the new position on the screen, in a real browser.

A person plays by the server's hints against a bot, with real clicks in headless Chromium. What is
measured in the page: from the last click of a choice to the picture in which the next position
stands. The figure is the median over all choices of the games.

    python -m bench.click_to_position --choices 60 --json
    python -m bench.click_to_position --other ../sandtable-0.1

With --other a second checkout, built and compiled, plays the same games in turns with this one in
the same run, and the ratio of the medians counts: it says more than a time on some machine. A busy
machine blurs both; `load` in the output tells how busy it was.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

HERE = Path(__file__).parents[1]
SERVER = (
    "import sys; from sandtable import server; "
    "sys.exit(server.run(port=0, database=sys.argv[1], log='json'))"
)
SETTINGS = '{"pace": "none", "hold": false, "helps": "never"}'
#: Notes when the last click came, and when a picture with a later step was drawn.
WATCH = """() => {
    window.step = () => {
        const at = document.querySelector(".history .at")?.textContent ?? "";
        return Number(at.trim().split(" ").pop());
    };
    addEventListener("click", () => (window.clicked = performance.now()), true);
    window.measure = (before) =>
        new Promise((done) => {
            const look = () => {
                if (window.step() > before || document.querySelector(".result"))
                    requestAnimationFrame(() => done(performance.now() - window.clicked));
                else requestAnimationFrame(look);
            };
            look();
        });
}"""


class Checkout:
    """The server of a checkout, in a process of its own."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        environment = {
            **os.environ,
            "PYTHONPATH": str(path / "src"),
            "SANDTABLE_RATE_FACTOR": "0",
            "SANDTABLE_HINT_SECONDS": "0.05",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(folder / "bench.db")],
            env=environment,
            cwd=path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.url = ""
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                self.url = found[0]
                break
        if not self.url:
            raise SystemExit(f"the server of {path} did not start")
        self.times: list[float] = []

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)


def visible(page: Page, action: int) -> Locator | None:
    """Where a choice can be clicked, or any other choice."""
    for selector in (f'[data-choice="{action}"]:visible', "[data-choice]:visible"):
        found = page.locator(selector)
        if found.count():
            return found.first
    return None


def play(browser: Browser, checkout: Checkout, game: str, seed: int, choices: int) -> None:
    """Play one game, or so many choices of it, and note the times."""
    context = browser.new_context(
        base_url=checkout.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
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
        before = page.evaluate("window.step()")
        place.click()
        for more in ("[popover]:popover-open button", ".confirm .primary"):
            if page.locator(more).count():
                page.locator(more).first.click()
        checkout.times.append(page.evaluate("before => window.measure(before)", before))
    context.close()


def measure(checkouts: list[Checkout], games: list[str], rounds: int, choices: int) -> None:
    path = os.environ.get("SANDTABLE_CHROMIUM") or shutil.which("chromium") or "google-chrome"
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
    medians = [statistics.median(checkout.times) for checkout in checkouts]
    result: dict[str, Any] = {
        "milliseconds": round(medians[0], 1),
        "choices": len(checkouts[0].times),
        "load": round(os.getloadavg()[0], 1),
    }
    if len(medians) > 1:
        result["other"] = round(medians[1], 1)
        result["ratio"] = round(medians[0] / medians[1], 2)
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
                checkout.stop()
        result = summary(checkouts)
    if options.json:
        print(json.dumps(result))
    else:
        print(f"{result['milliseconds']} ms from click to position ({result['choices']} choices)")
        if "ratio" in result:
            print(f"{result['other']} ms in {paths[1].name}: ratio {result['ratio']}")
        print(f"load of the machine: {result['load']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
