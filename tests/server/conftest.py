"""Servers for tests: in this process on a free port, or in one of their own."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import argon2
import pytest

from sandtable.server.app import create_app
from sandtable.server.auth import passwords
from sandtable.server.running import Server, configuration, listen
from sandtable.server.service import Service
from sandtable.server.settings import Settings
from sandtable.server.storage.database import address, connect, migrate
from sandtable.server.time_source import WALL_CLOCK, TimeSource
from tests.server.people import Person
from tests.server.postgres import Cluster, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    folder = programs()
    if folder is None:
        if os.environ.get("SANDTABLE_REQUIRE_POSTGRES"):
            pytest.fail("PostgreSQL is required but not installed")
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    cluster = Cluster(folder)
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the tables that a server makes at its first start, to be copied: making them
    takes longer than many a test."""
    file = tmp_path_factory.mktemp("prepared") / "test.db"
    engine = connect(address(str(file)))
    migrate(engine)
    engine.dispose()
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, prepared: Path, tmp_path: Path) -> str:
    """A new database with the tables of a server, once in each system."""
    if request.param == "sqlite":
        return str(shutil.copy(prepared, tmp_path / "test.db"))
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with nothing in it, once in each system."""
    if request.param == "sqlite":
        return str(tmp_path / "empty.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.empty_database()


@pytest.fixture(autouse=True, scope="session")
def quick_hashes() -> Iterator[None]:
    """Passwords are hashed in no time: every server makes a hash when it starts."""
    cheap = partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "PasswordHasher", cheap)
        yield


class PromptServer(Server):
    """Stops as soon as it is told, where a server in a process of its own looks ten times a
    second."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._told: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def main_loop(self) -> None:
        self._told, self._loop = asyncio.Event(), asyncio.get_running_loop()
        count = 0
        while not await self.on_tick(count):
            count += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), 0.1)

    def tell(self) -> None:
        self.should_exit = True
        if self._told is not None and self._loop is not None:
            with suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._told.set)


class LiveServer:
    """A server in a thread of the test's process."""

    def __init__(self, settings: Settings, time_source: TimeSource = WALL_CLOCK) -> None:
        self.settings = settings
        self.listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.app = create_app(settings, time_source)
        self.server = PromptServer(configuration(settings, self.app))
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
        service = self.app.state.service
        assert isinstance(service, Service)
        return service

    def person(self, name: str | None = None) -> Person:
        person = Person(self.url, name)
        self.people.append(person)
        return person

    def stop(self) -> None:
        for person in self.people:
            person.close()
        self.server.tell()
        self._thread.join(30)
        assert not self._thread.is_alive(), "the server did not stop"


Start = Callable[..., LiveServer]


@pytest.fixture
def start(prepared: Path, tmp_path: Path) -> Iterator[Start]:
    """Starts servers with settings of the test's choice; without limits unless asked for."""
    servers: list[LiveServer] = []

    def start(time_source: TimeSource = WALL_CLOCK, **changes: Any) -> LiveServer:
        file = tmp_path / "test.db"
        if "database" not in changes and not file.exists():
            shutil.copy(prepared, file)
        # Bots must not starve where the tests take all of the processor.
        usual = Settings(database=str(file), rate_factor=0, workers=1, bot_niceness=0)
        live = LiveServer(usual.model_copy(update=changes), time_source)
        servers.append(live)
        return live

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
