"""What is stored about people: accounts and ways to sign in, ratings, and whom they know."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from sandtable.server.storage.models import JSON, Base


class AccountRow(Base):
    """An account. Its identity is the one the person had as a guest, so their games stay theirs."""

    __tablename__ = "accounts"

    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    # The name as it is compared: without case and with compatible characters made equal.
    name_key: Mapped[str] = mapped_column(Text, unique=True)
    password: Mapped[str | None] = mapped_column(Text)  # an Argon2 hash
    email: Mapped[str | None] = mapped_column(String(254))
    admin: Mapped[bool] = mapped_column(Boolean)
    listed: Mapped[bool] = mapped_column(Boolean)  # in rankings, and with a public profile
    invited_by: Mapped[str | None] = mapped_column(String(40))
    created: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("accounts_by_email", "email"),)


class SignInRow(Base):
    """A device on which somebody is signed in. The cookie there names it."""

    __tablename__ = "sign_ins"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    identity: Mapped[str] = mapped_column(ForeignKey("accounts.identity", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(String(120))
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("sign_ins_by_identity", "identity"),)


class PasskeyRow(Base):
    __tablename__ = "passkeys"

    id: Mapped[str] = mapped_column(Text, primary_key=True)  # the credential's id, base64url
    identity: Mapped[str] = mapped_column(ForeignKey("accounts.identity", ondelete="CASCADE"))
    public_key: Mapped[str] = mapped_column(Text)  # base64url
    sign_count: Mapped[int] = mapped_column(BigInteger)
    transports: Mapped[list[Any]] = mapped_column(JSON)
    name: Mapped[str] = mapped_column(String(60))
    created: Mapped[int] = mapped_column(BigInteger)
    used: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (Index("passkeys_by_identity", "identity"),)


class LinkRow(Base):
    """A secret that was given out and opens something: only its hash is stored, it expires, and
    it can be used a limited number of times."""

    __tablename__ = "links"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))  # see storage.link_store
    identity: Mapped[str | None] = mapped_column(String(40))  # whom it concerns, or who made it
    uses: Mapped[int] = mapped_column(Integer)  # left
    created: Mapped[int] = mapped_column(BigInteger)
    expires: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (
        Index("links_by_identity", "identity", "kind"),
        Index("links_by_expiry", "expires"),
    )


# -- ratings ---------------------------------------------------------------------------------------


class RatingRow(Base):
    """How well a player plays a game. A player is a person's identity, or bot:NAME."""

    __tablename__ = "ratings"

    player: Mapped[str] = mapped_column(String(70), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    games: Mapped[int] = mapped_column(Integer)
    updated: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("ratings_by_game", "game", "mu"),)


class RatingChangeRow(Base):
    """What a game did to a rating. The key lets no game be counted twice."""

    __tablename__ = "rating_changes"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    player: Mapped[str] = mapped_column(String(70))
    place: Mapped[int] = mapped_column(Integer)
    mu_before: Mapped[float] = mapped_column(Float)
    sigma_before: Mapped[float] = mapped_column(Float)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    made: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("rating_changes_by_player", "player", "made"),)


# -- whom people know ------------------------------------------------------------------------------


class FriendRow(Base):
    """Somebody has asked another to be friends, or they are; one row each way once they are."""

    __tablename__ = "friends"

    identity: Mapped[str] = mapped_column(
        ForeignKey("accounts.identity", ondelete="CASCADE"), primary_key=True
    )
    friend: Mapped[str] = mapped_column(
        ForeignKey("accounts.identity", ondelete="CASCADE"), primary_key=True
    )
    accepted: Mapped[bool] = mapped_column(Boolean)
    made: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("friends_by_friend", "friend"),)


class BlockRow(Base):
    __tablename__ = "blocks"

    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    blocked: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))  # of a guest who was blocked
    made: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("blocks_by_blocked", "blocked"),)


class InvitationRow(Base):
    """Somebody is invited to a table."""

    __tablename__ = "invitations"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    identity: Mapped[str] = mapped_column(String(40), primary_key=True)
    inviter: Mapped[str] = mapped_column(String(40))
    made: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("invitations_by_identity", "identity"),)
