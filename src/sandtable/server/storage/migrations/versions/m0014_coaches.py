"""Coaches: people who look over a player's shoulder."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "coaches",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("identity", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("coaches_by_identity", "coaches", ["identity"])


def downgrade() -> None:
    op.drop_table("coaches")
