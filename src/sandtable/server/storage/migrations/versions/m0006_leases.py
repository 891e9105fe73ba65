"""Several processes: who does what, and how often a table has changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.add_column("games", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("games", "revision")
    op.drop_table("leases")
