"""A game: its position and history, choices, previews, hints, result and record."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from sandtable.bots.analysis import JudgedTurn
from sandtable.kernel.rng import seed_commitment
from sandtable.server.api.dependencies import (
    ERRORS,
    Actor,
    AnswerLanguage,
    Anyone,
    Person,
    Serving,
    TableId,
    address,
    id_of,
    ready,
)
from sandtable.server.auth.identity import Identity
from sandtable.server.bots.pool import NoAnswer
from sandtable.server.errors import ApiError
from sandtable.server.play.connection import SPECTATOR
from sandtable.server.play.game import Play
from sandtable.server.play.live_table import LiveTable
from sandtable.server.play.previews import Trial
from sandtable.server.schemas.advice import AnalysisState, Hint, Review
from sandtable.server.schemas.requests import (
    ActRequest,
    BackRequest,
    HintRequest,
    UndoRequest,
)
from sandtable.server.schemas.requests import Viewer as ViewerNumber
from sandtable.server.schemas.responses import Done, Log, Position, Preview, Previews, Result
from sandtable.server.service import Service
from sandtable.server.storage.stored_table import StoredTable
from sandtable.server.tables.advice import check_advice
from sandtable.server.tables.info import alone
from sandtable.server.tables.seating import bot_by_name

#: How many choices a hint names.
HINTS = 3

router = APIRouter(prefix="/api/tables/{id}", tags=["playing"], responses=ERRORS)

Seat = Annotated[
    ViewerNumber | None,
    Query(description="One of my seats, or -1 for a spectator's view."),
]
Step = Annotated[int, Path(ge=0, le=1_000_000)]


def _viewer(live: LiveTable, play: Play, sees: Collection[int], seat: int | None) -> int | None:
    live.check_viewer(sees, seat)
    if seat is None:
        return play.viewer(sees)
    return None if seat == SPECTATOR else seat


@router.get("/position", response_model=Position)
async def position(
    id: TableId, who: Anyone, server: Serving, language: AnswerLanguage, seat: Seat = None
) -> Response:
    """Get the current position, with the decision if it is mine."""
    async with server.table_cache.seen_by(id, id_of(who)) as (live, table):
        play = await live.game()
        viewer = _viewer(live, play, table.sees(id_of(who)), seat)
        return ready(play.position(viewer, table.playing(id_of(who)), language))


@router.get("/log", response_model=Log)
async def log(
    id: TableId, who: Anyone, server: Serving, language: AnswerLanguage, seat: Seat = None
) -> Response:
    """Get the log, turn by turn."""
    async with server.table_cache.seen_by(id, id_of(who)) as (live, table):
        play = await live.game()
        viewer = _viewer(live, play, table.sees(id_of(who)), seat)
        game_log = await live.game_log(play, viewer, language)
        return ready({"turns": game_log.since(), "step": game_log.step})


@router.get("/history/{step}", response_model=Position)
async def history(
    id: TableId, step: Step, who: Anyone, server: Serving, seat: Seat = None
) -> Response:
    """Get the position after this many choices."""
    async with server.table_cache.seen_by(id, id_of(who)) as (live, table):
        play = await live.game()
        viewer = _viewer(live, play, table.sees(id_of(who)), seat)
        if step > play.step:
            raise ApiError("not_found", f"The game has {play.step} choices so far, not {step}.")
        return ready(play.past(step, viewer))


@router.post("/actions", response_model=Done)
async def act(id: TableId, asked: ActRequest, who: Actor, server: Serving) -> dict[str, Any]:
    """Make a choice. The answer means that it is stored."""
    version, step = await server.table_service.act(
        id, who.id, asked.version, asked.action, asked.notation, hold=asked.hold
    )
    return {"version": version, "step": step}


@router.post("/undo", response_model=Done)
async def undo(id: TableId, asked: UndoRequest, who: Actor, server: Serving) -> dict[str, Any]:
    """Take back the last choice."""
    version, step = await server.table_service.undo(id, who.id, asked.version, whole_turn=False)
    return {"version": version, "step": step}


@router.post("/restart", response_model=Done)
async def restart(id: TableId, asked: UndoRequest, who: Actor, server: Serving) -> dict[str, Any]:
    """Take back all choices of the turn, as far as possible."""
    version, step = await server.table_service.undo(id, who.id, asked.version, whole_turn=True)
    return {"version": version, "step": step}


@router.post("/back", response_model=Done)
async def go_back(id: TableId, asked: BackRequest, who: Actor, server: Serving) -> dict[str, Any]:
    """Go back as far as I like, in games against bots only. The game is practice from then on: it
    counts neither for scores nor for ratings."""
    version, step = await server.table_service.go_back(id, who.id, asked.version, asked.step)
    return {"version": version, "step": step}


async def _trial(
    server: Service, id: str, who: Identity | None, seat: int | None, language: str
) -> tuple[Trial, list[int], int]:
    """What the seat that is mine and has to choose can try out."""
    async with server.table_cache.seen_by(id, id_of(who)) as (live, table):
        play = await live.running_game()
        viewer = _viewer(live, play, table.own(id_of(who)), seat)
        if viewer != play.to_choose or viewer not in table.playing(id_of(who)):
            raise ApiError("not_your_turn", "There is nothing for you to choose now.")
        trial = Trial(play.match, viewer, table.names(), secrets.token_hex(8), language)
        return trial, play.match.legal_actions(), play.version


def _all_previews(trial: Trial, actions: list[int]) -> list[dict[str, Any]]:
    return [trial.preview(action) for action in actions]


@router.get("/previews", response_model=Previews)
async def previews(
    id: TableId,
    who: Anyone,
    server: Serving,
    request: Request,
    language: AnswerLanguage,
    seat: Seat = None,
) -> Response:
    """Get the immediate effect of each of my choices, as far as I can know it."""
    server.limit("preview", who, address(request))
    trial, actions, version = await _trial(server, id, who, seat, language)
    work = partial(_all_previews, trial, actions)
    tried = await server.try_out(who, address(request), work)
    return ready({"version": version, "previews": tried})


@router.get("/previews/{action}", response_model=Preview)
async def preview(
    id: TableId,
    action: Annotated[int, Path(ge=0, le=1_000_000)],
    who: Anyone,
    server: Serving,
    request: Request,
    language: AnswerLanguage,
    seat: Seat = None,
) -> Response:
    """Get the immediate effect of one of my choices, with the view after it."""
    server.limit("preview", who, address(request))
    trial, actions, _ = await _trial(server, id, who, seat, language)
    if action not in actions:
        raise ApiError("illegal", "This cannot be chosen now.")
    work = partial(trial.preview, action, with_view=True)
    return ready(await server.try_out(who, address(request), work))


@router.post("/hint", response_model=Hint)
async def hint(
    id: TableId,
    asked: HintRequest,
    who: Person,
    server: Serving,
    request: Request,
    language: AnswerLanguage,
) -> dict[str, Any]:
    """Get the best choices for me with their values, and what a bot (by default the strongest)
    would choose. Only where no other people play. A coach gets hints for the player they coach."""
    server.limit("hint", who, address(request))
    bot = bot_by_name(asked.bot, strongest=True)
    async with server.table_cache.at(id) as (live, table):
        play = await live.running_game()
        coached = table.coached(who.id)
        if play.to_choose not in table.sees(who.id):
            raise ApiError("not_your_turn", "There is nothing for you to choose now.")
        if coached is None:
            _check_hints(table, table.own(who.id))
        await server.table_service.unrate(live, table)
        version = play.version
        runner, seconds = server.bot_runner, server.settings.hint_seconds
        claim = runner.claim(who.id)
        job = runner.job(
            "hint",
            table,
            play,
            claim,
            count=HINTS,
            seconds=seconds,
            language=language,
            names=play.names_in(language),
        )
        opinion = runner.job("think", table, play, claim, bot=bot, many=False)
    try:
        advice = await server.bot_pool.do(job)
        action: int = play.match.str_to_action(advice[0]["notation"])
        if asked.bot is not None:
            action = (await server.bot_pool.think(opinion))[0]
    except NoAnswer:
        raise ApiError("busy", "The bot did not answer in time; try again.") from None
    async with server.table_cache.at(id) as (live, _):
        play = await live.running_game(version)
        return {
            "version": version,
            "action": action,
            "notation": play.match.action_to_str(action),
            "text": play.match.action_text(action, language),
            "bot": bot,
            "choices": advice,
        }


@router.post("/review", response_model=Review)
async def review(
    id: TableId, who: Person, server: Serving, request: Request, language: AnswerLanguage
) -> dict[str, Any]:
    """Review my last turn: each decision with my choice, the best one the search finds from what I
    knew then, and the difference. Only where no other people play."""
    server.limit("hint", who, address(request))
    async with server.table_cache.at(id) as (live, table):
        play = await live.running_game()
        own = table.own(who.id)
        _check_hints(table, own)
        turn = play.last_turn(own)
        if turn is None:
            raise ApiError("not_found", "You have not finished a turn yet.")
        await server.table_service.unrate(live, table)
        runner, seconds = server.bot_runner, server.settings.review_seconds
        claim = runner.claim(who.id)
        job = runner.job(
            "review",
            table,
            play,
            claim,
            turn=turn,
            seconds=seconds,
            language=language,
            names=play.names_in(language),
        )
    try:
        reviewed = JudgedTurn.of(await server.bot_pool.do(job))
    except NoAnswer:
        raise ApiError("busy", "The bot did not answer in time; try again.") from None
    decisions = [judged.plain() for judged in reviewed.decisions if judged.seat in own]
    worst = reviewed.worst()
    return {
        "turn": reviewed.turn,
        "seat": reviewed.seat,
        "decisions": decisions,
        "worst": None if worst is None or worst.seat not in own else worst.plain(),
    }


def _check_hints(table: StoredTable, own: Collection[int]) -> None:
    """Raises where somebody who holds these seats gets no hints."""
    if not own:
        raise ApiError("forbidden", "You do not sit at this table.")
    if not alone(table):
        raise ApiError("forbidden", "There are no hints where other people play.")
    check_advice(table)


@router.get("/result", response_model=Result)
async def result(id: TableId, who: Anyone, server: Serving, language: AnswerLanguage) -> Response:
    """Get the result of a finished game, with points by source and over time."""
    async with server.table_cache.seen_by(id, id_of(who)) as (live, table):
        play = await live.game()
        if not play.over:
            raise ApiError("not_over", "The game is not over yet.")
        outcome = await asyncio.to_thread(play.outcome, language)
        info = server.table_cache.info(table, id_of(who))
        outcome["seed"], outcome["seed_commitment"] = info["seed"], info["seed_commitment"]
        return ready(outcome)


@router.get("/analysis", response_model=AnalysisState)
async def analysis(id: TableId, who: Anyone, server: Serving, language: AnswerLanguage) -> Response:
    """Get the analysis of a finished game, or its progress."""
    async with server.table_cache.seen_by(id, id_of(who)):
        pass
    return ready(await server.analyses.state(id, language))


@router.post("/analysis", response_model=AnalysisState)
async def analyse(
    id: TableId, who: Person, server: Serving, request: Request, language: AnswerLanguage
) -> Response:
    """Analyse a finished game, unless that is done or running; call again for the progress."""
    server.limit("analysis", who, address(request))
    async with server.table_cache.seen_by(id, who.id) as (_, table):
        check_advice(table)
    return ready(await server.analyses.start(id, who.id, language))


@router.get(
    "/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(id: TableId, who: Anyone, server: Serving) -> Response:
    """Get the record of a finished game. It contains the seed, so it is not available before."""
    async with server.table_cache.seen_by(id, id_of(who)) as (live, table):
        play = await live.game()
        if not play.over:
            raise ApiError("not_over", "A record reveals secrets; it comes when the game is over.")
        if play.setup.origin is not None:
            raise ApiError("not_found", "A branch of a running game has no record: it was redrawn.")
        text = str(play.match.record())
        first, _, rest = text.partition("\n")
        people = [f"# seat {seat + 1}: {name}" for seat, name in enumerate(table.names())]
        people.append(f"# seed hash: {seed_commitment(play.setup.seed)}")
        if table.practice:
            people.append("# practice: the game went back past what had been revealed")
        coached = {note.seat for note in play.notes if note.kind == "coach"}
        people += [f"# seat {n + 1} had a coach" for n in range(play.setup.players) if n in coached]
        text = "\n".join([first, *people, rest])
        headers = {"content-disposition": f'attachment; filename="{play.game.name}-{table.id}.txt"'}
        return PlainTextResponse(text, headers=headers)
