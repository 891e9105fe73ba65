"""Where an undo was asked for in vain: a clock does not stand for the same question twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("clocks", sa.Column("undo_asked", sa.Integer))


def downgrade() -> None:
    op.drop_column("clocks", "undo_asked")
