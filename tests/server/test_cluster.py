"""What server processes on one database share: leases, periodic work, news."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from sandtable.server.cluster import lease_keeper, periodic
from sandtable.server.cluster.lease_keeper import LeaseKeeper
from sandtable.server.cluster.news import News
from sandtable.server.cluster.periodic import Periodic
from sandtable.server.storage import leases, news
from sandtable.server.storage.database import address, connect
from sandtable.server.storage.writer import Closed, Writer
from tests.server.postgres import Cluster


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = connect(address(database))
    yield opened
    opened.dispose()


@pytest.fixture
def engines(postgres: Cluster) -> Iterator[list[Engine]]:
    """Two processes' engines on one PostgreSQL."""
    url = address(postgres.new_database())
    both = [connect(url), connect(url)]
    yield both
    for engine in both:
        engine.dispose()


def take(engine: Engine, name: str, owner: str, seconds: float = 60) -> bool:
    with engine.begin() as connection:
        return leases.take(connection, name, owner, seconds)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_one_has_a_lease_until_it_expires(engine: Engine) -> None:
    assert take(engine, "clocks", "a")
    assert not take(engine, "clocks", "b")
    assert take(engine, "clocks", "a"), "whoever has it renews it"
    assert take(engine, "notices", "b"), "another name is another lease"
    assert take(engine, "clocks", "a", seconds=-1)
    assert take(engine, "clocks", "b"), "it has expired"
    assert not take(engine, "clocks", "a")


def test_a_lease_that_is_given_back(engine: Engine) -> None:
    take(engine, "clocks", "a")
    with engine.begin() as connection:
        leases.release(connection, "clocks", "b")
    assert not take(engine, "clocks", "b"), "only whoever has it can give it back"
    with engine.begin() as connection:
        leases.release(connection, "clocks", "a")
    assert take(engine, "clocks", "b")
    with engine.begin() as connection:
        leases.release_all(connection, "b")
    assert take(engine, "clocks", "a")


def test_several_leases_at_once(engine: Engine) -> None:
    take(engine, "bot 1", "a")
    take(engine, "other", "a")
    with engine.begin() as connection:
        assert leases.take_many(connection, ["bot 2", "bot 1"], "b", 60) == {"bot 2"}
        assert leases.take_many(connection, [], "b", 60) == set()
        assert leases.take_many(connection, ["bot 3"], "b", -1) == {"bot 3"}
        assert leases.holders(connection, "bot ") == {"bot 1": "a", "bot 2": "b"}
        leases.drop_expired(connection)
        assert connection.execute(text("SELECT count(*) FROM leases")).scalar_one() == 3


@pytest.mark.parametrize("attempt", range(3))
def test_of_many_at_once_one_gets_the_lease(engine: Engine, attempt: int) -> None:
    barrier = threading.Barrier(6)
    got: list[bool] = []

    def one(owner: str) -> None:
        with engine.connect() as connection:
            barrier.wait()
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            got.append(leases.take(connection, "race", owner, 60))
            connection.commit()

    threads = [threading.Thread(target=one, args=(f"owner {i}",)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(got) == [False] * 5 + [True]


class Process:
    """What one server process has of all this."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.writer = Writer(engine)
        self.keeper = LeaseKeeper(engine, self.writer)
        self.periodic = Periodic(self.keeper)
        self.news = News(engine, self.writer)
        self.done = 0

    async def work(self) -> None:
        self.done += 1

    async def stop(self) -> None:
        await self.periodic.stop()
        await self.news.stop()
        await self.keeper.stop()
        await self.writer.close()


async def with_processes(
    engines: list[Engine], work: Callable[[list[Process]], Awaitable[None]]
) -> None:
    processes = [Process(engine) for engine in engines]
    try:
        await work(processes)
    finally:
        for process in processes:
            await process.stop()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease_keeper, "RENEW_SECONDS", 0.05)
    monkeypatch.setattr(periodic, "POLL_SECONDS", 0.02)


def test_periodic_work_moves_to_another_process(
    engines: list[Engine], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(processes: list[Process]) -> None:
        one, two = processes
        for process in processes:
            process.periodic.add("work", 0.02, process.work)
            process.keeper.start()
            process.periodic.start()
        await until(lambda: one.done + two.done > 3)
        first, second = (one, two) if one.done else (two, one)
        assert not second.done
        await until(lambda: second.keeper.others == {first.keeper.process})
        await first.periodic.stop()
        await first.keeper.stop()
        before = first.done
        await until(lambda: second.done > 3)
        assert first.done == before
        await until(lambda: not second.keeper.others)

    run(with_processes(engines, work))


def test_a_process_that_dies_is_noticed_and_its_leases_go(
    engines: list[Engine], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease_keeper, "LEASE_SECONDS", 1.0)

    async def work(processes: list[Process]) -> None:
        one, two = processes
        gone: list[str] = []
        two.keeper.on_departure.append(gone.append)
        one.keeper.start()
        two.keeper.start()
        assert await one.keeper.take(["bot 1"]) == {"bot 1"}
        assert await two.keeper.take(["bot 1", "bot 2"]) == {"bot 2"}
        await until(lambda: two.keeper.others == {one.keeper.process})
        task = one.keeper._task
        assert task is not None
        task.cancel()  # as if it were killed: nothing is given back
        two.keeper.want("bot 1")
        await until(lambda: two.keeper.holds("bot 1"))
        await until(lambda: gone == [one.keeper.process])
        assert not one.keeper.holds("bot 1")

    run(with_processes(engines, work))


def test_one_process_has_every_lease(database: str) -> None:
    """SQLite needs no leases; PostgreSQL has them from the database."""

    async def work(processes: list[Process]) -> None:
        (process,) = processes
        process.periodic.add("work", 0.02, process.work)
        process.keeper.start()
        process.periodic.start()
        await until(lambda: process.done > 1)
        assert await process.keeper.take(["bot 1"]) == {"bot 1"}

    engine = connect(address(database))
    run(with_processes([engine], work))
    engine.dispose()


def test_work_that_fails_is_done_again(database: str) -> None:
    async def work(processes: list[Process]) -> None:
        (process,) = processes

        async def fail() -> None:
            process.done += 1
            raise ValueError("as a test")

        process.periodic.add("work", 0.01, fail)
        process.keeper.start()
        process.periodic.start()
        await until(lambda: process.done > 2)

    engine = connect(address(database))
    run(with_processes([engine], work))
    engine.dispose()


def test_news_come_with_the_commit(engines: list[Engine]) -> None:
    heard: list[tuple[str, dict[str, Any]]] = []
    own: list[str] = []
    gaps: list[int] = []

    async def work(processes: list[Process]) -> None:
        one, two = processes

        async def hear(key: str, details: dict[str, Any]) -> None:
            heard.append((key, details))

        two.news.on("test", hear)
        one.news.on("test", lambda key, details: own.append(key))
        for process in processes:
            process.news.on_gap.append(lambda: gaps.append(1))
            process.news.start()
        await until(lambda: len(gaps) == 2)
        with one.engine.connect() as connection:
            news.publish(connection, "test", "never")
            connection.rollback()
        await one.writer.run(lambda c: news.publish(c, "test", "stored", number=1))
        one.news.send("test", "sent", number=2)
        await until(lambda: len(heard) == 2)
        assert heard == [("stored", {"number": 1}), ("sent", {"number": 2})]
        assert not own, "nobody hears their own news"
        with pytest.raises(ValueError, match="8012 bytes"):
            one.news.send("test", "x" * 7970, more="x" * 4)

    run(with_processes(engines, work))


def test_a_broken_connection_is_a_gap_in_the_news(engines: list[Engine]) -> None:
    async def work(processes: list[Process]) -> None:
        one, two = processes
        gaps: list[int] = []
        heard: list[str] = []
        two.news.on("test", lambda key, details: heard.append(key))
        two.news.on_gap.append(lambda: gaps.append(1))
        two.news.start()
        await until(lambda: len(gaps) == 1)
        with one.engine.begin() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
                )
            )
        await until(lambda: len(gaps) == 2)
        one.news.send("test", "again")
        await until(lambda: heard == ["again"])

    run(with_processes(engines, work))


def test_news_that_meet_a_lost_database_are_one_line(
    engines: list[Engine], caplog: pytest.LogCaptureFixture
) -> None:
    """A handler that fails because PostgreSQL restarts, or the server stops, is no bug."""

    async def lost(key: str, details: dict[str, object]) -> None:
        raise OperationalError("SELECT 1", {}, Exception("terminating connection"))

    async def stopping(key: str, details: dict[str, object]) -> None:
        raise Closed("the server is stopping")

    async def wrong(key: str, details: dict[str, object]) -> None:
        raise ValueError("a bug")

    async def hear() -> None:
        writer = Writer(engines[0])
        news = News(engines[0], writer)
        for handler in (lost, stopping, wrong):
            news._run("table", partial(handler, "x", {}))
        await asyncio.gather(*news._tasks, return_exceptions=True)
        await asyncio.sleep(0)
        await writer.close()

    asyncio.run(hear())
    told = [(record.getMessage(), bool(record.exc_info)) for record in caplog.records]
    assert told == [("the database failed", False), ("news not handled", True)]
