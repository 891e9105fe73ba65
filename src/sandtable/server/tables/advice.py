"""Advice: hints, analyses and bots that play on. None of it for a game that people still play.

A branch of a running game between people shows the same position, so advice there would be advice
in that game. Such a table names the game as its source until it is over.
"""

from __future__ import annotations

from sandtable.server.errors import ApiError
from sandtable.server.storage.stored_table import RUNNING, StoredTable
from sandtable.server.tables.info import alone

UNTIL_OVER = (
    "This position comes from a game that people still play: no hints, no analysis and no bots "
    "until that game is over."
)


def check_advice(table: StoredTable) -> None:
    """Raises ApiError at a table that gives no advice for now."""
    if table.source is not None:
        raise ApiError("forbidden", UNTIL_OVER)


def source_of(table: StoredTable) -> str | None:
    """The game that holds back advice at tables that branch off this one."""
    if table.status == RUNNING and not alone(table):
        return table.id
    return table.source
