"""What profiles are made of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, select

from sandtable.server.storage.models import ResultRow, SeatRow
from sandtable.server.storage.people_models import AccountRow
from sandtable.server.storage.rating_store import BOT_PREFIX


def latest_results(
    connection: Connection, identity: str, most: int, hidden: Collection[str] = ()
) -> Sequence[Any]:
    """A person's results, newest first, but not those at these tables."""
    query = (
        select(ResultRow.__table__)
        .where(ResultRow.identity == identity, ResultRow.abandoned.is_(None))
        .where(ResultRow.table_id.not_in(list(hidden)))
        .order_by(ResultRow.finished.desc())
        .limit(most)
    )
    return connection.execute(query).all()


def at_tables(connection: Connection, tables: Collection[str], identity: str) -> Sequence[Any]:
    """The others at these tables: table, seat, identity, place, and what they are called."""
    query = (
        select(
            SeatRow.game.label("table_id"),
            SeatRow.seat,
            SeatRow.identity,
            SeatRow.kind,
            SeatRow.name,
            AccountRow.name.label("profile"),
            ResultRow.place,
        )
        .join(AccountRow, AccountRow.identity == SeatRow.identity, isouter=True)
        .join(
            ResultRow,
            (ResultRow.table_id == SeatRow.game) & (ResultRow.seat == SeatRow.seat),
            isouter=True,
        )
        .where(SeatRow.game.in_(list(tables)))
        .where(SeatRow.identity.is_(None) | (SeatRow.identity != identity))
        .order_by(SeatRow.game, SeatRow.seat)
    )
    return connection.execute(query).all()


def breakdowns(
    connection: Connection,
    game: str,
    players: Collection[int],
    bots: bool,
    but: str,
    most: int,
) -> dict[int, list[dict[str, int]]]:
    """Where the points of people, or of bots, came from in the last games, by number of players."""
    is_bot = ResultRow.identity.startswith(BOT_PREFIX)
    query = (
        select(ResultRow.players, ResultRow.breakdown)
        .where(ResultRow.game == game, ResultRow.players.in_(list(players)))
        .where(ResultRow.breakdown.is_not(None), ResultRow.identity != but)
        .where(ResultRow.abandoned.is_(None))
        .where(is_bot if bots else ~is_bot)
        .order_by(ResultRow.finished.desc())
        .limit(most)
    )
    by_players: dict[int, list[dict[str, int]]] = {}
    for row in connection.execute(query):
        by_players.setdefault(row.players, []).append(row.breakdown)
    return by_players
