"""Which games are practice: somebody went back further than taking back allows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    practice = sa.Column("practice", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", practice)


def downgrade() -> None:
    op.drop_column("games", "practice")
