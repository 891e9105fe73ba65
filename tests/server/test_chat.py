"""Talk at a table: who hears what, quick phrases, mutes, reports, and notes for oneself."""

from __future__ import annotations

from sqlalchemy import create_engine

from sandtable.server.storage import chat_store
from sandtable.server.storage import database as databases
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Live, Person


def at_a_table(server: LiveServer) -> tuple[Person, Person, Person, str]:
    """Ann and Bob play, Eve looks on; returns the path of the table too."""
    ann, bob, eve = (server.person(name) for name in ("Ann", "Bob", "Eve"))
    table = ann.table("faiyum", "human open")
    bob.post(f"/api/invites/{table['invite']}")
    return ann, bob, eve, f"/api/tables/{table['id']}"


def heard(live: Live) -> Json:
    message: Json = live.wait("chat")["message"]
    return message


def said(person: Person, path: str) -> list[str]:
    return [message["text"] for message in person.get(path + "/chat")["messages"]]


def test_players_talk_and_everybody_hears(start: Start, database: str) -> None:
    server = start(database=database)
    ann, bob, eve, path = at_a_table(server)
    lives = [person.live(path.rpartition("/")[2]) for person in (ann, bob, eve)]
    ann.post(path + "/chat", text="  Good\n luck,\tall!\u202e ")
    for live in lives:
        message = heard(live)
        assert message["text"] == "Good luck, all!"
        assert message["name"] == "Ann" and message["seat"] == 0 and message["channel"] == "table"
    bob.post(path + "/chat", phrase="thanks")
    message = heard(lives[0])
    assert message["phrase"] == "thanks" and message["text"] == ""
    assert said(eve, path) == ["Good luck, all!", ""]
    assert [m["number"] for m in ann.get(path + "/chat")["messages"]] == [1, 2]


def test_spectators_talk_among_themselves_until_the_end(server: LiveServer) -> None:
    ann, bob, eve, path = at_a_table(server)
    id = path.rpartition("/")[2]
    watching, playing = eve.live(id), ann.live(id)
    eve.post(path + "/chat", text="Bob should build")
    assert heard(watching)["channel"] == "spectators"
    assert said(ann, path) == said(bob, path) == []
    ann.refused("POST", path + "/chat/1/report", "not_found", {})
    ann.post(path + "/chat", text="over to you")
    assert heard(playing)["text"] == "over to you"  # and nothing before it
    assert not any("should build" in text for text in playing.texts)
    proposal = ann.post(path + "/proposals", kind="end")["proposal"]
    bob.post(path + "/proposals/answer", proposal=proposal["id"], agree=True)
    assert said(ann, path) == ["Bob should build", "over to you"]


def test_what_cannot_be_said(server: LiveServer) -> None:
    ann, _, _, path = at_a_table(server)
    for body in ({}, {"text": " \n "}, {"text": "x", "phrase": "thanks"}, {"phrase": "boo"}):
        ann.refused("POST", path + "/chat", "bad_request", body)
    ann.refused("POST", path + "/chat", "bad_request", {"text": "x" * 501})
    ann.refused("POST", "/api/tables/nosuchtab/chat", "not_found", {"text": "x"})
    assert said(ann, path) == []


def test_too_much_talk_is_refused(start: Start) -> None:
    server = start(rate_factor=1.0)
    ann, _, _, path = at_a_table(server)
    answers = [ann.http.post(path + "/chat", json={"text": str(n)}).status_code for n in range(12)]
    assert answers[:8] == [200] * 8 and 429 in answers


def test_who_is_muted_is_hidden_everywhere_until_shown_again(server: LiveServer) -> None:
    ann, bob, eve, path = at_a_table(server)
    bob.post(path + "/chat", text="slow!")
    ann.refused("POST", path + "/chat/7/mute", "not_found", {"muted": True})
    bob.refused("POST", path + "/chat/1/mute", "illegal", {"muted": True})
    assert ann.http.post(path + "/chat/1/mute", json={"muted": True}).status_code == 204
    assert ann.get(path + "/chat")["messages"][0]["muted"]
    assert not eve.get(path + "/chat")["messages"][0]["muted"]
    table = bob.table("faiyum", "human open")
    bob.post(f"/api/tables/{table['id']}/chat", text="anyone?")
    elsewhere = ann.get(f"/api/tables/{table['id']}/chat")["messages"][0]
    here = ann.get(path + "/chat")["messages"][0]
    assert elsewhere["muted"] and elsewhere["author"] != here["author"]
    ann.http.post(path + "/chat/1/mute", json={"muted": False})
    assert not ann.get(path + "/chat")["messages"][0]["muted"]


def test_reports_are_kept_for_the_administrator(start: Start, database: str) -> None:
    server = start(database=database)
    ann, bob, _, path = at_a_table(server)
    bob.post(path + "/chat", text="rude words")
    for _ in range(2):  # once is enough
        answer = ann.http.post(path + "/chat/1/report", json={"reason": "rude"})
        assert answer.status_code == 204
    engine = create_engine(databases.address(database))
    with engine.begin() as connection:
        reports = chat_store.reports(connection, settled=False, limit=10)
        assert [(row.name, row.text, row.reason) for row in reports] == [
            ("Bob", "rude words", "rude")
        ]
        chat_store.settle_report(connection, reports[0].game, reports[0].number)
        assert chat_store.reports(connection, settled=False, limit=10) == []
        assert len(chat_store.reports(connection, settled=True, limit=10)) == 1
    engine.dispose()


def test_notes_are_for_oneself(start: Start, database: str) -> None:
    server = start(database=database)
    ann, bob, _, path = at_a_table(server)
    assert ann.get(path + "/note") == {"text": ""}
    ann.http.put(path + "/note", json={"text": "Save for the\nmonument"})
    assert ann.get(path + "/note") == {"text": "Save for the\nmonument"}
    assert bob.get(path + "/note") == {"text": ""}
    ann.http.put(path + "/note", json={"text": ""})
    assert ann.get(path + "/note") == {"text": ""}
    ann.refused("PUT", path + "/note", "bad_request", {"text": "x" * 10_001})
