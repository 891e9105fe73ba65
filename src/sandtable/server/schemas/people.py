"""Profiles, rankings, friends, blocks and invitations: requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from sandtable.server.schemas.requests import Name, RequestModel, SeatNumber, storable
from sandtable.server.schemas.responses import TableInfo

Friendship = Literal["none", "asked", "asks", "friends"]


class Rating(BaseModel):
    """On a scale like Elo's: 400 points ahead means about ten wins in eleven games."""

    rating: int
    uncertainty: int = Field(description="The half-width of the 95 % interval.")
    provisional: bool = Field(description="Too few games for a reliable rating.")
    games: int


class ProfileGame(BaseModel):
    table: str
    players: int
    pace: str | None
    score: int
    place: int
    won: bool
    finished: str
    opponents: list[str]
    change: int | None = Field(description="How much the rating changed; null: not rated.")


class ProfileGroup(BaseModel):
    """Results by number of players and pace (null: without a clock)."""

    players: int
    pace: str | None
    games: int
    wins: int
    mean: float
    best: int


class PointSource(BaseModel):
    """Points per game from a source, and the averages of other people and of bots in games with as
    many players."""

    source: str
    mine: float
    people: float | None
    bots: float | None


class TitleProfile(BaseModel):
    game: str
    games: int
    wins: int
    rating: Rating | None
    groups: list[ProfileGroup]
    best: list[ProfileGame]
    latest: list[ProfileGame]
    sources: list[PointSource]


class Opponent(BaseModel):
    name: str
    profile: str | None = Field(description="The name of their account.")
    games: int
    ahead: int = Field(description="In how many games I finished ahead of them.")


class Profile(BaseModel):
    name: str
    account: bool
    mine: bool
    listed: bool
    since: str | None
    friendship: Friendship
    blocked: bool = Field(description="Whether I have blocked them.")
    titles: list[TitleProfile]
    opponents: list[Opponent]


class RankedPlayer(BaseModel):
    name: str
    bot: bool
    mine: bool
    rating: Rating


class Ranking(BaseModel):
    players: list[RankedPlayer]


class Blocked(BaseModel):
    id: str
    name: str
    profile: str | None


class Friends(BaseModel):
    friends: list[str]
    asked: list[str] = Field(description="People I have asked.")
    asking: list[str] = Field(description="People who have asked me.")


class Blocks(BaseModel):
    blocks: list[Blocked]


class PersonRequest(RequestModel):
    name: Name = Field(description="The name of an account.")


class BlockRequest(RequestModel):
    """Somebody by the name of their account, or by their seat at a table."""

    name: Name | None = None
    table: Annotated[str, Field(max_length=16, pattern="^[a-z0-9]+$")] | None = None
    seat: SeatNumber | None = None


class FriendLinkRequest(RequestModel):
    link: Annotated[str, Field(max_length=100), AfterValidator(storable)] = Field(
        description="The part of the link after the #."
    )


class FriendLink(BaseModel):
    secret: str = Field(description="The link is /people#SECRET.")
    expires: str


class FriendAnswer(BaseModel):
    name: str
    friendship: Friendship


class Invitation(BaseModel):
    by: str
    made: str
    table: TableInfo


class Invitations(BaseModel):
    invitations: list[Invitation]


class InvitationMessage(BaseModel):
    """Somebody invites me to a table."""

    type: Literal["invitation"]
    by: str
    table: str
    title: str


class FriendMessage(BaseModel):
    """Somebody sent me a friend request, or accepted mine."""

    type: Literal["friend"]
    name: str
    friendship: Friendship


class CoachMessage(BaseModel):
    """Somebody has made me their coach at a table."""

    type: Literal["coach"]
    by: str
    table: str
    title: str


PersonalMessage = Annotated[
    InvitationMessage | FriendMessage | CoachMessage, Field(discriminator="type")
]
