"""What a title says to people, by language: message files in ICU's message format.

A file maps keys to messages. A message may contain

- ``{name}``: a value as it is;
- ``{n, plural, =0 {nothing} one {# coin} other {# coins}}``: by a number, ``#`` stands for it;
- ``{who, select, you {your hand} other {their hand}}``: by a word.

An apostrophe is itself; before a brace or ``#`` it makes all up to the next apostrophe plain text.
Numbers of one are ``one`` and all others ``other``, as in English, German and most languages of
Europe; a language with other forms needs its own line in `_form`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from sandtable.kernel.errors import SandtableError

#: The language of which every title has a file.
ENGLISH: Final = "en"


class MessageError(SandtableError):
    """A message file is wrong; the message says where."""


class Part:
    """A piece of a message: plain text, or a value with what is said for its forms."""

    def __init__(self, text: str, name: str, kind: str, forms: dict[str, list[Part]]) -> None:
        self.text = text
        self.name = name
        self.kind = kind  # "text", "value", "number" (the # of a plural), "plural", "select"
        self.forms = forms


class Catalog:
    """The messages of one language."""

    def __init__(self, language: str, messages: dict[str, str]) -> None:
        self.language = language
        self.messages = messages
        self._parsed: dict[str, list[Part]] = {}

    def __contains__(self, key: object) -> bool:
        return key in self.messages

    def say(self, key: str, **values: object) -> str:
        """The message with its values filled in."""
        parts = self._parsed.get(key)
        if parts is None:
            if key not in self.messages:
                raise MessageError(
                    f"There is no message {key!r} in the language {self.language!r}."
                )
            parts = self._parsed[key] = parse(key, self.messages[key])
        return self._join(parts, values, "")

    def listing(self, items: list[str], last: str = "and") -> str:
        """``a``, ``a and b``, ``a, b and c``; `last` is the key of the word before the last."""
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + f" {self.say(last)} " + items[-1]

    def _join(self, parts: list[Part], values: dict[str, object], number: str) -> str:
        pieces: list[str] = []
        for part in parts:
            if part.kind == "text":
                pieces.append(part.text)
            elif part.kind == "number":
                pieces.append(number)
            else:
                value = values[part.name]
                if part.kind == "value":
                    pieces.append(str(value))
                elif part.kind == "plural":
                    assert isinstance(value, int), f"{part.name} has to be a number"
                    form = part.forms[_form(value, part.forms)]
                    pieces.append(self._join(form, values, str(value)))
                else:
                    word = str(value)
                    form = part.forms[word if word in part.forms else "other"]
                    pieces.append(self._join(form, values, number))
        return "".join(pieces)


def _form(number: int, forms: dict[str, list[Part]]) -> str:
    if f"={number}" in forms:
        return f"={number}"
    return "one" if abs(number) == 1 and "one" in forms else "other"


def languages(package: str) -> list[str]:
    """The languages a title has message files for, English first."""
    names = [entry.name for entry in _folder(package).iterdir()]
    codes = sorted(name.removesuffix(".json") for name in names if name.endswith(".json"))
    return sorted(codes, key=lambda language: language != ENGLISH)


@lru_cache(maxsize=64)
def catalog(package: str, language: str) -> Catalog:
    """The messages of a title, from ``text/messages/<language>.json`` in its package. Messages
    missing in the language are in English."""
    messages = _read(_folder(package) / f"{ENGLISH}.json")
    file = _folder(package) / f"{language}.json"
    if language != ENGLISH and file.is_file():
        messages = {**messages, **_read(file)}
    return Catalog(language, messages)


def general(language: str) -> Catalog:
    """What the kernel itself says, about any title."""
    return catalog("sandtable.kernel", language)


def _folder(package: str) -> Traversable:
    return files(package) / "text" / "messages"


def _read(file: Traversable) -> dict[str, str]:
    messages: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return messages


def arguments(key: str, message: str) -> set[str]:
    """The names of the values that a message takes."""
    return _names(parse(key, message))


def _names(parts: list[Part]) -> set[str]:
    names: set[str] = set()
    for part in parts:
        if part.name:
            names.add(part.name)
        for form in part.forms.values():
            names |= _names(form)
    return names


def parse(key: str, message: str) -> list[Part]:
    """The pieces of a message; raises MessageError where it is not well formed."""
    parser = _Parser(key, message)
    parts = parser.parts(False, False)
    if parser.at < len(message):
        raise parser.error("a brace is closed that was never opened")
    return parts


class _Parser:
    def __init__(self, key: str, message: str) -> None:
        self.key = key
        self.message = message
        self.at = 0

    def error(self, why: str) -> MessageError:
        return MessageError(f"Message {self.key!r}: {why} (at character {self.at + 1}).")

    def parts(self, inner: bool, plural: bool) -> list[Part]:
        """Pieces up to the end, or up to the closing brace of an inner message."""
        parts: list[Part] = []
        text = ""
        while self.at < len(self.message):
            character = self.message[self.at]
            if character == "}":
                break
            if character == "{":
                if text:
                    parts.append(Part(text, "", "text", {}))
                    text = ""
                parts.append(self.argument(plural))
            elif character == "#" and plural:
                if text:
                    parts.append(Part(text, "", "text", {}))
                    text = ""
                parts.append(Part("", "", "number", {}))
                self.at += 1
            elif character == "'":
                text += self.quoted()
            else:
                text += character
                self.at += 1
        if text:
            parts.append(Part(text, "", "text", {}))
        if inner and self.at >= len(self.message):
            raise self.error("a brace is not closed")
        return parts

    def quoted(self) -> str:
        following = self.message[self.at + 1 : self.at + 2]
        if following == "'":
            self.at += 2
            return "'"
        if following and following in "{}#":
            end = self.message.find("'", self.at + 1)
            if end < 0:
                raise self.error("an apostrophe begins plain text that does not end")
            text = self.message[self.at + 1 : end]
            self.at = end + 1
            return text
        self.at += 1
        return "'"

    def argument(self, plural: bool) -> Part:
        self.at += 1
        name = self.word(",}")
        if not name.isidentifier():
            raise self.error(f"{name!r} is not the name of a value")
        if self.take() == "}":
            return Part("", name, "value", {})
        kind = self.word(",}")
        if kind not in ("plural", "select") or self.take() != ",":
            raise self.error("a value is followed by `, plural, ...` or `, select, ...`")
        forms: dict[str, list[Part]] = {}
        while True:
            form = self.word("{}")
            if self.take() == "}":
                break
            if not form or form in forms:
                raise self.error("every form needs a name of its own")
            forms[form] = self.parts(True, kind == "plural" or plural)
            self.at += 1
        if "other" not in forms:
            raise self.error("the form `other` is missing")
        return Part("", name, kind, forms)

    def word(self, ends: str) -> str:
        start = self.at
        while self.at < len(self.message) and self.message[self.at] not in ends:
            self.at += 1
        if self.at >= len(self.message):
            raise self.error("a brace is not closed")
        return self.message[start : self.at].strip()

    def take(self) -> str:
        self.at += 1
        return self.message[self.at - 1]
