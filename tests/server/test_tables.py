"""Tables: made, found, joined, left, and who may do what."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.server.auth.guest_names import ANIMALS, PLACES, guest_name
from sandtable.server.auth.identity import clean_name, new_identity
from sandtable.server.storage.stored_table import Seat
from sandtable.server.tables.seating import distinct
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person


def test_play_at_once(ann: Person) -> None:
    table = ann.post("/api/play", game="faiyum", players=3, bot="random")
    assert table["status"] == "running"
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot", "bot"]
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Random bot 1", "Random bot 2"]
    assert [seat["mine"] for seat in table["seats"]] == [True, False, False]
    assert table["owner"] and table["hints"]


@pytest.mark.parametrize("game", sandtable.games())
def test_play_at_once_without_a_cookie(server: LiveServer, game: str) -> None:
    """Two clicks: no name, no options, and the game is there."""
    somebody = server.person()
    table = somebody.post("/api/play", game=game)
    assert somebody.cookie
    assert table["seats"][0]["name"] == somebody.get("/api/me")["name"] != "Guest"
    with somebody.live(table) as live:
        live.my_turn()
        assert live.choices


def test_the_name_is_kept_in_a_signed_cookie(server: LiveServer) -> None:
    ann = server.person()
    assert ann.get("/api/me")["known"] is False
    assert ann.post("/api/me", name="  Ann \u202e of\tUr ")["name"] == "Ann of Ur"
    assert ann.get("/api/me")["name"] == "Ann of Ur"
    answer = ann.http.post("/api/me", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    forged = server.person()
    head, _, tail = ann.cookie.rpartition(".")
    forged.http.cookies.set("sandtable", f"{head}.{tail[:-2]}xx")
    assert forged.get("/api/me")["known"] is False


def test_guests_have_names_of_their_own() -> None:
    names = {guest_name(f"{number:032x}") for number in range(len(PLACES) * len(ANIMALS))}
    assert len(names) == len(PLACES) * len(ANIMALS)
    assert all(clean_name(name) == name for name in names)
    assert len({new_identity().name for _ in range(20)}) > 10


def test_two_of_one_name_at_a_table_are_told_apart(server: LiveServer, ann: Person) -> None:
    table = ann.table(seats="human open open open")
    for _ in range(2):
        other = server.person("Ann")
        joined = other.post(f"/api/invites/{table['invite']}")
    assert [seat["name"] for seat in joined["seats"]] == ["Ann", "Ann 2", "Ann 3", ""]
    longest = "A" * 30
    assert distinct(longest, [Seat(0, "human", longest)]) == "A" * 28 + " 2"


def test_a_new_name_is_seen_at_running_tables(server: LiveServer, ann: Person) -> None:
    table = ann.table(seats="human open")
    guest = server.person()
    guest.post(f"/api/invites/{table['invite']}")
    with ann.live(table) as live:
        live.my_turn()
        guest.post("/api/me", name="Bob")
        told = live.wait("table")
    assert [seat["name"] for seat in told["table"]["seats"]] == ["Ann", "Bob"]
    guest.post("/api/me", name="Ann")
    assert ann.get(f"/api/tables/{table['id']}")["seats"][1]["name"] == "Ann 2"
    guest.post("/api/me", name="Cleo")
    assert ann.get(f"/api/tables/{table['id']}")["seats"][1]["name"] == "Cleo"


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 31])
def test_names_that_cannot_be_seen(ann: Person, name: str) -> None:
    ann.refused("POST", "/api/me", "bad_request", {"name": name})
    assert ann.get("/api/me")["name"] == "Ann"


def test_tokens_are_for_programs(server: LiveServer, ann: Person) -> None:
    token = ann.post("/api/me/token")["token"]
    program = server.person()
    headers = {"authorization": f"Bearer {token}"}
    assert program.http.get("/api/me", headers=headers).json()["name"] == "Ann"
    table = program.http.post("/api/play", json={"game": "faiyum"}, headers=headers).json()
    assert ann.get(f"/api/tables/{table['id']}")["seats"][0]["mine"]
    program.refused("GET", "/api/me", "forbidden", headers={"authorization": "Bearer nonsense"})


def test_joining_by_invitation(server: LiveServer, ann: Person, bob: Person) -> None:
    table = ann.table(seats="human open open")
    assert table["status"] == "waiting" and table["invite"]
    assert bob.get(f"/api/tables/{table['id']}")["invite"] is None
    code = table["invite"]
    assert bob.get(f"/api/invites/{code}")["id"] == table["id"]
    joined = bob.post(f"/api/invites/{code}", seat=2)
    assert joined["status"] == "waiting"
    assert [seat["name"] for seat in joined["seats"]] == ["Ann", "", "Bob"]
    assert joined["invite"] == code
    again = bob.post(f"/api/invites/{code}")
    assert [seat["mine"] for seat in again["seats"]] == [False, False, True]
    cy = server.person("Cy")
    cy.refused("POST", f"/api/invites/{code}", "seat_taken", {"seat": 2})
    begun = cy.post(f"/api/invites/{code}", name="Cyrus")
    assert begun["status"] == "running"
    assert [seat["name"] for seat in begun["seats"]] == ["Ann", "Cyrus", "Bob"]
    dan = server.person("Dan")
    dan.refused("POST", f"/api/invites/{code}", "seat_taken", {})
    dan.refused("GET", "/api/invites/nonsense", "not_found")


def test_open_tables_are_listed(ann: Person, bob: Person) -> None:
    hidden = ann.table(seats="human open")
    shown = ann.table(seats="human open", listed=True, name="Come in")
    listed = bob.get("/api/tables")["tables"]
    assert [table["id"] for table in listed] == [shown["id"]]
    assert listed[0]["name"] == "Come in"
    bob.refused("POST", f"/api/tables/{hidden['id']}/join", "forbidden", {})
    assert bob.post(f"/api/tables/{shown['id']}/join")["status"] == "running"
    assert bob.get("/api/tables")["tables"] == []


def test_my_tables_and_whose_turn(ann: Person, bob: Person) -> None:
    first = ann.table(seats="human open")
    bob.post(f"/api/invites/{first['invite']}")
    ann.table(seats="open bot:random")
    mine = bob.get("/api/me/tables")["tables"]
    assert [table["id"] for table in mine] == [first["id"]]
    choosing = mine[0]["to_choose"]
    assert mine[0]["my_turn"] is (choosing == 1)
    one = (ann, bob)[choosing]
    with one.live(first) as live:
        live.play_on(random.Random(1), 1)
        while live.position and live.position["decision"]:
            live.play_on(random.Random(1), 1)
    other = (bob, ann)[choosing]
    assert other.get("/api/me/tables", status="running")["tables"][0]["my_turn"]
    assert not one.get("/api/me/tables", status="running")["tables"][0]["my_turn"]
    assert [t["status"] for t in ann.get("/api/me/tables")["tables"]] == ["running", "waiting"]
    assert ann.get("/api/me/tables", status="over")["tables"] == []


def test_the_owner_fills_seats(ann: Person, bob: Person) -> None:
    table = ann.table(seats="human open open open")
    path = f"/api/tables/{table['id']}/seats/"
    bob.refused("PUT", path + "1", "forbidden", {"kind": "bot"})
    changed = ann.http.put(path + "1", json={"kind": "bot", "bot": "random"}).json()
    assert changed["seats"][1]["bot"] == "random" and changed["status"] == "waiting"
    ann.http.put(path + "1", json={"kind": "open"})
    ann.http.put(path + "1", json={"kind": "hotseat", "name": "Kid"})
    bob.post(f"/api/invites/{table['invite']}")
    ann.refused("PUT", path + "2", "seat_taken", {"kind": "bot"})
    ann.refused("PUT", path + "3", "bad_request", {"kind": "human"})
    ann.refused("PUT", path + "4", "not_found", {"kind": "bot"})
    begun = ann.http.put(path + "3", json={"kind": "bot", "bot": "random"}).json()
    assert begun["status"] == "running"
    assert [seat["name"] for seat in begun["seats"]] == ["Ann", "Kid", "Bob", "Random bot"]
    ann.refused("PUT", path + "3", "not_running", {"kind": "open"})


def test_leaving(ann: Person, bob: Person) -> None:
    table = ann.table(seats="human open open")
    bob.post(f"/api/invites/{table['invite']}")
    bob.post(f"/api/tables/{table['id']}/leave")
    assert [s["kind"] for s in ann.get(f"/api/tables/{table['id']}")["seats"]][1] == "open"
    bob.refused("POST", f"/api/tables/{table['id']}/leave", "forbidden")
    # In a running game a bot takes over and plays on.
    duel = ann.table(seats="human open")
    bob.post(f"/api/invites/{duel['invite']}")
    with ann.live(duel) as live:
        bob.post(f"/api/tables/{duel['id']}/leave")
        told = live.wait("table")["table"]
        assert told["seats"][1]["kind"] == "bot" and told["seats"][1]["name"] == "Bob"
        live.play_on(random.Random(3), 5)
        live.my_turn()
        assert live.position is not None
        assert any(turn["seat"] == 1 for turn in live.log)


def test_deleting(ann: Person, bob: Person) -> None:
    table = ann.table(seats="human open")
    bob.refused("DELETE", f"/api/tables/{table['id']}", "forbidden")
    bob.post(f"/api/invites/{table['invite']}")
    ann.refused("DELETE", f"/api/tables/{table['id']}", "forbidden")
    own = ann.table(seats="human bot:random")
    assert ann.http.delete(f"/api/tables/{own['id']}").status_code == 204
    ann.refused("GET", f"/api/tables/{own['id']}", "not_found")
    assert len(ann.get("/api/me/tables")["tables"]) == 1


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"game": "chess", "seats": [{"kind": "human"}]}, "chess"),
        ({"game": "faiyum", "seats": []}, "seats"),
        ({"game": "faiyum", "seats": [{"kind": "human"}] * 2}, "hot-seat"),
        ({"game": "faiyum", "seats": [{"kind": "open"}] * 6}, "6"),
        ({"game": "faiyum", "seats": [{"kind": "bot", "bot": "nobody"}]}, "nobody"),
        ({"game": "faiyum", "seats": [{"kind": "bot", "bot": "x.py:Bot"}]}, "x.py"),
        ({"game": "faiyum", "seats": [{"kind": "bot", "bot": "random:time=9"}]}, "random:time"),
        ({"game": "faiyum", "seats": [{"kind": "open", "bot": "random"}]}, "bot"),
        ({"game": "faiyum", "seats": [{"kind": "ghost"}]}, "kind"),
        ({"game": "faiyum", "seats": [{"kind": "human"}], "options": {"mode": "x"}}, "mode"),
        ({"game": "faiyum", "seats": [{"kind": "human"}], "options": {"edition": "f"}}, "edition"),
        ({"game": "faiyum", "seats": [{"kind": "human"}], "options": {"self": 1}}, "self"),
        ({"game": "faiyum", "seats": [{"kind": "human"}], "seed": ""}, "seed"),
        ({"game": "faiyum", "seats": [{"kind": "human"}], "seed": 10**100}, "seed"),
        ({"game": "faiyum", "seats": [{"kind": "human"}], "edition": {"name": "x"}}, "edition"),
        ({"game": "faiyum", "seats": [{"kind": "human", "name": "\x00"}]}, "character"),
        ({"game": "faiyum", "seats": [{"kind": "human"}], "sead": 1}, "sead"),
    ],
)
def test_bad_wishes_are_refused_with_a_reason(ann: Person, body: dict[str, Any], word: str) -> None:
    assert word in ann.refused("POST", "/api/tables", "bad_request", body)
    assert ann.get("/api/me/tables")["tables"] == []


def test_a_chosen_seed_is_told_but_not_shown(ann: Person) -> None:
    table = ann.table(seed="a secret word")
    assert table["seed_chosen"] and "a secret word" not in str(table)
    assert not ann.table()["seed_chosen"]


def test_another_edition(ann: Person, bob: Person) -> None:
    edition = dict(ann.get("/api/games/faiyum")["edition_data"])
    cards = [dict(card) for card in edition["cards"]]
    cards[0]["name"] = "Ploughman"
    edition.update(name="mine", cards=cards)
    checked = ann.http.post("/api/games/faiyum/edition-check", json=edition).json()
    assert checked["ok"] and checked["name"] == "mine"
    table = ann.table(edition=edition)
    assert table["edition"].startswith("mine")
    stored = bob.get(f"/api/editions/{table['digest']}")
    assert stored == edition
    with ann.live(table) as live:
        assert any("Ploughman" in choice["text"] for choice in live.choices)
    broken = {**edition, "cards": cards[1:]}
    told = ann.http.post("/api/games/faiyum/edition-check", json=broken).json()
    assert not told["ok"] and told["problems"]
    answer = ann.http.post(
        "/api/tables", json={"game": "faiyum", "seats": [{"kind": "human"}], "edition": broken}
    )
    assert answer.status_code == 400 and answer.json()["error"]["problems"]


def test_too_many_unfinished_tables(start: Start) -> None:
    server = start(max_running=3)
    ann = server.person("Ann")
    tables = [ann.table() for _ in range(3)]
    ann.refused("POST", "/api/tables", "too_fast", {"game": "faiyum", "seats": [{"kind": "human"}]})
    ann.http.delete(f"/api/tables/{tables[0]['id']}")
    ann.table()


def test_what_there_is_to_play(ann: Person) -> None:
    games = ann.get("/api/games")["games"]
    assert [game["name"] for game in games] == sandtable.games()
    for info in games:
        game = sandtable.game(info["name"])
        assert (info["min_players"], info["max_players"]) == (game.min_players, game.max_players)
        data = ann.get(f"/api/games/{info['name']}")
        assert data["edition_data"] == game.edition
        total = sum(len(group["items"]) for group in data["words"])
        assert total == game.num_actions
        answer = ann.http.get(f"/api/games/{info['name']}")
        mark = answer.headers["etag"]
        again = ann.http.get(f"/api/games/{info['name']}", headers={"if-none-match": mark})
        assert again.status_code == 304 and not again.content
    bots = ann.get("/api/bots")
    names = [bot["name"] for bot in bots["bots"]]
    assert "random" in names and bots["default"] in names
    levels = [bot["level"] for bot in bots["bots"] if bot["level"] is not None]
    assert levels == sorted(levels)
    ann.refused("GET", "/api/games/chess", "not_found")
    ann.refused("GET", "/api/editions/abc", "not_found")
