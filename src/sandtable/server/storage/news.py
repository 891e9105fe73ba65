"""News for the other server processes on the same database, sent with the commit.

PostgreSQL delivers them (NOTIFY) if and when the transaction is committed, so nobody hears of a
change that was not stored, and no stored change goes unheard because a process died in between.
SQLite has one process and no news. Listening is in `cluster.news`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Connection

CHANNEL = "sandtable"

#: The topic of changes to a table, its seats or its game; the key is the table's id.
TABLE = "table"

#: PostgreSQL takes less than 8,000 bytes.
MAX_BYTES = 7_900


def publish(connection: Connection, topic: str, key: str = "", **details: Any) -> None:
    """Tell the other processes when this transaction is committed. Details are plain data."""
    if connection.dialect.name == "postgresql":
        notify(connection, [pack(process_of(connection), topic, key, details)])


def notify(connection: Connection, payloads: Sequence[str]) -> None:
    marks = ", ".join(["(%s)"] * len(payloads))
    connection.exec_driver_sql(
        f"SELECT pg_notify('{CHANNEL}', text) FROM (VALUES {marks}) AS news (text)",
        tuple(payloads),
    )


def with_news(insert: str, column: str, process: str) -> str:
    """A statement that inserts rows and, in the same round trip, tells the other processes about
    the tables whose ids are in a column. (PostgreSQL sends the same news only once.)"""
    begin, end = pack(process, TABLE, "*", {}).split("*")
    return (
        f"WITH new AS ({insert} RETURNING {column}) "
        f"SELECT pg_notify('{CHANNEL}', '{begin}' || {column} || '{end}') FROM new"
    )


def pack(process: str, topic: str, key: str, details: dict[str, Any]) -> str:
    payload = orjson.dumps([process, topic, key, details])
    if len(payload) > MAX_BYTES:
        raise ValueError(f"news of {len(payload)} bytes; at most {MAX_BYTES} are delivered")
    return payload.decode()


def process_of(connection: Connection) -> str:
    """The name of this server process, as `database.connect` gave it to the engine."""
    name: str = connection.get_execution_options()["process"]
    return name
