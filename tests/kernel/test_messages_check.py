"""Message files: what the check finds, and that the files of this project pass it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandtable.messages_check import check_messages

Title = Callable[[str, dict[str, dict[str, str]]], str]


@pytest.mark.once
@pytest.mark.parametrize(
    "package",
    [
        "sandtable.kernel",
        "sandtable.server",
        "sandtable.bots",
        "sandtable.games.faiyum",
        "sandtable.terminal",
    ],
)
def test_messages_are_complete_and_used(package: str) -> None:
    assert check_messages(package) == []


@pytest.fixture
def title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Title]:
    """A package with a source and message files."""

    def make(source: str, messages: dict[str, dict[str, str]]) -> str:
        name = f"title_{len(list(tmp_path.iterdir()))}"
        folder = tmp_path / name / "text" / "messages"
        folder.mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text(source)
        for language, texts in messages.items():
            (folder / f"{language}.json").write_text(json.dumps(texts))
        return name

    monkeypatch.syspath_prepend(tmp_path)
    known = set(sys.modules)
    yield make
    for name in set(sys.modules) - known:
        del sys.modules[name]


def test_nothing_is_wrong(title: Title) -> None:
    source = (
        'def f(w, kind):\n    KEYS = ["b"]\n    return w.say("a", n=1) + w.say(f"ask.{kind}")\n'
    )
    english = {"a": "{n}", "b": "B", "ask.road": "Where?"}
    assert check_messages(title(source, {"en": english, "de": {**english, "b": "Be"}})) == []


def test_every_fault_is_named(title: Title) -> None:
    source = 'def f(w):\n    return w.say("a") + w.say("gone", n=1)\n'
    english = {"a": "{n}", "b": "B"}
    german = {"a": "{m}", "c": "C"}
    assert check_messages(title(source, {"en": english, "de": german})) == [
        "de.json lacks 'b'",
        "de.json: 'a' takes other values than in English: n",
        "de.json: 'c' is not in en.json",
        "__init__.py: 'a' takes other values: n",
        "__init__.py: there is no message 'gone'",
        "en.json: nothing says 'b'",
    ]
