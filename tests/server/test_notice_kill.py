"""kill -9 of the process that sends a notice: real processes, PostgreSQL, SMTP and webhooks."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue

import psycopg
import pytest

from tests.server.mail_server import MailServer
from tests.server.people import Person
from tests.server.postgres import Cluster
from tests.server.processes import ServerProcess
from tests.server.test_notices import ALL, PUBLIC
from tests.server.web_hooks import hook_server

#: Milliseconds by which the past is moved back: nobody waits until somebody counts as away.
LONG_AGO = 1_000_000
#: Shorter pauses than a server has for people: what is tested does not depend on them.
QUICK = """
from sandtable.server import service
from sandtable.server.cluster import lease_keeper
lease_keeper.LEASE_SECONDS, lease_keeper.RENEW_SECONDS = 2.0, 0.2
service.NOTICE_SECONDS = 0.2
"""


class Gate:
    """A port in front of another one: where it is closed, the next connection gets nowhere."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.held: Queue[int] = Queue()  # ports from which those came that got nowhere
        self._closed = threading.Event()
        self._sockets: list[socket.socket] = []
        self._origins: dict[int, int] = {}
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def origin(self, port: int) -> int:
        """The port of whoever is behind a connection from this one."""
        return self._origins[port]

    def hold_next(self) -> None:
        self._closed.set()

    def _accept(self) -> None:
        while True:
            try:
                incoming, address = self._listener.accept()
            except OSError:
                return
            self._sockets.append(incoming)
            if self._closed.is_set():
                self._closed.clear()
                self.held.put(address[1])
                continue
            outgoing = socket.create_connection(("127.0.0.1", self._target))
            self._sockets.append(outgoing)
            self._origins[outgoing.getsockname()[1]] = address[1]
            for one, other in ((incoming, outgoing), (outgoing, incoming)):
                threading.Thread(target=_pump, args=(one, other), daemon=True).start()

    def close(self) -> None:
        self._listener.close()
        for one in self._sockets:
            one.close()


def _pump(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        return


class Club:
    """Two server processes on PostgreSQL, whose mails go through a gate."""

    def __init__(self, postgres: Cluster, folder: Path) -> None:
        self.database = postgres.new_database()
        self.mails = MailServer()
        self.gate = Gate(self.mails.port)
        self._folder = folder
        self._servers: dict[int, ServerProcess] = {}
        self.ann: Person
        self.bob: Person

    def begin(self) -> None:
        """Two processes that live, and two people: Ann is away and wants notices."""
        for number in range(2):
            server = self._servers.get(number)
            if server is None or server.process.poll() is not None:
                self._servers[number] = self._start(number)
        url = self._servers[0].url
        self.ann, self.bob = (Person(url, name) for name in ("Ann", "Bob"))
        self.mails.answer = lambda: "250 OK"

    def _start(self, number: int) -> ServerProcess:
        return ServerProcess(
            self.database,
            self._folder / f"log {number}",
            first=QUICK,
            SANDTABLE_SMTP_URL=f"smtp://127.0.0.1:{self.gate.port}",
            SANDTABLE_MAIL_FROM="club@example.org",
            SANDTABLE_PUBLIC_URL=PUBLIC,
            SANDTABLE_OUTGOING_PRIVATE="1",
        )

    def ask_for(self, **channels: object) -> None:
        asked = {"kinds": ALL, "push": False, "email": False, "webhook": False, **channels}
        assert self.ann.http.put("/api/me/notices", json=asked).status_code == 200

    def begin_a_game(self) -> None:
        """Ann's game begins while she is away, long ago."""
        table = self.ann.table(seats="open human", name="Oasis")
        self.bob.post(f"/api/invites/{table['invite']}")
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute("UPDATE notice_events SET made = made - %s", [LONG_AGO // 2])
            connection.execute(
                "UPDATE notice_people SET seen = seen - %s, notified = notified - %s",
                [LONG_AGO, 2 * LONG_AGO],
            )

    def with_mail(self) -> None:
        self.ask_for()
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute("UPDATE notice_people SET email = 'ann@example.org'")
        self.ask_for(email=True)

    def waiting(self) -> int:
        with psycopg.connect(self.database, autocommit=True) as connection:
            row = connection.execute("SELECT count(*) FROM notice_deliveries").fetchone()
            assert row is not None
            return int(row[0])

    def kill_whoever_has(self, port: int) -> None:
        """kill -9 of the process with this connection; people go on at the other one."""
        (number,) = (n for n, server in self._servers.items() if server.has_connection(port))
        self._servers[number].kill()
        for person in (self.ann, self.bob):
            person.http.base_url = person.url = self._servers[1 - number].url

    def end(self) -> None:
        self.ann.close()
        self.bob.close()
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute("DELETE FROM notice_people")
            connection.execute("DELETE FROM notice_events")

    def close(self) -> None:
        for server in self._servers.values():
            if server.process.poll() is None:
                assert server.stop() == 0
        self.gate.close()
        self.mails.stop()
        for log in self._folder.glob("log *"):
            assert "Traceback" not in log.read_text(), log.read_text()


@pytest.fixture(scope="module")
def shared(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    club = Club(postgres, tmp_path_factory.mktemp("notices"))
    yield club
    club.close()


@pytest.fixture
def club(shared: Club) -> Iterator[Club]:
    shared.begin()
    yield shared
    shared.end()


def settled(club: Club) -> None:
    """Wait until nothing is on its way any more."""
    deadline = time.monotonic() + 120
    while club.waiting():
        assert time.monotonic() < deadline, "a notice is stuck"
        time.sleep(0.02)


def test_a_process_that_dies_before_the_mail_is_sent(club: Club) -> None:
    club.gate.hold_next()
    club.with_mail()
    club.begin_a_game()
    club.kill_whoever_has(club.gate.held.get(timeout=120))
    mail = club.mails.next(120)
    assert "Oasis" in mail["Subject"] or "Oasis" in mail.get_content()
    settled(club)
    with pytest.raises(Empty):
        club.mails.mails.get_nowait()


def test_a_process_that_dies_while_the_mail_server_answers(club: Club) -> None:
    """Nobody can know whether it was taken: it comes again, as the same mail."""
    killed = threading.Event()

    def answer() -> str:
        if not killed.is_set():
            killed.set()
            # The gate has a connection for each of the server's; the mail server knows its own.
            club.kill_whoever_has(club.gate.origin(club.mails.ports[-1]))
        return "250 OK"

    club.mails.answer = answer
    club.with_mail()
    club.begin_a_game()
    first, second = club.mails.next(120), club.mails.next(120)
    assert first["Message-ID"] == second["Message-ID"]
    assert first.get_content() == second.get_content()
    settled(club)
    with pytest.raises(Empty):
        club.mails.mails.get_nowait()


def test_a_process_that_dies_while_a_webhook_is_called(club: Club) -> None:
    """It would say the same twice, so it is not called again."""
    with hook_server() as hooks:
        killed = threading.Event()

        def hit(port: int) -> None:
            if not killed.is_set():
                killed.set()
                club.kill_whoever_has(port)

        hooks.on_hit = hit
        club.ask_for(webhook=True, webhook_url=f"{hooks.url}/hook")
        club.begin_a_game()
        assert b"Oasis" in hooks.next(120).body
        settled(club)
        assert killed.is_set() and hooks.hits.empty()
        # The others still send: the next notice arrives.
        club.ann.http.post("/api/me/seen")
        club.begin_a_game()
        assert b"Oasis" in hooks.next(120).body
        settled(club)
        assert hooks.hits.empty()


def test_a_process_that_dies_before_a_webhook_is_called(club: Club) -> None:
    """It waits for a handshake that never comes: nothing has been sent, so another one sends."""
    with hook_server() as hooks:
        gate = Gate(int(hooks.url.rpartition(":")[2]))
        gate.hold_next()
        club.ask_for(webhook=True, webhook_url=f"https://127.0.0.1:{gate.port}/hook")
        club.begin_a_game()
        port = gate.held.get(timeout=120)
        with psycopg.connect(club.database, autocommit=True) as connection:
            url = f"http://127.0.0.1:{gate.port}/hook"
            connection.execute("UPDATE notice_people SET webhook = %s", [url])
        club.kill_whoever_has(port)
        assert b"Oasis" in hooks.next(120).body
        settled(club)
        assert hooks.hits.empty()
        gate.close()
