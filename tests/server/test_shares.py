"""What is stored for people and addresses is bounded, and goes when nobody needs it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

import sandtable
from sandtable.server.storage.models import EditionRow
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Person


def edition(number: int) -> dict[str, Any]:
    """The standard edition under another name."""
    return {**sandtable.game("faiyum").edition, "name": f"mine-{number}"}


def stored(server: LiveServer) -> int:
    with server.service.engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(EditionRow)).scalar_one())


def upload(person: Person, number: int) -> Json:
    return person.table("faiyum", "human bot:random", edition=edition(number))


def test_editions_count_for_a_person_and_an_address(start: Start) -> None:
    server = start(max_stored_each=150_000, max_stored_address=230_000)
    ann, bob = server.person("Ann"), server.person("Bob")
    tables = [upload(ann, number) for number in range(3)]
    body = {"game": "faiyum", "seats": [{"kind": "human"}], "edition": edition(7)}
    before = stored(server)
    message = ann.refused("POST", "/api/tables", "share_used_up", body)
    assert "delete" in message
    assert stored(server) == before, "nothing of it was kept"
    # One edition for several tables is stored, and counted, once.
    upload(ann, 0)
    # Bob has a share of his own, but they share an address.
    upload(bob, 8)
    upload(bob, 9)
    assert "network" in bob.refused("POST", "/api/tables", "share_used_up", body)
    for table in tables[1:]:
        ann.http.delete(f"/api/tables/{table['id']}")
    bob.post("/api/tables", **body)


def test_an_edition_goes_with_its_last_table(server: LiveServer, ann: Person) -> None:
    ann.table()
    before = stored(server)
    first, second = upload(ann, 1), upload(ann, 1)
    assert stored(server) == before + 1
    ann.http.delete(f"/api/tables/{first['id']}")
    assert stored(server) == before + 1
    ann.http.delete(f"/api/tables/{second['id']}")
    assert stored(server) == before


def test_records_count(start: Start) -> None:
    server = start(max_stored_each=60_000)
    ann = server.person("Ann")
    match = sandtable.game("faiyum").new(2, 1)
    while not match.is_over:
        match.apply(match.legal_actions()[0])
    record = {"record": str(match.record())}
    for _ in range(100):
        if ann.http.post("/api/records", json=record).status_code != 201:
            break
    ann.refused("POST", "/api/records", "share_used_up", record)
    assert len(ann.get("/api/me/tables")["tables"]) < 10


@pytest.mark.parametrize("most", [0])
def test_no_limit(start: Start, most: int) -> None:
    server = start(max_stored_each=most, max_stored_address=most)
    ann = server.person("Ann")
    for number in range(3):
        upload(ann, number)
