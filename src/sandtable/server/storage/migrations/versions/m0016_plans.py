"""Plans for one's next turn, and whether a table lets them be played by themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("auto_plans", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "plans",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("identity", sa.String(40), nullable=False),
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("assumed", sa.JSON, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("automatic", sa.Boolean, nullable=False),
        sa.Column("choices", sa.JSON, nullable=False),
        sa.Column("complete", sa.Boolean, nullable=False),
        sa.Column("stop", sa.String(10)),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
    )
    op.create_index("plans_by_identity", "plans", ["identity"])


def downgrade() -> None:
    op.drop_table("plans")
    op.drop_column("games", "auto_plans")
