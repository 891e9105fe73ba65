"""The administrator's page, figures for Prometheus, and ids of requests."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sandtable.server.api.admin import limits
from sandtable.server.logs import JsonFormatter
from sandtable.server.metrics import may_read
from sandtable.server.settings import Settings
from sandtable.server.storage import backup
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person
from tests.server.postgres import Cluster


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


def test_the_limits_are_documented() -> None:
    hosting = (Path(__file__).parents[2] / "docs/hosting.md").read_text()
    for limit in limits(Settings()):
        assert f"`{limit['variable']}`" in hosting, limit


def test_what_is_on_the_server(start: Start, database: str) -> None:
    server = start(database=database)
    admin, bob = server.person(), server.person("Bob")
    admin.post("/api/account", name="Host", password="a long password")
    table = bob.table(seats="human hotseat", name="Oasis 100%")
    bob.table(seats="human open", name="Delta")
    page = admin.get("/api/admin")
    assert page["counts"]["running"] == 1 and page["counts"]["waiting"] == 1
    assert page["bytes"] > 0 and page["version"]
    assert page["database"].split()[0] in ("SQLite", "PostgreSQL")
    variables = {limit["variable"] for limit in page["limits"]}
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


def test_a_link_for_somebody_who_has_forgotten_the_password(
    server: LiveServer, admin: Person
) -> None:
    """Without mail the host hands it over."""
    bob = server.person()
    bob.post("/api/account", name="Bob", password="forgotten soon")
    first, second = (admin.post("/api/admin/people/bob/reset")["secret"] for _ in range(2))
    wish = {"password": "a new password"}
    bob.refused("POST", "/api/account/reset/password", "forbidden", {"link": first, **wish})
    again = server.person()
    assert again.post("/api/account/reset/password", link=second, **wish)["me"]["name"] == "Bob"
    assert again.get("/api/me/tables")["tables"] == []
    server.person().refused(
        "POST", "/api/account/reset/password", "forbidden", {"link": second, **wish}
    )
    admin.refused("POST", "/api/admin/people/nobody/reset", "not_found")
    bob.refused("POST", "/api/admin/people/host/reset", "forbidden")


def test_a_member_who_has_to_go(server: LiveServer, admin: Person) -> None:
    rude = server.person()
    rude.post("/api/account", name="Rude", password="a long password")
    ann = server.person("Ann")
    table = rude.table(seats="human open")
    ann.post(f"/api/invites/{table['invite']}")
    rude.refused("DELETE", "/api/admin/people/rude", "forbidden")
    assert admin.http.delete("/api/admin/people/Rude").status_code == 204
    wish = {"name": "Rude", "password": "a long password"}
    server.person().refused("POST", "/api/account/sign-in", "forbidden", wish)
    assert rude.get("/api/me")["account"] is False
    seat = ann.get(f"/api/tables/{table['id']}")["seats"][0]
    assert seat["kind"] == "bot" and not seat["mine"]
    # Administrators do not delete each other.
    admin.refused("DELETE", "/api/admin/people/Host", "forbidden")


def test_a_copy_of_the_database(server: LiveServer, admin: Person) -> None:
    table = admin.table(seats="human hotseat")
    page = admin.get("/api/admin")
    assert page["backups"] and page["copies"] == page["copies_bytes"] == 0
    assert page["last_copy"] is None and page["free_bytes"] > 0
    made = admin.post("/api/admin/backup")
    page = admin.get("/api/admin")
    assert page["copies"] == 1 and page["copies_bytes"] == made["size"]
    assert page["last_copy"] is not None
    path = Path(made["file"])
    assert path.parent.name == "backups" and path.stat().st_size == made["size"]
    assert path.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(path)) as copy:
        assert copy.execute("SELECT id FROM games").fetchall() == [(table["id"],)]
    assert not list(path.parent.glob("*.part"))


def test_a_copy_of_postgresql_can_be_restored(
    start: Start, postgres: Cluster, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    server = start(database=postgres.new_database(), backups=str(folder))
    admin = server.person()
    admin.post("/api/account", name="Host", password="a long password")
    assert str(folder) in admin.get("/api/admin")["backup_help"]
    live = admin.live(admin.table(seats="human hotseat", seed=4))
    live.act(live.choices[0]["id"])
    made = admin.post("/api/admin/backup")
    live.act(live.choices[0]["id"])
    path = Path(made["file"])
    assert list(folder.iterdir()) == [path] and path.suffix == ".dump"
    assert path.stat().st_size == made["size"] and path.stat().st_mode & 0o777 == 0o600
    again = start(database=postgres.restore(path))
    same = again.person()
    same.http.cookies.set("sandtable", admin.cookie)
    assert same.get(f"/api/tables/{live.hello['table']['id']}")["version"] == 1
    assert same.get("/api/admin")["counts"]["accounts"] == 1


@pytest.fixture
def fake_dump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a pg_dump that does what the test says in front of the real one."""

    def install(script: str) -> None:
        folder = tmp_path / "programs"
        folder.mkdir()
        (folder / "pg_dump").write_text(f"#!/bin/sh\n{script}\n")
        (folder / "pg_dump").chmod(0o700)
        monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)

    return install


FakeDump = Callable[[str], None]


def dump_refused(start: Start, database: str, folder: Path) -> str:
    """Why the administrator gets no copy; nothing is left of it."""
    server = start(database=database, backups=str(folder))
    admin = server.person()
    admin.post("/api/account", name="Host", password="a long password")
    message = admin.refused("POST", "/api/admin/backup", "busy")
    assert list(folder.iterdir()) == []
    return message


def test_nobody_sees_the_password_of_the_database(
    start: Start, postgres: Cluster, tmp_path: Path, fake_dump: FakeDump
) -> None:
    told = tmp_path / "told"
    fake_dump(f'echo "$PGHOST $PGUSER $PGPASSWORD; $*" > {told}; echo "no space" >&2; exit 3')
    address = postgres.new_database().replace("sandtable@", "sandtable:p%40ss%20word@")
    address += "?keepalives=1&sslpassword=hush"
    message = dump_refused(start, address, tmp_path / "backups")
    assert "no space" in message
    environment, _, arguments = told.read_text().partition("; ")
    assert environment == "127.0.0.1 sandtable p@ss word"
    assert "keepalives=1" in arguments and "--format=custom" in arguments
    for secret in ("p@ss", "word=", "hush"):
        assert secret not in arguments and secret not in message


def test_a_dump_that_takes_too_long(
    start: Start,
    postgres: Cluster,
    tmp_path: Path,
    fake_dump: FakeDump,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backup, "DUMP_SECONDS", 0.1)
    fake_dump("exec sleep 600")
    message = dump_refused(start, postgres.new_database(), tmp_path / "backups")
    assert "longer than 0.1 seconds" in message


def test_without_pg_dump_the_page_says_what_to_install(
    start: Start, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "pg_dump", lambda: None)
    server = start(database=postgres.new_database())
    admin = server.person()
    admin.post("/api/account", name="Host", password="a long password")
    assert not admin.get("/api/admin")["backups"]
    assert "install" in admin.get("/api/admin")["backup_help"]
    assert "installiert" in admin.get("/api/admin", language="de")["backup_help"]
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
    (name,) = set(re.findall('process="([^"]+)"', text))
    assert f'sandtable_requests_total{{method="POST",process="{name}",status="201"}} 1.0' in text
    assert "sandtable_request_seconds_bucket" in text
    assert "Ann" not in text


def figures(text: str, name: str) -> dict[str, float]:
    """A figure by the process it belongs to."""
    lines = re.findall(rf'^{name}{{.*process="([^"]+)".*}} (.+)$', text, re.MULTILINE)
    return {process: float(value) for process, value in lines}


def sign_up_admin(server: LiveServer) -> Person:
    """The first account of this machine."""
    host = server.person()
    host.post("/api/account", name="Host", password="a long password")
    return host


def test_any_process_answers_for_all(start: Start, postgres: Cluster) -> None:
    database = postgres.new_database()
    servers = [start(database=database) for _ in range(2)]
    people = [server.person(name) for server, name in zip(servers, ("Ann", "Bob"), strict=True)]
    table = people[0].table(seats="human open")
    people[1].post(f"/api/invites/{table['invite']}")
    lives = [person.live(table) for person in people]
    lives.append(people[1].live(table))
    wanted = {servers[0].service.news.process: 1.0, servers[1].service.news.process: 2.0}
    for person in people:
        deadline = time.monotonic() + 60
        while True:
            text = person.http.get("/metrics").text
            if figures(text, "sandtable_live_connections") == wanted:
                break
            assert time.monotonic() < deadline, text
        assert text.count('sandtable_tables{status="running"} 1.0') == 1
        assert text.count("# TYPE sandtable_live_connections gauge") == 1
        assert figures(text, "process_resident_memory_bytes").keys() == wanted.keys()
    # So does the administrator's page.
    host = sign_up_admin(servers[0])
    while (overview := host.get("/api/admin"))["connections"] != 3:  # told within a moment
        assert time.monotonic() < deadline, overview
    assert overview["processes"] == 2
    # Who is gone is not asked any more.
    servers[1].stop()
    while len(figures(people[0].http.get("/metrics").text, "sandtable_live_connections")) > 1:
        assert time.monotonic() < deadline


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
