"""Nothing from an edition, a record or a person becomes markup, runs, or leads away."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sandtable
from tests.web.conftest import Visit
from tests.web.live_server import ROOT, LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.service_worker
EVIL = (
    '0)"></text></g><foreignObject><img src=x onerror="window.evil=1"><form id=evil '
    "action=https://evil.example><button>x</button></form>"
    "<meta http-equiv=refresh content='0;url=/evil'><style id=evil>*{display:none}</style>"
    "<script>window.evil=1</script></foreignObject>"
)
NAME = "<img src=x onerror=evil=1>"

#: Expressions that may become markup: tables of drawings that are constants of the client.
OURS = re.compile(
    r"(body|picture|course|palm\(\)|bodies\[\"\w+\"\] \?\? \"\""
    r"|(PICTURES|ITEM_ART)\[[^\]]*(\[0\])?[^\]]*\]( \?\? \"\")?"
    r"|icon\(\"[\w-]+\", \"#\w+\"(, \d+)?\)|canalWater\(face\.shape\)"
    r"|sign\.kind === \"icon\" \? icon\(sign\.what, \"#\w+\"\) : "
    r"\(ITEM_ART\[sign\.what\] \?\? \"\"\))"
)


def test_only_constants_become_markup() -> None:
    """A new `{@html ...}` needs a look: is it a constant of the client?"""
    for file in sorted((ROOT / "web/src").rglob("*.svelte")):
        for expression in re.findall(r"\{@html\s+(.*?)\s*\}(?!\])", file.read_text(), re.DOTALL):
            assert OURS.fullmatch(" ".join(expression.split())), f"{file.name}: {expression}"


def innocent(page: Page, *paths: str) -> None:
    page.wait_for_timeout(300)
    assert page.url.endswith(paths)
    assert page.evaluate("window.evil") is None
    assert page.locator("#evil, img[src=x], meta[http-equiv=refresh], svg script").count() == 0


def hostile(data: Any, keys: set[str]) -> Any:
    """The data with something evil wherever a drawing reads these keys."""
    if isinstance(data, dict):
        return {
            key: EVIL
            if key in keys and not isinstance(value, (dict, list))
            else hostile(value, keys)
            for key, value in data.items()
        }
    if isinstance(data, list):
        return [hostile(value, keys) for value in data]
    return data


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_a_hostile_edition(browser: Browser, live_server: LiveServer, game: str) -> None:
    """Whatever the server's checks let through, now or later: the page draws it as text."""
    # Numbers that are none make the browser complain, so this is not one of the usual visits.
    context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    made = context.request.post("/api/tables", data={"game": game, "seats": seats}).json()
    keys = {"turn", "size", "text", "title", "about", "icon", "label", "on", "effect", "note"}

    def serve(route: Route) -> None:
        answer = route.fetch()
        data = answer.json()
        if "edition_data" in data:
            data["edition_data"] = hostile(data["edition_data"], keys)
        else:
            data = hostile(data, keys)
        route.fulfill(response=answer, body=json.dumps(data))

    context.route("**/api/editions/*", serve)
    context.route(f"**/api/games/{game}", serve)
    path = f"/table/{made['id']}"
    page.goto(path)
    page.locator(".players").wait_for()
    innocent(page, path)
    context.close()


def test_the_boards_labels(visit: Visit, live_server: LiveServer) -> None:
    """The way in that was found: `labels[].turn` and `scenery[].size` of Faiyum's board."""
    edition = json.loads(json.dumps(sandtable.game("faiyum").edition))
    edition["name"] = "evil"
    edition["board"]["labels"][0]["turn"] = EVIL
    edition["board"]["scenery"][0]["size"] = EVIL
    page = visit("/", name="Ann")
    answer = page.context.request.post(
        "/api/tables", data={"game": "faiyum", "seats": [{"kind": "human"}], "edition": edition}
    )
    if answer.status == 201:  # checks of editions may refuse it first
        path = f"/table/{answer.json()['id']}"
        page.goto(path)
        page.locator("svg.board").wait_for()
        innocent(page, path)


def test_hostile_names_and_records(visit: Visit) -> None:
    page = visit("/", name=NAME[:30])
    request = page.context.request
    seats = [
        {"kind": "human"},
        {"kind": "hotseat", "name": "<b onclick=evil=1>x</b>"},
        {"kind": "open"},
    ]
    table = {"game": "faiyum", "seats": seats, "name": "<svg/onload=evil=1>", "listed": True}
    made = request.post("/api/tables", data=table).json()
    seated = f"/table/{made['id']}"  # where an invitation leads those who sit there already
    for path in ("/", seated, f"/join/{made['invite']}"):
        page.goto(path)
        page.locator("main").first.wait_for()
        innocent(page, *([path, seated] if "join" in path else [path]))
    record = next(Path(ROOT / "tests/records/faiyum").glob("*.txt")).read_text()
    record = record.replace("\n", f"\n# {EVIL}\n", 1)
    uploaded = request.post("/api/records", data={"record": record})
    if uploaded.status == 201:
        path = f"/table/{uploaded.json()['id']}"
        page.goto(path)
        page.locator(".players").wait_for()
        innocent(page, path)


def test_the_policy(visit: Visit, live_server: LiveServer) -> None:
    """No inline styles or scripts, no forms to elsewhere; and the pages do without them (the
    browser reports a violation as an error, which fails the test)."""
    page = visit("/", name="Ann")
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "unsafe-inline" not in policy and "form-action 'self'" in policy
    for path in ("/new", "/scores", "/about", "/api/docs"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    assert page.evaluate("getComputedStyle(document.body).maxWidth") == "800px"
