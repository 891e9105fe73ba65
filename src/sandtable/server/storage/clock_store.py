"""Clocks and open proposals of tables in the database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, case, delete, func, insert, select, update

from sandtable.server.notices.preferences import ASKED
from sandtable.server.storage import notice_store
from sandtable.server.storage.models import ClockRow, ProposalRow
from sandtable.server.tables.clock import Clock
from sandtable.server.tables.proposal import Proposal


class ClockMoved(Exception):
    """Another process has changed the clock first. Nothing was written."""


def clocks(connection: Connection, ids: Collection[str]) -> dict[str, Clock]:
    query = select(ClockRow.__table__).where(ClockRow.game.in_(ids))
    return {row.game: _clock(row) for row in connection.execute(query)}


def _clock(row: Row[Any]) -> Clock:
    return Clock(
        pace=row.pace,
        bank=row.bank,
        increment=row.increment,
        on_timeout=row.on_timeout,
        bot=row.bot,
        left=tuple(row.time_left),
        turns=tuple(row.turns),
        running=row.running,
        since=row.since,
        paused=row.paused,
        undo_asked=row.undo_asked,
        revision=row.revision,
    )


def add_clock(connection: Connection, id: str, clock: Clock) -> None:
    connection.execute(
        insert(ClockRow).values(
            game=id,
            pace=clock.pace,
            bank=clock.bank,
            increment=clock.increment,
            on_timeout=clock.on_timeout,
            bot=clock.bot,
            revision=clock.revision,
            **_state(clock),
        )
    )


def _state(clock: Clock) -> dict[str, Any]:
    return {
        "time_left": list(clock.left),
        "turns": list(clock.turns),
        "running": clock.running,
        "since": clock.since,
        "deadline": clock.deadline,
        "paused": clock.paused,
        "undo_asked": clock.undo_asked,
    }


def set_clock(connection: Connection, id: str, clock: Clock) -> None:
    """Store what has changed; raises ClockMoved where the stored clock is not the one before."""
    changed = connection.execute(
        update(ClockRow)
        .where(ClockRow.game == id, ClockRow.revision == clock.revision - 1)
        .values(revision=clock.revision, **_state(clock))
    )
    if changed.rowcount != 1:
        raise ClockMoved(id)


def proposals(connection: Connection, ids: Collection[str]) -> dict[str, Proposal]:
    query = select(ProposalRow.__table__).where(ProposalRow.game.in_(ids))
    return {row.game: _proposal(row) for row in connection.execute(query)}


def _proposal(row: Row[Any]) -> Proposal:
    values = dict(row._mapping)
    del values["game"]
    values["agreed"] = frozenset(values["agreed"])
    return Proposal(**values)


def add_proposal(connection: Connection, id: str, proposal: Proposal) -> None:
    """Store it; IntegrityError where something else is proposed already."""
    values = {**vars(proposal), "agreed": sorted(proposal.agreed)}
    connection.execute(insert(ProposalRow).values(game=id, **values))


def agree(connection: Connection, id: str, proposal: str, identity: str) -> Proposal | None:
    """Note that somebody agrees; what is stored then, or None where it is no longer open."""
    query = select(ProposalRow.__table__).where(ProposalRow.game == id).with_for_update()
    row = connection.execute(query).first()
    if row is None or row.id != proposal:
        return None
    agreed = sorted({*row.agreed, identity})
    connection.execute(update(ProposalRow).where(ProposalRow.game == id).values(agreed=agreed))
    return proposals(connection, [id])[id]


def drop_proposal(connection: Connection, id: str, proposal: str) -> bool:
    """Take it off the table, so that nobody is told about it any more; False where somebody else
    has."""
    notice_store.drop_events(connection, ASKED, id)
    gone = connection.execute(
        delete(ProposalRow).where(ProposalRow.game == id, ProposalRow.id == proposal)
    )
    return gone.rowcount == 1


def due(connection: Connection, now: int) -> list[str]:
    """Tables whose time is up, or where nobody has answered in time."""
    late = select(ClockRow.game).where(ClockRow.deadline <= now)
    silent = select(ProposalRow.game).where(ProposalRow.expires <= now)
    return [row[0] for row in connection.execute(late.union(silent))]


def next_due(connection: Connection) -> int | None:
    """The next moment at which something is due."""
    deadline = connection.execute(select(func.min(ClockRow.deadline))).scalar_one()
    expires = connection.execute(select(func.min(ProposalRow.expires))).scalar_one()
    return min((moment for moment in (deadline, expires) if moment is not None), default=None)


def add_outage(connection: Connection, alive: int, now: int) -> int:
    """Move running clocks by the time in which no server was alive, so that nobody loses it.
    Returns how many clocks ran."""
    began = case((ClockRow.since > alive, ClockRow.since), else_=alive)
    lost = case((began < now, now - began), else_=0)
    changed = connection.execute(
        update(ClockRow)
        .where(ClockRow.running.is_not(None))
        .values(
            since=ClockRow.since + lost,
            deadline=ClockRow.deadline + lost,
            revision=ClockRow.revision + 1,
        )
    )
    connection.execute(update(ProposalRow).values(expires=ProposalRow.expires + (now - alive)))
    return changed.rowcount
