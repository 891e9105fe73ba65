"""Clocks: banks and increments, what happens when time is up, and what no clock counts."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import create_engine, text

import sandtable
from sandtable.server.storage import database as databases
from sandtable.server.tables.clock import DELAY, FIRST_DELAY, GRACE, Clock
from sandtable.server.tables.pace import presets
from tests.server.club import LIVE, Club, until_table
from tests.server.conftest import Start
from tests.server.fake_time import FakeTime
from tests.server.people import Person


def a_clock(**changes: Any) -> Clock:
    clock = Clock.new("live", 600_000, 10_000, "bot", "random", 2)
    return replace(clock, **changes)


# -- the clock itself ------------------------------------------------------------------------------


def test_time_runs_for_one_seat_after_a_short_delay() -> None:
    clock = a_clock().runs_for(0, 1000)
    assert clock.left_at(0, 1000) == clock.left_at(0, 1000 + DELAY) == 600_000
    assert clock.left_at(0, 1000 + DELAY + 5000) == 595_000
    assert clock.left_at(1, 10**9) == 600_000
    assert clock.deadline == 1000 + DELAY + 600_000 + GRACE["live"]
    clock = clock.runs_for(1, 1000 + DELAY + 5000)
    assert clock.left == (595_000, 600_000) and clock.running == 1
    assert clock.runs_for(1, 10**6) is clock


def test_a_pause_stops_whoever_runs() -> None:
    clock = a_clock().runs_for(0, 0, delay=0)
    clock = replace(clock, paused=True).runs_for(0, 7000)
    assert clock.running is None and clock.deadline is None and clock.left[0] == 593_000
    clock = replace(clock, paused=False).runs_for(0, 99_000, delay=0)
    assert clock.left_at(0, 100_000) == 592_000


def test_a_turn_that_is_taken_back_brings_its_increment_once() -> None:
    clock = a_clock(left=(100_000, 600_000))
    clock = clock.credited([1, 0])
    assert clock.left == (110_000, 600_000)
    assert clock.credited([0, 0]).credited([1, 0]).left == clock.left
    assert clock.credited([3, 1]).left == (130_000, 610_000)


def test_increments_fill_a_bank_no_more_than_twice() -> None:
    clock = a_clock().credited([1000, 0])
    assert clock.left[0] == 1_200_000
    assert clock.credited([1001, 0]).left[0] == 1_200_000


def test_an_increment_after_the_bank_was_empty_counts_from_zero() -> None:
    assert a_clock(left=(-20_000, 1)).credited([1, 0]).left[0] == 10_000


def test_who_comes_back_has_time_for_a_turn() -> None:
    assert a_clock(left=(-20_000, 1)).refilled(0).left[0] == 60_000
    assert a_clock(left=(500_000, 1)).refilled(0).left[0] == 500_000


@pytest.mark.parametrize("name", sandtable.games())
def test_presets_fit_the_measured_turns(name: str) -> None:
    game = sandtable.game(name)
    clocks = presets(game)
    assert {preset["players"] for preset in clocks} == set(range(2, game.max_players + 1))
    for players in range(2, game.max_players + 1):
        live = [p for p in clocks if p["players"] == players and p["pace"] == "live"]
        assert [p["name"] for p in live] == ["fast", "normal", "slow"]
        assert live[0]["bank"] < live[1]["bank"] < live[2]["bank"]
        slow = [p for p in clocks if p["players"] == players and p["pace"] == "correspondence"]
        assert [p["bank"] // 86400 for p in slow] == [3, 7, 14]
    more_players_fewer_turns = [
        p["bank"] for p in clocks if (p["name"], p["pace"]) == ("slow", "live")
    ]
    assert more_players_fewer_turns == sorted(more_players_fewer_turns, reverse=True)


# -- at a table ------------------------------------------------------------------------------------


def test_without_a_clock_there_is_none(ann: Person) -> None:
    table = ann.table("faiyum", "human hotseat")
    assert table["clock"] is None and table["proposal"] is None and table["ended"] is None
    live = ann.live(table)
    live.act(live.choices[0]["id"])
    assert not any(message["type"] == "clock" for message in live.messages)


def test_the_clock_runs_for_who_has_to_choose_and_everybody_sees_it(start: Start) -> None:
    club = Club(start, clock=LIVE)
    clock = club.info()["clock"]
    assert clock["running"] == 0 and clock["left"] == [600_000, 600_000]
    assert clock["since"] - clock["now"] == FIRST_DELAY
    club.time.advance(FIRST_DELAY / 1000 + 15)
    assert club.left(0) == 585
    club.turn(club.a)
    assert club.left(0) == 595 and club.info()["clock"]["running"] == 1
    for live in (club.a, club.b):
        assert live.wait("clock")["clock"]["running"] == 1
    club.time.advance(DELAY / 1000 + 30)
    assert (club.left(0), club.left(1)) == (595, 570)
    # What is taken back and chosen again brings nothing.
    club.turn(club.b)
    assert club.left(1) == 580
    assert club.b.ask("undo", version=club.b.version)["type"] == "ack"
    club.b.my_turn()
    club.turn(club.b)
    assert club.left(1) == 580


def test_a_table_that_waits_has_no_time_running(start: Start) -> None:
    server = start(time_source=FakeTime())
    ann = server.person("Ann")
    table = ann.table("faiyum", "human open", clock=LIVE)
    assert table["clock"]["running"] is None


def test_no_time_runs_while_a_bot_thinks(start: Start) -> None:
    club = Club(start, "human open bot:random", clock=LIVE)
    club.time.advance(FIRST_DELAY / 1000)
    club.turn(club.a)
    club.time.advance(DELAY / 1000 + 1)
    club.turn(club.b)
    club.a.my_turn()
    clocks = [message["clock"] for message in club.a.messages if message["type"] == "clock"]
    assert None in [clock["running"] for clock in clocks]
    assert 2 not in [clock["running"] for clock in clocks]


def test_bad_clocks_are_refused(ann: Person) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}]
    for clock, word in (
        ({**LIVE, "bank": 5}, "bank"),
        ({**LIVE, "increment": -1}, "increment"),
        ({**LIVE, "pace": "blitz"}, "pace"),
        ({**LIVE, "on_timeout": "shout"}, "on_timeout"),
        ({**LIVE, "bot": "hal"}, "hal"),
    ):
        body = {"game": "faiyum", "seats": seats, "clock": clock}
        assert word in ann.refused("POST", "/api/tables", "bad_request", body)


def test_a_bot_takes_over_after_a_warning_and_gives_the_seat_back(
    start: Start, database: str
) -> None:
    club = Club(start, clock={**LIVE, "bot": "random"}, database=database)
    club.time.advance(FIRST_DELAY / 1000 + 601)
    assert club.left(0) == -1  # the warning: nothing has happened yet
    assert club.info()["seats"][0]["driver"] is None
    club.time.advance(GRACE["live"] / 1000)
    table = until_table(club.b, lambda table: table["seats"][0]["driver"])
    seat = table["seats"][0]
    assert seat["kind"] == "human" and seat["driver"] == "random" and seat["abandoned"] == "time"
    club.b.my_turn()
    assert club.b.position is not None
    assert club.b.position["notes"][0] == {"turn": 1, "kind": "bot_time", "seat": 0, "coach": None}
    assert club.b.position["step"] > 0 and club.info()["clock"]["running"] == 1
    # It is still Ann's seat: she sees from it, but does not choose.
    club.a.until(club.b.version)
    assert club.a.position is not None and club.a.position["seat"] == 0
    club.restart()
    club.come_back()
    club.time.advance(5)
    club.turn(club.b)
    club.b.my_turn()  # the bot still plays for Ann
    assert club.info()["seats"][0]["mine"] and not club.info()["my_turn"]
    club.ann.refused("POST", club.path + "/undo", "illegal", {"version": club.b.version})
    club.bob.refused("POST", club.path + "/seats/0/return", "forbidden")
    back = club.ann.post(club.path + "/seats/0/return")
    assert back["seats"][0]["driver"] is None and back["seats"][0]["abandoned"] is None
    assert club.left(0) == 60
    club.b.wait("update")
    club.turn(club.b)
    club.a.my_turn()
    assert club.info()["my_turn"] and club.info()["clock"]["running"] == 0


def test_choosing_for_a_seat_that_a_bot_plays_is_refused(start: Start) -> None:
    club = Club(start, "human open", clock={**LIVE, "bot": "hard"})
    club.time.advance(FIRST_DELAY / 1000 + 601 + GRACE["live"] / 1000)
    until_table(club.a, lambda table: table["seats"][0]["driver"])
    position = club.ann.get(club.path + "/position")
    if position["to_choose"] == 0:  # the bot has not chosen yet
        assert position["decision"] is None
        body = {"version": position["version"], "action": 0}
        answer = club.ann.http.post(club.path + "/actions", json=body)
        assert answer.json()["error"]["code"] in ("not_your_turn", "stale")


def test_a_bot_plays_one_turn(start: Start) -> None:
    club = Club(start, clock={**LIVE, "on_timeout": "turn", "bot": "random"})
    club.time.advance(FIRST_DELAY / 1000 + 600 + GRACE["live"] / 1000)
    club.b.my_turn()
    table = club.info()
    assert table["seats"][0]["driver"] is None and table["seats"][0]["abandoned"] is None
    assert club.b.position is not None
    assert [note["kind"] for note in club.b.position["notes"]] == ["bot_turn"]
    assert club.left(0) == 10  # the increment for the turn that was played
    club.turn(club.b)
    club.a.my_turn()
    assert club.a.position is not None and club.a.position["decision"] is not None


def test_the_game_ends(start: Start, database: str) -> None:
    club = Club(start, clock={**LIVE, "on_timeout": "end"}, database=database)
    club.time.advance(FIRST_DELAY / 1000)
    club.turn(club.a)
    club.time.advance(603 + GRACE["live"] / 1000)
    table = until_table(club.a, lambda table: table["status"] == "over")
    assert table["ended"] == "time" and table["winners"] == []
    assert table["seats"][1]["abandoned"] == "time" and table["seats"][0]["abandoned"] is None
    assert club.a.position is not None
    assert club.a.position["over"] and club.a.position["to_choose"] is None
    body = {"version": club.a.version, "action": 0}
    club.bob.refused("POST", club.path + "/actions", "not_running", body)
    club.restart()
    assert club.ann.get(club.path)["ended"] == "time"
    position = club.ann.get(club.path + "/position")
    assert position["over"] and [note["kind"] for note in position["notes"]] == ["end_time"]
    result = club.ann.get(club.path + "/result")
    assert result["winners"] == [] and result["ended"] == "time"
    assert club.ann.get("/api/me/scores")["scores"] == []
    again = club.ann.post(club.path + "/rematch")
    assert again["clock"]["left"] == [600_000, 600_000] and again["seats"][0]["abandoned"] is None


def test_a_result_that_a_bot_finished_is_marked(start: Start, database: str) -> None:
    fake = FakeTime()
    server = start(time_source=fake, database=database)
    ann, bob = server.person("Ann"), server.person("Bob")
    made = ann.table("faiyum", "human open", clock={**LIVE, "bot": "random"})
    bob.post(f"/api/invites/{made['invite']}")
    live = bob.live(made)
    fake.advance(FIRST_DELAY / 1000 + 600 + GRACE["live"] / 1000)
    live.my_turn()
    live.play_on(random.Random(1))
    engine = create_engine(databases.address(database))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT seat, abandoned, bot_choices FROM results")).all()
    engine.dispose()
    results = {row[0]: (row[1], row[2]) for row in rows}
    assert results[0][0] == "time" and results[0][1] > 10
    assert results[1] == (None, 0)
    assert ann.get("/api/me/scores")["scores"] == []
    assert len(bob.get("/api/me/scores")["scores"]) == 1


def test_who_leaves_is_marked_and_a_bot_of_the_clock_plays(start: Start) -> None:
    club = Club(start, clock={**LIVE, "bot": "random"})
    left = club.ann.post(club.path + "/leave")
    assert left["seats"][0]["kind"] == "bot" and left["seats"][0]["bot"] == "random"
    assert left["seats"][0]["abandoned"] == "left"
    club.b.my_turn()
    assert club.bob.get(club.path)["clock"]["running"] == 1


def test_the_clock_stands_while_the_server_is_down(start: Start, database: str) -> None:
    club = Club(start, clock=LIVE, database=database)
    club.time.advance(FIRST_DELAY / 1000 + 100)
    club.turn(club.a)
    club.time.advance(DELAY / 1000 + 20)
    assert club.left(1) == 580
    club.heartbeat()
    club.restart(down=9 * 3600)
    assert club.left(1) == 580
    club.come_back()
    club.time.advance(10)
    assert club.left(1) == 570
    club.time.advance(570 + GRACE["live"] / 1000)
    until_table(club.a, lambda table: table["seats"][1]["driver"])


def test_a_table_that_fails_does_not_stop_the_other_clocks(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(start, clock={**LIVE, "bot": "random"})
    broken = club.ann.table("faiyum", "human hotseat", clock={**LIVE, "bank": 300})
    failed = threading.Event()
    agreements = club.server.service.agreements
    due = agreements.due

    async def fails(id: str) -> None:
        if id == broken["id"]:
            failed.set()
            raise RuntimeError("this table is broken")
        await due(id)

    monkeypatch.setattr(agreements, "due", fails)
    club.time.advance(FIRST_DELAY / 1000 + 300 + GRACE["live"] / 1000)
    assert failed.wait(20)
    club.time.advance(300)
    until_table(club.b, lambda table: table["seats"][0]["driver"])
