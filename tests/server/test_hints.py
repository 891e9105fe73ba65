"""Hints while a game runs, and the analysis of one that is over."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.server.bots.pool import BotJob
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Person


def finished(person: Person, game: str = "resafa", players: int = 2) -> Json:
    """A table with a game that is over."""
    match = sandtable.game(game).new(players, 4)
    bots.play(match, [bots.make("random", seat) for seat in range(players)])
    return person.post("/api/records", record=str(match.record()))


def analysed(person: Person, table: Json, seconds: float = 500) -> Json:
    """The state of the analysis when it has come to an end."""
    path = f"/api/tables/{table['id']}/analysis"
    deadline = time.monotonic() + seconds
    while True:
        answer = person.get(path)
        if answer["status"] != "running":
            return answer
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_the_best_choices(start: Start) -> None:
    server = start(hint_seconds=0.1)
    ann = server.person("Ann")
    table = ann.post("/api/play", game="faiyum", players=2, bot="random")
    with ann.live(table) as live:
        live.my_turn()
        hint = ann.post(f"/api/tables/{table['id']}/hint")
        offered = {choice["id"]: choice for choice in live.choices}
        assert 2 <= len(hint["choices"]) <= 3
        assert hint["action"] == hint["choices"][0]["action"]
        for choice in hint["choices"]:
            assert offered[choice["action"]]["text"] == choice["text"]
            assert 0 <= choice["chance"] <= 1
        # Another bot may think otherwise; the choices are still there.
        asked = ann.post(f"/api/tables/{table['id']}/hint", bot="random")
        assert asked["bot"] == "random" and asked["choices"]
        assert live.act(hint["action"])["type"] == "ack"


def test_hints_for_somebody_alone(start: Start) -> None:
    server = start(hint_seconds=0.05)
    ann = server.person("Ann")
    table = ann.post("/api/play", game="resafa", players=1)
    hint = ann.post(f"/api/tables/{table['id']}/hint")
    assert all(choice["chance"] is None for choice in hint["choices"])


def test_hints_are_limited(start: Start) -> None:
    server = start(hint_seconds=0.02, rate_factor=0.1)
    ann = server.person("Ann")
    table = ann.post("/api/play", game="faiyum", players=1)
    path = f"/api/tables/{table['id']}/hint"
    ann.post(path)
    ann.post(path)
    assert "wait" in ann.refused("POST", path, "too_fast", {})


def test_an_analysis(start: Start) -> None:
    server = start(analysis_seconds=0.005)
    ann, eve = server.person("Ann"), server.person("Eve")
    table = finished(ann)
    path = f"/api/tables/{table['id']}/analysis"
    assert ann.get(path)["status"] == "none"
    begun = ann.post(path)
    assert begun["status"] == "running" and begun["analysis"] is None
    assert ann.post(path)["status"] in ("running", "done"), "asking twice begins nothing new"
    answer = analysed(ann, table)
    assert answer["status"] == "done" and answer["done"] == answer["total"]
    analysis = answer["analysis"]
    assert len(analysis["turns"]) == answer["total"]
    assert analysis["turns"][-1]["last"] == table["step"]
    assert analysis["end"]["points"] == table["scores"]
    for place in analysis["missed"]:
        worst = analysis["turns"][place]["worst"]
        assert worst["best"]["text"] and worst["chance_lost"] > 0
    for turn, following in zip(analysis["turns"], analysis["turns"][1:], strict=False):
        assert turn["after"] == following["before"]
        change = turn["after"]["chances"][turn["seat"]] - turn["before"]["chances"][turn["seat"]]
        assert turn["swing"] == pytest.approx(change, abs=0.001)
    # Everybody may see it, and it is still there after a restart.
    assert eve.get(path) == answer
    server.stop()
    again = start(analysis_seconds=0.005)
    assert again.person("Bob").get(path) == answer
    # It goes with its table.
    keeper = again.person()
    keeper.http.cookies.set("sandtable", ann.cookie)
    assert keeper.http.delete(f"/api/tables/{table['id']}").status_code == 204
    keeper.refused("GET", path, "not_found")


def test_nothing_is_told_of_a_game_that_runs(server: LiveServer, ann: Person, bob: Person) -> None:
    """An analysis tells what everybody could have done: not before the end."""
    running = ann.table(seats="human hotseat")
    duel = ann.table("resafa", "human open")
    bob.post(f"/api/invites/{duel['invite']}")
    waiting = ann.table(seats="human open")
    for table in (running, duel, waiting):
        path = f"/api/tables/{table['id']}/analysis"
        for person in (ann, bob):
            person.refused("GET", path, "not_over")
            person.refused("POST", path, "not_over")


def test_a_game_against_a_bot_to_its_end(start: Start) -> None:
    """Played here, not uploaded; and a branch of it, which has no record."""
    server = start(analysis_seconds=0.001)
    ann = server.person("Ann")
    table = ann.post("/api/play", game="resafa", players=2, bot="random")
    with ann.live(table) as live:
        live.my_turn()
        live.play_on(random.Random(1), 5)
        branch = ann.post(f"/api/tables/{table['id']}/branch", step=live.position["step"])  # type: ignore[index]
    with ann.live(branch) as live:
        live.play_on(random.Random(2))
    ann.post(f"/api/tables/{branch['id']}/analysis")
    analysis = analysed(ann, branch)
    assert analysis["status"] == "done"
    assert analysis["analysis"]["turns"][0]["first"] == 0


def test_bots_go_on_while_a_game_is_analysed(start: Start) -> None:
    """One process for both: slices are short, so nobody waits for the end of an analysis."""
    server = start(analysis_seconds=0.05)
    ann = server.person("Ann")
    path = f"/api/tables/{finished(ann, 'faiyum', 3)['id']}/analysis"
    ann.post(path)
    table = ann.post("/api/play", game="faiyum", players=2, bot="medium")
    with ann.live(table) as live:
        assert live.play_on(random.Random(1), 6) == 6
    state = ann.get(path)
    assert state["status"] == "running" and 0 < state["done"] < state["total"]


def test_an_analysis_that_fails_can_be_asked_for_again(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(analysis_seconds=0.001)
    ann = server.person("Ann")
    table = finished(ann, players=1)
    bot_pool = server.service.bot_pool
    do = bot_pool.do

    async def broken(job: BotJob) -> Any:
        return await do(replace(job, actions=[10**6]) if job.kind == "analysis" else job)

    monkeypatch.setattr(bot_pool, "do", broken)
    path = f"/api/tables/{table['id']}/analysis"
    ann.post(path)
    answer = analysed(ann, table)
    assert answer["status"] == "failed" and "try again" in answer["message"]
    monkeypatch.undo()
    assert ann.post(path)["status"] == "running"
    assert analysed(ann, table)["status"] == "done"


def test_not_too_many_at_once(start: Start) -> None:
    server = start(analysis_seconds=0.5, max_analyses=1)
    ann = server.person("Ann")
    first, second = finished(ann, "faiyum"), finished(ann)
    ann.post(f"/api/tables/{first['id']}/analysis")
    ann.refused("POST", f"/api/tables/{second['id']}/analysis", "busy")
