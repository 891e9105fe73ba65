"""Who fills the database and from where, which games keep advice back, and sign-ins that end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("editions", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE editions SET size = LENGTH(data)")
    op.add_column("games", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("address", sa.String(40)))
    op.add_column("games", sa.Column("source", sa.String(16)))
    op.create_index("games_by_address", "games", ["address"])
    op.create_index("games_by_source", "games", ["source"])
    op.create_index("games_by_edition", "games", ["edition"])
    op.create_table(
        "people",
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("cookies", sa.Integer, nullable=False),
        sa.Column("tokens", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("people")
    for index in ("games_by_edition", "games_by_source", "games_by_address"):
        op.drop_index(index, "games")
    for column in ("source", "address", "size"):
        op.drop_column("games", column)
    op.drop_column("editions", "size")
