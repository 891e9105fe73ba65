"""Accounts: ways to sign in, the devices people are signed in on, and links in use."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("name_key", sa.Text, nullable=False, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("email", sa.String(254)),
        sa.Column("admin", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("invited_by", sa.String(40)),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("accounts_by_email", "accounts", ["email"])
    op.create_table(
        "sign_ins",
        sa.Column("id", sa.String(32), primary_key=True),
        _of_account(),
        sa.Column("device", sa.String(120), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("sign_ins_by_identity", "sign_ins", ["identity"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        _of_account(),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("transports", sa.JSON, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("passkeys_by_identity", "passkeys", ["identity"])
    op.create_table(
        "links",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("identity", sa.String(40)),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("links_by_identity", "links", ["identity", "kind"])
    op.create_index("links_by_expiry", "links", ["expires"])


def _of_account() -> sa.Column[str]:
    account = sa.ForeignKey("accounts.identity", ondelete="CASCADE")
    return sa.Column("identity", sa.String(40), account, nullable=False)


def downgrade() -> None:
    for table in ("links", "passkeys", "sign_ins", "accounts"):
        op.drop_table(table)
