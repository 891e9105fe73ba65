"""Several processes on one port: any may be killed, and PostgreSQL restarted, under load."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.kernel.errors import BadOption
from sandtable.server import supervisor
from sandtable.server.bots import runner
from sandtable.server.cluster import lease_keeper
from sandtable.server.running import check_processes, listen
from sandtable.server.settings import Settings
from sandtable.server.supervisor import SupervisedProcess
from tests.server.people import Live, Person
from tests.server.postgres import Cluster
from tests.server.processes import ServerProcess

#: More steps than any game has.
OVER = 10**6

GONE = (ConnectionClosed, InvalidStatus, TimeoutError, OSError, httpx.HTTPError)


def wait_until(true: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 120  # only so that a test ends at all
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


class Player:
    """Plays at a table and comes back whenever the line is cut, like a browser does."""

    def __init__(self, url: str, number: int) -> None:
        self.person = Person(url, f"Player {number}")
        seats = "human bot:random" if number % 2 else "human hotseat"
        self.table: str = self.person.table(seats=seats)["id"]
        self._random = random.Random(number)
        self.acked = 0  # the last version that was acknowledged
        self.count = 0
        self.problems: list[str] = []
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with self.person.live(self.table) as live:
                    self._check(live)
                    while not self._stopped.is_set() and self._choose(live):
                        pass
            except GONE:
                time.sleep(0.1)
            except BaseException as error:
                self.problems.append(repr(error))
                return

    def _check(self, live: Live) -> None:
        assert live.position is not None
        assert live.version >= self.acked, f"lost: {live.version} after {self.acked}"
        assert sum(len(turn["steps"]) for turn in live.log) == live.position["step"]

    def _choose(self, live: Live) -> bool:
        live.my_turn()
        assert live.position is not None
        if live.position["over"]:
            self._stopped.set()
            return False
        action = self._random.choice(live.choices)["id"]
        answer = live.ask("act", version=live.version, action=action)
        if answer["type"] == "ack":
            assert answer["version"] == live.version + 1
            self.acked = answer["version"]
            self.count += 1
            live.until(self.acked)
        else:
            # Stored, but the answer was lost with the connection; or nothing can be stored now.
            assert answer["code"] in ("stale", "busy"), answer
            time.sleep(0.1)
            live.send("sync")
            live.wait("update", "error")
        return True

    @property
    def over(self) -> bool:
        return not self._thread.is_alive()

    def goes_on(self) -> None:
        """Wait until something more has been acknowledged, or the game is over."""
        before = self.count
        wait_until(lambda: self.count > before or self.over, f"table {self.table} stands still")
        assert not self.problems, self.problems

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(60)
        self.person.close()
        assert not self.problems, self.problems


class Shared:
    """A server with two processes for several tests: starting one takes a while."""

    def __init__(self, database: str, log: Path) -> None:
        self._database = database
        self._log = log
        self._server: ServerProcess | None = None

    def server(self) -> ServerProcess:
        if self._server is None or self._server.process.poll() is not None:
            self._server = ServerProcess(self._database, self._log, processes=2)
        wait_until(lambda: len(self._members()) == 2, "a process was not replaced")
        return self._server

    def _members(self) -> list[int]:
        assert self._server is not None
        return self._server.members()

    def close(self) -> None:
        if self._server is not None and self._server.process.poll() is None:
            members = self._members()
            assert self._server.stop() == 0, self._log.read_text()
            wait_for_the_end(members)
        assert "Traceback" not in self._log.read_text()


def wait_for_the_end(processes: list[int]) -> None:
    def over() -> bool:
        return not any(Path(f"/proc/{pid}").exists() for pid in processes)

    wait_until(over, "a process stays")


@pytest.fixture(scope="module")
def shared(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    # Empty: the processes have to agree on who makes the tables.
    cluster = Shared(postgres.empty_database(), tmp_path_factory.mktemp("several") / "log")
    yield cluster
    cluster.close()


@pytest.fixture
def several(shared: Shared) -> ServerProcess:
    return shared.server()


@pytest.fixture
def players(several: ServerProcess) -> Iterator[list[Player]]:
    everybody = [Player(several.url, number) for number in range(6)]
    yield everybody
    for player in everybody:
        player.stop()


def serving(live: Live, server: ServerProcess) -> int:
    """The process that a connection has come to."""
    host, port = live.socket.local_address[:2]
    wanted = f":{server.port:04X} ", f":{port:04X} "
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if wanted[0] in words[1] + " " and wanted[1] in words[2] + " ":
            socket = f"socket:[{words[9]}]"
            for pid in server.members():
                for descriptor in Path(f"/proc/{pid}/fd").iterdir():
                    try:
                        if str(descriptor.readlink()) == socket:
                            return pid
                    except OSError:
                        continue
    raise AssertionError(f"nobody serves {host}:{port}")


def test_a_dead_process_is_replaced_within_ten_seconds() -> None:
    """What the tests below wait for depends on the machine; the pauses do not."""
    noticed = lease_keeper.LEASE_SECONDS + lease_keeper.RENEW_SECONDS
    assert noticed + runner.QUICK_POLL < 10
    assert noticed > runner.ABANDONED + runner.QUICK_POLL


def test_sqlite_is_served_by_one_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sandtable.cli", "serve", "--processes", "2"),
            *("--port", "0", "--database", str(tmp_path / "games.db")),
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "2 server processes need PostgreSQL" in done.stderr
    assert not (tmp_path / "games.db").exists()
    check_processes(1, "sqlite")
    with pytest.raises(BadOption, match="postgresql://USER"):
        check_processes(3, "sqlite")


def one_process(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "games.db"), workers=1)


def test_a_process_that_is_dead_before_it_is_told_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The supervisor survives it, and starts another."""

    class Stillborn(subprocess.Popen[bytes]):
        def __init__(self, command: list[str], **more: Any) -> None:
            super().__init__(["false"], **more)
            self.wait()

    with listen("127.0.0.1", 0) as listener, monkeypatch.context() as patch:
        process = SupervisedProcess(one_process(tmp_path), listener)
        patch.setattr(subprocess, "Popen", Stillborn)
        process.start()
        assert not process.alive and not process.ready.is_set()
        first = process.process
        patch.setattr(supervisor, "SHORT_LIFE", 0.0)
        process.replace()
        assert process.process is not first
        assert process.end(time.monotonic()) == 1


def test_ctrl_c_while_a_process_starts(tmp_path: Path) -> None:
    """A terminal sends it to every process; the supervisor decides what becomes of the others."""
    with listen("127.0.0.1", 0) as listener:
        process = SupervisedProcess(one_process(tmp_path), listener)
        process.start()
        assert process.process is not None
        os.kill(process.process.pid, signal.SIGINT)
        assert process.ready.wait(120)
        process.stop()
        assert process.end(time.monotonic() + 60) == 0


@pytest.mark.parametrize("told", [True, False])
def test_the_supervisor_dies_while_a_process_starts(tmp_path: Path, told: bool) -> None:
    """Nobody reads that it is ready; it serves without a word of complaint. One that knows
    nothing yet ends."""
    with listen("127.0.0.1", 0) as listener:
        descriptor = listener.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "sandtable.server.process", str(descriptor)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[descriptor],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        assert process.stdin is not None and process.stdout is not None
        process.stdout.close()
        if told:
            process.stdin.write(one_process(tmp_path).model_dump_json().encode() + b"\n")
        process.stdin.close()
        process.stdin = process.stdout = None  # closed: nothing for `communicate`
        if told:
            person = Person(f"http://127.0.0.1:{listener.getsockname()[1]}", "Ann")
            person.close()
            process.terminate()
        _, log = process.communicate(timeout=120)
        assert process.returncode == (0 if told else 1), log.decode()
        assert b"Traceback" not in log and b"BrokenPipe" not in log
        assert (b"the supervisor is gone" in log) == told


def test_people_at_two_processes(several: ServerProcess) -> None:
    """Both processes take connections, and people at different ones see each other at once."""
    assert len(several.members()) == 2
    ann, bob = Person(several.url, "Ann"), Person(several.url, "Bob")
    table = ann.table(seats="human open")
    bob.post(f"/api/invites/{table['invite']}")
    first = ann.live(table)
    where = serving(first, several)
    deadline = time.monotonic() + 60
    while serving(second := bob.live(table), several) == where:
        assert time.monotonic() < deadline, "one process takes all connections"
    lives = [first, second]
    for _ in range(10):
        live = next(one for one in lives if one.position and one.position["decision"])
        answer = live.act(live.choices[0]["id"])
        assert answer["type"] == "ack", answer
        for other in lives:
            other.until(answer["version"])
    ann.close()
    bob.close()


def test_kill_9_of_any_process_under_load(several: ServerProcess, players: list[Player]) -> None:
    for player in players:
        player.goes_on()
    for round in range(2):
        before = several.members()
        os.kill(before[round], signal.SIGKILL)
        for player in players:
            player.goes_on()
        wait_until(lambda: len(several.members()) == 2, "the process was not replaced")
    assert sum(player.count for player in players) > 12


def test_bots_go_on_when_their_process_is_killed(several: ServerProcess) -> None:
    """Nobody is there to wake them up: another process takes over."""
    ann = Person(several.url, "Ann")
    tables = [ann.table(seats="bot:random bot:random")["id"] for _ in range(4)]

    def step(table: str) -> int:
        try:
            table_info = ann.get(f"/api/tables/{table}")
        except GONE:
            return 0
        return OVER if table_info["status"] == "over" else int(table_info["step"])

    wait_until(lambda: all(step(table) > 2 for table in tables), "the bots do not begin")
    for pid in several.members():  # whichever drives a table, it is killed once
        os.kill(pid, signal.SIGKILL)
        for table in tables:
            goes_on(table, step)
        wait_until(lambda: len(several.members()) == 2, "the process was not replaced")
    ann.close()


def goes_on(table: str, step: Callable[[str], int]) -> None:
    before = step(table)
    wait_until(lambda: step(table) > before or before == OVER, f"the bots of {table} stop")


def test_postgres_restarted_under_load(
    several: ServerProcess, players: list[Player], postgres: Cluster
) -> None:
    """Connections to the server stay; what cannot be stored is refused, and then goes on."""
    for player in players:
        player.goes_on()
    postgres.restart()
    for player in players:
        player.goes_on()
        player.goes_on()


def test_the_supervisor_dies(several: ServerProcess) -> None:
    """The processes go on until they get a signal, like any server."""
    ann = Person(several.url, "Ann")
    live = ann.live(ann.table(seats="human hotseat"))
    members = several.members()
    several.kill()
    for _ in range(3):
        assert live.act(live.choices[0]["id"])["type"] == "ack"
    ann.close()
    for pid in members:
        os.kill(pid, signal.SIGTERM)
    wait_for_the_end(members)
    assert "the supervisor is gone" in several.log.read_text()


def test_a_graceful_stop(several: ServerProcess) -> None:
    ann = Person(several.url, "Ann")
    live = ann.live(ann.table(seats="human hotseat"))
    assert live.act(live.choices[0]["id"])["type"] == "ack"
    assert several.stop() == 0
    with pytest.raises(ConnectionClosed) as closed:
        live.wait("nothing more")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    ann.close()
