"""kill -9 of the process that plays a kept plan by itself: the plan is played once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest

from sandtable.server.storage import news
from tests.server.people import Json
from tests.server.postgres import Cluster
from tests.server.processes import ServerProcess
from tests.server.test_plans import Pair, notations

#: Shorter pauses than a server has for people: what is tested does not depend on them.
QUICK = """
from sandtable.server.cluster import lease_keeper
from sandtable.server.play import plan_keeper
lease_keeper.LEASE_SECONDS, lease_keeper.RENEW_SECONDS = 2.0, 0.2
plan_keeper.PAUSE, plan_keeper.LATE, plan_keeper.POLL_SECONDS = 0.2, 1.0, 0.2
"""


class TwoServers:
    """Two server processes on one PostgreSQL, and what it says about them."""

    def __init__(self, postgres: Cluster, folder: Path) -> None:
        self._database = postgres.new_database()
        self._folder = folder
        self.servers = {name: self._start(name) for name in ("one", "two")}
        self._watching = psycopg.connect(self._database, autocommit=True)
        self.pair = Pair(list(self.servers.values()), auto_plans=True)

    def _start(self, name: str) -> ServerProcess:
        return ServerProcess(self._database, self._folder / name, first=QUICK, PGAPPNAME=name)

    def connect(self, autocommit: bool = False) -> psycopg.Connection[Any]:
        return psycopg.connect(self._database, autocommit=autocommit)

    def name_of(self, condition: str, value: int) -> str | None:
        """The server with a connection for which this holds."""
        query = f"SELECT application_name FROM pg_stat_activity WHERE {condition}"
        row = self._watching.execute(query, [value]).fetchone()
        return None if row is None else str(row[0])

    def entries(self) -> int:
        row = self._watching.execute("SELECT count(*) FROM entries").fetchone()
        assert row is not None
        return int(row[0])

    def kill(self, name: str) -> None:
        self.servers.pop(name).kill()

    def go_on(self) -> None:
        """Everybody comes to the server that is left."""
        (server,) = self.servers.values()
        for person in (self.pair.ann, self.pair.bob):
            person.url = server.url
            person.http.base_url = server.url
        self.pair.a, self.pair.b = (
            person.live(self.pair.id) for person in (self.pair.ann, self.pair.bob)
        )

    def start_again(self, name: str) -> None:
        self.servers[name] = self._start(name)

    def close(self) -> None:
        self._watching.close()
        for person in (self.pair.ann, self.pair.bob):
            person.close()
        for server in self.servers.values():
            assert server.stop() == 0
        for log in self._folder.iterdir():
            assert "Traceback" not in log.read_text(), log.read_text()


@pytest.fixture
def two(postgres: Cluster, tmp_path: Path) -> Iterator[TwoServers]:
    servers = TwoServers(postgres, tmp_path)
    yield servers
    servers.close()


def wait_for(look: Callable[[], str | None]) -> str:
    deadline = time.monotonic() + 60
    while (answer := look()) is None:
        assert time.monotonic() < deadline, "the plan is not played"
        time.sleep(0.01)
    return answer


def check_played_once(pair: Pair, before: Json, planned: Json) -> None:
    """The log has every planned choice once and nothing else, and the game goes on."""
    wanted = notations(planned)
    for live in (pair.a, pair.b):
        live.until(before["version"] + len(wanted))
        assert pair.position(live)["step"] == before["step"] + len(wanted)
    [turn] = [turn for turn in pair.b.log if turn["turn"] == before["turn"]]
    assert [step["notation"] for step in turn["steps"]] == wanted
    assert pair.now() == {"plan": None, "position": None}
    # Whoever chooses next names the version: nothing has come after it.
    pair.turn(pair.a)
    assert sum(len(turn["steps"]) for turn in pair.b.log) == pair.position(pair.b)["step"]


def test_a_process_that_dies_while_it_plays_a_plan(two: TwoServers) -> None:
    pair = two.pair
    # Before the commit: the choices are written but not the plan, which somebody has locked.
    planned = pair.keep(pair.plan(), automatic=True)
    with two.connect() as lock:
        lock.execute("SELECT * FROM plans FOR UPDATE")
        pair.turn(pair.a)
        before = pair.position(pair.b)
        condition = "%s = ANY(pg_blocking_pids(pid))"
        name = wait_for(lambda: two.name_of(condition, lock.info.backend_pid))
        two.kill(name)
        assert two.entries() == before["version"], "nothing is there yet"
    two.go_on()
    check_played_once(pair, before, planned)
    two.start_again(name)
    # After the commit, before anybody has been told.
    pair.turn(pair.b)
    planned = pair.keep(pair.plan(), automatic=True)
    with two.connect(autocommit=True) as listener:
        listener.execute(f"LISTEN {news.CHANNEL}")
        pair.turn(pair.a)
        before = pair.position(pair.b)
        for notice in listener.notifies(timeout=60):
            topic, key = orjson.loads(notice.payload)[1:3]
            if (topic, key) == ("plan", pair.id):
                killed = two.name_of("pid = %s", notice.pid)
                break
    assert killed is not None
    two.kill(killed)
    assert two.entries() == before["version"] + len(notations(planned)), "all is there"
    two.go_on()
    check_played_once(pair, before, planned)
