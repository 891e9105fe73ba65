"""Editions in another language: the words of components, taken from ``words/<language>.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandtable.games.resafa.edition.loading import standard

Entry = dict[str, Any]


def translated(edition: dict[str, Any], language: str) -> dict[str, Any]:
    """An edition with its words in another language. Entries of an edition of somebody's own keep
    the words that are not those of the standard one."""
    path = Path(__file__).parent / "words" / f"{language}.json"
    if not path.is_file():
        return edition
    words: dict[str, dict[str, Entry]] = json.loads(path.read_text(encoding="utf-8"))
    known = standard()
    changed = dict(edition)
    for section, translations in words.items():
        usual = {entry["id"]: entry for entry in known[section]}
        changed[section] = [
            _entry(entry, usual.get(entry["id"], {}), translations.get(entry["id"], {}))
            for entry in edition[section]
        ]
    return changed


def _entry(entry: Entry, usual: Entry, words: Entry) -> Entry:
    """An entry with those of its words translated that are as usual."""
    fitting = {key: text for key, text in words.items() if entry.get(key) == usual.get(key)}
    return {**entry, **fitting}
