"""What is stored about notices: how each person wants them, what has happened, what goes out."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from sandtable.server.storage.models import JSON, Base


class NoticePersonRow(Base):
    """Somebody who has asked for notices, and when they were last here."""

    __tablename__ = "notice_people"

    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    preferences: Mapped[dict[str, Any]] = mapped_column(JSON)  # see notices.preferences
    active: Mapped[bool] = mapped_column(Boolean)  # at least one way to reach them is on
    email: Mapped[str | None] = mapped_column(String(254))  # confirmed by a link
    webhook: Mapped[str | None] = mapped_column(Text)
    seen: Mapped[int] = mapped_column(BigInteger)
    notified: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (Index("notice_people_active", "active"),)


class PushRow(Base):
    """A browser that takes push messages for a person."""

    __tablename__ = "push_subscriptions"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # a hash of the address
    identity: Mapped[str] = mapped_column(String(40))
    endpoint: Mapped[str] = mapped_column(Text)
    p256dh: Mapped[str] = mapped_column(String(120))
    auth: Mapped[str] = mapped_column(String(60))
    made: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("push_subscriptions_by_identity", "identity"),)


class NoticeEventRow(Base):
    """Something a person may want to know, apart from their turns, which follow from the games."""

    __tablename__ = "notice_events"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    identity: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(10))  # asked, invited, began, ended
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    by: Mapped[str] = mapped_column(String(60))  # who invited
    made: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("notice_events_by_identity", "identity"),)


class DeliveryRow(Base):
    """A notice on its way to one address. It is deleted when it has been handed over."""

    __tablename__ = "notice_deliveries"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    identity: Mapped[str] = mapped_column(String(40))
    channel: Mapped[str] = mapped_column(String(10))  # push, email, webhook
    target: Mapped[str] = mapped_column(String(64))  # which push subscription
    notice: Mapped[dict[str, Any]] = mapped_column(JSON)
    made: Mapped[int] = mapped_column(BigInteger)
    attempts: Mapped[int] = mapped_column(Integer)
    # Not before then. The process that takes it sets when others may try, in case it dies.
    due: Mapped[int] = mapped_column(BigInteger)
    taker: Mapped[str | None] = mapped_column(String(40))  # the process that hands it over
    # From when on it may have arrived, whatever happens to that process.
    begun: Mapped[bool] = mapped_column(Boolean, server_default=false())

    __table_args__ = (
        Index("notice_deliveries_by_due", "due"),
        Index("notice_deliveries_by_identity", "identity"),
    )
