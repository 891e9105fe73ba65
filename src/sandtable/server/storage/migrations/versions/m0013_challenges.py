"""Challenges: their seeds, and who has tried them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(70), primary_key=True),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "challenge_tries",
        sa.Column("challenge", sa.String(70), primary_key=True),
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
    )
    op.create_index("challenge_tries_by_identity", "challenge_tries", ["identity"])


def downgrade() -> None:
    op.drop_table("challenge_tries")
    op.drop_table("challenges")
