"""What people say at tables, what they note for themselves, and what they complain about."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from sandtable.server.storage.models import Base


class ChatRow(Base):
    """Something that was said at a table."""

    __tablename__ = "chat"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    channel: Mapped[str] = mapped_column(String(10))  # table, spectators
    identity: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(60))
    seat: Mapped[int | None] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    phrase: Mapped[str | None] = mapped_column(String(20))  # a quick phrase in place of a text
    made: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("chat_by_identity", "identity"),)


class ReportRow(Base):
    """Somebody complains about something that was said. It keeps the words: a table may go."""

    __tablename__ = "reports"

    game: Mapped[str] = mapped_column(String(16), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    identity: Mapped[str] = mapped_column(String(40), primary_key=True)  # who complains
    about: Mapped[str] = mapped_column(String(40))  # who said it
    name: Mapped[str] = mapped_column(String(60))
    text: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    made: Mapped[int] = mapped_column(BigInteger)
    settled: Mapped[bool] = mapped_column(Boolean, server_default=false())

    __table_args__ = (Index("reports_by_moment", "settled", "made"),)


class MuteRow(Base):
    """Somebody does not want to read what somebody else says."""

    __tablename__ = "mutes"

    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    muted: Mapped[str] = mapped_column(String(40), primary_key=True)


class NoteRow(Base):
    """What somebody notes for themselves about a game."""

    __tablename__ = "notes"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    made: Mapped[int] = mapped_column(BigInteger)
