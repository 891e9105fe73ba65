"""Take the pictures of the browser client that the README shows.

Run `python tools/client_pictures.py`: bots play a game of each kind, a server opens it part-way,
and Chromium photographs the table into docs/img/. Needs playwright and chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import sandtable
from sandtable.bots.base import Table
from sandtable.bots.catalog import make

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
PORT = 8799
URL = f"http://127.0.0.1:{PORT}"
Scheme = Literal["light", "dark"]
#: Game, players, seed, how much of the game is over, light or dark.
PICTURES: list[tuple[str, int, int, float, Scheme]] = [
    ("faiyum", 3, 11, 0.65, "light"),
    ("resafa", 3, 5, 0.65, "dark"),
]


def part_of_a_game(name: str, players: int, seed: int, share: float) -> str:
    """The record of a game of bots, up to where seat 0 begins a turn."""
    match = sandtable.game(name).new(players=players, seed=seed)
    bots = [make("greedy", f"{seed} {seat}") for seat in range(players)]
    turns: list[int] = []  # choices made before each turn of seat 0
    while not match.is_over:
        decision = match.decision()
        assert decision is not None
        if decision.player == 0 and decision.kind in ("turn", "play"):
            turns.append(len(match.actions()))
        match.apply(bots[decision.player].choose(Table(match)))
    return str(match.record().replay(upto=turns[int(share * len(turns))]).record())


def serve(folder: Path) -> subprocess.Popen[bytes]:
    command = [
        sys.executable, "-m", "sandtable", "serve",
        "--port", str(PORT), "--database", str(folder / "pictures.db"), "--workers", "1",
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    server = subprocess.Popen(command, env=environment)
    for _ in range(300):
        try:
            urlopen(f"{URL}/api/health", timeout=1).close()
            return server
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server did not start")


def photograph(browser: Browser, name: str, record: str, scheme: Scheme) -> None:
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        device_scale_factor=1.25,
        base_url=URL,
        color_scheme=scheme,
    )
    context.request.post("/api/me", data={"name": "Ann"})
    answer = context.request.post("/api/records", data={"record": record, "bot": "greedy"})
    assert answer.ok, answer.text()
    page = context.new_page()
    page.goto(f"/table/{answer.json()['id']}")
    page.locator("[data-choice]:visible").first.wait_for()
    page.wait_for_timeout(2500)
    path = ROOT / f"docs/img/client-{name}.png"
    page.screenshot(path=path)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")
    context.close()


def main() -> int:
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("SANDTABLE_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder:
        server = serve(Path(folder))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
                )
                for name, players, seed, share, scheme in PICTURES:
                    record = part_of_a_game(name, players, seed, share)
                    photograph(browser, name, record, scheme)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
