"""Notices on their way: which process hands one over, and whether it may have arrived."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("notice_deliveries", sa.Column("taker", sa.String(40)))
    op.add_column(
        "notice_deliveries",
        sa.Column("begun", sa.Boolean, nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    with op.batch_alter_table("notice_deliveries") as table:
        table.drop_column("begun")
        table.drop_column("taker")
