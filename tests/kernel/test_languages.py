"""A game in several languages: one match, and everybody reads it in their own."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.kernel.game import Decision
from sandtable.kernel.game_log import GameLog
from sandtable.kernel.history import History
from tests.kernel.toy_game import ToyGame


class GermanToyGame(ToyGame):
    """The toy game in German, too."""

    languages = ("en", "de")

    def translated(self, language: str) -> GermanToyGame:
        return GermanToyGame(self.edition)

    def prompt(self, state: Any, decision: Decision) -> str:
        return "Was tust du?" if self.language == "de" else "What do you do?"

    def action_text(self, state: Any, decision: Decision, action: int) -> str:
        text = self.action_space.notation(action)
        return f"Wahl {text}" if self.language == "de" else f"Choice {text}"

    def log_lines(self, events: list[dict[str, Any]], names: list[str]) -> list[str]:
        word = "und" if self.language == "de" else "and"
        return [f"{word} {event['type']}" for event in events]


def german_toy() -> GermanToyGame:
    return GermanToyGame({"game": "toy", "name": "standard", "format": 1, "cards": 24})


def test_one_game_per_language() -> None:
    game = german_toy()
    german = game.in_language("de")
    assert german.language == "de" and german.fingerprint() == game.fingerprint()
    assert game.in_language("de") is german is german.in_language("de")
    assert german.in_language("en") is game is game.in_language("en")
    assert game.in_language("fr") is game is german.in_language("fr")


def test_a_title_without_other_languages_speaks_english() -> None:
    game = ToyGame(german_toy().edition)
    assert game.in_language("de") is game


def test_a_match_says_everything_in_the_language_asked_for() -> None:
    match = german_toy().new(players=2, seed=1)
    action = match.legal_actions()[0]
    assert match.prompt() == "What do you do?"
    assert match.prompt("de") == "Was tust du?"
    assert match.prompt("fr") == "What do you do?"
    assert match.action_text(action, "de").startswith("Wahl ")
    assert match.describe(action, "de") == match.action_text(action, "de")
    assert match.undo_refusal("de") == "es wurde noch nichts gewählt"
    match.apply(action)
    assert all(line.startswith("und ") for line in match.lines(0, "de"))


def test_a_match_of_a_game_in_another_language_speaks_it() -> None:
    match = german_toy().in_language("de").new(players=2, seed=1)
    assert match.prompt() == "Was tust du?"
    assert match.view(0)["decision"]["prompt"] == "Was tust du?"
    assert match.undo_refusal() == "es wurde noch nichts gewählt"


def test_logs_in_two_languages_follow_one_match() -> None:
    game = german_toy()
    history = History(game.new(players=2, seed=3))
    for language in ("en", "de"):
        history.add_log(GameLog(game.in_language(language), ["Ann", "Ben"], 0, []))
    for _ in range(6):
        history.apply(history.match.legal_actions()[-1])
    english, german = history.logs[0, "en"], history.logs[0, "de"]
    assert all(text.startswith("Choice ") for turn in english.turns for text in turn.texts)
    assert all(text.startswith("Wahl ") for turn in german.turns for text in turn.texts)
    assert [turn.events for turn in english.turns] == [turn.events for turn in german.turns]
    assert german.lines_since(0)[0].startswith("und ")


@pytest.mark.parametrize("name", sandtable.games())
def test_every_title_names_its_languages_english_first(name: str) -> None:
    assert sandtable.game(name).languages[0] == "en"
