"""What all tests share: the number of random games, and the game of the kernel's tests."""

from __future__ import annotations

import asyncio
import gc
import os
from collections import Counter
from collections.abc import Iterator

import pytest

import sandtable
from sandtable.kernel import registry

# What is imported and collected before the first test stays: looking through it for garbage takes
# half of that time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def games(default: int, cost: int = 1) -> int:
    """How many random games a test plays: SANDTABLE_GAMES, or what the test thinks best. Where
    a game costs that many times as much as a plain one, so many fewer are played."""
    asked = os.environ.get("SANDTABLE_GAMES", "")
    return max(1, int(asked) // cost) if asked else default


#: In which order files are run, by the longest of these with which their path begins. Long ones
#: come first, so that no process is left alone with one at the end; those in a browser come last,
#: because Playwright keeps an event loop in the process and asyncio allows no other beside it.
ORDER = (
    "tests/test_wheel.py",
    "tests/server/",
    "tests/arena/",
    "tests/bots/",
    "tests/envs/",
    "tests/",
    "tests/web/test_in_sight.py",
    "tests/web/test_lessons.py",
    "tests/web/test_games.py",
    "tests/web/test_sizes.py",
    "tests/web/test_table.py",
    "tests/web/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        beginnings = [path for path in ORDER if item.nodeid.startswith(path)]
        return ORDER.index(max(beginnings, key=len)) if beginnings else 0

    items.sort(key=place)
    # With `--dist loadfile` only one of the tests with the same id would run.
    alike = [
        nodeid for nodeid, count in Counter(item.nodeid for item in items).items() if count > 1
    ]
    if alike:
        raise pytest.UsageError(f"several tests have the id {alike[0]}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: two more processes than there are processors, because tests with servers and
    browsers wait half of the time."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(autouse=True)
def hidden_browser_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright marks its event loop as running in this thread for as long as a browser is open,
    also between its calls. Tests without a browser that follow in the same process may use
    asyncio all the same."""
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture
def toy() -> Iterator[sandtable.Game]:
    """The tests' own game, registered for the time of a test."""
    sandtable.register("toy", "tests.kernel.toy_game")
    yield sandtable.game("toy")
    registry._modules.pop("toy")
    registry._loaded.pop("toy")
