"""Servers for tests: in this process on a free port, or in one of their own."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.app import create_app
from sandtable.server.running import Server, configuration, listen
from sandtable.server.service import Service
from sandtable.server.settings import Settings
from sandtable.server.time_source import WALL_CLOCK, TimeSource
from tests.server.people import Person
from tests.server.postgres import Cluster, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    found = programs()
    if found is None:
        if os.environ.get("SANDTABLE_REQUIRE_POSTGRES"):
            pytest.fail("PostgreSQL is required but not installed")
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    cluster = Cluster(found)
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, once in each system."""
    if request.param == "sqlite":
        return str(tmp_path / "test.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


class LiveServer:
    """A server in a thread of the test's process."""

    def __init__(self, settings: Settings, time_source: TimeSource = WALL_CLOCK) -> None:
        self.settings = settings
        self.listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.app = create_app(settings, time_source)
        self.server = Server(configuration(settings, self.app))
        self._thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True
        )
        self.people: list[Person] = []
        self._thread.start()
        deadline = time.monotonic() + 60
        while not self.server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline
            time.sleep(0.01)

    @property
    def service(self) -> Service:
        found = self.app.state.service
        assert isinstance(found, Service)
        return found

    def person(self, name: str | None = None) -> Person:
        found = Person(self.url, name)
        self.people.append(found)
        return found

    def stop(self) -> None:
        for person in self.people:
            person.close()
        self.server.should_exit = True
        self._thread.join(30)
        assert not self._thread.is_alive(), "the server did not stop"


Start = Callable[..., LiveServer]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers with settings of the test's choice; without limits unless asked for."""
    servers: list[LiveServer] = []

    def start(time_source: TimeSource = WALL_CLOCK, **changes: Any) -> LiveServer:
        usual = Settings(database=str(tmp_path / "test.db"), rate_factor=0, workers=1)
        found = LiveServer(usual.model_copy(update=changes), time_source)
        servers.append(found)
        return found

    yield start
    for server in servers:
        if not server.server.should_exit:
            server.stop()


@pytest.fixture
def server(start: Start) -> LiveServer:
    return start()


@pytest.fixture
def ann(server: LiveServer) -> Person:
    return server.person("Ann")


@pytest.fixture
def bob(server: LiveServer) -> Person:
    return server.person("Bob")
