"""`sandtable admin`: administrators and passwords from the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from sandtable.cli import main
from tests.server.conftest import Start
from tests.server.test_accounts import PASSWORD, sign_in, sign_up


def add(database: Path | str, name: str) -> int:
    return main(["admin", "add", name, "--database", str(database)])


def test_a_new_account(
    tmp_path: Path,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = tmp_path / "club.db"
    monkeypatch.setattr("sys.stdin", io.StringIO("short\n"))
    assert add(database, "Ann") == 2
    assert "8 characters" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    assert add(database, "Ann") == 0
    assert "administrator" in capsys.readouterr().out
    server = start(database=str(database), signup="closed")
    assert sign_in(server.person())["me"]["admin"] is True
    # There is one now: the next account is not, even on this machine.
    assert server.person().get("/api/account/rules")["first"] is False


def test_a_new_password(
    start: Start,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A host who has forgotten theirs needs no mail."""

    def change(name: str, password: str) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
        return main(["admin", "password", name, "--database", database])

    server = start(database=database)
    sign_up(server.person())
    assert change("ann", "a new password") == 0
    assert sign_in(server.person(), password="a new password")["me"]["admin"] is True
    wrong = {"name": "Ann", "password": PASSWORD}
    server.person().refused("POST", "/api/account/sign-in", "forbidden", wrong)
    assert change("ann", "short") == 2
    assert change("nobody", "a new password") == 2
    assert "nobody here has an account of the name 'nobody'" in capsys.readouterr().err


def test_an_account_that_exists_while_the_server_runs(start: Start, database: str) -> None:
    server = start(database=database, public_url="https://club.example")
    ann = server.person()
    assert sign_up(ann)["me"]["admin"] is False
    assert add(database, "ann") == 0
    assert sign_in(server.person())["me"]["admin"] is True
    assert ann.get("/api/me")["admin"] is True
