"""Challenges and ladders."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class ChallengeInfo(BaseModel):
    id: str
    game: str
    title: str
    period: Literal["day", "month"]
    begins: str
    ends: str
    over: bool
    seed_commitment: str | None = Field(
        description="A hash of the seed, which is drawn when the first person starts; null before."
    )
    seed: str | None = Field(description="The seed, once the challenge is over.")
    tries: int
    finished: int
    mine: Literal["running", "finished", "given_up"] | None
    table: str | None = Field(description="The table of my try.")
    score: int | None = Field(description="My score, once I have finished.")


class ChallengeResult(BaseModel):
    place: int
    name: str
    score: int
    table: str = Field(description="The table, for watching the game.")
    mine: bool


class Challenge(ChallengeInfo):
    results: list[ChallengeResult] | None = Field(
        description="Best first; null until I have finished or the challenge is over."
    )


class ChallengeList(BaseModel):
    challenges: list[ChallengeInfo]


class LadderRow(BaseModel):
    name: str
    mine: bool
    reached: int
    of: int


class Ladder(BaseModel):
    rows: list[LadderRow]
