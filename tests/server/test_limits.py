"""Too much, too fast, too odd: everything is refused in words, and nothing breaks."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server.limits import Bucket
from sandtable.server.settings import Rates
from tests.server.conftest import LiveServer, Start
from tests.server.people import Live, Person


def test_a_bucket_refills_evenly() -> None:
    bucket = Bucket(3.0, 0.0)
    assert [bucket.take(3, 6, 0.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(3, 6, 0.0) == pytest.approx(2)
    assert bucket.take(3, 6, 1.0) == pytest.approx(1)
    assert bucket.take(3, 6, 2.0) == 0
    assert bucket.take(3, 6, 1000.0) == 0
    assert bucket.left == pytest.approx(2), "it never holds more than its size"


def test_too_many_requests(start: Start) -> None:
    server = start(rate_factor=1, rates=Rates(read=(10, 60), create=(4, 60)))
    ann = server.person("Ann")
    answers = [ann.http.get("/api/bots") for _ in range(14)]
    assert [a.status_code for a in answers] == [200] * 10 + [429] * 4
    error = answers[-1].json()["error"]
    assert error["code"] == "too_fast" and "wait" in error["message"]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    made = [ann.http.post("/api/play", json={"game": "faiyum"}).status_code for _ in range(5)]
    assert made[:2] == [201, 201] and made[-1] == 429
    # Others are not held up by that.
    bob = server.person()
    assert bob.http.post("/api/play", json={"game": "faiyum"}).status_code == 201


def test_new_identities_do_not_help(start: Start) -> None:
    server = start(rate_factor=1, rates=Rates(create=(4, 600)))
    codes = []
    for _ in range(12):
        with httpx.Client(base_url=server.url) as client:
            codes.append(client.post("/api/play", json={"game": "faiyum"}).status_code)
    assert codes.count(201) <= 4 and codes[-1] == 429


def pester(live: Live) -> None:
    """Goes on speaking, and listens only then."""
    for _ in range(200):
        live.send("ping")
    live.wait("nothing")


def test_too_many_messages(start: Start) -> None:
    server = start(rate_factor=1, rates=Rates(act=(20, 60)))
    ann = server.person("Ann")
    with ann.live(ann.table()) as live:
        for _ in range(30):
            live.send("ping")
        kinds = [live.wait("pong", "error") for _ in range(30)]
        assert [kind["type"] for kind in kinds].count("pong") == 20
        assert {kind["code"] for kind in kinds if kind["type"] == "error"} == {"too_fast"}
        # Who goes on regardless is shown out.
        with pytest.raises(ConnectionClosed) as closed:
            pester(live)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429


def test_too_many_connections(start: Start) -> None:
    server = start(max_connections_each=3)
    ann = server.person("Ann")
    table = ann.table()
    lives = [ann.live(table) for _ in range(3)]
    with pytest.raises(ConnectionClosed) as closed:
        ann.live(table)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    lives[0].close()
    deadline = 50
    while deadline:
        try:
            ann.live(table)
            break
        except ConnectionClosed:
            deadline -= 1
    assert deadline, "a closed connection makes room"


def test_too_many_spectators(start: Start) -> None:
    server = start(max_spectators=2)
    ann = server.person("Ann")
    table = ann.table()
    watchers = [server.person().live(table) for _ in range(2)]
    with pytest.raises(ConnectionClosed):
        server.person().live(table)
    assert ann.live(table).hello["type"] == "hello", "players always come in"
    assert len(watchers) == 2


def test_large_bodies(server: LiveServer, ann: Person) -> None:
    message = ann.refused("POST", "/api/me", "too_large", {"name": "x" * 100_000})
    assert "64000" in message

    def chunks() -> Any:
        for _ in range(100):
            yield b"x" * 10_000

    answer = ann.http.post("/api/me", content=chunks())
    assert answer.status_code == 413
    record = {"record": "Sandtable record 1\n" + "# x\n" * 1_200_000}
    for _ in range(5):  # the connection serves the next request, however fast the client sends
        assert ann.refused("POST", "/api/records", "too_large", record)
        assert ann.get("/api/me")["name"] == "Ann"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"name": "\\ud800"}',
        b'{"name": "a\\u0000b"}',
        b'{"name": 1}',
        b'{"name": {"a": ' + b"[" * 100_00 + b"]" * 100_00 + b"}}",
        b'{"name": "x", "name2": 1}',
    ],
)
def test_odd_bodies(ann: Person, body: bytes) -> None:
    answer = ann.http.post("/api/me", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["code"] == "bad_request"


@pytest.mark.parametrize(
    "edition",
    [
        {"name": "\x00"},
        {"name": "\ud800"},
        json.loads('{"a":' * 400 + "1" + "}" * 400),
        {"cards": 10**400},
        {"cards": [], "board": None, "campaign": "x"},
    ],
)
def test_odd_editions(ann: Person, edition: Any) -> None:
    body = json.dumps({"game": "faiyum", "seats": [{"kind": "human"}], "edition": edition})
    for path, sent in (
        ("/api/tables", body),
        ("/api/games/faiyum/edition-check", json.dumps(edition)),
    ):
        answer = ann.http.post(path, content=sent, headers={"content-type": "application/json"})
        assert answer.status_code in (200, 400, 422), (path, answer.text)
        if answer.status_code == 200:
            assert answer.json()["ok"] is False


@pytest.mark.parametrize(
    "record",
    [
        "",
        "hello",
        "Sandtable record 1",
        "Sandtable record 1\ngame: faiyum\nrules: 1\nedition: x y\nversion: 1\nplayers: 2\nseed: 1",
        "Sandtable record 1\n" + "a: b\n" * 1000,
        "Sandtable record 9\n",
    ],
)
def test_odd_records(ann: Person, record: str) -> None:
    message = ann.refused("POST", "/api/records", "bad_request", {"record": record})
    assert "line" in message or "record" in message


def test_paths_that_are_none(ann: Person) -> None:
    for path in ("/api/nothing", "/api/tables/UPPER", "/api/tables/a/b/c", "/api/invites/.."):
        answer = ann.http.get(path)
        assert answer.status_code in (404, 422), path
        assert answer.json()["error"]["message"]
    assert ann.http.request("PATCH", "/api/tables").status_code in (404, 405)
    assert ann.http.post("/api/health").status_code in (404, 405)
