"""Starting a server: what is said when it works, and when it cannot."""

from __future__ import annotations

import json
import logging
import socket
import sys
from pathlib import Path

import psycopg
import pytest

from sandtable import cli, server
from sandtable.kernel.errors import BadOption, SandtableError
from sandtable.server import logs
from sandtable.server.running import PortTaken, listen
from sandtable.server.settings import from_environment
from tests.server.people import Person
from tests.server.processes import ServerProcess


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match="--port"):
            listen("127.0.0.1", port)
        assert cli.main(["serve", "--port", str(port)]) == 2
    assert "--port" in capsys.readouterr().err


def test_an_address_that_is_none() -> None:
    with pytest.raises(PortTaken, match="has no address"):
        listen("no.such.host.invalid", 0)


@pytest.mark.parametrize("words", [["--port", "x"], ["--port", "70000"], ["--workers", "0"]])
def test_bad_arguments(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["serve", *words])
    assert words[1] in capsys.readouterr().err


def test_a_database_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", "--port", "0", "--database", "mysql://x/y"]) == 2
    assert "SQLite or PostgreSQL" in capsys.readouterr().err


def test_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "SANDTABLE_WORKERS": "3",
        "SANDTABLE_SQLITE_SYNC": "FULL",
        "SANDTABLE_DATABASE": "x.db",
        "SANDTABLE_COMPRESS": "0",
        "SANDTABLE_PROXIES": "",
        "SANDTABLE_HEAD_SECONDS": "2.5",
    }.items():
        monkeypatch.setenv(name, value)
    settings = from_environment()
    assert (settings.workers, settings.full_sync, settings.database) == (3, True, "x.db")
    assert (settings.compress, settings.proxies) == (False, "127.0.0.1")
    assert settings.head_seconds == 2.5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SANDTABLE_WORKERS", "many"),
        ("SANDTABLE_RATE_FACTOR", "-1"),
        ("SANDTABLE_THINK_SECONDS", "nan"),
        ("SANDTABLE_SQLITE_SYNC", "maybe"),
        ("SANDTABLE_COMPRESS", "perhaps"),
    ],
)
def test_bad_settings_are_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadOption, match=name):
        from_environment()
    assert cli.main(["serve", "--port", "0"]) == 2
    message = capsys.readouterr().err
    assert name in message and "Traceback" not in message


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sandtable.server.running", None)
    with pytest.raises(server.NotInstalled, match="pip install"):
        server.run()
    assert issubclass(server.NotInstalled, SandtableError)


def test_logs_are_objects_and_keep_secrets(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = ServerProcess(str(tmp_path / "x.db"), log, SANDTABLE_SQLITE_SYNC="full")
    person = Person(process.url, "Ann")
    table = person.table(seats="human open", seed=123456789)
    person.get(f"/api/invites/{table['invite']}")
    cookie = person.cookie
    person.close()
    assert process.stop() == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert {line["path"] for line in requests} >= {"/api/me", "/api/tables", "/api/invites/..."}
    assert all(line["ms"] >= 0 and line["status"] < 400 for line in requests)
    text = log.read_text()
    assert cookie not in text and table["invite"] not in text and "123456789" not in text


def test_a_connection_lost_while_given_back_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """SQLAlchemy would write a traceback whenever PostgreSQL restarts at the wrong moment."""
    root, pool = logging.getLogger(), logging.getLogger("sqlalchemy.pool.impl.QueuePool")
    ours = logging.getLogger("sandtable")
    before, levels = root.handlers[:], (root.level, ours.level)
    logs.set_up("json")
    try:
        for error in (psycopg.OperationalError("gone"), ValueError("a bug")):
            try:
                raise error
            except Exception:
                pool.error("Exception during reset or similar", exc_info=True)
    finally:
        root.handlers[:] = before
        root.setLevel(levels[0])
        ours.setLevel(levels[1])
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["level"], "traceback" in line) for line in lines] == [
        ("warning", False),
        ("error", True),
    ]
