"""Titles in German: in whole random games they say all they say in English, and no word of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

import sandtable
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.rng import seeded
from sandtable.messages_check import check_messages

TITLES = [name for name in sandtable.games() if "de" in sandtable.game(name).languages]
NAMES = ["Xaver", "Yvonne", "Zeno", "Quirin", "Wibke"]
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{3,}")


def package(name: str) -> str:
    return f"sandtable.games.{name}"


def words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part)


def plain_text(message: str) -> str:
    """A message without its values and the names of its forms."""
    for _ in range(4):
        message = re.sub(r"\{\w+(, (plural|select),)?", " ", message)
        message = re.sub(r"(=\d+|\w+) \{", " ", message)
    return message


def vocabulary(game: Game) -> set[str]:
    """All words that a game can say in its language."""
    folder = files(package(game.name)) / "text" / "messages"
    messages = json.loads((folder / f"{game.language}.json").read_text(encoding="utf-8"))
    words_used = {word for message in messages.values() for word in words(plain_text(message))}
    return words_used | {word for text in leaves(game.edition) for word in words(text)}


def english_only(game: Game) -> set[str]:
    german = game.in_language("de")
    english = vocabulary(game) - vocabulary(german) - words(" ".join(NAMES))
    assert len(english) > 150, "there are English words to look for"
    return english


def said(match: Match, language: str, described: bool) -> Iterator[tuple[str, str]]:
    """Everything that is said to who has to choose."""
    yield "prompt", match.prompt(language)
    for action in match.legal_actions():
        yield f"choice {match.action_to_str(action)}", match.action_text(action, language)
        yield f"loss of {match.action_to_str(action)}", match.gives_up(action, language) or ""
        if described:
            yield f"meaning of {match.action_to_str(action)}", match.describe(action, language)
    for seat in range(match.players):
        for notation, reason in match.explain(seat, language).items():
            yield f"reason {notation}", reason


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("name", TITLES)
def test_whole_games_in_german(name: str, players: int) -> None:
    game = sandtable.game(name)
    german = game.in_language("de")
    foreign = english_only(game)
    match = game.new(players=players, seed=players)
    rng = seeded(players, "german")
    steps = 0
    while not match.is_over:
        described = steps % 25 == 0
        spoken = list(said(match, "de", described))
        if steps % 10 == 0:
            english = list(said(match, "en", described))
            assert [what for what, _ in spoken] == [what for what, _ in english]
        actions = match.legal_actions()
        match.apply(actions[rng.below(len(actions))])
        for seat in (None, 0):
            spoken += [("line", line) for line in german.log_lines(match.events(seat), NAMES)]
        for what, text in spoken:
            assert not words(text) & foreign, f"{what}: {text!r}"
        steps += 1
    assert match.prompt("de") == "Die Partie ist zu Ende."


@pytest.mark.parametrize("name", TITLES)
def test_components_are_translated(name: str) -> None:
    game = sandtable.game(name)
    german = game.in_language("de")
    assert german.fingerprint() == game.fingerprint()
    assert german.action_space.words == game.action_space.words
    assert german.action_space.items == game.action_space.items
    assert len(list(leaves(game.edition))) == len(list(leaves(german.edition)))
    for ours, theirs in texts_of(game.edition, german.edition):
        assert ours != theirs, ours
    for option, other in zip(game.option_help(), german.option_help(), strict=True):
        assert option["help"] != other["help"]
        assert {**option, "help": ""} == {**other, "help": ""}


def texts_of(ours: Any, theirs: Any) -> Iterator[tuple[str, str]]:
    """The sentences of an edition beside those of the other."""
    if isinstance(ours, dict):
        for key, part in ours.items():
            if key in ("text", "bonus_text") and part != part.upper():
                yield part, theirs[key]
            yield from texts_of(part, theirs[key])
    elif isinstance(ours, list):
        for one, other in zip(ours, theirs, strict=True):
            yield from texts_of(one, other)


@pytest.mark.parametrize("name", TITLES)
def test_german_messages_differ_from_english_ones(name: str) -> None:
    assert check_messages(package(name)) == []
    folder = files(package(name)) / "text" / "messages"
    english, german = (
        json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        for language in ("en", "de")
    )
    same = [
        key for key in english if english[key] == german[key] and words(plain_text(english[key]))
    ]
    assert same == []


@pytest.mark.parametrize("name", TITLES)
def test_lessons_are_translated(name: str) -> None:
    lessons = sandtable.game(name).lessons()
    english, german = lessons.texts("en"), lessons.texts("de")
    assert set(german) == set(english)
    assert [id for id in english if english[id] == german[id]] == []
