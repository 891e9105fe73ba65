"""A check for message files: the same messages in every language, and all of them used.

    from sandtable.messages_check import check_messages

    assert check_messages("my_title") == []

Uses are looked for in the sources: ``say("key", count=2)`` names a message and its values, an
f-string such as ``f"prompt.{kind}"`` all messages of that form, any other text one that is its key.
"""

from __future__ import annotations

import ast
import json
import re
from importlib.resources import files
from importlib.resources.abc import Traversable

from sandtable.kernel.messages import ENGLISH, arguments, languages


def check_messages(package: str) -> list[str]:
    """Everything wrong with the messages of a title; empty where nothing is."""
    folder = files(package) / "text" / "messages"
    by_language = {
        language: json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        for language in languages(package)
    }
    english: dict[str, str] = by_language[ENGLISH]
    problems: list[str] = []
    for language, messages in by_language.items():
        problems += _compare(language, english, messages)
    return problems + _uses(package, english)


def _compare(language: str, english: dict[str, str], messages: dict[str, str]) -> list[str]:
    problems = [f"{language}.json lacks {key!r}" for key in english if key not in messages]
    for key, message in messages.items():
        if key not in english:
            problems.append(f"{language}.json: {key!r} is not in {ENGLISH}.json")
        elif arguments(key, message) != arguments(key, english[key]):
            there = ", ".join(sorted(arguments(key, english[key]))) or "none"
            problems.append(f"{language}.json: {key!r} takes other values than in English: {there}")
    return problems


class _Uses(ast.NodeVisitor):
    """The texts in a source that may be keys, and the calls that say a message."""

    def __init__(self) -> None:
        self.texts: set[str] = set()
        self.patterns: set[str] = set()
        #: Keys with the names of their values; None where the call does not name them all.
        self.said: list[tuple[str, set[str] | None]] = []

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.texts.add(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pattern, fixed = "", ""
        for part in node.values:
            if isinstance(part, ast.Constant):
                pattern += re.escape(str(part.value))
                fixed += str(part.value)
            else:
                pattern += ".+"
        if "." in fixed and len(fixed) > 2:
            self.patterns.add(pattern)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name == "say" and node.args and isinstance(node.args[0], ast.Constant):
            values = {keyword.arg for keyword in node.keywords}
            named = {value for value in values if value is not None}
            self.said.append((str(node.args[0].value), named if named == values else None))
        self.generic_visit(node)


def _uses(package: str, english: dict[str, str]) -> list[str]:
    problems: list[str] = []
    texts: set[str] = set()
    patterns: set[str] = set()
    for path, source in _sources(files(package), ""):
        uses = _Uses()
        uses.visit(ast.parse(source))
        texts |= uses.texts
        patterns |= uses.patterns
        for key, values in uses.said:
            if key not in english:
                problems.append(f"{path}: there is no message {key!r}")
            elif values is not None and values != arguments(key, english[key]):
                wanted = ", ".join(sorted(arguments(key, english[key]))) or "none"
                problems.append(f"{path}: {key!r} takes other values: {wanted}")
    for key in english:
        if key not in texts and not any(re.fullmatch(pattern, key) for pattern in patterns):
            problems.append(f"{ENGLISH}.json: nothing says {key!r}")
    return problems


def _sources(folder: Traversable, path: str) -> list[tuple[str, str]]:
    sources: list[tuple[str, str]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            sources += _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py"):
            sources.append((path + entry.name, entry.read_text(encoding="utf-8")))
    return sources
