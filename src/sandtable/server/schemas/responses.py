"""Responses, declared for the documentation and for typed clients."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sandtable.server.play.notes import NoteKind
from sandtable.server.schemas.clocks import ClockInfo, ClockPreset, ProposalInfo
from sandtable.server.schemas.lessons import LessonState
from sandtable.server.schemas.requests import SeatKind, Status
from sandtable.server.schemas.titles import declared
from sandtable.server.tables.coach import CoachState

GameView = Annotated[dict[str, Any], declared("View")]
GameSubject = Annotated[dict[str, Any], declared("Subject")]
GameEvent = Annotated[dict[str, Any], declared("Event")]
GameResult = Annotated[dict[str, Any], declared("Result")]
GameEdition = Annotated[dict[str, Any], declared("Edition")]
GameRulebook = Annotated[dict[str, Any], declared("Rulebook")]


class ErrorDetail(BaseModel):
    code: str
    message: str
    problems: list[str] | None = None
    request: str | None = Field(None, description="The id of the request in the server's log.")


class ErrorAnswer(BaseModel):
    error: ErrorDetail


class Health(BaseModel):
    status: Literal["ok", "failing"]
    version: str
    database: Literal["ok", "failing"] = Field(description="whether games can be read")
    storage: Literal["ok", "failing"] = Field(description="whether games can be written")
    bots: Literal["ok", "failing"]


class Me(BaseModel):
    name: str
    known: bool
    account: bool = Field(description="Whether I am signed in to an account.")
    admin: bool


class Token(BaseModel):
    token: str


class GameOption(BaseModel):
    model_config = ConfigDict(extra="allow")

    name: str
    values: list[Any]
    default: Any
    help: str
    players: list[int] | None = None


class GameInfo(BaseModel):
    name: str
    title: str
    min_players: int
    max_players: int
    edition: str
    digest: str
    options: list[GameOption]
    rules: bool = Field(description="Whether there is a rulebook.")
    clocks: list[ClockPreset] = Field(description="Clock presets that suit its turns.")


class Games(BaseModel):
    games: list[GameInfo]


class ActionGroup(BaseModel):
    word: str
    items: list[str]


class GameData(GameInfo):
    edition_data: GameEdition
    words: list[ActionGroup]


class EditionCheck(BaseModel):
    ok: bool
    problems: list[str]
    name: str | None
    digest: str


class BotInfo(BaseModel):
    name: str
    level: int | None
    rating: int | None = Field(
        description="In the requested game, on the scale of people's ratings."
    )


class Bots(BaseModel):
    bots: list[BotInfo]
    default: str
    stronger: str | None = Field(description="The level that is a little stronger than me.")
    own: int | None = Field(description="My rating in the game; null before my first rated game.")


class SeatInfo(BaseModel):
    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    mine: bool
    present: bool
    profile: str | None = Field(description="The name of the person's account.")
    driver: str | None = Field(
        description="A bot that plays for this person, who may take the seat back at any time."
    )
    abandoned: Literal["time", "vote", "left"] | None = Field(
        description="Why this person stopped playing; matters for ratings."
    )


class Parent(BaseModel):
    table: str
    step: int


class CoachInfo(BaseModel):
    """Somebody who coaches a player, has done so, or offers to (which only the two
    see)."""

    number: int = Field(
        description="The coach's number at this table, as used in notes of the log."
    )
    seat: int
    name: str
    profile: str | None = Field(description="The name of their account.")
    state: CoachState
    mine: bool = Field(description="Whether it is me.")


class TableInfo(BaseModel):
    id: str
    game: str
    title: str
    name: str
    status: Status
    created: str
    updated: str
    players: int
    options: dict[str, Any]
    edition: str
    digest: str
    standard_edition: bool
    seed_chosen: bool = Field(
        description="The owner of the table chose the seed, so they may know every card."
    )
    seed_commitment: str | None = Field(
        description="A hash of the seed; null for a branch of a running game."
    )
    seed: str | None = Field(description="The seed, once the game is over.")
    counts: bool = Field(description="Whether the result counts for scores and progress.")
    rated: bool = Field(description="Whether it counts for ratings.")
    lesson: str | None = Field(
        description="What is taught here: guide:<chapter> or puzzle:<id>; null for other tables."
    )
    practice: bool = Field(
        description="Somebody went back past revealed information or others' choices."
    )
    ended: Literal["time", "vote"] | None = Field(
        description="Why the game ended early; null: it did not."
    )
    auto_plans: bool = Field(description="Whether plans may be played automatically.")
    clock: ClockInfo | None = Field(description="null: there is no clock.")
    proposal: ProposalInfo | None
    can_go_back: bool = Field(description="Whether I may go back; only against bots.")
    can_move_now: bool = Field(description="Whether I may make a thinking bot move now.")
    listed: bool
    owner: bool
    invite: str | None
    seats: list[SeatInfo]
    coaches: list[CoachInfo]
    coaching: int | None = Field(description="The seat I coach.")
    can_have_coach: bool = Field(description="Whether players of this game may have coaches.")
    to_choose: int | None
    my_turn: bool
    step: int
    version: int
    scores: list[int] | None
    winners: list[int] | None
    parent: Parent | None
    rematch: str | None
    hints: bool
    advice_after: str | None = Field(
        description="The running game between people that this one branched off: until it is "
        "over there are no hints, no analysis and no bots here."
    )
    problem: str | None


class Tables(BaseModel):
    tables: list[TableInfo]


class Choice(BaseModel):
    id: int
    notation: str
    word: str
    item: str
    text: str
    description: str = Field(
        description="Its full meaning: what is there, what it costs and what it brings."
    )
    rule: str = Field(description="The paragraph of the rulebook it belongs to; may be empty.")
    gives_up: str | None = Field(description="What I give up with it, in words; null: nothing.")


class DecisionInfo(BaseModel):
    kind: str
    subject: GameSubject | None
    prompt: str
    rule: str = Field(description="The paragraph of the rulebook the question belongs to.")
    choices: list[Choice]
    explanations: dict[str, str]
    explanation_rules: dict[str, str] = Field(
        description="The paragraphs of the rulebook behind the explanations."
    )


class UndoInfo(BaseModel):
    allowed: bool
    reason: str | None
    count: int
    back: int | None = Field(
        description="How many choices there are before my last one: the step to go back to."
    )


class NoteInfo(BaseModel):
    turn: int
    kind: NoteKind
    seat: int | None
    coach: int | None = Field(description="The number of the coach it is about.")


class Position(BaseModel):
    step: int
    version: int
    turn: int
    seat: int | None
    view: GameView
    to_choose: int | None
    over: bool
    decision: DecisionInfo | None
    undo: UndoInfo | None
    lesson: LessonState | None
    scores: list[int] | None
    returns: list[int] = Field(description="Turns to which a practice game went back.")
    notes: list[NoteInfo] = Field(description="What happened apart from choices, for the log.")


class LogStep(BaseModel):
    step: int
    seat: int
    action: int | None
    notation: str | None
    text: str | None
    events: list[GameEvent]


class LogTurn(BaseModel):
    turn: int
    seat: int | None
    lines: list[str]
    steps: list[LogStep]


class Log(BaseModel):
    turns: list[LogTurn]
    step: int


class Done(BaseModel):
    version: int
    step: int


class SeatChange(BaseModel):
    seat: int
    score: int
    changes: dict[str, int]


class FollowingChoices(BaseModel):
    """For a choice without an immediate effect: what can be chosen next, and what all of that
    brings."""

    choices: list[Choice]
    seats: list[SeatChange]
    events: list[GameEvent]


class Preview(BaseModel):
    action: int
    certain: bool
    ends_turn: bool
    seats: list[SeatChange]
    events: list[GameEvent]
    lines: list[str]
    then: FollowingChoices | None
    view: GameView | None


class Previews(BaseModel):
    version: int
    previews: list[Preview]


class ScorePoint(BaseModel):
    step: int
    turn: int
    scores: list[int]


class Result(BaseModel):
    scores: list[int]
    winners: list[int]
    ranking: list[int]
    breakdown: list[dict[str, int]]
    over_time: list[ScorePoint]
    result: GameResult
    names: list[str]
    ended: Literal["time", "vote"] | None
    seed: str | None
    seed_commitment: str | None


class Score(BaseModel):
    game: str
    players: int
    options: dict[str, Any]
    score: int
    won: bool
    place: int
    finished: str
    table: str
    result: GameResult


class Scores(BaseModel):
    scores: list[Score]


class Progress(BaseModel):
    progress: dict[str, dict[str, dict[str, Any]]]
