"""Uploads stop nobody: they are checked elsewhere, in bounded time, and the loop goes on."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from typing import Any

import pytest

import sandtable
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from sandtable.server.running import SWITCH_SECONDS
from sandtable.server.schemas.requests import RecordRequest
from sandtable.server.uploads import checks, pool
from tests.faiyum import largest as faiyum
from tests.resafa import largest as resafa
from tests.server import bad_checks
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person

#: The event loop may be kept from its work for so long, in seconds.
STALL = 0.05


class Ticker:
    """Measures the longest time in which the event loop got no turn. Counted in processor time of
    the whole server process: what other processes take on a busy machine does not matter, but a
    thread that keeps the interpreter to itself does."""

    def __init__(self, server: LiveServer) -> None:
        self.worst = 0.0
        self._running = True
        ready = threading.Event()
        task = server.service._resuming
        assert task is not None
        loop = task.get_loop()

        async def tick() -> None:
            before = time.process_time()
            ready.set()
            while self._running:
                await asyncio.sleep(0.002)
                now = time.process_time()
                self.worst = max(self.worst, now - before)
                before = now

        self._future = asyncio.run_coroutine_threadsafe(tick(), loop)
        ready.wait(10)

    def stop(self) -> float:
        self._running = False
        self._future.result(10)
        return self.worst


def body(**fields: Any) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode()


def padded(data: bytes, size: int) -> bytes:
    """The same JSON, as long as it may be."""
    return data[:-1] + b" " * (size - len(data)) + data[-1:]


def large_edition(size: int) -> dict[str, Any]:
    """Faiyum with as many spaces on its board as fit."""
    edition: dict[str, Any] = json.loads(json.dumps(sandtable.game("faiyum").edition))
    edition["name"] = "large"
    spaces = edition["board"]["spaces"]
    one = len(json.dumps(spaces[0], separators=(",", ":"))) + 8
    left = size - len(json.dumps(edition, separators=(",", ":"))) - 1000
    for number in range(left // one):
        spaces.append({**spaces[0], "name": f"x{number}", "q": 100 + number})
    return edition


def finished_record(edition: dict[str, Any] | None = None) -> str:
    """A game that takes long: people choose anything in an edition with many cards."""
    options = {} if edition is None else {"edition": edition}
    match = sandtable.game("faiyum").new(5, "long", **options)
    random_play(match, seeded("long"))
    return str(match.record())


def commented(record: str, size: int) -> str:
    """The same record, as long as it may be."""
    comment = "# " + "x" * 98 + "\n"
    count, rest = divmod(size - len(record), len(comment))
    return record + comment * count + "#" * rest


def largest(what: str) -> tuple[str, bytes]:
    """An upload of that kind that fills the bounds of the title and of the server."""
    size = 500_000
    kind, _, title = what.partition(" of ")
    edition = {"faiyum": faiyum.largest_edition, "resafa": resafa.largest_edition}
    seats = [{"kind": "human"}]
    if kind == "check":
        data = padded(body(**edition[title]()), size)
        return f"/api/games/{title}/edition-check", data
    if kind == "table":
        table = body(game=title, seats=seats, edition=edition[title]())
        return "/api/tables", padded(table, size)
    if kind == "record":
        most: int = next(m.max_length for m in RecordRequest.model_fields["record"].metadata if m)
        return "/api/records", body(record=commented(finished_record(), most))
    if kind == "record and edition":
        mine = faiyum.largest_edition()
        record = finished_record(mine)
        left = size - len(body(record=record, edition=mine)) - record.count("\n")
        data = body(record=commented(record, len(record) + left * 9 // 10), edition=mine)
        return "/api/records", padded(data, size)
    assert kind == "too large a board"
    table = body(game="faiyum", seats=seats, edition=large_edition(size))
    assert len(table) <= size
    return "/api/tables", table


KINDS = [
    "check of faiyum",
    "check of resafa",
    "table of faiyum",
    "table of resafa",
    "record",
    "record and edition",
    "too large a board",
]


@pytest.mark.parametrize("what", KINDS)
def test_the_largest_upload_stalls_nobody(start: Start, what: str) -> None:
    server = start(upload_seconds=120)  # other programs may be taking the processor
    assert server.settings.max_upload == 500_000
    path, data = largest(what)
    ann = server.person("Ann")
    warm = {"game": "faiyum", "seats": [{"kind": "human"}], "edition": {"name": "x"}}
    ann.refused("POST", "/api/tables", "bad_request", warm)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    ticker = Ticker(server)
    answer = ann.http.post(path, content=data, headers={"content-type": "application/json"})
    worst = ticker.stop()
    sys.setswitchinterval(interval)
    expected = (400,) if what == "too large a board" else (200, 201)
    assert answer.status_code in expected, answer.text[:500]
    assert "check" not in what or answer.json()["ok"]
    assert worst < STALL, f"{worst * 1000:.0f} ms"


def test_what_takes_too_long_is_stopped(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(upload_seconds=0.5)
    ann = server.person("Ann")
    monkeypatch.setattr(pool, "check_edition", bad_checks.slow)
    begun = time.monotonic()
    path = "/api/games/faiyum/edition-check"
    assert "0.5 s" in ann.refused("POST", path, "bad_request", {"name": "x"})
    assert time.monotonic() - begun < 300
    monkeypatch.setattr(pool, "check_edition", bad_checks.dies)
    ann.refused("POST", path, "bad_request", {"name": "x"})
    monkeypatch.setattr(pool, "check_edition", checks.check_edition)
    assert ann.post(path, name="x")["ok"] is False, "the next one is checked as usual"


def test_one_person_does_not_fill_the_queue(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(upload_seconds=3)
    ann, bob = server.person("Ann"), server.person("Bob")
    for person in (ann, bob):
        person.http.timeout = 200.0  # two processes are killed and started again meanwhile
    monkeypatch.setattr(pool, "check_edition", bad_checks.slow)
    path = "/api/games/faiyum/edition-check"
    waiting = [
        threading.Thread(target=ann.http.post, args=[path], kwargs={"json": {"a": n}})
        for n in range(pool.MOST_EACH)
    ]
    for thread in waiting:
        thread.start()
    deadline = time.monotonic() + 10
    while server.service.uploads._count < pool.MOST_EACH and time.monotonic() < deadline:
        time.sleep(0.01)
    assert "still being checked" in ann.refused("POST", path, "too_fast", {"a": 9})
    monkeypatch.setattr(pool, "check_edition", checks.check_edition)
    assert bob.post(path, name="x")["ok"] is False
    for thread in waiting:
        thread.join()


def test_records_are_bounded(ann: Person) -> None:
    long = finished_record() + "#" * 300_000
    ann.refused("POST", "/api/records", "bad_request", {"record": long})
