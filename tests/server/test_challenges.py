"""Challenges: one deal for all, one try each, and nobody learns the deal before."""

from __future__ import annotations

import itertools
import random

import pytest

from sandtable.kernel.rng import seed_commitment
from sandtable.server.storage import challenge_store, result_store
from tests.server.conftest import LiveServer, Start
from tests.server.fake_time import FakeTime
from tests.server.people import Json, Person
from tests.server.test_accounts import sign_up

DAY = 24 * 3600


def today(person: Person, game: str = "resafa", period: str = "day") -> Json:
    challenges = person.get("/api/challenges")["challenges"]
    return next(
        c for c in challenges if c["game"] == game and c["period"] == period and not c["over"]
    )


def finish(person: Person, table: Json, seed: int) -> int:
    """Play a try to its end; returns the score."""
    live = person.live(table)
    live.play_on(random.Random(seed))
    live.close()
    score: int = person.get(f"/api/tables/{table['id']}/result")["scores"][0]
    return score


def test_a_challenge_from_its_start_to_its_end(start: Start, database: str) -> None:
    time = FakeTime()
    server = start(time, database=database)
    ann, bob, eve = (server.person(name) for name in ("Ann", "Bob", "Eve"))
    challenge = today(ann)
    address = f"/api/challenges/{challenge['id']}"
    assert challenge["seed_commitment"] is None  # nobody has started: it is not drawn

    table = ann.post(f"{address}/start")
    assert ann.post(f"{address}/start")["id"] == table["id"]  # the same try again
    commitment = eve.get(address)["seed_commitment"]
    assert commitment == table["seed_commitment"]
    other = bob.post(f"{address}/start")
    assert other["id"] != table["id"] and other["seed_commitment"] == commitment
    deals = [
        person.get(f"/api/tables/{id}/position")["view"]
        for person, id in ((ann, table["id"]), (bob, other["id"]))
    ]
    assert deals[0] == deals[1]

    score = finish(ann, table, 1)
    answer = ann.get(address)
    assert answer["mine"] == "finished" and answer["score"] == score
    assert [row["name"] for row in answer["results"]] == ["Ann"]
    assert answer["results"][0]["table"] == table["id"]
    # Whoever has not finished sees that somebody has, and no more.
    for person in (bob, eve):
        seen = person.get(address)
        assert seen["results"] is None and seen["seed"] is None and seen["finished"] == 1
        assert table["id"] not in person.http.get(address).text
    best = max(score, finish(bob, other, 2))
    assert bob.get(address)["results"][0]["score"] == best

    time.advance(DAY)
    over = eve.get(address)
    assert over["over"] and seed_commitment(over["seed"]) == commitment
    assert {row["name"] for row in over["results"]} == {"Ann", "Bob"}
    eve.refused("POST", f"{address}/start", "not_running")
    assert today(eve)["id"] != challenge["id"]


def test_two_processes_draw_one_deal_and_give_one_try(
    start: Start, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked before either has written anything."""
    server = start(database=database)
    ann, bob = server.person("Ann"), server.person("Bob")
    address = f"/api/challenges/{today(ann)['id']}/start"
    table = ann.post(address)

    def blind_once(name: str) -> None:
        real, calls = getattr(challenge_store, name), itertools.count()
        late = lambda *given: None if next(calls) == 0 else real(*given)  # noqa: E731
        monkeypatch.setattr(challenge_store, name, late)

    blind_once("seed_of")
    assert bob.post(address)["seed_commitment"] == table["seed_commitment"]
    blind_once("try_of")
    assert ann.post(address)["id"] == table["id"]
    assert len(ann.get("/api/me/tables")["tables"]) == 1


def test_who_still_plays_learns_nothing_when_the_challenge_is_over(start: Start) -> None:
    """Begun before midnight, the try counts after it; others' games would show the deal."""
    time = FakeTime()
    server = start(time)
    ann, bob, eve = (server.person(name) for name in ("Ann", "Bob", "Eve"))
    address = f"/api/challenges/{today(ann)['id']}"
    tables = [person.post(f"{address}/start") for person in (ann, bob)]
    finish(ann, tables[0], 1)
    time.advance(DAY)
    seen = bob.get(address)
    assert seen["over"] and seen["results"] is None and seen["seed"] is None
    replay = f"/api/tables/{tables[0]['id']}/history/5"
    bob.refused("GET", replay, "challenge_open")
    assert eve.get(address)["seed"] is not None and eve.get(replay)
    finish(bob, tables[1], 2)
    assert {row["name"] for row in bob.get(address)["results"]} == {"Ann", "Bob"}
    assert bob.get(replay) and bob.get(address)["seed"] is not None


def test_a_profile_does_not_tell_how_a_try_ended(start: Start, database: str) -> None:
    """Others see it there when they see it in the challenge's results."""
    time = FakeTime()
    server = start(time, database=database)
    ann, bob = server.person(), server.person("Bob")
    sign_up(ann, "Ann")
    ann.http.put("/api/account/listed", json={"listed": True})
    address = f"/api/challenges/{today(ann)['id']}/start"
    finish(ann, ann.post(address), 1)
    assert ann.get("/api/me/profile")["titles"][0]["groups"][0]["games"] == 1
    assert bob.get("/api/people/Ann")["titles"] == []
    assert server.person().get("/api/people/Ann")["titles"] == []
    finish(bob, bob.post(address), 2)
    assert bob.get("/api/people/Ann")["titles"][0]["groups"][0]["games"] == 1
    assert server.person().get("/api/people/Ann")["titles"] == []
    time.advance(DAY)
    assert server.person().get("/api/people/Ann")["titles"][0]["groups"][0]["games"] == 1


def test_a_try_has_no_advice_and_no_way_back(server: LiveServer) -> None:
    ann = server.person("Ann")
    table = ann.post(f"/api/challenges/{today(ann)['id']}/start")
    assert not table["hints"] and not table["can_go_back"]
    id = table["id"]
    ann.refused("POST", f"/api/tables/{id}/hint", "forbidden", json={})
    back = {"version": 0, "step": 0}
    ann.refused("POST", f"/api/tables/{id}/back", "forbidden", json=back)
    finish(ann, table, 3)
    assert ann.get(f"/api/tables/{id}")["advice_after"] is None  # now it can be analysed


def test_a_try_that_is_deleted_is_not_given_again(server: LiveServer) -> None:
    ann = server.person("Ann")
    challenge = today(ann, "faiyum", "month")
    address = f"/api/challenges/{challenge['id']}"
    table = ann.post(f"{address}/start")
    assert ann.http.delete(f"/api/tables/{table['id']}").status_code == 204
    assert ann.get(address)["mine"] == "given_up"
    ann.refused("POST", f"{address}/start", "not_found")


def test_challenges_that_do_not_exist(ann: Person) -> None:
    for id in (
        "faiyum-day-2999-01-01",
        "faiyum-day-2026-02-30",
        "faiyum-month-2026-01-02",
        "chess-day-2026-01-01",
        "faiyum",
        "faiyum-day-1999-01-01",
    ):
        ann.refused("GET", f"/api/challenges/{id}", "not_found")
        ann.refused("POST", f"/api/challenges/{id}/start", "not_found")


def test_the_ladder_of_a_campaign(server: LiveServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    for person, won in ((ann, 1), (bob, 3)):
        person.table(seats="human")
        with server.service.engine.begin() as connection:
            claim = server.service.signer.read_cookie(person.cookie)
            assert claim is not None
            row = {"identity": claim.id, "game": "faiyum", "mode": "campaign"}
            result_store.set_progress(connection, row | {"data": {"won": won}})
    rows = ann.get("/api/ladders/faiyum/campaign")["rows"]
    assert [(row["name"], row["reached"], row["mine"]) for row in rows] == [
        ("Bob", 3, False),
        ("Ann", 1, True),
    ]
    assert ann.get("/api/ladders/resafa/campaign") == {"rows": []}
    ann.refused("GET", "/api/ladders/chess/campaign", "not_found")
