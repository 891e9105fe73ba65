"""Notices in the browser, and the client as an app: installable, offline, never out of date."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Visit, axe
from tests.web.live_server import ROOT, LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.service_worker
PHONE = {"width": 390, "height": 844}
STATIC = ROOT / "src/sandtable/server/static"


@pytest.fixture
def ready(visit: Visit) -> Any:
    """Opens a page and waits until the service worker serves it."""

    def ready(path: str = "/", **options: Any) -> Page:
        page = visit(path, **options)
        page.evaluate(
            """async () => {
                await navigator.serviceWorker.ready;
                while (!navigator.serviceWorker.controller) {
                    await new Promise((done) => {
                        navigator.serviceWorker.addEventListener(
                            "controllerchange", done, {once: true});
                    });
                }
            }"""
        )
        return page

    return ready


@pytest.mark.parametrize("width", [1440, 390])
def test_notices_are_chosen_by_keyboard_and_axe_is_content(
    visit: Visit, picture: Any, width: int
) -> None:
    page = visit("/notices", name="Ann", viewport={"width": width, "height": 900})
    page.get_by_role("heading", name="Quiet hours").wait_for()
    box = page.get_by_label("No notices during some hours")
    box.focus()
    page.keyboard.press("Space")
    page.get_by_text("Saved.").wait_for()
    page.get_by_label("From").fill("21:30")
    page.get_by_label("A game begins").uncheck()
    page.get_by_label("Address of the webhook").fill("http://127.0.0.1/x")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("alert").get_by_text("https://").wait_for()
    # What was refused may be answered before what was changed just before it is stored.
    page.wait_for_function(
        "() => fetch('/api/me/notices').then((answer) => answer.json())"
        ".then((chosen) => chosen.quiet?.begin === 1290 && chosen.kinds.length === 4)"
    )
    chosen = page.evaluate("fetch('/api/me/notices').then((answer) => answer.json())")
    assert chosen["quiet"]["begin"] == 21 * 60 + 30
    assert chosen["kinds"] == ["turn", "asked", "invited", "ended"]
    assert not chosen["webhook"] and chosen["webhook_url"] is None
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    picture(page, f"notices-{width}")


def test_links_of_mails_that_are_wrong_say_so(visit: Visit) -> None:
    for action in ("confirm", "stop"):
        page = visit(f"/notices/{action}/non.sense")
        page.get_by_role("alert").get_by_text("This link was not made here").wait_for()
        assert axe(page) == []


def test_the_tab_tells_how_many_games_wait(visit: Visit) -> None:
    from playwright.sync_api import expect

    page = visit("/", name="Ann")
    seats = [{"kind": "human"}, {"kind": "hotseat"}]
    page.request.post("/api/tables", data={"game": "faiyum", "seats": seats})
    page.reload()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile("^data:image/png"))
    page.goto("/notices")
    page.get_by_label("title and icon").uncheck()
    expect(page).to_have_title("Notices – Sandtable")
    expect(icon).to_have_attribute("href", "/icon.svg")


def test_the_client_can_be_installed(ready: Any) -> None:
    page = ready()
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Browsers of tests have no profile to install into.
    problems = [error["errorId"] for error in errors if error["errorId"] != "in-incognito"]
    assert problems == []


@pytest.mark.parametrize("path", ["/", "/scores", "/table/abcdefghij"])
def test_without_a_network_the_page_says_so_and_comes_back(
    ready: Any, picture: Any, path: str
) -> None:
    page = ready(viewport=PHONE)
    page.context.set_offline(True)
    page.goto(path)
    page.get_by_role("heading", name="You are offline").wait_for()
    assert axe(page) == []
    if path == "/":
        picture(page, "offline")
    page.context.set_offline(False)
    page.get_by_role("heading", name="You are offline").wait_for(state="detached")


def test_a_new_client_is_used_at_once(ready: Any) -> None:
    page = ready()
    index = STATIC / "index.html"
    before = index.read_bytes()

    def deploy(content: bytes) -> None:
        """At once: servers of other tests read the same file."""
        newer = index.with_suffix(".newer")
        newer.write_bytes(content)
        newer.replace(index)

    try:
        deploy(before.replace(b"<head>", b"<head><meta name='newer'>"))
        page.reload()
        assert page.locator("meta[name=newer]").count() == 1
    finally:
        deploy(before)
    page.reload()
    assert page.locator("meta[name=newer]").count() == 0


def test_a_push_message_is_shown(ready: Any, live_server: LiveServer) -> None:
    page = ready(permissions=["notifications"])
    # The headless shell has nowhere to show a notice: note what would be shown.
    (worker,) = page.context.service_workers
    worker.evaluate(
        """() => {
            self.shown = [];
            ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
                self.shown.push([title, options.body, options.tag, options.data.url]);
            };
        }"""
    )
    session = page.context.new_cdp_session(page)
    versions: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda e: versions.append(e))
    session.send("ServiceWorker.enable")
    while not any(event["registrations"] for event in versions):
        page.wait_for_timeout(50)
    registration = next(e["registrations"][0] for e in versions if e["registrations"])
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": live_server.url,
            "registrationId": registration["registrationId"],
            "data": '{"title": "Your turn: Oasis", "body": "It is your turn.", "url": "/scores"}',
        },
    )
    while not (shown := worker.evaluate("() => self.shown")):
        page.wait_for_timeout(50)
    assert shown == [["Your turn: Oasis", "It is your turn.", "sandtable", "/scores"]]


def test_the_worker_knows_every_file(built: None) -> None:
    text = (STATIC / "sw.js").read_text(encoding="utf-8")
    kept = {path for path in _files() if f'"/{path}"' in text}
    assert kept == _files() - {"sw.js", "build.json"}


def _files() -> set[str]:
    return {str(path.relative_to(STATIC)) for path in Path(STATIC).rglob("*") if path.is_file()}
