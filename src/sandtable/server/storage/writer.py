"""All writing goes through here, and is acknowledged only after the commit.

A thread takes orders and commits together what has come in meanwhile, so that the event loop never
waits for a disk and one commit serves many tables. Entries of the logs, by far the most frequent,
go in as one statement; everything else is a job that gets the connection. With SQLite there is a
shorter way for entries (see `sqlite_fast_path`), taken while the thread has nothing to do; with
PostgreSQL the thread takes one of its own (see `postgres_fast_path`).
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, OperationalError

from sandtable.server.storage.models import EntryRow
from sandtable.server.storage.sqlite_fast_path import SqliteFastPath, insert_statement

if TYPE_CHECKING:
    from sandtable.server.storage.postgres_fast_path import PostgresFastPath

T = TypeVar("T")
#: An entry's values, in the order of COLUMNS.
Row = tuple[Any, ...]
Job = Callable[[Connection], Any]

COLUMNS = [column.name for column in EntryRow.__table__.columns]
BATCH = 128
#: How often a write is tried when the database went away, or does not take it.
TRIES = 3
#: Seconds after which an order is given up while another process holds the database.
TIMEOUT = 4.0

log = logging.getLogger("sandtable.server.storage.writer")


class Conflict(Exception):
    """Somebody else has written an entry of this number first. Nothing was written."""


class Closed(Exception):
    """The server is stopping; nothing was written."""


class _Order:
    __slots__ = ("future", "job", "loop", "rows", "until")

    def __init__(self, rows: Sequence[Row] | None, job: Job | None) -> None:
        self.rows = rows
        self.job = job
        self.until = time.monotonic() + TIMEOUT
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()


class Writer:
    def __init__(self, engine: Engine, full_sync: bool = False) -> None:
        self._engine = engine
        self._quick: SqliteFastPath | None = None
        if engine.dialect.name == "sqlite" and not full_sync:
            self._quick = SqliteFastPath(engine, COLUMNS, EntryRow.__tablename__)
        self._waiting = 0  # orders that are not settled yet
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._connection: Connection | None = None  # the thread's own
        self._postgres: PostgresFastPath | None = None
        if engine.dialect.name == "postgresql":
            from sandtable.server.storage.postgres_fast_path import PostgresFastPath

            self._postgres = PostgresFastPath(engine, COLUMNS, EntryRow.__tablename__)
        self._statements: dict[int, str] = {}  # by number of rows
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    async def entries(self, rows: Sequence[Row]) -> None:
        """Append to a game's log, all or nothing; returns when committed, raises Conflict where
        they are not next."""
        if self._quick is not None and not self._waiting and not self._closed:
            try:
                if self._quick.append(rows):
                    return
            except sqlite3.IntegrityError:
                raise Conflict("somebody was faster") from None
        await self._put(_Order(rows, None))

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction of its own; returns its result when committed."""
        result: T = await self._put(_Order(None, job))
        return result

    async def _put(self, order: _Order) -> Any:
        if self._closed:
            raise Closed("the server is stopping")
        self._waiting += 1
        order.future.add_done_callback(self._settled)
        self._orders.put(order)
        # A caller that goes away does not take back what is on its way to the disk.
        return await asyncio.shield(order.future)

    def _settled(self, future: asyncio.Future[Any]) -> None:
        self._waiting -= 1
        if not future.cancelled():
            future.exception()  # who ordered it may be gone; that is no news

    async def close(self) -> None:
        """Write what has been ordered, then stop."""
        self._closed = True
        self._orders.put(None)
        await asyncio.to_thread(self._thread.join)
        if self._quick is not None:
            await asyncio.to_thread(self._quick.close)

    # -- in the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        closing = False
        while not closing:
            batch: list[_Order] = []
            order = self._orders.get()
            while True:
                if order is None:
                    closing = True
                    break
                batch.append(order)
                if order.job is not None or len(batch) >= BATCH or self._orders.empty():
                    break
                order = self._orders.get()
            if batch:
                self._write(batch)
        if self._connection is not None:
            self._connection.close()
        if self._postgres is not None:
            self._postgres.close()

    def _write(self, batch: list[_Order]) -> None:
        """A batch contains only entries, except for its last order, which may be a job."""
        together = [order for order in batch if order.rows is not None]
        if together and not self._together(together):
            for order in together:
                self._alone(order)
        if batch[-1].job is not None:
            self._alone(batch[-1])

    def _together(self, orders: list[_Order]) -> bool:
        rows = [row for order in orders for row in order.rows or ()]
        try:
            self._write_rows(rows, orders[0].until)
        except Exception:  # each is tried by itself, and gets its own answer
            return False
        _answer(orders, None, None)
        return True

    def _alone(self, order: _Order) -> None:
        for left in range(TRIES - 1, -1, -1):
            try:
                if order.rows is not None:
                    self._write_rows(list(order.rows), order.until)
                    _answer([order], None, None)
                else:
                    assert order.job is not None
                    _answer([order], self._transact(order.job, order.until), None)
                return
            except IntegrityError as error:
                _answer([order], None, Conflict("somebody was faster") if order.rows else error)
                return
            except OperationalError as error:
                # Locked by another process, or the connection is gone: it may come back.
                log.warning("write failed", extra={"reason": str(error.orig), "left": left})
                if not left or time.monotonic() >= order.until:
                    _answer([order], None, error)
                    return
                time.sleep(0.2)
            except Exception as error:
                _answer([order], None, error)
                return

    def _write_rows(self, rows: list[Row], until: float) -> None:
        if self._postgres is not None:
            self._postgres.append(rows)
        else:
            self._transact(partial(self._append, rows=rows), until)

    def _append(self, connection: Connection, rows: list[Row]) -> None:
        # The statement is put together by hand: this is the one that players wait for.
        sql = self._statements.get(len(rows))
        if sql is None:
            sql = insert_statement(EntryRow.__tablename__, COLUMNS, len(rows), "?")
            self._statements[len(rows)] = sql
        connection.exec_driver_sql(sql, tuple(value for row in rows for value in row))

    def _transact(self, job: Job, until: float) -> Any:
        """Run a job; where another process holds the database, wait for it until then."""
        connection = self._connection
        if connection is None or connection.closed:
            connection = self._connection = self._engine.connect()
        try:
            with connection.begin():
                if self._engine.dialect.name == "sqlite":
                    wait = max(0, round((until - time.monotonic()) * 1000))
                    connection.exec_driver_sql(f"PRAGMA busy_timeout={wait}")
                    # Take the right to write at once: nobody overtakes a job that reads first.
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                return job(connection)
        except OperationalError:
            connection.invalidate()
            connection.close()
            raise


def _answer(orders: list[_Order], result: Any, error: BaseException | None) -> None:
    try:
        orders[0].loop.call_soon_threadsafe(_settle, orders, result, error)
    except RuntimeError:  # the loop is closed: nobody is waiting any more
        return


def _settle(orders: list[_Order], result: Any, error: BaseException | None) -> None:
    for order in orders:
        if order.future.done():
            continue
        if error is None:
            order.future.set_result(result)
        else:
            order.future.set_exception(error)
