"""What is stored about a person: handed out, brought along, deleted."""

from __future__ import annotations

import random
from typing import Any

from sqlalchemy import String

from sandtable.server.storage import people_models, personal_data
from sandtable.server.storage.models import Base
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person
from tests.server.test_accounts import PASSWORD, sign_in, sign_up

assert people_models

#: Columns as long as an identity that hold something else.
OTHERS = {
    "editions.game",
    "games.address",
    "games.game",
    "games.invite",
    "keepsakes.name",
    "leases.owner",
    "notice_deliveries.taker",  # a process
    "progress.game",
    "progress.mode",
    "ratings.game",
    "results.game",
}


def finished(person: Person, other: Person) -> str:
    table = person.table(seats="human open")
    other.post(f"/api/invites/{table['invite']}")
    lives = [person.live(table), other.live(table)]
    source = random.Random(4)
    while True:
        turn = person.get(f"/api/tables/{table['id']}")["to_choose"]
        if turn is None:
            break
        lives[turn].my_turn()
        while lives[turn].position and lives[turn].position["decision"]:  # type: ignore[index]
            lives[turn].act(source.choice(lives[turn].choices)["id"])
    return str(table["id"])


def test_every_column_with_an_identity_is_known() -> None:
    """A new table with people in it has to say what becomes of its rows."""
    known = {f"{p.column.class_.__tablename__}.{p.column.key}" for p in personal_data.PERSONAL}
    long = {
        f"{table.name}.{column.name}"
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, String) and column.type.length == 40
    }
    foreign = {
        f"{table.name}.{column.name}"
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if any(key.target_fullname == "accounts.identity" for key in column.foreign_keys)
    }
    assert (long | foreign) - OTHERS <= known


def identity_of(server: LiveServer, person: Person) -> str:
    claim = server.service.signer.read_cookie(person.cookie)
    assert claim is not None
    return claim.id


def test_download(server: LiveServer, ann: Person) -> None:
    table = ann.table(seats="human open")
    sign_up(ann, email="ann@example.org")
    answer = ann.http.get("/api/account/data")
    assert "attachment" in answer.headers["content-disposition"]
    data: dict[str, Any] = answer.json()
    assert data["accounts"][0]["email"] == "ann@example.org"
    assert data["games"][0]["id"] == table["id"]
    assert data["seats"][0]["seat"] == 0
    assert len(data["sign_ins"]) == 1
    # Nothing in it lets anybody in, or tells how a running game was dealt.
    for secret in ("argon2", ann.cookie, table["invite"], '"seed"'):
        assert secret not in answer.text
    # A guest can have it, too.
    guest = server.person("Gus")
    guest.table()
    assert guest.get("/api/account/data")["games"]


def test_bring_a_guests_games_along(start: Start, database: str) -> None:
    server = start(database=database)
    ann, guest, bob = server.person("Ann"), server.person("Annie"), server.person("Bob")
    sign_up(ann)
    table = guest.table(seats="human open")
    bob.post(f"/api/invites/{table['invite']}")
    watching = bob.live(table)
    token = guest.post("/api/me/token")["token"]
    answer = sign_in(guest)
    assert answer["guest"]["tables"] == 1
    assert answer["guest"]["name"] == "Annie"
    # Until then the games are the guest's.
    assert not any(s["mine"] for s in guest.get(f"/api/tables/{table['id']}")["seats"])
    ticket = answer["guest"]["ticket"]
    eve = server.person()
    sign_up(eve, "Eve")
    eve.refused("POST", "/api/account/bring", "forbidden", {"ticket": ticket})
    eve.refused("POST", "/api/account/bring", "forbidden", {"ticket": "x" + ticket})
    assert guest.post("/api/account/bring", ticket=ticket)["tables"] == 1
    assert [s["mine"] for s in guest.get(f"/api/tables/{table['id']}")["seats"]] == [True, False]
    assert watching.wait("table")["table"]["id"] == table["id"]
    live = guest.live(table)
    live.my_turn()
    assert live.act(live.choices[0]["id"])["type"] == "ack"
    # The guest's own token has nothing any more.
    server.person().refused(
        "GET", "/api/me", "forbidden", headers={"authorization": f"Bearer {token}"}
    )
    assert guest.post("/api/account/bring", ticket=ticket)["tables"] == 0


def test_deletion_leaves_finished_games(start: Start, database: str) -> None:
    server = start(database=database)
    ann, bob = server.person("Ann"), server.person("Bob")
    sign_up(ann, "Anastasia")
    over = finished(ann, bob)
    running = ann.table(seats="human open")
    bob.post(f"/api/invites/{running['invite']}")
    alone = ann.table(seats="human bot:random")
    waiting = ann.table(seats="human open")
    identity = identity_of(server, ann)
    live = bob.live(over)
    ann.refused("DELETE", "/api/account", "forbidden", {"password": "wrong one"})
    answer = ann.http.request("DELETE", "/api/account", json={"password": PASSWORD})
    assert answer.status_code == 204
    assert ann.get("/api/me")["known"] is False
    table = bob.get(f"/api/tables/{over}")
    assert [seat["name"] for seat in table["seats"]] == ["Former player", "Bob"]
    assert live.wait("table")["table"]["seats"][0]["name"] == "Former player"
    assert "Anastasia" not in bob.http.get(f"/api/tables/{over}/record").text
    assert "Anastasia" not in bob.http.get(f"/api/tables/{over}/log").text
    assert bob.get(f"/api/tables/{over}/result")["names"] == ["Former player", "Bob"]
    # A bot plays on for them; what was theirs alone is gone.
    assert bob.get(f"/api/tables/{running['id']}")["seats"][0]["kind"] == "bot"
    for gone in (alone, waiting):
        bob.refused("GET", f"/api/tables/{gone['id']}", "not_found")
    with server.service.engine.connect() as connection:
        assert personal_data.mentions(connection, identity) == []
    # The name is free again.
    sign_up(server.person(), "Anastasia")


def test_the_last_player_of_somebody_elses_game_can_go(start: Start, database: str) -> None:
    server = start(database=database)
    ann, bob = server.person("Ann"), server.person("Bob")
    sign_up(bob, "Bob")
    table = ann.table(seats="human open bot:random")
    path = f"/api/tables/{table['id']}"
    bob.post(f"/api/invites/{table['invite']}")
    ann.post(f"{path}/leave")
    answer = bob.http.request("DELETE", "/api/account", json={"password": PASSWORD})
    assert answer.status_code == 204, answer.text
    seats = ann.get(path)["seats"]
    assert [seat["kind"] for seat in seats] == ["bot"] * 3
    assert "Bob" not in [seat["name"] for seat in seats]


def test_a_name_does_not_stay_with_a_bot(server: LiveServer, ann: Person) -> None:
    """Somebody has left a game against bots to them; nothing ties it to the person any more."""
    sign_up(ann, "Anastasia")
    table = ann.table(seats="human bot:random")
    left = ann.post(f"/api/tables/{table['id']}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["bot"] * 2
    assert left["seats"][0]["name"] != left["seats"][1]["name"]
    assert "Anastasia" not in [seat["name"] for seat in left["seats"]]
    assert "Anastasia" not in ann.http.get(f"/api/tables/{table['id']}/record").text
