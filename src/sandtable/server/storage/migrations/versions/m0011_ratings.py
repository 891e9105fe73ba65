"""Ratings, where points came from, friends, blocks and invitations to tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    rated = sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", rated)
    op.add_column("results", sa.Column("breakdown", sa.JSON))
    op.add_column("results", sa.Column("pace", sa.String(20)))
    with op.batch_alter_table("results") as results:
        # Bots have results, too: bot:NAME is longer than an identity.
        results.alter_column("identity", type_=sa.String(70), existing_nullable=False)
    op.create_index("results_by_game", "results", ["game", "finished"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(70), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("ratings_by_game", "ratings", ["game", "mu"])
    op.create_table(
        "rating_changes",
        _of_table(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(70), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Float, nullable=False),
        sa.Column("sigma_before", sa.Float, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("rating_changes_by_player", "rating_changes", ["player", "made"])
    _people()


def _people() -> None:
    op.create_table(
        "friends",
        _of_account("identity"),
        _of_account("friend"),
        sa.Column("accepted", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("friends_by_friend", "friends", ["friend"])
    op.create_table(
        "blocks",
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("blocked", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("blocks_by_blocked", "blocks", ["blocked"])
    op.create_table(
        "invitations",
        _of_table(),
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("inviter", sa.String(40), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("invitations_by_identity", "invitations", ["identity"])


def _of_table() -> sa.Column[str]:
    table = sa.ForeignKey("games.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), table, primary_key=True)


def _of_account(name: str) -> sa.Column[str]:
    account = sa.ForeignKey("accounts.identity", ondelete="CASCADE")
    return sa.Column(name, sa.String(40), account, primary_key=True)


def downgrade() -> None:
    for table in ("invitations", "blocks", "friends", "rating_changes", "ratings"):
        op.drop_table(table)
    op.drop_index("results_by_game", "results")
    op.drop_column("results", "pace")
    op.drop_column("results", "breakdown")
    op.drop_column("games", "rated")
