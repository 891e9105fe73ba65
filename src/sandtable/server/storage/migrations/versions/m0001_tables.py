"""Games, their seats and their logs; editions, results, progress."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "editions",
        sa.Column("digest", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("edition", sa.String(20), sa.ForeignKey("editions.digest"), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("origin", sa.JSON),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("invite", sa.String(40), nullable=False, unique=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("seed_chosen", sa.Boolean, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("scores", sa.JSON),
        sa.Column("winners", sa.JSON),
        sa.Column("parent", sa.String(16)),
        sa.Column("parent_step", sa.Integer),
        sa.Column("rematch", sa.String(16)),
    )
    op.create_index("games_by_status", "games", ["status", "updated"])
    op.create_index("games_by_owner", "games", ["owner", "updated"])
    op.create_table(
        "entries",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("to_choose", sa.Integer),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column(
            "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("identity", sa.String(40)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("bot", sa.String(60)),
    )
    op.create_index("seats_by_identity", "seats", ["identity"])
    op.create_table(
        "results",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("identity", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("result", sa.JSON, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
    )
    op.create_index("results_by_identity", "results", ["identity", "game", "score"])
    op.create_table(
        "progress",
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mode", sa.String(40), primary_key=True),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "keepsakes",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("keepsakes", "progress", "results", "seats", "entries", "games", "editions"):
        op.drop_table(table)
