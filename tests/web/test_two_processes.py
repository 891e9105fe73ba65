"""Two browsers at two server processes on one PostgreSQL play as if it were one server."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.people import Person
from tests.server.postgres import Cluster, programs
from tests.server.processes import ServerProcess
from tests.web.conftest import Visit
from tests.web.play import CHOICES, play, step


@pytest.fixture
def database() -> Iterator[str]:
    folder = programs()
    if folder is None:
        if os.environ.get("SANDTABLE_REQUIRE_POSTGRES"):
            pytest.fail("PostgreSQL is required but not installed")
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    cluster = Cluster(folder)
    yield cluster.new_database()
    cluster.stop()


@pytest.fixture
def servers(database: str, tmp_path: Path) -> Iterator[list[ServerProcess]]:
    """Tests may replace them."""
    running = [ServerProcess(database, tmp_path / f"log {number}") for number in range(2)]
    yield running
    for server in running:
        assert server.stop() == 0
    assert not any("Traceback" in log.read_text() for log in tmp_path.glob("log *"))


def test_two_browsers_at_two_processes(
    visit: Visit, servers: list[ServerProcess], database: str
) -> None:
    """Each sees at once what the other chooses, and comes back when its process was killed."""
    host = Person(servers[0].url, "Ann")
    table = host.table("faiyum", "human open", seed=6)
    ann = visit("/about", base_url=servers[0].url)
    ann.context.add_cookies([{"name": "sandtable", "value": host.cookie, "url": servers[0].url}])
    ann.goto(f"/table/{table['id']}")
    bob = visit(f"/join/{table['invite']}", name="Bob", base_url=servers[1].url)
    bob.get_by_role("button", name="Seat 2").click()
    bob.wait_for_url("**/table/**")
    ann.locator(CHOICES).first.wait_for()
    pages, pick = [ann, bob], random.Random(6)

    def choose() -> None:
        turn = host.get(f"/api/tables/{table['id']}")["to_choose"]
        before = step(pages[1 - turn])
        assert play(pages[turn], 1, pick) == 1
        pages[1 - turn].wait_for_function(
            "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
            arg=before,
        )

    for _ in range(3):
        choose()
    port = servers[1].port
    servers[1].kill()
    bob.get_by_text("Connection lost").wait_for()
    servers[1] = ServerProcess(database, servers[1].log, port)
    bob.get_by_text("Connection lost").wait_for(state="detached", timeout=60_000)
    for _ in range(3):
        choose()
    host.close()
