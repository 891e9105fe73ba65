"""Results of finished games in the database, and progress in modes that span several games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from sandtable.server.storage.database import lock
from sandtable.server.storage.models import GameRow, ProgressRow, ResultRow
from sandtable.server.storage.stored_table import OVER
from sandtable.server.storage.table_store import free_derived, touch


def results_of(
    connection: Connection, identity: str, game: str | None, limit: int
) -> Sequence[Row[Any]]:
    """A person's results, best first; not those that a bot finished for them."""
    query = (
        select(ResultRow.__table__)
        .where(ResultRow.identity == identity, ResultRow.abandoned.is_(None))
        .order_by(ResultRow.score.desc(), ResultRow.finished)
        .limit(limit)
    )
    if game is not None:
        query = query.where(ResultRow.game == game)
    return connection.execute(query).all()


def progress_of(connection: Connection, identity: str) -> dict[str, dict[str, dict[str, Any]]]:
    """By game and mode."""
    progress: dict[str, dict[str, dict[str, Any]]] = {}
    query = select(ProgressRow.__table__).where(ProgressRow.identity == identity)
    for row in connection.execute(query):
        progress.setdefault(row.game, {})[row.mode] = row.data
    return progress


def finish(
    connection: Connection,
    id: str,
    scores: list[int],
    winners: list[int],
    results: list[dict[str, Any]],
    progress: list[dict[str, Any]],
    moment: int,
) -> None:
    """The game is over: its outcome, and what it means for those who played."""
    connection.execute(
        update(GameRow)
        .where(GameRow.id == id)
        .values(status=OVER, scores=scores, winners=winners, updated=moment)
    )
    touch(connection, id)
    free_derived(connection, id)
    if results:
        connection.execute(insert(ResultRow), results)
    for row in progress:
        set_progress(connection, row)


def break_off(connection: Connection, id: str, reason: str, scores: list[int], moment: int) -> None:
    """The game ends before its end: nobody has won, and it counts for no best score."""
    connection.execute(
        update(GameRow)
        .where(GameRow.id == id)
        .values(status=OVER, ended=reason, scores=scores, winners=[], updated=moment)
    )
    touch(connection, id)
    free_derived(connection, id)


def set_progress(connection: Connection, row: dict[str, Any]) -> None:
    lock(connection, f"progress {row['identity']}")
    key = (
        (ProgressRow.identity == row["identity"])
        & (ProgressRow.game == row["game"])
        & (ProgressRow.mode == row["mode"])
    )
    connection.execute(delete(ProgressRow).where(key))
    connection.execute(insert(ProgressRow).values(row))
