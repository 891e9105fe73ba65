"""Sign-ins end: tokens when they are revoked, cookies when their person takes another name."""

from __future__ import annotations

from contextlib import suppress

import pytest
from itsdangerous import URLSafeSerializer
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.server.auth import sign_ins
from sandtable.server.storage import server_values
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person


def known(name: str) -> dict[str, object]:
    """What a guest of this name is told about themselves."""
    return {"name": name, "known": True, "account": False, "admin": False}


def test_a_revoked_token_ends(server: LiveServer, ann: Person) -> None:
    token = ann.post("/api/me/token")["token"]
    program = server.person()
    bearer = {"authorization": f"Bearer {token}"}
    table = ann.table()
    address = server.url.replace("http", "ws") + f"/api/tables/{table['id']}/live"
    with connect(address, additional_headers=bearer) as live:
        live.recv(timeout=10)
        assert program.http.get("/api/me", headers=bearer).json()["name"] == "Ann"
        assert ann.http.delete("/api/me/token").status_code == 204
        message = program.refused("GET", "/api/me", "forbidden", headers=bearer)
        assert "revoked" in message
        with suppress(ConnectionClosed):
            while True:
                live.recv(timeout=10)  # times out unless it is closed
    assert ann.get("/api/me") == known("Ann")
    fresh = {"authorization": f"Bearer {ann.post('/api/me/token')['token']}"}
    assert program.http.get("/api/me", headers=fresh).json()["known"]


def test_a_token_makes_no_lasting_sign_ins(server: LiveServer, ann: Person) -> None:
    """Otherwise whoever has a token could outlive it."""
    bearer = {"authorization": f"Bearer {ann.post('/api/me/token')['token']}"}
    program = server.person()
    program.refused("POST", "/api/me", "forbidden", {"name": "Eve"}, headers=bearer)
    program.refused("POST", "/api/me/token", "forbidden", headers=bearer)
    program.http.post("/api/play", json={"game": "faiyum"}, headers=bearer)
    assert not program.http.cookies


def test_a_new_name_ends_older_cookies(
    server: LiveServer, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.table()
    old = ann.cookie
    bearer = {"authorization": f"Bearer {ann.post('/api/me/token')['token']}"}
    ann.post("/api/me", name="Anna")
    thief = server.person()
    thief.http.cookies.set("sandtable", old)
    # What was on its way still arrives.
    assert thief.get("/api/me")["known"] is True
    monkeypatch.setattr(sign_ins, "GRACE", -1.0)
    assert thief.get("/api/me")["known"] is False
    assert not any(s["mine"] for s in thief.get(f"/api/tables/{table['id']}")["seats"])
    message = thief.refused("POST", "/api/play", "forbidden", {"game": "faiyum"})
    assert "ended" in message
    assert ann.get("/api/me") == known("Anna")
    assert ann.get(f"/api/tables/{table['id']}")["owner"]
    # Tokens are not touched, and know the new name.
    assert thief.http.get("/api/me", headers=bearer).json()["name"] == "Anna"
    # Whoever has an ended cookie can begin anew, as somebody else.
    thief.post("/api/me", name="Tom")
    assert thief.get("/api/me") == known("Tom")
    assert not thief.get(f"/api/tables/{table['id']}")["owner"]


def test_it_survives_a_restart(start: Start) -> None:
    server = start()
    ann = server.person("Ann")
    old, bearer = ann.cookie, ann.post("/api/me/token")["token"]
    ann.post("/api/me", name="Anna")
    ann.http.delete("/api/me/token")
    server.stop()
    later = start().person()
    later.http.cookies.set("sandtable", old)
    assert later.get("/api/me")["known"] is False
    later.refused("GET", "/api/me", "forbidden", headers={"authorization": f"Bearer {bearer}"})


def test_cookies_of_version_0_1_are_upgraded(server: LiveServer) -> None:
    with server.service.engine.connect() as connection:
        key = server_values.server_value(connection, "signing key", "")
    old = URLSafeSerializer(key, salt="sandtable identity").dumps(["ab" * 16, "Olga"])
    olga = server.person()
    olga.http.cookies.set("sandtable", str(old))
    answer = olga.http.get("/api/me")
    assert answer.json() == known("Olga")
    new = answer.cookies["sandtable"]
    assert new != old
    olga.http.cookies.clear()
    olga.http.cookies.set("sandtable", new)
    assert olga.get("/api/me") == known("Olga")


def test_no_request_reads_the_database_to_know_who_asks(
    server: LiveServer, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.get("/api/me")

    def read(*arguments: object) -> None:
        raise AssertionError("the database was read")

    monkeypatch.setattr(server.service.table_cache, "read", read)
    for _ in range(3):
        assert ann.get("/api/me")["known"]
