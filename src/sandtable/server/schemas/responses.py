"""What is answered, described for the documentation and for typed clients."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sandtable.server.play.notes import NoteKind
from sandtable.server.schemas.clocks import ClockInfo, ClockPreset, ProposalInfo
from sandtable.server.schemas.requests import SeatKind, Status
from sandtable.server.schemas.titles import declared

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
    clocks: list[ClockPreset] = Field(description="Clocks that fit its turns.")


class Games(BaseModel):
    games: list[GameInfo]


class CodebookGroup(BaseModel):
    word: str
    items: list[str]


class GameData(GameInfo):
    edition_data: GameEdition
    words: list[CodebookGroup]


class EditionCheck(BaseModel):
    ok: bool
    problems: list[str]
    name: str | None
    digest: str


class BotInfo(BaseModel):
    name: str
    level: int | None


class Bots(BaseModel):
    bots: list[BotInfo]
    default: str


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
        description="Why this person has not played on: for ratings."
    )


class Parent(BaseModel):
    table: str
    step: int


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
        description="Whoever made the table chose the seed, so they may know every card."
    )
    seed_commitment: str | None = Field(
        description="A hash of the seed; null for a branch of a running game, which is drawn anew."
    )
    seed: str | None = Field(description="The seed, once the game is over.")
    counts: bool = Field(description="Whether the result counts for scores and progress.")
    rated: bool = Field(description="Whether it counts for ratings.")
    lesson: str | None = Field(
        description="What is taught here: guide:<chapter> or puzzle:<id>; null for other tables."
    )
    practice: bool = Field(
        description="Somebody went back past what came to light or past the others' choices."
    )
    ended: Literal["time", "vote"] | None = Field(description="Why the game ended before its end.")
    clock: ClockInfo | None = Field(description="null: there is no clock.")
    proposal: ProposalInfo | None
    can_go_back: bool = Field(description="Whether I may: against bots alone.")
    listed: bool
    owner: bool
    invite: str | None
    seats: list[SeatInfo]
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
        description="Its full meaning: what is there, what it costs and brings."
    )
    rule: str = Field(description="The paragraph of the rulebook it belongs to; may be empty.")
    gives_up: str | None = Field(
        description="What is thrown away, forgone or ended by it, in words; null: nothing."
    )


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
        description="How many choices stand before my last one: where practice goes back to."
    )


class LessonAnchor(BaseModel):
    """Something on the table to point at: by its name, and by its choice where it is one."""

    name: str
    action: int | None


class PuzzleResult(BaseModel):
    """A puzzle's turn beside the best one: points, by source too, and the choices of the best."""

    points: int
    best: int
    sources: dict[str, int]
    best_sources: dict[str, int]
    solution: list[str]


class LessonState(BaseModel):
    """Where a lesson stands. Texts are ids of /api/games/{name}/lessons."""

    kind: Literal["guide", "puzzle"]
    id: str
    chapter: str | None
    number: int = Field(description="How many of the guide's steps are behind.")
    count: int
    text: str | None
    rules: str | None = Field(description="The paragraph of the rules that has more.")
    said: str | None = Field(description="A word about the last choice.")
    anchors: list[LessonAnchor]
    waits: Literal["read", "choice", "others", "lost", "done", "over"]
    choices: list[int] = Field(description="What is waited for; the guide refuses others.")
    answers: dict[str, str] = Field(description="Words about others, by the choice's id.")
    result: PuzzleResult | None


class NoteInfo(BaseModel):
    turn: int
    kind: NoteKind
    seat: int | None


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
    returns: list[int] = Field(description="Turns into which the game went back: practice.")
    notes: list[NoteInfo] = Field(description="What happened beside choices, for the log.")


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


class Then(BaseModel):
    """What a choice that does nothing yet leads to: choices, and what all of them bring."""

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
    then: Then | None
    view: GameView | None


class Previews(BaseModel):
    version: int
    previews: list[Preview]


class HintChoice(BaseModel):
    """A choice and what a search makes of it: points at the end, chance to win (null for somebody
    alone), share of the search's attention, and how the turn would go on: in words, and as ids."""

    action: int
    notation: str
    text: str
    value: float
    chance: float | None
    share: float
    then: list[str]
    line: list[int] = []


class Hint(BaseModel):
    version: int
    action: int
    notation: str
    text: str
    bot: str
    choices: list[HintChoice]


class Standing(BaseModel):
    points: list[float]
    chances: list[float] | None


class Judged(BaseModel):
    """A decision that was not the best: what was chosen, the best found, and the difference."""

    step: int
    seat: int
    options: int
    played: HintChoice
    best: HintChoice
    points_lost: float
    chance_lost: float | None


class Review(BaseModel):
    """My last turn: its decisions, and the one that cost most (null: nothing better was found)."""

    turn: int
    seat: int
    decisions: list[Judged]
    worst: Judged | None


class AnalysisTurn(BaseModel):
    """A turn: the choices made before and with it, where everybody stood before and after, by how
    much it moved its player's chance to win (alone: points), and its costliest decision."""

    turn: int
    seat: int
    first: int
    last: int
    before: Standing
    after: Standing
    swing: float
    worst: Judged | None


class Analysis(BaseModel):
    game: str
    players: int
    turns: list[AnalysisTurn]
    swings: list[int]
    missed: list[int]
    end: Standing


class AnalysisState(BaseModel):
    """How far an analysis is, in turns; the analysis itself when it is done."""

    status: Literal["none", "running", "done", "failed"]
    done: int
    total: int
    message: str | None
    analysis: Analysis | None


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


class LessonChapter(BaseModel):
    id: str


class LessonPuzzle(BaseModel):
    id: str
    level: int


class Lessons(BaseModel):
    """The guided game and the puzzles of a title, with their texts: chapters are titled
    guide.<id>, puzzles puzzle.<id>."""

    language: str
    minutes: int | None
    chapters: list[LessonChapter]
    puzzles: list[LessonPuzzle]
    texts: dict[str, str]


class OpenGuide(BaseModel):
    table: str
    chapter: str


class MyLessons(BaseModel):
    guide: OpenGuide | None = Field(description="The guided game that can be gone on with.")
    finished: bool = Field(description="Whether the guided game was followed to its end.")
    solved: list[str]
