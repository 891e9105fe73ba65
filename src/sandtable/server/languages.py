"""Which language somebody is answered in: theirs, where a title speaks it, otherwise English."""

from __future__ import annotations

import re
from functools import cache

from starlette.requests import HTTPConnection

from sandtable.kernel.messages import ENGLISH, catalog
from sandtable.kernel.registry import game, games


@cache
def offered() -> frozenset[str]:
    """The languages that some title here speaks."""
    return frozenset(language for name in games() for language in game(name).languages)


def server_message(key: str, language: str = ENGLISH, **values: object) -> str:
    """A message of the server itself."""
    return catalog("sandtable.server", language).say(key, **values)


#: A bot's seat as it is stored: what kind of bot, and a number where there are several.
_BOT = re.compile(r"([A-Z][a-z]+) bot( \d+)?")
#: Who sat where somebody deleted their account.
FORMER_PLAYER = "Former player"
#: A seat of a game whose players are not known by name.
_SEAT = re.compile(r"Seat (\d+)")


def translated_seat_name(name: str, language: str) -> str:
    """The name of a seat. People's names are theirs; those we gave are translated."""
    if language == ENGLISH:
        return name
    words = catalog("sandtable.server", language)
    if name == FORMER_PLAYER:
        return words.say("former_player")
    if seat := _SEAT.fullmatch(name):
        return words.say("seat", number=seat[1])
    matched = _BOT.fullmatch(name)
    if matched is None:
        return name
    kind, number = matched[1], matched[2] or ""
    return words.say("bot", kind=kind.lower(), name=kind) + number


_TABLE = "'s table"
#: The name of a table that was made from a record.
FROM_RECORD = "From a record"


def translated_table_name(name: str, language: str) -> str:
    """The name of a table; the one it has by itself is translated."""
    if language == ENGLISH:
        return name
    words = catalog("sandtable.server", language)
    if name == FROM_RECORD:
        return words.say("from_record")
    if name == FORMER_PLAYER + _TABLE:
        return words.say("former_players_table")
    return words.say("table", name=name.removesuffix(_TABLE)) if name.endswith(_TABLE) else name


def language_of(connection: HTTPConnection) -> str:
    """``language`` of the query, else the first of ``Accept-Language`` that is offered."""
    asked = connection.query_params.get("language")
    if asked is not None:
        return offered_language(asked) or ENGLISH
    for wanted in _accepted(connection.headers.get("accept-language", "")):
        language = offered_language(wanted)
        if language is not None:
            return language
    return ENGLISH


def offered_language(wanted: str) -> str | None:
    """A language such as ``de-AT`` as the titles name it; None where none speaks it."""
    language = wanted.strip().lower().partition("-")[0]
    return language if language in offered() else None


def _accepted(header: str) -> list[str]:
    """The languages of an Accept-Language header, the most wanted first."""
    languages: list[tuple[float, str]] = []
    for part in header[:200].split(","):
        language, _, quality = part.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        if weight > 0:
            languages.append((-weight, language))
    languages.sort(key=lambda wanted: wanted[0])
    return [language for _, language in languages]
