"""Plans in the database: one at most for each seat of a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Connection,
    ForeignKey,
    Index,
    Integer,
    Row,
    String,
    Text,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy.orm import Mapped, aliased, mapped_column

from sandtable.server.storage import news
from sandtable.server.storage.models import JSON, Base, EntryRow, GameRow
from sandtable.server.storage.stored_table import RUNNING, Seat
from sandtable.server.tables.plan import PlannedChoice, PlayerPlan

#: The topic of changed plans; the key is the table's id. What a plan holds is never news.
PLAN = "plan"


class PlanMoved(Exception):
    """The plan was changed, played or discarded elsewhere. Nothing was written."""


class PlanRow(Base):
    """What a person means to choose in their next turn; see `tables.plan`."""

    __tablename__ = "plans"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    identity: Mapped[str] = mapped_column(String(40))
    id: Mapped[str] = mapped_column(String(20))
    version: Mapped[int] = mapped_column(Integer)
    step: Mapped[int] = mapped_column(Integer)
    seed: Mapped[str] = mapped_column(Text)
    assumed: Mapped[list[str]] = mapped_column(JSON)
    made: Mapped[int] = mapped_column(BigInteger)
    revision: Mapped[int] = mapped_column(Integer)
    status: Mapped[str] = mapped_column(String(10))
    automatic: Mapped[bool] = mapped_column(Boolean)
    choices: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    complete: Mapped[bool] = mapped_column(Boolean)
    stop: Mapped[str | None] = mapped_column(String(10))
    done: Mapped[int] = mapped_column(Integer)
    turn: Mapped[int] = mapped_column(Integer)

    __table_args__ = (Index("plans_by_identity", "identity"),)


def plan(connection: Connection, game: str, seat: int) -> PlayerPlan | None:
    query = select(PlanRow.__table__).where(PlanRow.game == game, PlanRow.seat == seat)
    row = connection.execute(query).first()
    return None if row is None else _plan(row)


def plans(connection: Connection, game: str) -> list[PlayerPlan]:
    """All plans of a table."""
    query = select(PlanRow.__table__).where(PlanRow.game == game).order_by(PlanRow.seat)
    return [_plan(row) for row in connection.execute(query)]


def _plan(row: Row[Any]) -> PlayerPlan:
    values = row._asdict()
    values["assumed"] = tuple(values["assumed"])
    values["choices"] = tuple(PlannedChoice.of(choice) for choice in values["choices"])
    return PlayerPlan(**values)


def set_plan(connection: Connection, new: PlayerPlan, before: PlayerPlan | None) -> None:
    """Store a plan in place of the one that was there; raises PlanMoved where that has changed."""
    _remove(connection, new.game, new.seat, before)
    values = {**vars(new), "assumed": list(new.assumed)}
    values["choices"] = [choice.plain() for choice in new.choices]
    connection.execute(insert(PlanRow).values(**values))
    news.publish(connection, PLAN, new.game)


def drop(connection: Connection, known: PlayerPlan) -> None:
    """Delete a plan; raises PlanMoved where it has changed meanwhile."""
    _remove(connection, known.game, known.seat, known)
    news.publish(connection, PLAN, known.game)


def _remove(connection: Connection, game: str, seat: int, known: PlayerPlan | None) -> None:
    key = (PlanRow.game == game) & (PlanRow.seat == seat)
    if known is None:
        if connection.execute(select(PlanRow.id).where(key)).first() is not None:
            raise PlanMoved("there is a plan already")
        return
    same = key & (PlanRow.id == known.id) & (PlanRow.revision == known.revision)
    if not connection.execute(delete(PlanRow).where(same)).rowcount:
        raise PlanMoved("the plan has changed")


def drop_all(connection: Connection, game: str) -> None:
    """The game is over: nothing is planned any more."""
    if connection.execute(delete(PlanRow).where(PlanRow.game == game)).rowcount:
        news.publish(connection, PLAN, game)


def drop_of_others(connection: Connection, game: str, seats: Iterable[Seat]) -> None:
    """Delete plans of those who no longer sit in these seats."""
    for seat in seats:
        mine = (PlanRow.game == game) & (PlanRow.seat == seat.seat)
        if seat.identity is not None:
            mine &= PlanRow.identity != seat.identity
        connection.execute(delete(PlanRow).where(mine))


def due(connection: Connection, before: int) -> list[str]:
    """Tables at which a plan is to be played automatically, and the seat has had to choose since
    ``before``."""
    past = aliased(EntryRow)
    last = select(func.max(past.number)).where(past.game == PlanRow.game).scalar_subquery()
    query = (
        select(PlanRow.game)
        .join(GameRow, GameRow.id == PlanRow.game)
        .join(EntryRow, (EntryRow.game == PlanRow.game) & (EntryRow.number == last))
        .where(GameRow.status == RUNNING, GameRow.auto_plans)
        .where(PlanRow.status == "kept", PlanRow.automatic)
        .where(EntryRow.to_choose == PlanRow.seat, EntryRow.made <= before)
    )
    return sorted(set(connection.execute(query).scalars()))
