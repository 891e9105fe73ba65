"""Chat, private notes, mutes and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def _game() -> sa.Column[str]:
    return sa.Column(
        "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )


def _number() -> sa.Column[int]:
    return sa.Column("number", sa.Integer, primary_key=True, autoincrement=False)


def upgrade() -> None:
    op.create_table(
        "chat",
        _game(),
        _number(),
        sa.Column("channel", sa.String(10), nullable=False),
        sa.Column("identity", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("phrase", sa.String(20)),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("chat_by_identity", "chat", ["identity"])
    op.create_table(
        "reports",
        sa.Column("game", sa.String(16), primary_key=True),
        _number(),
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("reports_by_moment", "reports", ["settled", "made"])
    op.create_table(
        "mutes",
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("muted", sa.String(40), primary_key=True),
    )
    op.create_table(
        "notes",
        _game(),
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for name in ("notes", "mutes", "reports", "chat"):
        op.drop_table(name)
