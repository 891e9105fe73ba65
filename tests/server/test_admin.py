"""The administrator's page, figures for Prometheus, and ids of requests."""

from __future__ import annotations

import io
import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sandtable.server.logs import JsonFormatter
from sandtable.server.metrics import may_read
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person


@pytest.fixture
def admin(server: LiveServer) -> Person:
    """The first account of this machine is the administrator's."""
    person = server.person()
    assert person.post("/api/account", name="Host", password="a long password")["me"]["admin"]
    return person


def test_it_is_for_administrators_alone(server: LiveServer, admin: Person) -> None:
    bob = server.person("Bob")
    for person in (bob, server.person()):
        for path in ("", "/tables", "/people"):
            person.refused("GET", f"/api/admin{path}", "forbidden")
        person.refused("POST", "/api/admin/backup", "forbidden")
        person.refused("PUT", "/api/admin/message", "forbidden", json={"text": "Hi"})
        person.refused("DELETE", "/api/admin/tables/abc", "forbidden")
    token = admin.post("/api/me/token")["token"]
    headers = {"authorization": f"Bearer {token}"}
    program = server.person()
    assert program.http.get("/api/admin", headers=headers).status_code == 403


def test_what_is_on_the_server(start: Start, database: str) -> None:
    server = start(database=database)
    admin, bob = server.person(), server.person("Bob")
    admin.post("/api/account", name="Host", password="a long password")
    table = bob.table(seats="human hotseat", name="Oasis 100%")
    bob.table(seats="human open", name="Delta")
    found = admin.get("/api/admin")
    assert found["counts"]["running"] == 1 and found["counts"]["waiting"] == 1
    assert found["bytes"] > 0 and found["version"]
    assert found["database"].split()[0] in ("SQLite", "PostgreSQL")
    variables = {limit["variable"] for limit in found["limits"]}
    assert "SANDTABLE_MAX_RUNNING" in variables
    assert not {"SANDTABLE_SMTP_URL", "SANDTABLE_METRICS_TOKEN"} & variables
    assert len(admin.get("/api/admin/tables")["tables"]) == 2
    for search in ("oasis", "100%", table["id"]):
        rows = admin.get("/api/admin/tables", search=search)["tables"]
        assert [row["id"] for row in rows] == [table["id"]]
        assert rows[0]["names"][0] == "Bob"
    assert admin.get("/api/admin/tables", search="_")["tables"] == []
    text = admin.http.get("/api/admin/tables").text
    assert "seed" not in text and "invite" not in text
    people = admin.get("/api/admin/people")["people"]
    assert [(person["name"], person["admin"]) for person in people] == [("Host", True)]
    assert admin.http.delete(f"/api/admin/tables/{table['id']}").status_code == 204
    bob.refused("GET", f"/api/tables/{table['id']}", "not_found")


def test_a_copy_of_the_database(server: LiveServer, admin: Person) -> None:
    table = admin.table(seats="human hotseat")
    made = admin.post("/api/admin/backup")
    path = Path(made["file"])
    assert path.parent.name == "backups" and path.stat().st_size == made["size"]
    with closing(sqlite3.connect(path)) as copy:
        assert copy.execute("SELECT id FROM games").fetchall() == [(table["id"],)]
    assert not list(path.parent.glob("*.part"))


def test_postgresql_says_how_to_copy_it(start: Start, postgres: object) -> None:
    address = postgres.new_database()  # type: ignore[attr-defined]
    server = start(database=address)
    admin = server.person()
    admin.post("/api/account", name="Host", password="a long password")
    assert not admin.get("/api/admin")["backups"]
    assert "pg_dump" in admin.refused("POST", "/api/admin/backup", "bad_request")


def test_the_message_of_the_day(server: LiveServer, admin: Person) -> None:
    bob = server.person("Bob")
    assert bob.get("/api/message") == {"text": ""}
    answer = admin.http.put("/api/admin/message", json={"text": " Tonight:\n club evening "})
    assert answer.json() == {"text": "Tonight: club evening"}
    assert bob.get("/api/message") == {"text": "Tonight: club evening"}
    admin.http.put("/api/admin/message", json={"text": ""})
    assert bob.get("/api/message") == {"text": ""}


def test_figures_for_prometheus(server: LiveServer, ann: Person) -> None:
    ann.table(seats="human hotseat")
    text = ann.http.get("/metrics").text
    assert 'sandtable_tables{status="running"} 1.0' in text
    assert 'sandtable_requests_total{method="POST",status="201"} 1.0' in text
    assert "sandtable_request_seconds_bucket" in text
    assert "Ann" not in text


def test_figures_need_the_token(start: Start) -> None:
    server = start(metrics_token="secret")
    ann = server.person("Ann")
    ann.refused("GET", "/metrics", "not_found")
    ann.refused("GET", "/metrics", "not_found", headers={"authorization": "Bearer wrong"})
    answer = ann.http.get("/metrics", headers={"authorization": "Bearer secret"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("address", "good"),
    [("127.0.0.1", True), ("::1", True), ("10.0.0.7", False), ("192.0.2.1", False), ("x", False)],
)
def test_without_a_token_figures_are_for_this_machine(address: str, good: bool) -> None:
    assert may_read("", None, address) is good


def test_every_answer_and_log_line_has_the_id_of_its_request(ann: Person) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    log = logging.getLogger("sandtable.server.http")
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        answer = ann.http.get("/api/tables/nosuchtable1")
        other = ann.http.get("/api/me")
    finally:
        log.removeHandler(handler)
        log.setLevel(before)
    id = answer.headers["x-request-id"]
    assert answer.json()["error"]["request"] == id
    assert other.headers["x-request-id"] != id
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["path"] for line in lines if line.get("request") == id] == [
        "/api/tables/nosuchtable1"
    ]


def test_reports_are_seen_and_settled(server: LiveServer, admin: Person) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.table(seats="human open")
    bob.post(f"/api/invites/{table['invite']}")
    chat = f"/api/tables/{table['id']}/chat"
    bob.post(chat, text="Something rude")
    number = ann.get(chat)["messages"][0]["number"]
    answer = ann.http.post(f"{chat}/{number}/report", json={"reason": "rude"})
    assert answer.status_code == 204
    [report] = admin.get("/api/admin/reports")["reports"]
    assert (report["name"], report["text"], report["reason"]) == ("Bob", "Something rude", "rude")
    path = f"/api/admin/reports/{table['id']}/{number}/settle"
    ann.refused("POST", path, "forbidden")
    assert admin.http.post(path).status_code == 204
    assert admin.get("/api/admin/reports") == {"reports": []}
