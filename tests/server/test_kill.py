"""The server is killed at any moment, and nothing that was acknowledged is lost."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.people import Person
from tests.server.processes import ServerProcess


class Client:
    """Plays alone at a table until the line is cut, and knows what was acknowledged."""

    def __init__(self, url: str, number: int) -> None:
        self.number = number
        self.person = Person(url, f"Player {number}")
        seats = "human bot:random" if number % 2 else "human hotseat"
        self.table = self.person.table(seats=seats)["id"]
        self.random = random.Random(number)
        self.acked = 0  # the version that was acknowledged last
        self.sent = 0
        self.acknowledged = 0

    def play(self) -> None:
        try:
            with self.person.live(self.table) as live:
                while True:
                    live.my_turn()
                    assert live.position is not None
                    if live.position["over"]:
                        return
                    take_back = live.position["undo"]["allowed"] and self.random.random() < 0.2
                    self.sent = live.version + 1
                    if take_back:
                        answer = live.ask("undo", version=live.version)
                    else:
                        choice = self.random.choice(live.choices)
                        answer = live.ask("act", version=live.version, action=choice["id"])
                    assert answer["type"] == "ack", answer
                    self.acked = answer["version"]
                    self.acknowledged += 1
                    live.until(answer["version"])
        except (ConnectionClosed, TimeoutError, OSError):
            return

    def check(self, url: str) -> None:
        """After a restart: everything acknowledged is there, and the game can go on."""
        self.person.http.base_url = url
        self.person.url = url
        with self.person.live(self.table) as live:
            assert live.position is not None
            assert live.version >= self.acked, (self.number, live.version, self.acked)
            steps = sum(len(turn["steps"]) for turn in live.log)
            assert steps == live.position["step"]
            live.my_turn()
            if not live.position["over"]:
                answer = live.act(live.choices[0]["id"])
                assert answer["type"] == "ack", answer
                self.acked = answer["version"]


@pytest.mark.parametrize("rounds", [3])
def test_kill_9_loses_nothing(database: str, tmp_path: Path, rounds: int) -> None:
    log = tmp_path / "log"
    server = ServerProcess(database, log)
    clients = [Client(server.url, number) for number in range(6)]
    source = random.Random(9)
    try:
        for _ in range(rounds):
            threads = [threading.Thread(target=client.play) for client in clients]
            for thread in threads:
                thread.start()
            before = sum(client.acknowledged for client in clients)
            deadline = time.monotonic() + 30
            while sum(client.acknowledged for client in clients) < before + 30:
                assert time.monotonic() < deadline, "the clients got nothing done"
                time.sleep(0.01)
            time.sleep(source.random() * 0.2)
            server.kill()
            for thread in threads:
                thread.join(30)
                assert not thread.is_alive()
            server = ServerProcess(database, log)
            for client in clients:
                client.check(server.url)
    finally:
        server.kill()
        for client in clients:
            client.person.close()
    assert sum(client.acknowledged for client in clients) >= 30 * rounds
    assert "Traceback" not in log.read_text()


def test_bots_go_on_after_a_kill(tmp_path: Path) -> None:
    """Nobody is there to wake them up: they find out by themselves."""
    database, log = str(tmp_path / "bots.db"), tmp_path / "log"
    server = ServerProcess(database, log)
    person = Person(server.url, "Ann")
    tables = [person.table(seats="bot:random bot:random")["id"] for _ in range(3)]
    try:
        deadline = time.monotonic() + 30
        while person.get(f"/api/tables/{tables[0]}")["step"] < 3:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        server.kill()
        server = ServerProcess(database, log)
        person.http.base_url = server.url
        person.url = server.url
        deadline = time.monotonic() + 120
        while {person.get(f"/api/tables/{table}")["status"] for table in tables} != {"over"}:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        for table in tables:
            result = person.get(f"/api/tables/{table}/result")
            assert len(result["scores"]) == 2
    finally:
        server.kill()
        person.close()


def test_a_graceful_stop(tmp_path: Path) -> None:
    """Connections are closed with a reason, the process ends well and says so."""
    log = tmp_path / "log"
    server = ServerProcess(str(tmp_path / "stop.db"), log)
    person = Person(server.url, "Ann")
    table = person.table(seats="human hotseat")
    live = person.live(table)
    live.act(live.choices[0]["id"])
    assert server.stop() == 0
    with pytest.raises(ConnectionClosed) as closed:
        live.wait("nothing more")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    text = log.read_text()
    assert '"event": "started"' in text and '"event": "stopped"' in text
    assert "Traceback" not in text
    # The cookie's key is stored with the games: the same person comes back after the restart.
    again = ServerProcess(str(tmp_path / "stop.db"), log)
    person.http.base_url = again.url
    person.url = again.url
    with person.live(table) as back:
        assert back.version == 1
        assert back.hello["table"]["seats"][0]["mine"]
    person.close()
    again.stop()
