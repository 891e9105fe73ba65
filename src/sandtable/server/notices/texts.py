"""What notices say, in English and German. They name tables, titles and people, nothing else."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.kernel.errors import BadOption
from sandtable.kernel.registry import game as standard_game


class Text(NamedTuple):
    title: str
    body: str


LANGUAGES = ("en", "de")

#: For each kind: the short line and the sentence.
TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "turn": ("Your turn: {name}", "It is your turn at “{name}” ({title})."),
        "asked": ("Do you agree? {name}", "{by} asks you something at “{name}” ({title})."),
        "invited": ("Invitation: {name}", "{by} invites you to “{name}” ({title})."),
        "began": ("The game begins: {name}", "The game at “{name}” ({title}) has begun."),
        "ended": ("The game is over: {name}", "The game at “{name}” ({title}) is over."),
        "test": ("A test from Sandtable", "This is what a notice looks like."),
        "confirm": (
            "Confirm your address",
            "Somebody asked for notices from Sandtable at this address. If it was you, open this:",
        ),
    },
    "de": {
        "turn": ("Du bist am Zug: {name}", "Du bist am Zug am Tisch „{name}“ ({title})."),
        "asked": (
            "Stimmst du zu? {name}",
            "{by} fragt dich etwas am Tisch „{name}“ ({title}).",
        ),
        "invited": ("Einladung: {name}", "{by} lädt dich an den Tisch „{name}“ ({title}) ein."),
        "began": (
            "Die Partie beginnt: {name}",
            "Die Partie am Tisch „{name}“ ({title}) hat begonnen.",
        ),
        "ended": (
            "Die Partie ist zu Ende: {name}",
            "Die Partie am Tisch „{name}“ ({title}) ist zu Ende.",
        ),
        "test": ("Ein Test von Sandtable", "So sieht eine Benachrichtigung aus."),
        "confirm": (
            "Bestätige deine Adresse",
            "An diese Adresse sollen Nachrichten von Sandtable gehen. Wenn du das willst, öffne:",
        ),
    },
}

MORE = {
    "en": ("There is one more.", "There are {count} more."),
    "de": ("Es gibt noch eine weitere.", "Es gibt noch {count} weitere."),
}
UNSUBSCRIBE = {
    "en": "No more mails from this server:",
    "de": "Keine Mails mehr von diesem Server:",
}
IGNORE = {
    "en": "If it was not you, do nothing: nothing will be sent here.",
    "de": "Wenn du es nicht warst, tu nichts: Dann wird nichts hierher geschickt.",
}


def text_of(notice: dict[str, Any], language: str) -> Text:
    """A notice in words."""
    language = language if language in LANGUAGES else "en"
    short, sentence = TEXTS[language][notice["kind"]]
    values = {
        "name": notice.get("name", ""),
        "title": title_of(notice.get("game", "")),
        "by": notice.get("by", ""),
    }
    body = sentence.format(**values)
    more = int(notice.get("more", 0))
    if more:
        one, many = MORE[language]
        body += " " + (one if more == 1 else many.format(count=more))
    return Text(short.format(**values), body)


def title_of(game: str) -> str:
    try:
        return standard_game(game).title
    except BadOption:  # a title that this server no longer has
        return game
