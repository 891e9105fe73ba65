"""Coaches in the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    ForeignKey,
    Index,
    Integer,
    String,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Mapped, aliased, mapped_column

from sandtable.server.storage.models import Base, GameRow, SeatRow
from sandtable.server.storage.people_models import AccountRow
from sandtable.server.storage.stored_table import RUNNING
from sandtable.server.tables.coach import Coach, CoachState


class CoachRow(Base):
    """Somebody who coaches a player, offers to, or has done so. Rows stay: the log names them, and
    who has seen one hand must not see another."""

    __tablename__ = "coaches"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(Integer)
    identity: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(60))
    state: Mapped[str] = mapped_column(String(10))  # offered, coach, ended
    made: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("coaches_by_identity", "identity"),)


def coaches(connection: Connection, ids: Collection[str]) -> dict[str, list[Coach]]:
    """The coaches of tables, in the order in which they came."""
    query = (
        select(CoachRow.__table__, AccountRow.name.label("profile"))
        .join(AccountRow, AccountRow.identity == CoachRow.identity, isouter=True)
        .where(CoachRow.game.in_(ids))
        .order_by(CoachRow.number)
    )
    by_table: dict[str, list[Coach]] = {}
    for row in connection.execute(query):
        coach = Coach(row.number, row.seat, row.identity, row.name, row.state, row.profile)
        by_table.setdefault(row.game, []).append(coach)
    return by_table


def next_number(connection: Connection, id: str) -> int:
    query = select(func.max(CoachRow.number)).where(CoachRow.game == id)
    return (connection.execute(query).scalar_one() or 0) + 1


def add_coach(connection: Connection, id: str, coach: Coach, moment: int) -> None:
    """Store a new one; IntegrityError where the number is taken."""
    connection.execute(
        insert(CoachRow).values(
            game=id,
            number=coach.number,
            seat=coach.seat,
            identity=coach.identity,
            name=coach.name,
            state=coach.state,
            made=moment,
        )
    )


def set_state(connection: Connection, id: str, number: int, state: CoachState) -> None:
    key = (CoachRow.game == id) & (CoachRow.number == number)
    connection.execute(update(CoachRow).where(key).values(state=state))


def grant(connection: Connection, id: str, coach: Coach, moment: int) -> None:
    """Somebody who has offered it, or has done so before, coaches from now on."""
    key = (CoachRow.game == id) & (CoachRow.number == coach.number)
    values = {"seat": coach.seat, "name": coach.name, "state": coach.state, "made": moment}
    connection.execute(update(CoachRow).where(key).values(**values))


def table_ids(connection: Connection, identity: str) -> list[str]:
    """All tables where a person coaches, has done so or has offered it."""
    query = select(CoachRow.game).where(CoachRow.identity == identity)
    return list(connection.execute(query).scalars())


def coached_tables(connection: Connection, identity: str, most: int) -> list[str]:
    """Running games in which a person coaches somebody, latest first."""
    query = (
        select(CoachRow.game)
        .join(GameRow, GameRow.id == CoachRow.game)
        .where(CoachRow.identity == identity, CoachRow.state == "coach", GameRow.status == RUNNING)
        .order_by(CoachRow.made.desc())
        .limit(most)
    )
    return list(connection.execute(query).scalars())


def between(connection: Connection, one: str, other: str) -> Sequence[Any]:
    """Where one of two people coaches the other, or offers to: table and number."""
    coached = aliased(SeatRow)
    pair = or_(
        (CoachRow.identity == one) & (coached.identity == other),
        (CoachRow.identity == other) & (coached.identity == one),
    )
    query = (
        select(CoachRow.game, CoachRow.number)
        .join(coached, (coached.game == CoachRow.game) & (coached.seat == CoachRow.seat))
        .join(GameRow, GameRow.id == CoachRow.game)
        .where(pair, CoachRow.state != "ended", GameRow.status == RUNNING)
    )
    return connection.execute(query).all()
