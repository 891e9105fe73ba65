"""Resafa in German: complete, without English words, and the same game."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any

import sandtable
from sandtable.games.resafa.edition.loading import standard
from sandtable.games.resafa.edition.translation import translated
from sandtable.games.resafa.game import Resafa
from sandtable.kernel.rng import seeded
from sandtable.messages_check import check_messages
from tests.resafa.playing import busy
from tests.resafa.table import GAME, table

GERMAN = GAME.in_language("de")
#: Words that stand in nearly every English text, and are no German ones.
ENGLISH = re.compile(r"\b(the|your|you|and|with|card|take|build|track|coins?|of|step)\b")


def test_messages_are_complete_and_used() -> None:
    assert check_messages("sandtable.games.resafa") == []


def words(entry: Any) -> list[str]:
    """All names and texts of an edition."""
    if isinstance(entry, list):
        return [text for one in entry for text in words(one)]
    if not isinstance(entry, dict):
        return []
    own = [entry[key] for key in ("name", "text") if isinstance(entry.get(key), str)]
    own += [name for name in entry.get("names", []) if isinstance(name, str)]
    return own + [text for value in entry.values() for text in words(value)]


def test_every_component_has_german_words() -> None:
    names = {entry["name"] for entry in standard()["centres"]} | {"standard"}
    english = [text for text in words(standard()) if text not in names]
    german = [text for text in words(GERMAN.edition) if text not in names]
    assert len(english) == len(german)
    same = [text for text, other in zip(english, german, strict=True) if text == other]
    assert same == []
    assert not [text for text in german if ENGLISH.search(text)]


def test_figures_are_those_of_the_english_texts() -> None:
    for text, other in zip(words(standard()), words(GERMAN.edition), strict=True):
        assert set(re.findall(r"\d+", text)) == set(re.findall(r"\d+", other)), other


def test_an_edition_of_ones_own_keeps_its_words() -> None:
    edition = deepcopy(standard())
    edition["sack_cards"][0]["name"] = "Treasure"
    german = translated(edition, "de")
    assert Resafa(german, "de").words.name("s1") == "Treasure"
    assert german["sack_cards"][0]["text"] == "Nimm 3 Münzen."
    assert edition["sack_cards"][0]["text"] == "Take 3 coins."


def test_the_same_game_in_other_words() -> None:
    assert isinstance(GERMAN, Resafa)
    assert GERMAN.num_actions == GAME.num_actions
    assert GERMAN.in_language("en") is GAME
    match = GAME.new(players=2, seed=4)
    assert GERMAN.new(players=2, seed=4).view(0) == match.view(0)
    record = sandtable.Record.of(GERMAN.new(players=2, seed=4)).text
    assert sandtable.Record.parse(record).replay().view(0) == match.view(0)


def test_a_turn_in_german() -> None:
    t = table(3, coin=3, marble=2, water_bonus="r1c3 c2").act("canal").play("canal k7")
    space = t.match.str_to_action("space r1c3")
    assert t.match.prompt("de") == "Wo im Wassernetz baust du es?"
    assert t.match.action_text(space, "de") == (
        "In Reihe 1, Spalte 3: 3 SP, Bonusplättchen Lob (Du bekommst 4 SP), ein Wasserwürfel"
    )
    assert t.match.describe(space, "de") == (
        "In Reihe 1, Spalte 3. Du zahlst 3 Münzen und 2 Marmor und bekommst 3 SP. Der Wasserwürfel "
        "kommt auf dein Plättchen. Du nimmst das Bonusplättchen Lob (Du bekommst 4 SP)"
    )
    t.play("space r1c3")
    lines = GERMAN.log_lines(t.match.events(None), ["Ann", "Ben", "Cid"])
    assert lines[0] == "Ann baut eine Kanalkreuzung in Reihe 1, Spalte 3 (3 SP)."


def test_whole_games_say_nothing_in_english() -> None:
    for players in (1, 3):
        match = GAME.new(players=players, seed=8)
        rng = seeded(players, "german")
        made = 0
        while not match.is_over:
            if made % 4 == 0:
                seat = match.current_player
                assert seat is not None
                said = [match.prompt("de"), *GERMAN.explain(match.state, seat).values()]
                for action in match.legal_actions():
                    said += [match.action_text(action, "de"), match.describe(action, "de")]
                    said.append(match.gives_up(action, "de") or "")
                assert not [text for text in said if ENGLISH.search(text)]
            match.apply(busy(match, rng))
            lines = GERMAN.log_lines(match.events(None), ["Ann", "Ben", "Cid"])
            assert not [line for line in lines if ENGLISH.search(line)], lines
            made += 1
        assert not ENGLISH.search(json.dumps(GERMAN.result(match.state), ensure_ascii=False))


def test_options_and_results_in_german() -> None:
    assert isinstance(GERMAN, Resafa)
    assert GERMAN.option_help()[0]["help"].startswith("Alle wissen")
    assert GERMAN.components.solo_names[-1] == "ausgezeichnet"


def test_names_are_short_enough_for_cards() -> None:
    """A long word would run over the edge of a card; names of several words are wrapped."""
    for section in ("bonus_cards", "special_cards", "sack_cards", "workshops"):
        for entry in GERMAN.edition[section]:
            assert max(len(word) for word in entry["name"].split()) <= 12, entry["name"]


def test_lessons_call_components_by_their_names() -> None:
    texts = GERMAN.lessons().texts("de")
    known = set(words(GERMAN.edition))
    quoted = {name for text in texts.values() for name in re.findall("„(.+?)“", text)}
    assert len(quoted) > 8
    # A name may have the ending of a case.
    assert {name for name in quoted if not {name, name.removesuffix("s")} & known} == set()
