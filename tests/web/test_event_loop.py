"""A browser that is open does not disturb the tests that follow in the same process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_with_a_browser(browser: Browser) -> None:
    assert asyncio._get_running_loop() is not None, "then nobody has to hide it any more"


def test_and_after_it() -> None:
    """In the same process, unless tests are spread over several."""
    assert asyncio.run(asyncio.sleep(0, "done")) == "done"


def test_and_with_it_again(browser: Browser) -> None:
    context = browser.new_context()
    assert context.new_page().evaluate("1 + 1") == 2
    context.close()
