"""What is stored. A game is its setup, its seats, and a log of entries that only ever grows.

Times are milliseconds since 1970, so that both databases keep them alike.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON as _JSON
from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, String, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

#: Python's None is the database's NULL, not the word null.
JSON = _JSON(none_as_null=True)


class Base(DeclarativeBase):
    pass


class GameRow(Base):
    """A table with its game. Rows change when people come and go and when a game ends; what is
    played goes into the entries alone."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    rules: Mapped[int] = mapped_column(Integer)
    edition: Mapped[str] = mapped_column(ForeignKey("editions.digest"))
    players: Mapped[int] = mapped_column(Integer)
    first: Mapped[int | None] = mapped_column(Integer)  # who is to choose at the beginning
    seed: Mapped[str] = mapped_column(Text)  # as JSON: whole numbers may be long
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    # Where a branch of a running game began: what was played there, and how it was redrawn.
    origin: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    name: Mapped[str] = mapped_column(String(60))
    owner: Mapped[str] = mapped_column(String(40))
    invite: Mapped[str] = mapped_column(String(40), unique=True)
    listed: Mapped[bool] = mapped_column(Boolean)
    seed_chosen: Mapped[bool] = mapped_column(Boolean)
    counts: Mapped[bool] = mapped_column(Boolean)  # for best scores and progress
    rated: Mapped[bool] = mapped_column(Boolean, server_default=false())
    status: Mapped[str] = mapped_column(String(10))
    created: Mapped[int] = mapped_column(BigInteger)
    updated: Mapped[int] = mapped_column(BigInteger)
    scores: Mapped[list[int] | None] = mapped_column(JSON)
    winners: Mapped[list[int] | None] = mapped_column(JSON)
    parent: Mapped[str | None] = mapped_column(String(16))
    parent_step: Mapped[int | None] = mapped_column(Integer)
    rematch: Mapped[str | None] = mapped_column(String(16))
    # The running game between people that this one branched off: until it is over, no advice.
    source: Mapped[str | None] = mapped_column(String(16))
    # For the shares of people and addresses: bytes stored at the start, and from where (hashed).
    size: Mapped[int] = mapped_column(Integer, server_default="0")
    address: Mapped[str | None] = mapped_column(String(40))
    lesson: Mapped[str | None] = mapped_column(String(90))  # see tables.lessons
    # Somebody went back past what was revealed or past the others' choices.
    practice: Mapped[bool] = mapped_column(Boolean, server_default=false())
    # Raised by every change of the table or its seats, so that copies in memory can be compared.
    revision: Mapped[int] = mapped_column(Integer, server_default="0")
    # Why the game ended before its end: "time" or "vote". Without it, it was played out or runs.
    ended: Mapped[str | None] = mapped_column(String(10))
    # Whether people may have plans played automatically; see play.plan_keeper.
    auto_plans: Mapped[bool] = mapped_column(Boolean, server_default=false())

    __table_args__ = (
        Index("games_by_status", "status", "updated"),
        Index("games_by_owner", "owner", "updated"),
        Index("games_by_address", "address"),
        Index("games_by_source", "source"),
        Index("games_by_edition", "edition"),
    )


class EntryRow(Base):
    """Something that happened at a table: a choice, the taking back of the last choices, going
    back to an earlier one, a bot that plays for a person, a pause, an early end.

    The key is what keeps two writers from both being next. Every entry also tells where the game
    stands after it, so that lists of games need no replay.
    """

    __tablename__ = "entries"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    # act, undo, back, note; in lessons also read, stop. See play.game.Play.load.
    kind: Mapped[str] = mapped_column(String(4))
    # The choice's notation, how many were taken back, how many stand after going back, or what
    # happened apart from choices.
    what: Mapped[str] = mapped_column(Text)
    seat: Mapped[int] = mapped_column(Integer)
    step: Mapped[int] = mapped_column(Integer)  # choices that stand after it
    to_choose: Mapped[int | None] = mapped_column(Integer)
    made: Mapped[int] = mapped_column(BigInteger)


class SeatRow(Base):
    __tablename__ = "seats"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(10))  # human, hotseat, bot, open
    identity: Mapped[str | None] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(60))
    bot: Mapped[str | None] = mapped_column(String(60))
    # A bot that plays for the person, who may take the seat back at any time.
    driver: Mapped[str | None] = mapped_column(String(60))
    # For ratings: the person has not played on because of "time" or a "vote", or has "left".
    abandoned: Mapped[str | None] = mapped_column(String(10))
    former: Mapped[str | None] = mapped_column(String(40))  # who has left

    __table_args__ = (Index("seats_by_identity", "identity"),)


class ClockRow(Base):
    """The clock of a table that has one; see `tables.clock`. Durations are milliseconds."""

    __tablename__ = "clocks"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    pace: Mapped[str] = mapped_column(String(20))
    bank: Mapped[int] = mapped_column(BigInteger)
    increment: Mapped[int] = mapped_column(BigInteger)
    on_timeout: Mapped[str] = mapped_column(String(10))
    bot: Mapped[str] = mapped_column(String(60))
    # "left" is a word of SQL.
    time_left: Mapped[list[int]] = mapped_column(JSON)
    turns: Mapped[list[int]] = mapped_column(JSON)
    running: Mapped[int | None] = mapped_column(Integer)
    since: Mapped[int | None] = mapped_column(BigInteger)
    deadline: Mapped[int | None] = mapped_column(BigInteger)  # follows from the others
    paused: Mapped[bool] = mapped_column(Boolean)
    undo_asked: Mapped[int | None] = mapped_column(Integer)
    revision: Mapped[int] = mapped_column(Integer)

    __table_args__ = (Index("clocks_by_deadline", "deadline"),)


class ProposalRow(Base):
    """What somebody proposes at a table, one thing at a time; see `tables.proposal`."""

    __tablename__ = "proposals"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(String(20))
    kind: Mapped[str] = mapped_column(String(10))
    seat: Mapped[int] = mapped_column(Integer)
    identity: Mapped[str] = mapped_column(String(40))
    made: Mapped[int] = mapped_column(BigInteger)
    expires: Mapped[int] = mapped_column(BigInteger)
    target: Mapped[int | None] = mapped_column(Integer)
    step: Mapped[int | None] = mapped_column(Integer)
    version: Mapped[int | None] = mapped_column(Integer)
    agreed: Mapped[list[str]] = mapped_column(JSON)

    __table_args__ = (Index("proposals_by_end", "expires"),)


class EditionRow(Base):
    """Every edition that a stored game needs, the standard ones too: games survive updates."""

    __tablename__ = "editions"

    digest: Mapped[str] = mapped_column(String(20), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(Text)
    data: Mapped[str] = mapped_column(Text)
    size: Mapped[int] = mapped_column(Integer, server_default="0")  # 0: standard, nobody's share


class PersonRow(Base):
    """The sign-ins of a person that still count. Without a row: the first ones."""

    __tablename__ = "people"

    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    cookies: Mapped[int] = mapped_column(Integer)  # raised when older cookies end
    tokens: Mapped[int] = mapped_column(Integer)  # raised when older tokens end


class ResultRow(Base):
    """What a person, or a bot (bot:NAME), has reached in a finished game."""

    __tablename__ = "results"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    identity: Mapped[str] = mapped_column(String(70))
    game: Mapped[str] = mapped_column(String(40))
    players: Mapped[int] = mapped_column(Integer)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    score: Mapped[int] = mapped_column(Integer)
    place: Mapped[int] = mapped_column(Integer)
    won: Mapped[bool] = mapped_column(Boolean)
    result: Mapped[dict[str, Any]] = mapped_column(JSON)
    finished: Mapped[int] = mapped_column(BigInteger)
    # A bot finished the game for the person: "time", "vote" or "left". And its choices for them.
    abandoned: Mapped[str | None] = mapped_column(String(10))
    bot_choices: Mapped[int] = mapped_column(Integer, server_default="0")
    # Where the points came from. Games of earlier versions have none.
    breakdown: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    pace: Mapped[str | None] = mapped_column(String(20))  # of the clock, if there was one

    __table_args__ = (
        Index("results_by_identity", "identity", "game", "score"),
        Index("results_by_game", "game", "finished"),
    )


class ProgressRow(Base):
    """How far a person has come in a mode that spans several games, such as a campaign."""

    __tablename__ = "progress"

    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mode: Mapped[str] = mapped_column(String(40), primary_key=True)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class AnalysisRow(Base):
    """What was found out about a finished game. It can always be worked out again."""

    __tablename__ = "analyses"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    made: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[str] = mapped_column(Text)  # JSON as it is sent


class AnalysisJobRow(Base):
    """An analysis that somebody asked for: how far it is, or why it came to nothing."""

    __tablename__ = "analysis_jobs"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[str] = mapped_column(String(40))
    ordered: Mapped[int] = mapped_column(BigInteger)
    done: Mapped[int] = mapped_column(Integer)
    total: Mapped[int] = mapped_column(Integer)
    message: Mapped[str | None] = mapped_column(Text)


class ServerValueRow(Base):
    """Single values the server keeps, such as the key that signs cookies."""

    __tablename__ = "keepsakes"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class LeaseRow(Base):
    """Who does a thing that only one process may do; see `leases`."""

    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(String(80), primary_key=True)
    owner: Mapped[str] = mapped_column(String(40))
    expires: Mapped[int] = mapped_column(BigInteger)
