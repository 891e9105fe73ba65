"""Tables where a lesson or a puzzle is played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("lesson", sa.String(90)))


def downgrade() -> None:
    op.drop_column("games", "lesson")
