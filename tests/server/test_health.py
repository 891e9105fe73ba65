"""A server of which a part does not work says so, briefly, and works again when the part does."""

from __future__ import annotations

import json
import resource
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, event

from sandtable.server import health as health_checks
from sandtable.server.storage import writer as writing
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Live, Person
from tests.server.processes import ServerProcess


@pytest.fixture(autouse=True)
def always_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question about health is a new try."""
    monkeypatch.setattr(health_checks, "FRESH", 0.0)


def health(person: Person) -> tuple[int, Json]:
    answer = person.http.get("/api/health")
    document: Json = answer.json()
    return answer.status_code, document


def until(true: Callable[[], bool], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def choose(live: Live) -> Json:
    return live.ask("act", version=live.version, action=live.choices[0]["id"])


class Broken:
    """Every connection to a server's database gets a pragma, also those that are open."""

    def __init__(self, server: LiveServer, pragma: str) -> None:
        self.pragma = pragma
        self.engine: Engine = server.service.engine
        event.listen(self.engine, "connect", self._prepare)
        event.listen(self.engine, "begin", self._begin)

    def _prepare(self, connection: Any, record: Any) -> None:
        connection.execute(self.pragma)

    def _begin(self, connection: Any) -> None:
        connection.connection.driver_connection.execute(self.pragma)

    def mend(self) -> None:
        event.remove(self.engine, "connect", self._prepare)
        event.remove(self.engine, "begin", self._begin)
        self.engine.dispose()


def test_all_is_well(server: LiveServer, ann: Person) -> None:
    code, document = health(ann)
    assert code == 200 and document.pop("version")
    assert document == {"status": "ok", "database": "ok", "storage": "ok", "bots": "ok"}


def test_a_database_that_is_gone(server: LiveServer, ann: Person) -> None:
    checks = server.service.health
    working, checks._engine = checks._engine, create_engine("sqlite:////nowhere/at/all.db")
    code, document = health(ann)
    assert code == 503 and document["status"] == document["database"] == "failing"
    checks._engine.dispose()
    checks._engine = working
    assert health(ann)[0] == 200


def test_a_result_holds_for_a_moment(
    server: LiveServer, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_checks, "FRESH", 1000.0)
    assert health(ann)[0] == 200
    Broken(server, "PRAGMA query_only=1")
    assert health(ann)[0] == 200, "nothing is tried again yet"


@pytest.mark.parametrize("pragma", ["PRAGMA query_only=1", "PRAGMA max_page_count=1"])
def test_a_database_that_takes_nothing(
    start: Start, pragma: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Read-only, or full."""
    monkeypatch.setattr(writing, "TRIES", 1)
    server = start(sqlite_sync="full")  # all entries go through one connection
    ann = server.person("Ann")
    table = ann.table()
    with ann.live(table) as live:
        assert choose(live)["type"] == "ack"
        live.until(1)
        broken = Broken(server, pragma)
        code, document = health(ann)
        assert code == 503 and document["status"] == "failing"
        assert (document["database"], document["storage"], document["bots"]) == (
            "ok",
            "failing",
            "ok",
        )
        caplog.clear()
        if "query_only" in pragma:  # a full one has room for small entries on its last page
            errors = [choose(live) for _ in range(3)]
            assert {error["code"] for error in errors} == {"busy"}
            assert "stored" in errors[0]["message"]
            assert not [record for record in caplog.records if record.exc_info]
            ann.refused("POST", "/api/play", "busy", {"game": "faiyum"})
        broken.mend()
        until(lambda: health(ann)[0] == 200)
        assert choose(live)["type"] == "ack"


def test_a_locked_database(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(writing, "TIMEOUT", 0.5)
    server = start()
    with sqlite3.connect(tmp_path / "test.db", isolation_level=None) as other:
        ann = server.person("Ann")
        with ann.live(ann.table()) as live:
            assert choose(live)["type"] == "ack"
            live.until(1)
            other.execute("BEGIN IMMEDIATE")
            code, document = health(ann)
            assert code == 503
            assert (document["database"], document["storage"]) == ("ok", "failing")
            assert choose(live)["code"] == "busy"
            assert not [record for record in caplog.records if record.exc_info]
            other.execute("ROLLBACK")
            until(lambda: health(ann)[0] == 200)
            assert choose(live)["type"] == "ack"
    other.close()


def test_health_answers_while_the_writer_waits(start: Start, tmp_path: Path) -> None:
    """A lock that others hold for long keeps nobody waiting for the state of health."""
    server = start()
    ann = server.person("Ann")
    ann.table()
    with sqlite3.connect(tmp_path / "test.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        codes = [health(ann)[0] for _ in range(20)]
        assert codes == [503] * 20
        assert time.monotonic() - begun < 10
        other.execute("ROLLBACK")
        until(lambda: health(ann)[0] == 200)
    other.close()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(str(tmp_path / "x.db"), tmp_path / "log")
    yield server
    server.kill()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_a_full_disk(process: ServerProcess, tmp_path: Path) -> None:
    """Files of the server's process cannot grow: for SQLite that is a disk without room."""
    ann = Person(process.url, "Ann")
    table = ann.table(seats="human bot:random")
    with ann.live(table) as live:
        live.my_turn()
        assert live.act(live.choices[0]["id"])["type"] == "ack"
        live.my_turn()
        size = (tmp_path / "x.db-wal").stat().st_size
        pid = process.process.pid
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        until(lambda: health(ann)[1]["storage"] == "failing")
        assert choose(live)["code"] == "busy"
        resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        until(lambda: health(ann)[0] == 200)
        live.send("sync")
        live.wait("update")
        assert live.act(live.choices[0]["id"])["type"] == "ack"
    ann.close()
    lines = [json.loads(line) for line in process.log.read_text().splitlines()]
    assert not [line for line in lines if "traceback" in line]


def test_bots_that_cannot_start(
    start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = start()
    ann = server.person("Ann")
    executable = sys.executable
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    code, document = health(ann)
    assert code == 503
    assert (document["storage"], document["bots"]) == ("ok", "failing")
    assert "nowhere" not in json.dumps(document), "what is wrong is for the log only"
    with ann.live(ann.table(seats="human bot:random", seed=1)) as live:
        live.my_turn()  # games go on all the same
        assert live.act(live.choices[0]["id"])["type"] == "ack"
    assert not [record for record in caplog.records if record.exc_info]
    monkeypatch.setattr(sys, "executable", executable)
    until(lambda: health(ann)[0] == 200)
