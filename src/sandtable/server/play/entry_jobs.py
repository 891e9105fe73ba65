"""What is written in one transaction with entries of a table's log."""

from __future__ import annotations

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sandtable.server.play.game import Play
from sandtable.server.storage import clock_store, entry_store, table_store
from sandtable.server.storage.news import TABLE, publish
from sandtable.server.storage.stored_table import StoredTable
from sandtable.server.storage.writer import Conflict, Job, Row
from sandtable.server.tables.clock import Clock
from sandtable.server.tables.proposal import Proposal


def append(connection: Connection, rows: list[Row]) -> None:
    """Add entries inside a job."""
    try:
        for row in rows:
            entry_store.add_entry(connection, row)
    except IntegrityError:
        raise Conflict("somebody was faster") from None
    publish(connection, TABLE, rows[0][0])


def all_of(rows: list[Row], jobs: list[Job]) -> Job:
    """Entries and what follows from them, together."""

    def job(connection: Connection) -> None:
        append(connection, rows)
        for follows in jobs:
            follows(connection)

    return job


def practice(table: StoredTable) -> Job:
    """The mark that going back leaves on the table."""
    return lambda connection: table_store.mark_practice(connection, table.id)


def clocking(id: str, clock: Clock) -> Job:
    def job(connection: Connection) -> None:
        clock_store.set_clock(connection, id, clock)
        table_store.touch(connection, id)

    return job


def dropping(id: str, proposal: Proposal) -> Job:
    def job(connection: Connection) -> None:
        clock_store.drop_proposal(connection, id, proposal.id)
        table_store.touch(connection, id)

    return job


def void(proposal: Proposal, play: Play, rows: list[Row]) -> bool:
    """Whether these entries make a proposal pointless: the game continues from where an undo was
    asked for, or somebody who was thought absent chooses."""
    if play.over or proposal.kind == "undo":
        return True
    return proposal.kind == "replace" and any(row[4] == proposal.target for row in rows)
