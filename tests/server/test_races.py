"""Two at once: only one can win, whoever they are."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx

from tests.server.conftest import LiveServer, Start
from tests.server.people import Live, Person


def together(*work: Callable[[], None]) -> None:
    """Run things at the same moment."""
    barrier = threading.Barrier(len(work))
    failures: list[BaseException] = []

    def run(one: Callable[[], None]) -> None:
        barrier.wait()
        try:
            one()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures, failures


def choose(live: Live, answers: list[str], kind: str = "act", **more: Any) -> None:
    """Send something and note whether it was acknowledged or how it was refused."""
    message = live.ask(kind, **more)
    answers.append(str(message.get("code", message["type"])))


def test_two_browsers_of_one_person(ann: Person) -> None:
    """Both choose on the same position: one is acknowledged, the other is told to look again."""
    table = ann.table(seats="human hotseat", seed=2)
    lives = [ann.live(table), ann.live(table)]
    source = random.Random(3)
    for _ in range(25):
        version = lives[0].version
        answers: list[str] = []
        choices = [source.choice(lives[0].choices)["id"] for _ in lives]
        together(
            *(
                partial(choose, live, answers, version=version, action=action)
                for live, action in zip(lives, choices, strict=True)
            )
        )
        assert sorted(answers) == ["ack", "stale"], answers
        for live in lives:
            live.until(version + 1)
        assert lives[0].position == lives[1].position
        if lives[0].position is None or lives[0].position["over"]:
            break


def test_many_requests_at_once(server: LiveServer, ann: Person) -> None:
    table = ann.table(seats="human hotseat", seed=2)
    path = f"{server.url}/api/tables/{table['id']}/actions"
    position = ann.get(f"/api/tables/{table['id']}/position")
    action = position["decision"]["choices"][0]["id"]
    codes: Counter[str] = Counter()
    lock = threading.Lock()

    def post() -> None:
        answer = httpx.post(
            path,
            json={"version": 0, "action": action},
            cookies={"sandtable": ann.cookie},
            timeout=60,
        )
        with lock:
            codes["done" if answer.status_code == 200 else answer.json()["error"]["code"]] += 1

    together(*[post] * 12)
    assert codes == {"done": 1, "stale": 11}
    assert ann.get(f"/api/tables/{table['id']}")["version"] == 1


def test_two_for_one_seat(server: LiveServer, ann: Person) -> None:
    table = ann.table(seats="human open")
    people = [server.person(f"P{number}") for number in range(6)]
    results: Counter[int] = Counter()

    def join(person: Person) -> None:
        answer = person.http.post(f"/api/invites/{table['invite']}", json={})
        results[answer.status_code] += 1

    together(*(lambda person=person: join(person) for person in people))
    assert results == {200: 1, 409: 5}


def test_two_servers_on_one_database(start: Start, database: str) -> None:
    """Not how it is meant to be run, but even then no choice is lost or doubled."""
    servers = [start(database=database), start(database=database)]
    ann = servers[0].person("Ann")
    table = ann.table(seats="human hotseat", seed=2)
    twin = servers[1].person()
    twin.http.cookies.set("sandtable", ann.cookie)
    lives = [ann.live(table), twin.live(table)]
    source = random.Random(5)
    acks = 0
    for _ in range(30):
        answers: list[str] = []
        together(
            *(
                partial(
                    choose,
                    live,
                    answers,
                    version=live.version,
                    action=source.choice(live.choices)["id"],
                )
                for live in lives
            )
        )
        assert sorted(answers) == ["ack", "stale"], answers
        acks += 1
        for live in lives:
            live.send("sync")
            live.until(acks)
        assert lives[0].position is not None and lives[1].position is not None
        assert lives[0].position["view"] == lives[1].position["view"]
        assert lives[0].version == acks


def test_a_choice_against_an_undo(ann: Person) -> None:
    table = ann.table(seats="human hotseat", seed=5)
    lives = [ann.live(table), ann.live(table)]
    for live in lives:
        assert live.position is not None
    for _ in range(15):
        version = lives[0].version
        lives[0].ask("act", version=version, notation="play farmer")
        for live in lives:
            live.until(version + 1)
        answers: list[str] = []
        action = lives[0].choices[0]["id"]
        together(
            partial(choose, lives[0], answers, version=version + 1, action=action),
            partial(choose, lives[1], answers, "undo", version=version + 1),
        )
        assert sorted(answers) == ["ack", "stale"]
        for live in lives:
            live.until(version + 2)
        state = json.dumps(lives[0].position, sort_keys=True)
        assert state == json.dumps(lives[1].position, sort_keys=True)
        answer = lives[0].ask("restart", version=version + 2)
        if answer["type"] == "ack":
            for live in lives:
                live.until(version + 3)
