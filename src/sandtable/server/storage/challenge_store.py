"""Challenges in the database: their seeds, and the one counted try of each person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Index,
    Row,
    Select,
    String,
    Text,
    insert,
    select,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from sandtable.server.storage.models import Base, GameRow, ProgressRow, SeatRow
from sandtable.server.storage.people_models import AccountRow


class ChallengeRow(Base):
    """A deal that everybody can try. The seed is drawn when the first person starts."""

    __tablename__ = "challenges"

    id: Mapped[str] = mapped_column(String(70), primary_key=True)  # see tables.challenges
    seed: Mapped[str] = mapped_column(Text)
    made: Mapped[int] = mapped_column(BigInteger)


class ChallengeTryRow(Base):
    """The try of a person. It stays when they delete the table: there is no second one."""

    __tablename__ = "challenge_tries"

    challenge: Mapped[str] = mapped_column(String(70), primary_key=True)
    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    # Not a foreign key: the table may go.
    table_id: Mapped[str] = mapped_column(String(16))
    started: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("challenge_tries_by_identity", "identity"),)


def seed_of(connection: Connection, id: str) -> str | None:
    query = select(ChallengeRow.seed).where(ChallengeRow.id == id)
    seed = connection.execute(query).scalar_one_or_none()
    return None if seed is None else str(seed)


def add_seed(connection: Connection, id: str, seed: str, moment: int) -> None:
    """Store a challenge's seed, unless somebody has started it at another process meanwhile."""
    connection.execute(
        text(
            "INSERT INTO challenges (id, seed, made) VALUES (:id, :seed, :made)"
            " ON CONFLICT DO NOTHING"
        ),
        {"id": id, "seed": seed, "made": moment},
    )


def try_of(connection: Connection, id: str, identity: str) -> Row[Any] | None:
    query = select(ChallengeTryRow.__table__).where(
        ChallengeTryRow.challenge == id, ChallengeTryRow.identity == identity
    )
    return connection.execute(query).first()


def latest_tries(connection: Connection, identity: str, most: int) -> Sequence[Row[Any]]:
    """A person's tries, the latest first."""
    query = (
        select(ChallengeTryRow.__table__)
        .where(ChallengeTryRow.identity == identity)
        .order_by(ChallengeTryRow.started.desc())
        .limit(most)
    )
    return connection.execute(query).all()


def challenge_at(connection: Connection, table: str) -> str | None:
    """The challenge that a table, or the game it branched off, is a try of."""
    seen: set[str] = set()
    following: str | None = table
    while following is not None and following not in seen:
        seen.add(following)
        tried = select(ChallengeTryRow.challenge).where(ChallengeTryRow.table_id == following)
        challenge = connection.execute(tried).scalar()
        if challenge is not None:
            return str(challenge)
        parent = select(GameRow.parent).where(GameRow.id == following)
        following = connection.execute(parent).scalar()
    return None


def add_try(
    connection: Connection, id: str, identity: str, name: str, table: str, moment: int
) -> None:
    connection.execute(
        insert(ChallengeTryRow).values(
            challenge=id, identity=identity, name=name, table_id=table, started=moment
        )
    )


def tries(connection: Connection, id: str, limit: int) -> Sequence[Row[Any]]:
    """Who has tried: identity, name, table, when; and status and scores of the game if it is
    still there, first come first."""
    return connection.execute(_tries(id).order_by(ChallengeTryRow.started).limit(limit)).all()


def try_with_game(connection: Connection, id: str, identity: str) -> Row[Any] | None:
    """One person's try, with status and scores of the game if it is still there."""
    return connection.execute(_tries(id).where(ChallengeTryRow.identity == identity)).first()


def _tries(id: str) -> Select[Any]:
    return (
        select(ChallengeTryRow.__table__, GameRow.status, GameRow.scores, GameRow.practice)
        .outerjoin(GameRow, GameRow.id == ChallengeTryRow.table_id)
        .where(ChallengeTryRow.challenge == id)
    )


def ladder(connection: Connection, game: str, mode: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Identity, name and progress of everybody in a mode that spans several games."""
    seat = (
        select(SeatRow.name)
        .join(GameRow, GameRow.id == SeatRow.game)
        .where(SeatRow.identity == ProgressRow.identity, GameRow.game == game)
        .order_by(GameRow.created.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = (
        select(ProgressRow.identity, AccountRow.name, seat, ProgressRow.data)
        .outerjoin(AccountRow, AccountRow.identity == ProgressRow.identity)
        .where(ProgressRow.game == game, ProgressRow.mode == mode)
    )
    return [(row[0], row[1] or row[2] or "Guest", row[3]) for row in connection.execute(query)]
