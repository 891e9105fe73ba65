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


def said(key: str, language: str = ENGLISH) -> str:
    """A message of the server itself."""
    return catalog("sandtable.server", language).say(key)


#: A bot's seat as it is stored: what kind of bot, and a number where there are several.
_BOT = re.compile(r"([A-Z][a-z]+) bot( \d+)?")


def spoken_name(name: str, language: str) -> str:
    """The name of a seat. People's names are theirs; those we gave to bots are translated."""
    found = _BOT.fullmatch(name)
    if found is None or language == ENGLISH:
        return name
    words = catalog("sandtable.server", language)
    kind, number = found[1], found[2] or ""
    return words.say("bot", kind=kind.lower(), name=kind) + number


_TABLE = "'s table"


def spoken_table(name: str, language: str) -> str:
    """The name of a table; the one it has by itself is translated."""
    if language == ENGLISH or not name.endswith(_TABLE):
        return name
    words = catalog("sandtable.server", language)
    return words.say("table", name=name.removesuffix(_TABLE))


def language_of(connection: HTTPConnection) -> str:
    """``language`` of the query, else the first of ``Accept-Language`` that is offered."""
    asked = connection.query_params.get("language")
    if asked is not None:
        return known(asked) or ENGLISH
    for wanted in _accepted(connection.headers.get("accept-language", "")):
        found = known(wanted)
        if found is not None:
            return found
    return ENGLISH


def known(wanted: str) -> str | None:
    """A language such as ``de-AT`` as the titles name it; None where none speaks it."""
    language = wanted.strip().lower().partition("-")[0]
    return language if language in offered() else None


def _accepted(header: str) -> list[str]:
    """The languages of an Accept-Language header, the most wanted first."""
    found: list[tuple[float, str]] = []
    for part in header[:200].split(","):
        language, _, quality = part.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        if weight > 0:
            found.append((-weight, language))
    found.sort(key=lambda wanted: wanted[0])
    return [language for _, language in found]
