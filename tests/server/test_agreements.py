"""What people at a table agree on: undo, pauses, absent players, an early end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from sandtable.server.storage import database as databases
from sandtable.server.tables.clock import ABSENT, ANSWER, DELAY, FIRST_DELAY, GRACE
from tests.server.club import LIVE, Club, until_table
from tests.server.conftest import Start
from tests.server.people import Json, Live, Person


def ask_undo(club: Club, person: Person, live: Live) -> Json:
    """Somebody wants their last choice back although the other has chosen since."""
    assert live.position is not None
    return person.post(club.path + "/proposals", kind="undo", version=live.version)


def asked_undo(club: Club) -> tuple[Json, int]:
    """Ann has played, Bob has begun his turn, Ann wants back; returns the proposal and Ann's
    step."""
    club.turn(club.a)
    club.b.act(club.b.choices[0]["id"])
    club.a.until(club.b.version)
    assert club.a.position is not None and not club.a.position["undo"]["allowed"]
    table = ask_undo(club, club.ann, club.a)
    return table["proposal"], club.a.position["undo"]["back"]


def answer(person: Person, club: Club, proposal: Json, agree: bool) -> Json:
    return person.post(club.path + "/proposals/answer", proposal=proposal["id"], agree=agree)


def until_settled(live: Live, outcome: str) -> Json:
    message = live.wait("settled")
    assert message["outcome"] == outcome
    return message


def test_undo_when_all_agree(start: Start, database: str) -> None:
    club = Club(start, clock=LIVE, database=database)
    club.time.advance(FIRST_DELAY / 1000)
    proposal, step = asked_undo(club)
    assert proposal["kind"] == "undo" and proposal["seat"] == 0 and proposal["step"] == step
    assert proposal["mine"] and not proposal["asked"] and proposal["waiting"] == [1]
    seen = until_table(club.b, lambda table: table["proposal"])["proposal"]
    assert seen["asked"] and not seen["mine"]
    # The clock stands while they talk.
    assert club.info()["clock"]["running"] is None
    before = club.left(1)
    club.time.advance(30)
    assert club.left(1) == before
    past = club.ann.get(f"{club.path}/history/{step}")
    table = answer(club.bob, club, proposal, True)
    assert table["proposal"] is None and not table["practice"]
    until_settled(club.a, "agreed")
    club.a.my_turn()
    assert club.a.position is not None
    assert club.a.position["step"] == step and club.a.position["view"] == past["view"]
    assert club.a.position["returns"] == []
    assert [note["kind"] for note in club.a.position["notes"]] == ["undo"]
    assert club.info()["clock"]["running"] == 0
    # The log has only grown, and says the same after a restart.
    club.restart()
    position = club.ann.get(club.path + "/position")
    assert position["step"] == step and position["view"] == past["view"]
    assert [note["kind"] for note in position["notes"]] == ["undo"]
    engine = create_engine(databases.address(database))
    with engine.connect() as connection:
        entries = connection.execute(text("SELECT kind, what FROM entries ORDER BY number")).all()
    engine.dispose()
    assert entries[-1] == ("note", f"undo {step} 0")
    assert len(entries) > step + 1
    # It counts like any other game, but for the seed that was chosen here.
    assert not club.ann.get(club.path)["practice"]
    club.come_back()
    club.turn(club.a)


def test_undo_when_somebody_refuses(start: Start) -> None:
    club = Club(start, clock=LIVE)
    club.time.advance(FIRST_DELAY / 1000)
    proposal, _ = asked_undo(club)
    version = club.b.version
    answer(club.bob, club, proposal, False)
    for live in (club.a, club.b):
        assert until_settled(live, "refused")["by"] == 1
    assert club.info()["proposal"] is None and club.info()["version"] == version
    assert club.info()["clock"]["running"] == 1
    club.ann.refused(
        "POST", club.path + "/proposals/answer", "stale", {"proposal": "x", "agree": True}
    )


def test_undo_without_an_answer_is_refused_by_time(start: Start) -> None:
    club = Club(start)
    proposal, _ = asked_undo(club)
    club.time.advance(ANSWER[None] / 1000 - 1)
    assert club.info()["proposal"]["id"] == proposal["id"]
    club.time.advance(1)
    until_settled(club.a, "expired")
    assert club.info()["proposal"] is None


def test_an_undo_is_withdrawn(start: Start) -> None:
    club = Club(start)
    proposal, _ = asked_undo(club)
    answer(club.ann, club, proposal, False)
    until_settled(club.b, "withdrawn")


@pytest.mark.parametrize("how", ["refused", "withdrawn", "expired"])
def test_nobody_stops_the_clock_with_the_same_question_twice(
    start: Start, database: str, how: str
) -> None:
    """Somebody whose time is short could ask again and again."""
    club = Club(start, clock=LIVE, database=database)
    proposal, _ = asked_undo(club)
    if how == "expired":
        club.time.advance(61)
    else:
        answer(club.ann if how == "withdrawn" else club.bob, club, proposal, False)
    until_settled(club.a, how)
    again = {"kind": "undo", "version": club.a.version}
    message = club.ann.refused("POST", club.path + "/proposals", "illegal", again)
    assert "after the next choice" in message
    club.restart()
    message = club.ann.refused("POST", club.path + "/proposals", "illegal", again)
    assert "after the next choice" in message
    club.come_back()
    club.b.act(club.b.choices[0]["id"])
    club.a.until(club.b.version)
    assert ask_undo(club, club.ann, club.a)["proposal"] is not None


def test_who_goes_on_playing_refuses_the_undo(start: Start) -> None:
    club = Club(start)
    asked_undo(club)
    club.b.act(club.b.choices[0]["id"])
    until_settled(club.a, "void")
    assert club.info()["proposal"] is None


def test_what_can_be_taken_back_needs_no_question(start: Start) -> None:
    club = Club(start)
    club.a.act(club.a.choices[0]["id"])
    assert club.a.position is not None and club.a.position["undo"]["allowed"]
    body = {"kind": "undo", "version": club.a.version}
    assert "without asking" in club.ann.refused("POST", club.path + "/proposals", "illegal", body)


def test_bots_wait_while_an_undo_is_talked_about_and_agree(start: Start) -> None:
    club = Club(start, "human open bot:random")
    club.turn(club.a)
    club.turn(club.b)
    club.a.my_turn()  # the bot has played
    club.b.until(club.a.version)
    assert club.a.position is not None
    proposal = ask_undo(club, club.bob, club.b)["proposal"]
    assert proposal["waiting"] == [0]
    answer(club.ann, club, proposal, True)
    club.b.my_turn()
    assert club.b.position is not None and club.b.position["to_choose"] == 1
    club.turn(club.b)
    club.a.my_turn()


def test_what_cannot_be_proposed(start: Start) -> None:
    club = Club(start)
    path = club.path + "/proposals"
    eve = club.server.person("Eve")
    eve.refused("POST", path, "forbidden", {"kind": "end"})
    club.ann.refused("POST", path, "illegal", {"kind": "pause"})  # no clock
    club.ann.refused("POST", path, "bad_request", {"kind": "undo"})
    club.ann.refused("POST", path, "stale", {"kind": "undo", "version": 77})
    club.ann.refused("POST", path, "illegal", {"kind": "undo", "version": 0})  # nothing chosen
    club.ann.refused("POST", path, "bad_request", {"kind": "replace"})
    club.ann.refused("POST", path, "bad_request", {"kind": "end", "seat": 1})
    club.ann.refused("POST", path, "bad_request", {"kind": "rebel"})
    club.ann.refused("POST", path, "illegal", {"kind": "replace", "seat": 0})
    assert club.info()["proposal"] is None
    club.ann.post(path, kind="end")
    club.bob.refused("POST", path, "illegal", {"kind": "end"})  # one thing at a time
    answering = club.info()["proposal"]["id"]
    body = {"proposal": answering, "agree": True}
    eve.refused("POST", path + "/answer", "forbidden", body)
    club.ann.refused("POST", path + "/answer", "forbidden", body)


def test_somebody_alone_has_nobody_to_ask(ann: Person) -> None:
    table = ann.table("faiyum", "human bot:random")
    ann.refused("POST", f"/api/tables/{table['id']}/proposals", "forbidden", {"kind": "end"})


def test_pause_by_consent(start: Start, database: str) -> None:
    club = Club(start, clock=LIVE, database=database)
    club.time.advance(FIRST_DELAY / 1000 + 10)
    proposal = club.bob.post(club.path + "/proposals", kind="pause")["proposal"]
    # Asking alone stops nothing.
    assert club.info()["clock"]["running"] == 0
    club.time.advance(5)
    answer(club.ann, club, proposal, True)
    assert club.info()["clock"]["paused"] and club.left(0) == 585
    club.time.advance(3600)
    assert club.left(0) == 585
    club.restart()
    assert club.info()["clock"]["paused"]
    club.ann.refused("POST", club.path + "/proposals", "illegal", {"kind": "pause"})
    club.come_back()
    # Going on needs no answer from somebody who does not give one.
    club.ann.post(club.path + "/proposals", kind="resume")
    club.time.advance(ANSWER["live"] / 1000)
    until_settled(club.a, "agreed")
    assert not club.info()["clock"]["paused"]
    club.time.advance(DELAY / 1000 + 5)
    assert club.left(0) == 580
    notes = club.ann.get(club.path + "/position")["notes"]
    assert [note["kind"] for note in notes] == ["pause", "resume"]


def test_an_absent_player_is_replaced_and_comes_back(start: Start, database: str) -> None:
    club = Club(start, database=database)
    path = club.path + "/proposals"
    club.turn(club.a)
    body = {"kind": "replace", "seat": 1}
    assert "waiting" in club.ann.refused("POST", path, "illegal", body)
    club.time.advance(ABSENT[None] / 1000)
    assert "is here" in club.ann.refused("POST", path, "illegal", body)
    club.b.close()
    while club.a.wait("presence")["seats"][1]:
        pass
    table = club.ann.post(path, **body)  # nobody else is to be asked
    seat = table["seats"][1]
    assert seat["driver"] is not None and seat["abandoned"] == "vote" and seat["kind"] == "human"
    club.a.my_turn()
    assert club.a.position is not None
    assert {"turn": 2, "kind": "bot_vote", "seat": 1, "coach": None} in club.a.position["notes"]
    back = club.bob.post(club.path + "/seats/1/return")
    assert back["seats"][1]["driver"] is None and back["seats"][1]["abandoned"] is None
    club.turn(club.a, others=False)
    assert club.bob.get(club.path)["my_turn"]


def test_with_three_all_others_decide_about_an_absent_player(start: Start) -> None:
    club = Club(start, "human open open")
    cy = club.server.person("Cy")
    cy.post(f"/api/invites/{club.made['invite']}")
    club.a.wait("update")
    club.time.advance(ABSENT[None] / 1000)
    club.a.close()
    while club.b.wait("presence")["seats"][0]:
        pass
    table = club.bob.post(club.path + "/proposals", kind="replace", seat=0)
    assert table["proposal"]["waiting"] == [2] and table["seats"][0]["driver"] is None
    # Who is thought absent cannot agree for the others, but can choose.
    club.ann.refused(
        "POST",
        club.path + "/proposals/answer",
        "forbidden",
        {"proposal": table["proposal"]["id"], "agree": True},
    )
    club.a = club.ann.live(club.id)
    club.a.act(club.a.choices[0]["id"])
    until_settled(club.b, "void")


def test_all_agree_to_end_the_game(start: Start, database: str) -> None:
    club = Club(start, "human open open", database=database)
    cy = club.server.person("Cy")
    cy.post(f"/api/invites/{club.made['invite']}")
    proposal = club.ann.post(club.path + "/proposals", kind="end")["proposal"]
    answer(club.bob, club, proposal, True)
    table = club.info()
    assert table["status"] == "running" and table["proposal"]["agreed"] == [1]
    over = answer(cy, club, proposal, True)
    assert over["status"] == "over" and over["ended"] == "vote" and over["winners"] == []
    assert club.ann.get(club.path + "/result")["ended"] == "vote"
    record = club.ann.http.get(club.path + "/record")
    assert record.status_code == 200


def test_a_proposal_is_nobodys_secret(start: Start) -> None:
    """What others are told about an undo names seats, numbers and times, and nothing else."""
    club = Club(start)
    asked_undo(club)
    table = until_table(club.b, lambda table: table["proposal"])
    assert set(table["proposal"]) == {
        "id", "kind", "seat", "target", "step", "expires", "agreed", "waiting", "mine", "asked",
    }  # fmt: skip
    cookies = json.dumps([club.ann.cookie])
    assert cookies not in json.dumps(table)


@pytest.mark.parametrize("pace", ["live", "correspondence"])
def test_two_processes_let_one_bot_take_over(start: Start, postgres: Any, pace: str) -> None:
    clock = {"pace": pace, "bank": 600, "increment": 10, "bot": "random"}
    club = Club(start, clock=clock, database=postgres.new_database())
    second = start(time_source=club.time, **club.settings)
    other = second.person()
    other.http.cookies.set("sandtable", club.bob.cookie)
    there = other.live(club.id)
    club.time.advance(FIRST_DELAY / 1000 + 600 + GRACE[pace] / 1000)  # type: ignore[index]
    there.my_turn()
    assert there.position is not None
    assert [note["kind"] for note in there.position["notes"]] == ["bot_time"]
    engine = create_engine(databases.address(club.settings["database"]))
    with engine.connect() as connection:
        query = text("SELECT count(*) FROM entries WHERE kind = 'note'")
        assert connection.execute(query).scalar_one() == 1
    engine.dispose()
    # A proposal made at one process is answered at the other.
    assert other.get(club.path)["seats"][0]["driver"] == "random"
    club.ann.post(club.path + "/seats/0/return")
    while there.wait("table")["table"]["seats"][0]["driver"] is not None:
        pass
    proposal = other.post(club.path + "/proposals", kind="end")["proposal"]
    seen = until_table(club.a, lambda table: table["proposal"])["proposal"]
    assert seen["asked"] and seen["id"] == proposal["id"]
    answer(club.ann, club, seen, True)
    assert until_table(there, lambda table: table["status"] == "over")["ended"] == "vote"
