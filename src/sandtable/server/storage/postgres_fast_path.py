"""The short way to PostgreSQL for the entries of the logs.

A single statement is a transaction by itself, so there is one way to the database and back instead
of three. It goes through the driver's own cursor: SQLAlchemy would take three times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Engine, PoolProxiedConnection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from sandtable.server.storage import news
from sandtable.server.storage.sqlite_fast_path import insert_statement


class PostgresFastPath:
    """Belongs to the writer's thread."""

    def __init__(self, engine: Engine, columns: list[str], table: str) -> None:
        self._engine = engine
        self._columns = columns
        self._table = table
        self._process: str = engine.get_execution_options()["process"]
        self._statements: dict[int, str] = {}  # by number of rows
        self._held: PoolProxiedConnection | None = None
        self._cursor: psycopg.Cursor[Any] | None = None

    def append(self, rows: Sequence[Sequence[Any]]) -> None:
        """Write entries, all or none, and tell the other processes; raises what SQLAlchemy
        would."""
        sql = self._statements.get(len(rows))
        if sql is None:
            insert = insert_statement(self._table, self._columns, len(rows), "%s")
            sql = self._statements[len(rows)] = news.with_news(insert, "game", self._process)
        try:
            cursor = self._open() if self._cursor is None else self._cursor
            cursor.execute(sql.encode(), [value for row in rows for value in row])
        except psycopg.IntegrityError as error:
            raise IntegrityError("append", None, error) from None
        except psycopg.OperationalError as error:
            self.close()
            raise OperationalError("append", None, error) from None
        except psycopg.Error as error:
            self.close()
            raise DBAPIError("append", None, error) from None

    def _open(self) -> psycopg.Cursor[Any]:
        self._held = self._engine.raw_connection()
        connection = self._held.driver_connection
        assert isinstance(connection, psycopg.Connection)
        connection.rollback()
        connection.autocommit = True
        self._cursor = connection.cursor()
        return self._cursor

    def close(self) -> None:
        held, self._held, self._cursor = self._held, None, None
        if held is not None:
            with suppress(psycopg.Error):
                held.invalidate()
