"""The short way to disk for the entries of one table in SQLite.

Writing to the write-ahead log without waiting for the disk takes a few dozen microseconds, less
than handing the entry to another thread and back. So while the writer's thread has nothing to do,
entries are written at once. What would take longer is left to threads: when the database is busy,
nothing is written here, and the log's contents are carried over to the database elsewhere.

The log starts again from its beginning once all of it has been carried over. Where entries keep
coming while a slow disk carries, there always remains one; then the log is left to grow up to a
length, and writers wait for the moment it takes to carry the rest.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine

log = logging.getLogger("sandtable.server.storage.writer")

#: After this many entries the write-ahead log is carried over.
CHECKPOINT = 500
#: A log of more pages than this is made to start again.
LONG = 8_000
#: Milliseconds to wait for readers before that; writers wait as long.
BUSY_TIMEOUT = 200


def insert_statement(table: str, columns: list[str], rows: int, mark: str) -> str:
    """A statement that inserts this many rows at once; ``mark`` stands for a value."""
    places = "(" + ", ".join([mark] * len(columns)) + ")"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([places] * rows)}"


class SqliteFastPath:
    def __init__(self, engine: Engine, columns: list[str], table: str) -> None:
        self._engine = engine
        self._held = engine.raw_connection()
        connection = self._held.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        self._connection = connection
        connection.isolation_level = None  # every statement commits by itself
        connection.execute("PRAGMA busy_timeout=0")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        self._table = table
        self._columns = columns
        self._statements: dict[int, str] = {}  # by number of rows
        self._since = 0
        self._carrying: threading.Thread | None = None

    def append(self, rows: Sequence[Sequence[Any]]) -> bool:
        """Write entries, all or none; False where the writer's thread has to. IntegrityError:
        they are not the next ones."""
        sql = self._statements.get(len(rows))
        if sql is None:
            sql = insert_statement(self._table, self._columns, len(rows), "?")
            self._statements[len(rows)] = sql
        try:
            self._connection.execute(sql, [value for row in rows for value in row])
        except sqlite3.OperationalError:  # another process is writing, or worse: not for us
            return False
        self._since += len(rows)
        if self._since >= CHECKPOINT and (self._carrying is None or not self._carrying.is_alive()):
            self._since = 0
            self._carrying = threading.Thread(target=self._carry, name="checkpoint", daemon=True)
            self._carrying.start()
        return True

    def _carry(self) -> None:
        try:
            with self._engine.connect() as connection:
                connection.detach()  # keep this busy timeout out of the pool
                connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_TIMEOUT}")
                carry = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
                _busy, pages, _carried = carry.one()
                if pages > LONG:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)").one()
        except Exception as error:  # it will be tried again
            log.warning("checkpoint failed", extra={"reason": str(error)})

    def close(self) -> None:
        if self._carrying is not None:
            self._carrying.join()
        self._connection.close()
        self._held.invalidate()
