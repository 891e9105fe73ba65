"""Two servers on one PostgreSQL: people at different ones play as if it were one."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.server.settings import Rates
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Live, Person
from tests.server.postgres import Cluster


@pytest.fixture
def servers(start: Start, postgres: Cluster) -> list[LiveServer]:
    database = postgres.new_database()
    return [start(database=database), start(database=database)]


def visit(person: Person, server: LiveServer) -> Person:
    """The same person at another server, as behind a load balancer."""
    other = server.person()
    other.http.cookies.set("sandtable", person.cookie)
    return other


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300  # only so that a test ends at all
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def two_people(servers: list[LiveServer], seed: int | str) -> tuple[Person, Person, Json]:
    """Ann at the first server and Bob at the second, at one table."""
    ann, bob = servers[0].person("Ann"), servers[1].person("Bob")
    table = ann.table(seats="human open", seed=seed)
    bob.post(f"/api/invites/{table['invite']}")
    return ann, bob, table


def test_people_at_two_servers_see_each_others_moves(servers: list[LiveServer]) -> None:
    ann, bob, table = two_people(servers, seed=4)
    lives = [ann.live(table), bob.live(table)]
    watcher = servers[1].person("Eve").live(table)
    twin = visit(ann, servers[1]).live(table)
    source = random.Random(1)
    chosen: Counter[int] = Counter()
    for _ in range(40):
        seat = next(i for i, one in enumerate(lives) if one.position and one.position["decision"])
        live = lives[seat]
        assert live.position is not None
        if live.position["undo"]["allowed"] and source.random() < 0.2:
            answer = live.ask(source.choice(["undo", "restart"]), version=live.version)
        else:
            answer = live.ask("act", version=live.version, action=source.choice(live.choices)["id"])
            chosen[seat] += 1
        assert answer["type"] == "ack", answer
        for other in [*lives, watcher, twin]:
            other.until(answer["version"])
        assert twin.position == lives[0].position
        assert twin.log == lives[0].log
        assert [turn["turn"] for turn in watcher.log] == [turn["turn"] for turn in twin.log]
    assert min(chosen[0], chosen[1]) > 3
    causes = {message["cause"] for message in watcher.messages if message["type"] == "update"}
    assert "act" in causes and "undo" in causes


def test_a_whole_game_with_a_bot(servers: list[LiveServer]) -> None:
    """Seats change, bots follow, the end and the rematch are seen everywhere."""
    ann, bob = servers[0].person("Ann"), servers[1].person("Bob")
    table = ann.table(seats="human open bot:random", seed="q")
    waiting = ann.live(table)
    assert waiting.position is None
    bob.post(f"/api/invites/{table['invite']}")
    told = waiting.wait("table")["table"]
    while told["status"] != "running":
        told = waiting.wait("table")["table"]
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bob", "Random bot"]
    lives = [waiting, bob.live(table)]
    waiting.wait("update")
    threads = [
        threading.Thread(target=live.play_on, args=(random.Random(number),))
        for number, live in enumerate(lives)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    for live in lives:
        assert live.position is not None and live.position["over"]
        while live.wait("table")["table"]["status"] != "over":
            pass
    assert lives[0].position is not None and lives[1].position is not None
    assert lives[0].position["scores"] == lives[1].position["scores"]
    new = bob.post(f"/api/tables/{table['id']}/rematch")
    assert lives[0].wait("table")["table"]["rematch"] == new["id"]
    assert ann.post(f"/api/tables/{table['id']}/rematch")["id"] == new["id"]


def test_requests_at_either_server_follow_each_other(servers: list[LiveServer]) -> None:
    """A program behind a load balancer: every request may go to another server."""
    ann = servers[0].person("Ann")
    table = ann.table(seats="human hotseat", seed=3)
    people = [ann, visit(ann, servers[1])]
    path = f"/api/tables/{table['id']}"
    for step in range(20):
        position = people[step % 2].get(f"{path}/position")
        assert position["version"] == step
        action = position["decision"]["choices"][0]["id"]
        people[(step + 1) % 2].post(f"{path}/actions", version=step, action=action)
    assert people[0].get(path)["version"] == people[1].get(path)["version"] == 20


def test_two_at_once_at_two_servers(servers: list[LiveServer]) -> None:
    """One is acknowledged, the other is told to look again and sees what was chosen."""
    ann = servers[0].person("Ann")
    table = ann.table(seats="human hotseat", seed=2)
    lives = [ann.live(table), visit(ann, servers[1]).live(table)]
    source = random.Random(5)
    for round in range(15):
        barrier = threading.Barrier(2)
        answers: list[str] = []

        def choose(live: Live, action: int, start: threading.Barrier, to: list[str]) -> None:
            start.wait()
            message = live.ask("act", version=live.version, action=action)
            to.append(str(message.get("code", message["type"])))

        threads = [
            threading.Thread(
                target=choose, args=(live, source.choice(live.choices)["id"], barrier, answers)
            )
            for live in lives
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(answers) == ["ack", "stale"], answers
        for live in lives:
            live.until(round + 1)
        assert lives[0].position == lives[1].position


def test_one_seat_for_two_people(servers: list[LiveServer]) -> None:
    ann = servers[0].person("Ann")
    for _ in range(4):
        table = ann.table(seats="human open")
        people = [servers[number % 2].person(f"P{number}") for number in range(4)]
        for person in people:
            person.get(f"/api/tables/{table['id']}")  # both servers have it in memory
        results: Counter[int] = Counter()
        barrier = threading.Barrier(len(people))

        def join(person: Person, invite: str, start: threading.Barrier, to: Counter[int]) -> None:
            start.wait()
            to[person.http.post(f"/api/invites/{invite}", json={}).status_code] += 1

        threads = [
            threading.Thread(target=join, args=(person, table["invite"], barrier, results))
            for person in people
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert results == {200: 1, 409: 3}


def test_a_deleted_table_is_gone_everywhere(servers: list[LiveServer]) -> None:
    ann = servers[0].person("Ann")
    table = ann.table(seats="human hotseat")
    twin = visit(ann, servers[1])
    path = f"/api/tables/{table['id']}"
    twin.get(f"{path}/position")
    assert ann.http.delete(path).status_code == 204
    twin.refused("GET", path, "not_found")


def test_bots_wait_for_nobody_else(servers: list[LiveServer]) -> None:
    """The server that wrote the last entry drives the bot, and only that one."""
    ann = servers[0].person("Ann")
    table = ann.table(seats="human bot:random", seed=6)
    twin = visit(ann, servers[1])
    lives = [ann.live(table), twin.live(table)]
    source = random.Random(2)
    for round in range(12):
        live = lives[round % 2]
        live.my_turn()
        assert live.position is not None
        if live.position["over"]:
            break
        assert live.act(source.choice(live.choices)["id"])["type"] == "ack"
        for other in lives:
            other.until(live.version)
            other.my_turn()
            other.until(live.version)
    driving = [server.service.table_cache.find(table["id"]) for server in servers]
    assert all(one is not None and one.bot is None for one in driving)


def test_presence_and_spectators(servers: list[LiveServer]) -> None:
    ann, bob, table = two_people(servers, seed=4)
    first = ann.live(table)
    second = bob.live(table)
    while first.wait("presence")["seats"] != [True, True]:
        pass
    while second.wait("presence")["seats"] != [True, True]:
        pass
    eve = servers[1].person("Eve").live(table)
    while first.wait("presence")["spectators"] != 1:
        pass
    seats = ann.get(f"/api/tables/{table['id']}")["seats"]
    assert [seat["present"] for seat in seats] == [True, True]
    eve.close()
    second.close()
    while (told := first.wait("presence"))["seats"] != [True, False] or told["spectators"]:
        pass


def test_who_was_connected_to_a_server_that_stops_is_gone(servers: list[LiveServer]) -> None:
    ann, bob, table = two_people(servers, seed=4)
    first = ann.live(table)
    bob.live(table)
    while first.wait("presence")["seats"] != [True, True]:
        pass
    servers[1].stop()
    while first.wait("presence")["seats"] != [True, False]:
        pass


def test_a_server_that_comes_later_knows_who_is_there(start: Start, postgres: Cluster) -> None:
    database = postgres.new_database()
    ann = start(database=database).person("Ann")
    table = ann.table(seats="human hotseat")
    ann.live(table)
    eve = start(database=database).person("Eve").live(table)
    while eve.wait("presence")["seats"] != [True, True]:
        pass


def test_connections_are_counted_together(start: Start, postgres: Cluster) -> None:
    database = postgres.new_database()
    servers = [start(database=database, max_connections_each=3) for _ in range(2)]
    ann = servers[0].person("Ann")
    twin = visit(ann, servers[1])
    table = ann.table(seats="human hotseat")
    for _ in range(2):
        ann.live(table)
    roster = servers[1].service.roster
    wait_until(lambda: roster.total_elsewhere == 2)
    twin.live(table)
    with pytest.raises(ConnectionClosed) as closed:
        twin.live(table)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    ann.lives[0].close()
    wait_until(lambda: roster.total_elsewhere == 1)
    twin.live(table)


def test_requests_are_counted_together(start: Start, postgres: Cluster) -> None:
    """What somebody has used up at one server is used up at the other."""
    database = postgres.new_database()
    rates = Rates(read=(40, 3600.0))
    servers = [start(database=database, rate_factor=1, rates=rates) for _ in range(2)]
    ann = servers[0].person("Ann")
    twin = visit(ann, servers[1])
    refused = 0
    for _ in range(100):
        refused += ann.http.get("/api/me/tables").status_code == 429
    assert refused >= 60
    limiter = servers[1].service.limiter
    claim = servers[0].service.signer.read_cookie(ann.cookie)
    assert claim is not None
    key = ("read", claim.id)
    wait_until(lambda: key in limiter._buckets and limiter._buckets[key].left <= 5)
    answers = [twin.http.get("/api/me/tables").status_code for _ in range(20)]
    assert answers.count(429) >= 14


def test_a_new_name_counts_everywhere(servers: list[LiveServer]) -> None:
    ann = servers[0].person("Ann")
    twin = visit(ann, servers[1])
    assert twin.get("/api/me")["name"] == "Ann"
    ann.post("/api/me", name="Anna")
    wait_until(lambda: twin.get("/api/me")["name"] == "Anna")


def test_revoked_tokens_end_everywhere(servers: list[LiveServer]) -> None:
    ann = servers[0].person("Ann")
    table = ann.table(seats="human hotseat")
    token = ann.post("/api/me/token")["token"]
    headers = {"authorization": f"Bearer {token}"}
    address = servers[1].url.replace("http", "ws", 1) + f"/api/tables/{table['id']}/live"
    with Live(connect(address, additional_headers=headers, max_size=None)) as program:
        assert ann.http.delete("/api/me/token").status_code == 204
        with pytest.raises(ConnectionClosed):
            program.wait("nothing more")
    answer = httpx.get(servers[1].url + "/api/me", headers=headers)
    assert answer.status_code == 403


def test_a_rematch_asked_for_twice_at_once(servers: list[LiveServer]) -> None:
    ann = servers[0].person("Ann")
    people = [ann, visit(ann, servers[1])]
    table = ann.table("resafa", seats="human")
    ann.live(table).play_on(random.Random(1))
    path = f"/api/tables/{table['id']}"
    wait_until(lambda: people[1].get(path)["status"] == "over")
    ids: list[str] = []
    barrier = threading.Barrier(2)

    def ask(person: Person) -> None:
        barrier.wait()
        ids.append(person.post(f"{path}/rematch")["id"])

    threads = [threading.Thread(target=ask, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(ids) == 2 and len(set(ids)) == 1
    assert people[0].get(path)["rematch"] == people[1].get(path)["rematch"] == ids[0]
    running = ann.get("/api/me/tables", status="running")["tables"]
    assert [one["id"] for one in running] == [ids[0]]


def test_an_analysis_moves_to_another_server(start: Start, postgres: Cluster) -> None:
    """One server works on all analyses; everybody sees how far they are."""
    database = postgres.new_database()
    servers = [start(database=database, analysis_seconds=0.001) for _ in range(2)]
    wait_until(lambda: any(server.service.periodic.here("analyses") for server in servers))
    servers.sort(key=lambda server: server.service.periodic.here("analyses"))
    other, working = servers
    ann = other.person("Ann")
    table = ann.table("resafa", seats="human")
    ann.live(table).play_on(random.Random(1))
    path = f"/api/tables/{table['id']}/analysis"
    assert ann.post(path)["status"] == "running"
    assert visit(ann, working).post(path)["status"] == "running", "ordered once"
    wait_until(lambda: ann.get(path)["done"] > 0)
    working.stop()
    wait_until(lambda: ann.get(path)["status"] == "done")
    assert ann.get(path)["analysis"]["turns"]


def test_tables_made_at_two_servers_at_once(start: Start, postgres: Cluster) -> None:
    """The first tables of a title store its edition once; a person's limit holds."""
    database = postgres.new_database()
    servers = [start(database=database, max_running=6) for _ in range(2)]
    ann = servers[0].person("Ann")
    people = [ann, visit(ann, servers[1])] * 5
    codes: Counter[int] = Counter()
    barrier = threading.Barrier(len(people))

    def make(person: Person) -> None:
        asked = {"game": "faiyum", "seats": [{"kind": "human"}, {"kind": "hotseat"}]}
        cookies = {"sandtable": ann.cookie}
        barrier.wait()
        answer = httpx.post(person.url + "/api/tables", json=asked, cookies=cookies, timeout=60)
        codes[answer.status_code] += 1

    threads = [threading.Thread(target=make, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert codes == {201: 6, 429: 4}
