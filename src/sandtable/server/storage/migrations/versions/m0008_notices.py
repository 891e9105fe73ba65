"""Notices: how people want them, what has happened, and what is on its way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notice_people",
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("preferences", sa.JSON, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("webhook", sa.Text),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("notified", sa.BigInteger),
    )
    op.create_index("notice_people_active", "notice_people", ["active"])
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(40), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(60), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("push_subscriptions_by_identity", "push_subscriptions", ["identity"])
    op.create_table(
        "notice_events",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("identity", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("by", sa.String(60), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("notice_events_by_identity", "notice_events", ["identity"])
    op.create_table(
        "notice_deliveries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("identity", sa.String(40), nullable=False),
        sa.Column("channel", sa.String(10), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("notice", sa.JSON, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_index("notice_deliveries_by_due", "notice_deliveries", ["due"])
    op.create_index("notice_deliveries_by_identity", "notice_deliveries", ["identity"])


def downgrade() -> None:
    for table in ("notice_deliveries", "notice_events", "push_subscriptions", "notice_people"):
        op.drop_table(table)
