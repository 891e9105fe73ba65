"""What is written, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
import sqlite3
import threading
from collections.abc import Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from sandtable.server.storage import (
    edition_store,
    entry_store,
    result_store,
    server_values,
    table_store,
)
from sandtable.server.storage import sqlite_fast_path as fast_path
from sandtable.server.storage import writer as writing
from sandtable.server.storage.database import DatabaseError, address, connect, migrate
from sandtable.server.storage.models import Base, EntryRow
from sandtable.server.storage.postgres_fast_path import PostgresFastPath
from sandtable.server.storage.stored_table import OVER, RUNNING, WAITING, Seat, StoredTable
from sandtable.server.storage.writer import Conflict, Writer
from sandtable.server.tables.setup import Origin, Setup
from tests.server.postgres import Cluster


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = connect(address(database))
    yield opened
    opened.dispose()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "single.db"


@pytest.fixture
def sqlite(prepared: Path, file: Path) -> Iterator[Engine]:
    shutil.copy(prepared, file)
    opened = connect(address(str(file)))
    yield opened
    opened.dispose()


def a_table(id: str, kinds: str = "human bot", **more: Any) -> StoredTable:
    setup = Setup("faiyum", 1, "d1", len(kinds.split()), 7, {"mode": "score"})
    values: dict[str, Any] = {
        "setup": setup,
        "first": 0,
        "name": "A table",
        "owner": "ann",
        "invite": f"invite {id}",
        "listed": False,
        "seed_chosen": False,
        "counts": True,
        "rated": True,
        "status": RUNNING,
        "created": 1,
        "updated": 1,
        "seats": [
            Seat(number, kind, kind, "ann" if kind == "human" else None)
            for number, kind in enumerate(kinds.split())
        ],
    }
    return StoredTable(id=id, **{**values, **more})


def keep(engine: Engine, *tables: StoredTable) -> None:
    with engine.begin() as connection:
        edition_store.keep_edition(connection, "d1", "faiyum", "standard", "{}")
        for table in tables:
            table_store.add_table(connection, table)


def row(game: str, number: int, to_choose: int | None = 0) -> tuple[Any, ...]:
    return (game, number, "act", f"choice {number}", 0, number, to_choose, 1000 + number)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def count(engine: Engine, game: str) -> int:
    with engine.connect() as connection:
        query = select(func.count()).where(EntryRow.game == game)
        return int(connection.execute(query).scalar_one())


def test_the_migrations_make_what_the_models_say(empty_database: str) -> None:
    engine = connect(address(empty_database))
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    migrate(engine)  # again, and nothing happens
    engine.dispose()


def test_a_table_comes_back_as_it_was(engine: Engine) -> None:
    origin = Origin(["pass"], None, "x", Origin(["play 26", "space a1"], 1, "y"))
    setup = Setup("faiyum", 1, "d1", 2, 10**80, {"mode": "score"}, origin)
    table = a_table("t1", setup=setup, name="Käthe's Tisch 🏜")
    keep(engine, table)
    with engine.connect() as connection:
        stored = table_store.table(connection, "t1")
        assert stored is not None
        stored.to_choose = None
        assert stored == table
        assert table_store.table(connection, "t2") is None
        by_invite = table_store.table_by_invite(connection, "invite t1")
        assert by_invite is not None and by_invite.id == "t1"


def test_entries_are_appended_in_order(engine: Engine) -> None:
    keep(engine, a_table("t1"))

    async def work() -> None:
        writer = Writer(engine)
        for number in range(1, 51):
            await writer.entries([row("t1", number, number % 2)])
        await writer.close()

    run(work())
    with engine.connect() as connection:
        stored = entry_store.entries(connection, "t1")
        assert stored == [("act", f"choice {number}") for number in range(1, 51)]
        table = table_store.table(connection, "t1")
        assert table is not None
        assert (table.version, table.step, table.to_choose) == (50, 50, 0)
        assert table.updated == 1050


def test_the_second_of_two_equal_numbers_loses(engine: Engine) -> None:
    keep(engine, a_table("t1"))

    async def work() -> None:
        one, two = Writer(engine), Writer(engine)
        for number in range(1, 21):
            done = await asyncio.gather(
                *(writer.entries([row("t1", number)]) for writer in (one, two)),
                return_exceptions=True,
            )
            assert [type(result) for result in done if result is not None] == [Conflict]
        await one.close()
        await two.close()

    run(work())
    assert count(engine, "t1") == 20


def test_a_conflict_in_a_batch_hurts_nobody_else(engine: Engine) -> None:
    """Many tables at once go into one commit; the one that is not next is refused alone."""
    names = [f"t{i}" for i in range(40)]
    keep(engine, *(a_table(name) for name in names))

    async def work() -> None:
        writer = Writer(engine)
        await writer.entries([row("t7", 1)])
        blocked = asyncio.ensure_future(writer.run(lambda connection: None))
        await asyncio.sleep(0)
        done = await asyncio.gather(
            *(writer.entries([row(name, 1)]) for name in names), return_exceptions=True
        )
        await blocked
        failed = [name for name, result in zip(names, done, strict=True) if result is not None]
        assert failed == ["t7"] and isinstance(done[7], Conflict)
        await writer.close()

    run(work())
    assert all(count(engine, name) == 1 for name in names)


@pytest.mark.parametrize("busy", [False, True])
def test_entries_that_come_together_are_written_all_or_none(engine: Engine, busy: bool) -> None:
    keep(engine, a_table("t1"))

    async def work() -> None:
        writer = Writer(engine, full_sync=busy)  # all by the thread
        await writer.entries([row("t1", 1), row("t1", 2)])
        with pytest.raises(Conflict):
            await writer.entries([row("t1", 3), row("t1", 2)])
        assert count(engine, "t1") == 2
        await writer.entries([row("t1", 3), row("t1", 4), row("t1", 5)])
        await writer.close()

    run(work())
    assert count(engine, "t1") == 5


def test_orders_are_given_up_soon_while_the_database_is_locked(
    sqlite: Engine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them together, however many wait: people are told that nothing can be stored."""
    assert writing.TIMEOUT <= 5
    monkeypatch.setattr(writing, "TIMEOUT", 0.5)
    names = [f"t{i}" for i in range(10)]
    keep(sqlite, *(a_table(name) for name in names))

    async def work() -> None:
        writer = Writer(sqlite)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            orders = [writer.run(lambda connection: None) for _ in range(5)]
            orders += [writer.entries([row(name, 1)]) for name in names]
            waiting = asyncio.gather(*orders, return_exceptions=True)
            done = await asyncio.wait_for(waiting, 25)
            assert {type(result) for result in done} == {OperationalError}
            other.execute("ROLLBACK")
        await writer.entries([row("t0", 1)])
        await writer.run(lambda connection: None)
        await writer.close()

    run(work())
    assert [count(sqlite, name) for name in names] == [1] + [0] * 9


def test_entries_of_a_table_that_is_gone(engine: Engine) -> None:
    async def work() -> None:
        writer = Writer(engine)
        with pytest.raises(Conflict):
            await writer.entries([row("nowhere", 1)])
        await writer.close()

    run(work())


def test_a_job_that_fails_leaves_nothing(engine: Engine) -> None:
    keep(engine, a_table("t1"))

    def job(connection: Connection) -> None:
        entry_store.add_entry(connection, row("t1", 1))
        raise ValueError("something went wrong")

    async def work() -> None:
        writer = Writer(engine)
        with pytest.raises(ValueError, match="something"):
            await writer.run(job)
        await writer.entries([row("t1", 1)])
        await writer.close()

    run(work())
    assert count(engine, "t1") == 1


def test_closing_writes_what_was_ordered(engine: Engine) -> None:
    names = [f"t{i}" for i in range(30)]
    keep(engine, *(a_table(name) for name in names))

    async def work() -> None:
        writer = Writer(engine)
        blocked = asyncio.ensure_future(writer.run(lambda connection: None))
        await asyncio.sleep(0)
        orders = [asyncio.ensure_future(writer.entries([row(name, 1)])) for name in names]
        await asyncio.sleep(0)
        await writer.close()
        await asyncio.gather(blocked, *orders)

    run(work())
    assert all(count(engine, name) == 1 for name in names)


def test_another_process_may_hold_sqlite_for_a_while(file: Path, sqlite: Engine) -> None:
    """The short way is closed then; the entry waits its turn in the thread."""
    keep(sqlite, a_table("t1"))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        async def work() -> None:
            writer = Writer(sqlite)
            order = asyncio.ensure_future(writer.entries([row("t1", 1)]))
            await asyncio.sleep(0.3)
            assert not order.done()
            other.execute("COMMIT")
            await order
            await writer.close()

        run(work())
    assert count(sqlite, "t1") == 1


async def log_carried() -> None:
    """Until nobody carries the log over any more."""
    for thread in threading.enumerate():
        if thread.name == "checkpoint":
            await asyncio.to_thread(thread.join)


def sizes_of_the_log(file: Path, sqlite: Engine) -> list[int]:
    """After each thousand entries of six thousand."""
    keep(sqlite, a_table("t1"))
    sizes = []

    async def work() -> None:
        writer = Writer(sqlite)
        for number in range(1, 6001):
            await writer.entries([row("t1", number)])
            if number % fast_path.CHECKPOINT == 0:
                await log_carried()
            if number % 1000 == 0:
                sizes.append(Path(f"{file}-wal").stat().st_size)
        await writer.close()

    run(work())
    assert count(sqlite, "t1") == 6000
    return sizes


def test_the_write_ahead_log_does_not_grow_for_ever(file: Path, sqlite: Engine) -> None:
    sizes = sizes_of_the_log(file, sqlite)
    assert max(sizes) < 2 * sizes[0], sizes


def test_the_write_ahead_log_starts_again_although_something_always_remains(
    file: Path, sqlite: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if an entry came each time while the log is carried over: somebody still reads what was
    before it, so it has to stay in the log."""
    keep(sqlite, a_table("t2"))
    monkeypatch.setattr(fast_path, "LONG", 3_000)
    late = itertools.count(1)
    reader = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    reader.execute("PRAGMA wal_autocheckpoint=0")

    @event.listens_for(sqlite, "before_cursor_execute")
    def before(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if "PASSIVE" in statement:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM entries").fetchall()
            with sqlite.begin() as other:
                other.exec_driver_sql("PRAGMA wal_autocheckpoint=0")
                other.execute(insert(EntryRow).values(row("t2", next(late))))

    @event.listens_for(sqlite, "after_cursor_execute")
    def after(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if "PASSIVE" in statement:
            reader.execute("COMMIT")

    with closing(reader):
        sizes = sizes_of_the_log(file, sqlite)
    assert next(late) > 10
    assert max(sizes) < 2 * fast_path.LONG * 4096, sizes


def test_who_sees_which_tables(engine: Engine) -> None:
    with_open = a_table("open", "human open", status=WAITING, listed=True, updated=50)
    old = a_table("old", "human open", status=WAITING, listed=True, updated=5)
    secret = a_table("secret", "human open", status=WAITING, updated=60)
    running = a_table("running", updated=70)
    over = a_table("over", status=OVER, updated=80, scores=[1, 2], winners=[1])
    other = a_table("other", owner="bob", seats=[Seat(0, "human", "Bob", "bob")])
    keep(engine, with_open, old, secret, running, over, other)
    with engine.begin() as connection:
        entry_store.add_entry(connection, row("running", 1))
    with engine.connect() as connection:
        listed = table_store.open_tables(connection, 10, 100)
        assert [table.id for table in listed] == ["open"]
        mine = table_store.tables_of(connection, "ann", None, 100)
        assert [table.id for table in mine] == ["running", "over", "secret", "open", "old"]
        assert [t.id for t in table_store.tables_of(connection, "ann", OVER, 9)] == ["over"]
        assert [table.id for table in table_store.tables_of(connection, "bob", None, 9)] == [
            "other"
        ]
        assert len(table_store.tables_of(connection, "ann", None, 2)) == 2
        assert table_store.unfinished(connection, "ann") == 4
        assert mine[1].scores == [1, 2] and mine[1].winners == [1]


def test_games_that_wait_for_bots(engine: Engine) -> None:
    keep(
        engine,
        a_table("new bot", "bot human"),
        a_table("new human", "human bot"),
        a_table("bot", "human bot"),
        a_table("human", "bot human"),
        a_table("over", "bot bot", status=OVER),
        a_table("waiting", "bot open", status=WAITING),
        a_table("lesson", "bot human", lesson="guide:first"),
    )
    with engine.begin() as connection:
        entry_store.add_entry(connection, row("bot", 1, 0))
        entry_store.add_entry(connection, row("bot", 2, 1))
        entry_store.add_entry(connection, row("human", 1, 0))
        entry_store.add_entry(connection, row("human", 2, 1))
    with engine.connect() as connection:
        waiting = table_store.waiting_for_bots(connection)
        assert sorted(waiting) == ["bot", "lesson", "new bot"]
        made = max(waiting.made for waiting in connection.execute(select(EntryRow.made)))
        waiting = table_store.waiting_for_bots(connection, made)
        assert sorted(waiting) == ["bot", "lesson", "new bot"]
        assert sorted(table_store.waiting_for_bots(connection, made - 1)) == ["lesson", "new bot"]
        later = made + table_store.LESSON_PAUSE
        assert sorted(table_store.waiting_for_bots(connection, later)) == ["bot", "new bot"]
        assert table_store.waiting_for_bots(connection, 0) == []


def test_results_and_progress(engine: Engine) -> None:
    keep(engine, *(a_table(f"t{i}") for i in range(5)))
    result = {
        "seat": 0, "identity": "ann", "game": "faiyum", "players": 1,
        "options": {"mode": "score"}, "place": 1, "won": True, "result": {}, "finished": 5,
    }  # fmt: skip
    progress = {"identity": "ann", "game": "faiyum", "mode": "campaign"}
    scores = [30, 10, 50, 20, 40]
    random.Random(1).shuffle(scores)
    with engine.begin() as connection:
        for i, score in enumerate(scores):
            result_store.finish(
                connection,
                f"t{i}",
                [score],
                [0],
                [{**result, "table_id": f"t{i}", "score": score}],
                [{**progress, "data": {"won": i}}],
                moment=5,
            )
    with engine.connect() as connection:
        best = result_store.results_of(connection, "ann", "faiyum", 3)
        assert [entry.score for entry in best] == [50, 40, 30]
        assert result_store.results_of(connection, "ann", "chess", 3) == []
        assert result_store.progress_of(connection, "ann") == {"faiyum": {"campaign": {"won": 4}}}
        assert result_store.progress_of(connection, "bob") == {}


def test_deleting_takes_everything_along(engine: Engine) -> None:
    keep(engine, a_table("t1"))
    with engine.begin() as connection:
        entry_store.add_entry(connection, row("t1", 1))
        table_store.delete_table(connection, "t1")
    assert count(engine, "t1") == 0


def test_keepsakes_are_kept(engine: Engine) -> None:
    for made in ("first", "second"):
        with engine.begin() as connection:
            assert server_values.server_value(connection, "key", made) == "first"


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ("mysql://x", "SQLite or PostgreSQL"),
        ("sqlite://", "file"),
        ("sqlite:///:memory:", "file"),
        ("://", "address"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "cannot be used"),
        ("/proc/none/x.db", "folder"),
    ],
)
def test_databases_that_cannot_be(given: str, word: str) -> None:
    with pytest.raises(DatabaseError, match=word) as told:
        connect(address(given))
    assert "secret" not in str(told.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("These are my notes, not a database. " * 100)
    with pytest.raises(DatabaseError, match="not a database"):
        migrate(connect(address(str(file))))


def test_a_postgres_that_is_gone_is_a_failure_of_the_database(postgres: Cluster) -> None:
    """The short way raises what SQLAlchemy would, also where it cannot even connect."""
    engine = connect(address(postgres.new_database()))
    keep(engine, a_table("t1"))
    fast_path = PostgresFastPath(engine, writing.COLUMNS, "entries")
    fast_path.append([row("t1", 1)])
    with pytest.raises(IntegrityError):
        fast_path.append([row("t1", 2), row("t1", 1)])
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    with pytest.raises(OperationalError):
        fast_path.append([row("t1", 2)])
    fast_path.append([row("t1", 2)])
    fast_path.close()
    engine.dispose()
    gone = create_engine("postgresql+psycopg://nobody@127.0.0.1:1/none").execution_options(
        process="test"
    )
    with pytest.raises(OperationalError):
        PostgresFastPath(gone, writing.COLUMNS, "entries").append([row("t1", 3)])
