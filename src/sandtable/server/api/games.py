"""The games there are, their components, and the bots."""

from __future__ import annotations

import asyncio
import hashlib
import json
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response

from sandtable.kernel.edition import digest as digest_of
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game
from sandtable.kernel.messages import ENGLISH
from sandtable.kernel.record import edition_name
from sandtable.kernel.registry import game as standard_game
from sandtable.kernel.registry import games
from sandtable.server.api.dependencies import ERRORS, AnswerLanguage, Anyone, Creator, Serving
from sandtable.server.bots.pool import default_bot, offered
from sandtable.server.errors import ApiError
from sandtable.server.people.strengths import suited
from sandtable.server.schemas.requests import Word
from sandtable.server.schemas.responses import (
    Bots,
    EditionCheck,
    GameData,
    GameEdition,
    GameRulebook,
    Games,
)
from sandtable.server.storage import edition_store
from sandtable.server.tables.pace import presets
from sandtable.version import VERSION

router = APIRouter(prefix="/api", tags=["games"], responses=ERRORS)

GameName = Annotated[str, Path(min_length=1, max_length=40, pattern="^[a-z0-9_-]+$")]
PictureName = Annotated[str, Path(min_length=1, max_length=60, pattern="^[a-z0-9-]+$")]
Digest = Annotated[str, Path(min_length=1, max_length=20, pattern="^[0-9a-f]+$")]


SVG = "image/svg+xml"


def _info(game: Game, language: str) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "edition": edition_name(game),
        "digest": digest_of(game.edition),
        "options": game.in_language(language).option_help(),
        "rules": _rules(game.name, "en") is not None,
        "clocks": presets(game),
    }


@lru_cache(maxsize=32)
def _data(name: str, language: str) -> tuple[str, bytes]:
    """The mark and the text of a game's data, for everybody of a language."""
    game = standard_game(name)
    translated = game.in_language(language)
    groups: list[dict[str, Any]] = []
    for word, item in zip(game.action_space.words, game.action_space.items, strict=True):
        if not groups or groups[-1]["word"] != word:
            groups.append({"word": word, "items": []})
        groups[-1]["items"].append(item)
    data = {**_info(game, language), "edition_data": translated.edition, "words": groups}
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return f'"{VERSION}-{translated.language}-{digest_of(translated.edition)}"', text.encode()


@lru_cache(maxsize=32)
def _rules(name: str, language: str) -> tuple[str, bytes] | None:
    """The mark and the text of a game's rulebook."""
    book = standard_game(name).rulebook(language)
    if book is None:
        return None
    text = json.dumps(book, separators=(",", ":"), ensure_ascii=False).encode()
    return f'"{hashlib.sha256(text).hexdigest()[:16]}"', text


def _check_name(name: str) -> None:
    if name not in games():
        raise ApiError("not_found", f"There is no game {name!r}; there are {', '.join(games())}.")


@router.get("/games", response_model=Games)
async def list_games(who: Anyone, language: AnswerLanguage) -> dict[str, Any]:
    """List the games with their player counts and options."""
    return {"games": [_info(standard_game(name), language) for name in games()]}


@router.get("/games/{name}", response_model=GameData)
async def game_data(
    name: GameName, who: Anyone, request: Request, language: AnswerLanguage
) -> Response:
    """Get a game with all its components and the notation of its choices."""
    _check_name(name)
    mark, text = await asyncio.to_thread(_data, name, language)
    headers = {"etag": mark, "cache-control": "no-cache", "vary": "accept-language"}
    if mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type="application/json", headers=headers)


@router.get("/games/{name}/rules", response_model=GameRulebook)
async def rulebook(
    name: GameName, who: Anyone, request: Request, language: AnswerLanguage
) -> Response:
    """Get the rulebook of a game; in English where the language is missing."""
    _check_name(name)
    book = await asyncio.to_thread(_rules, name, language)
    if book is None:
        raise ApiError("not_found", f"{standard_game(name).title} has no rulebook here.")
    mark, text = book
    headers = {"etag": mark, "cache-control": "no-cache", "vary": "accept-language"}
    if mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type="application/json", headers=headers)


@router.get(
    "/games/{name}/rules/pictures/{picture}.svg",
    response_class=Response,
    responses={200: {"content": {SVG: {}}, "description": "The drawing."}},
)
async def rule_picture(name: GameName, picture: PictureName, who: Anyone) -> Response:
    """Get a picture of the rulebook."""
    _check_name(name)
    svg = await asyncio.to_thread(standard_game(name).rule_picture, picture)
    if svg is None:
        raise ApiError("not_found", f"The rules have no picture {picture!r}.")
    headers = {"cache-control": "public, max-age=3600"}
    return Response(svg, media_type=SVG, headers=headers)


@router.get("/editions/{digest}", response_model=GameEdition)
async def edition_data(
    digest: Digest, who: Anyone, server: Serving, language: AnswerLanguage
) -> Response:
    """Get the components of an edition; they never change."""
    text: str | None = None
    for name in games():
        if server.table_cache.editions.standard_digest(name) == digest:
            text = json.dumps(standard_game(name).in_language(language).edition)
    if text is None:
        stored = await server.table_cache.read(edition_store.edition, digest)
        if stored is None:
            raise ApiError("not_found", "No table here plays with such an edition.")
        name, text = stored
        if language in standard_game(name).languages and language != ENGLISH:
            text = await asyncio.to_thread(_translated, name, text, language)
    headers = {
        "cache-control": "public, max-age=31536000, immutable",
        "vary": "accept-language",
    }
    return Response(text, media_type="application/json", headers=headers)


def _translated(name: str, text: str, language: str) -> str:
    """An edition of somebody's own, with the words that are as in the standard one translated."""
    game = standard_game(name).with_edition(json.loads(text))
    return json.dumps(game.in_language(language).edition)


@router.post("/games/{name}/edition-check", response_model=EditionCheck)
async def check_edition(
    name: GameName, edition: Annotated[dict[str, Any], Body()], who: Creator, server: Serving
) -> dict[str, Any]:
    """Check an edition; each problem names its entry."""
    try:
        standard_game(name)
    except BadOption as error:
        raise ApiError("not_found", f"{error}.") from None
    checked = await server.uploads.check_edition(who, name, edition)
    given = edition.get("name")
    return {
        "ok": not checked.problems,
        "problems": checked.problems,
        "name": given if isinstance(given, str) else None,
        "digest": checked.digest,
    }


@router.get("/bots", response_model=Bots)
async def bots(
    who: Anyone, server: Serving, game: Annotated[Word | None, Query()] = None
) -> dict[str, Any]:
    """List the bots that can take a seat. Those with a level are made for people, 1 is the weakest.
    With `game`, also their ratings, and the level that is a little stronger than me."""
    ratings: dict[str, Any] = {"ratings": {}, "stronger": None, "own": None}
    if game is not None:
        _check_name(game)
        player = None if who is None else who.id
        ratings = await server.table_cache.read(suited, game, player)
    return {
        "bots": [{**bot, "rating": ratings["ratings"].get(bot["name"])} for bot in offered()],
        "default": default_bot(),
        "stronger": ratings["stronger"],
        "own": ratings["own"],
    }
