"""Clocks, proposals, and bots that play for people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _key() -> sa.Column[str]:
    return sa.Column(
        "game", sa.String(16), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    op.add_column("games", sa.Column("ended", sa.String(10)))
    for name, length in (("driver", 60), ("abandoned", 10), ("former", 40)):
        op.add_column("seats", sa.Column(name, sa.String(length)))
    op.add_column("results", sa.Column("abandoned", sa.String(10)))
    op.add_column(
        "results", sa.Column("bot_choices", sa.Integer, nullable=False, server_default="0")
    )
    op.create_table(
        "clocks",
        _key(),
        sa.Column("pace", sa.String(20), nullable=False),
        sa.Column("bank", sa.BigInteger, nullable=False),
        sa.Column("increment", sa.BigInteger, nullable=False),
        sa.Column("on_timeout", sa.String(10), nullable=False),
        sa.Column("bot", sa.String(60), nullable=False),
        sa.Column("time_left", sa.JSON, nullable=False),
        sa.Column("turns", sa.JSON, nullable=False),
        sa.Column("running", sa.Integer),
        sa.Column("since", sa.BigInteger),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_index("clocks_by_deadline", "clocks", ["deadline"])
    op.create_table(
        "proposals",
        _key(),
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("identity", sa.String(40), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("target", sa.Integer),
        sa.Column("step", sa.Integer),
        sa.Column("version", sa.Integer),
        sa.Column("agreed", sa.JSON, nullable=False),
    )
    op.create_index("proposals_by_end", "proposals", ["expires"])


def downgrade() -> None:
    op.drop_table("proposals")
    op.drop_table("clocks")
    for name in ("abandoned", "bot_choices"):
        op.drop_column("results", name)
    for name in ("driver", "abandoned", "former"):
        op.drop_column("seats", name)
    op.drop_column("games", "ended")
