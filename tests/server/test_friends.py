"""Friends, blocks, and invitations to tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.conftest import LiveServer, Start
from tests.server.people import Person
from tests.server.test_accounts import sign_up


def channel(person: Person) -> ClientConnection:
    address = person.url.replace("http", "ws", 1) + "/api/me/live"
    return connect(address, additional_headers={"cookie": f"sandtable={person.cookie}"})


def heard(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=60))
    return message


@pytest.fixture
def members(server: LiveServer) -> list[Person]:
    people = [server.person() for _ in range(3)]
    for person, name in zip(people, ("Ann", "Bob", "Eve"), strict=True):
        sign_up(person, name)
    return people


def test_friends_by_name(start: Start, database: str) -> None:
    server = start(database=database)
    ann, bob = server.person(), server.person()
    sign_up(ann, "Ann")
    sign_up(bob, "Bob")
    with channel(bob) as bobs, channel(ann) as anns:
        assert ann.post("/api/friends", name="bob") == {"name": "Bob", "friendship": "asked"}
        assert heard(bobs) == {"type": "friend", "name": "Ann", "friendship": "asks"}
        assert ann.get("/api/friends") == {"friends": [], "asked": ["Bob"], "asking": []}
        assert bob.get("/api/friends") == {"friends": [], "asked": [], "asking": ["Ann"]}
        ann.post("/api/friends", name="Bob")  # asking twice asks once
        assert bob.post("/api/friends", name="Ann")["friendship"] == "friends"
        assert heard(anns) == {"type": "friend", "name": "Bob", "friendship": "friends"}
    for person, other in ((ann, "Bob"), (bob, "Ann")):
        assert person.get("/api/friends")["friends"] == [other]
    # Friends see each other's profiles.
    assert ann.get("/api/people/Bob")["friendship"] == "friends"
    assert ann.http.delete("/api/friends/Bob").status_code == 204
    assert bob.get("/api/friends")["friends"] == []
    ann.refused("GET", "/api/people/Bob", "forbidden")
    ann.refused("POST", "/api/friends", "not_found", {"name": "Nobody"})
    ann.refused("POST", "/api/friends", "bad_request", {"name": "Ann"})
    server.person("Guest").refused("POST", "/api/friends", "forbidden", {"name": "Ann"})


def test_names_that_no_database_can_keep(start: Start, database: str) -> None:
    server = start(database=database)
    ann = server.person()
    sign_up(ann, "Ann")
    ann.refused("GET", "/api/people/%00", "bad_request")
    ann.refused("DELETE", "/api/friends/A%00nn", "bad_request")


def test_friends_by_link(members: list[Person]) -> None:
    ann, bob, eve = members
    secret = ann.post("/api/friend-links")["secret"]
    assert bob.post("/api/friend-links/use", link=secret) == {
        "name": "Ann",
        "friendship": "friends",
    }
    assert ann.get("/api/friends")["friends"] == ["Bob"]
    ann.refused("POST", "/api/friend-links/use", "bad_request", {"link": secret})
    bob.refused("POST", "/api/friend-links/use", "not_found", {"link": secret + "x"})
    assert ann.http.post("/api/blocks", json={"name": "Eve"}).status_code == 204
    eve.refused("POST", "/api/friend-links/use", "forbidden", {"link": secret})


def test_an_invitation_is_seen_at_once_and_opens_the_table(members: list[Person]) -> None:
    ann, bob, eve = members
    table = ann.table(seats="human open")
    bob.refused("POST", f"/api/tables/{table['id']}/join", "forbidden", {})
    eve.refused("POST", f"/api/tables/{table['id']}/invitations", "forbidden", {"name": "Bob"})
    with channel(bob) as live:
        path = f"/api/tables/{table['id']}/invitations"
        assert ann.http.post(path, json={"name": "bob"}).status_code == 204
        message = heard(live)
    assert message == {"type": "invitation", "by": "Ann", "table": table["id"], "title": "Faiyum"}
    (invitation,) = bob.get("/api/me/invitations")["invitations"]
    assert invitation["by"] == "Ann" and invitation["table"]["id"] == table["id"]
    # The secret link stays with those who sit there.
    assert invitation["table"]["invite"] is None
    assert eve.get("/api/me/invitations")["invitations"] == []
    bob.post(f"/api/tables/{table['id']}/join")
    assert bob.get("/api/me/invitations")["invitations"] == []
    ann.refused("POST", path, "not_running", {"name": "Eve"})
    other = ann.table(seats="human open")
    ann.http.post(f"/api/tables/{other['id']}/invitations", json={"name": "Eve"})
    assert eve.http.delete(f"/api/me/invitations/{other['id']}").status_code == 204
    assert eve.get("/api/me/invitations")["invitations"] == []
    eve.refused("DELETE", f"/api/me/invitations/{other['id']}", "not_found")


def test_a_blocked_person_stays_away(members: list[Person]) -> None:
    ann, bob, eve = members
    ann.post("/api/friends", name="Eve")
    eve.post("/api/friends", name="Ann")
    theirs = eve.table(seats="human open")
    eve.http.post(f"/api/tables/{theirs['id']}/invitations", json={"name": "Ann"})
    assert ann.http.post("/api/blocks", json={"name": "eve"}).status_code == 204
    assert ann.get("/api/friends")["friends"] == []
    assert ann.get("/api/me/invitations")["invitations"] == []
    (block,) = ann.get("/api/blocks")["blocks"]
    assert (block["name"], block["profile"]) == ("Eve", "Eve")
    eve.refused("POST", "/api/friends", "forbidden", {"name": "Ann"})
    path = f"/api/tables/{theirs['id']}/invitations"
    eve.refused("POST", path, "forbidden", {"name": "Ann"})
    mine = ann.table(seats="human open open", listed=True)
    eve.refused("POST", f"/api/tables/{mine['id']}/join", "forbidden", {})
    eve.refused("POST", f"/api/invites/{mine['invite']}", "forbidden", {})
    # Nor where Ann is a guest of somebody else.
    bobs = bob.table(seats="human open open", listed=True)
    ann.post(f"/api/tables/{bobs['id']}/join")
    eve.refused("POST", f"/api/tables/{bobs['id']}/join", "forbidden", {})
    # Ann cannot ask either, as long as the block stands.
    ann.refused("POST", "/api/friends", "bad_request", {"name": "Eve"})
    assert ann.http.delete(f"/api/blocks/{block['id']}").status_code == 204
    eve.post(f"/api/tables/{mine['id']}/join")


def test_a_guest_can_be_blocked_at_the_table(server: LiveServer, ann: Person) -> None:
    rude = server.person("Rude")
    table = ann.table(seats="human open")
    rude.post(f"/api/invites/{table['invite']}")
    body = {"table": table["id"], "seat": 1}
    assert ann.http.post("/api/blocks", json=body).status_code == 204
    (block,) = ann.get("/api/blocks")["blocks"]
    assert (block["name"], block["profile"]) == ("Rude", None)
    again = ann.table(seats="human open", listed=True)
    rude.refused("POST", f"/api/tables/{again['id']}/join", "forbidden", {})
    ann.refused("POST", "/api/blocks", "not_found", {"table": table["id"], "seat": 5})
    ann.refused("POST", "/api/blocks", "bad_request", {"table": table["id"], "seat": 0})
    ann.refused("POST", "/api/blocks", "bad_request", {})


def test_the_channel_is_for_people_who_are_known(server: LiveServer) -> None:
    address = server.url.replace("http", "ws", 1) + "/api/me/live"
    with connect(address) as live, pytest.raises(ConnectionClosed) as closed:
        live.recv(timeout=60)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


def test_a_blocked_person_is_not_heard(members: list[Person]) -> None:
    ann, bob, eve = members
    table = bob.table(seats="human open open")
    for person in (ann, eve):
        person.post(f"/api/invites/{table['invite']}")
    path = f"/api/tables/{table['id']}/chat"
    eve.post(path, text="first")
    assert ann.http.post("/api/blocks", json={"name": "Eve"}).status_code == 204
    with ann.live(table) as anns, bob.live(table) as bobs:
        eve.post(path, text="second")
        bob.post(path, text="third")
        assert [bobs.wait("chat")["message"]["text"] for _ in range(2)] == ["second", "third"]
        assert anns.wait("chat")["message"]["text"] == "third"
    assert [message["text"] for message in ann.get(path)["messages"]] == ["third"]
    assert len(bob.get(path)["messages"]) == 3
