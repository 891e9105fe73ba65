"""Components in another language: names and texts of cards and goals, labels of the board,
from ``words/<language>.json``."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from sandtable.games.faiyum.edition.loading import standard
from sandtable.kernel.messages import ENGLISH

#: What of an entry is in words.
WORDS = ("name", "text", "bonus_text")


def translated(edition: dict[str, Any], language: str) -> dict[str, Any]:
    """The edition with all words that are as in the standard one in that language. An edition of
    somebody's own keeps its own words."""
    if language == ENGLISH:
        return edition
    known = _words(language)
    board: dict[str, Any] = edition["board"]
    return {
        **edition,
        "board": {**board, "labels": [_entry(label, known) for label in board.get("labels", [])]},
        "cards": [_entry(entry, known) for entry in edition["cards"]],
        "campaign": [_entry(entry, known) for entry in edition["campaign"]],
    }


def _entry(entry: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
    changed = {word: known.get(entry[word], entry[word]) for word in WORDS if word in entry}
    return {**entry, **changed}


@lru_cache(maxsize=8)
def _words(language: str) -> dict[str, str]:
    """What the words of the standard edition are in that language."""
    file = files("sandtable.games.faiyum.edition") / "words" / f"{language}.json"
    entries: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    words: dict[str, str] = dict(entries["board"])
    english = standard()
    for part in ("cards", "campaign"):
        for entry in english[part]:
            for word, text in entries[part][str(entry["number"])].items():
                words[entry[word]] = text
    return words
