"""The rules in words: complete, the same in every language, and linked from everything."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from sandtable.games.faiyum.cards.deck import FAMILIES
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.text import prompts as faiyum_prompts
from sandtable.games.faiyum.text import rule_links as faiyum_links
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.kinds import KINDS
from sandtable.games.resafa.text import prompts as resafa_prompts
from sandtable.games.resafa.text import rule_links as resafa_links
from sandtable.kernel.registry import game, games
from sandtable.kernel.rulebook import loading
from sandtable.kernel.rulebook.parsing import (
    RulebookError,
    all_spans,
    ids,
    parse,
    pictures,
    plain,
    spans,
)
from sandtable.kernel.rulebook.types import Rulebook
from sandtable.kernel.schema import check

SVG = "{http://www.w3.org/2000/svg}"


def rulebook(name: str, language: str = "en") -> Rulebook:
    book = game(name).rulebook(language)
    assert book is not None
    return book


EVERY = [(name, language) for name in games() for language in rulebook(name)["languages"]]


# -- the source ------------------------------------------------------------------------------------


def test_parsing() -> None:
    title, sections = parse(
        "# T\n\n## One {#one}\n\nGo to **all** of\n[two](#two). {#here}\n\n- a {#a}\n- *b*\n  c\n\n"
        "### Two {#two}\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n![a hex](hex)\n\n"
        "> Text.\n>\n> 1. step\n"
    )
    assert title == "T"
    assert [(s["id"], s["level"], s["title"]) for s in sections] == [
        ("one", 1, "One"), ("two", 2, "Two"),
    ]  # fmt: skip
    assert ids(sections) == ["one", "here", "a", "two"]
    text, items = sections[0]["blocks"]
    assert text["kind"] == "paragraph" and plain(text["text"]) == "Go to all of two."
    assert [span["link"] for span in text["text"] if span["link"]] == ["two"]
    assert items["kind"] == "list" and not items["ordered"]
    assert [plain(item["text"]) for item in items["items"]] == ["a", "b c"]
    table, picture, example = sections[1]["blocks"]
    assert table["kind"] == "table" and len(table["rows"]) == 1
    assert picture == {"kind": "picture", "name": "hex", "alt": "a hex"}
    assert example["kind"] == "example"
    assert [block["kind"] for block in example["blocks"]] == ["paragraph", "list"]
    assert pictures(sections) == ["hex"]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("## No id", "needs an id"),
        ("Text", "before the first section"),
        ("## A {#a}\n\n## B {#a}", "used twice"),
        ("## A {#a}\n\n| x |\n|---|\n| 1 | 2 |", "different lengths"),
    ],
)
def test_bad_sources_are_refused(source: str, problem: str) -> None:
    with pytest.raises(RulebookError, match=problem):
        parse(source)


def test_spans_keep_markup_out_of_text() -> None:
    assert spans("a <b>*c*</b>") == [
        {"text": "a <b>", "style": "plain", "link": None},
        {"text": "c", "style": "emphasis", "link": None},
        {"text": "</b>", "style": "plain", "link": None},
    ]


# -- every rulebook --------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_ids_links_and_pictures(name: str, language: str) -> None:
    """All languages have the same ids and pictures; what is linked exists; nothing is half read."""
    book = rulebook(name, language)
    first = rulebook(name)
    assert check(book, Rulebook) == []
    assert book["language"] == language
    known = ids(book["sections"])
    assert known == ids(first["sections"])
    assert pictures(book["sections"]) == pictures(first["sections"])
    for span in all_spans(book["sections"]):
        assert span["link"] is None or span["link"] in known
        assert not any(mark in span["text"] for mark in ("**", "{#", "](", "![")), span
    linked = game(name).rule_links().ids()
    assert linked <= set(known), sorted(linked - set(known))


@pytest.mark.parametrize("name", games())
def test_pictures_are_there_and_harmless(name: str) -> None:
    """Every picture exists, is used and is a plain drawing: no scripts, no addresses, no words."""
    used = set(pictures(rulebook(name)["sections"]))
    folder = Path(str(loading.folder(f"sandtable.games.{name}"))) / "pictures"
    assert {path.stem for path in folder.glob("*.svg")} == used
    for picture in used:
        drawn = game(name).rule_picture(picture)
        assert drawn is not None
        for element in ElementTree.fromstring(drawn).iter():
            assert element.tag in {SVG + tag for tag in ("svg", "g", "path", "rect", "circle",
                "ellipse", "line", "polygon", "polyline", "text", "title")}  # fmt: skip
            assert not any(key.startswith("on") or "href" in key for key in element.attrib)
            if element.tag == SVG + "text":
                assert not any(
                    part.isalpha() and len(part) > 3 for part in (element.text or "").split()
                )
    assert game(name).rule_picture("no-such-picture") is None


def test_another_language_falls_back_to_english() -> None:
    assert rulebook("faiyum", "xx")["language"] == "en"


# -- links -----------------------------------------------------------------------------------------


def test_every_question_choice_and_reason_of_faiyum_has_a_rule() -> None:
    title = game("faiyum")
    assert isinstance(title, Faiyum)
    links = title.rule_links()
    asked = set(faiyum_prompts.QUESTIONS)
    for card in title.deck:
        asked |= set(card.prompts) if card is not None else set()
    assert set(links.questions) == asked
    assert set(faiyum_links.CHOICES) == set(title.action_space.words)
    for action in range(title.num_actions):
        assert links.choice(title.action_space.notation(action))
        assert links.reason(title.action_space.notation(action))
    assert set(faiyum_links.FAMILIES) == {*FAMILIES, "disaster"}


def test_every_card_of_faiyum_has_its_paragraph() -> None:
    title = game("faiyum")
    links = title.rule_links()
    sections = rulebook("faiyum")["sections"]
    items = {
        item["id"]: plain(item["text"])
        for section in sections
        for block in section["blocks"]
        if block["kind"] == "list"
        for item in block["items"]
    }
    for card in title.edition["cards"]:
        rule = links.things[f"card {card['number']}"]
        if card["family"] == "disaster":
            assert rule == "disasters"
        else:
            number = "" if card["number"] in (1, 3, 5) else str(card["number"])
            assert number in items[rule] and card["name"].split()[-1].lower() in items[rule].lower()


def test_cards_of_other_editions_go_by_their_family() -> None:
    edition = {**game("faiyum").edition, "name": "mine"}
    links = Faiyum(edition).rule_links()
    assert links.things["card 2"] == "harvest"


def test_every_question_choice_and_reason_of_resafa_has_a_rule() -> None:
    title = game("resafa")
    links = title.rule_links()
    assert set(links.questions) == set(resafa_prompts.QUESTIONS)
    assert set(resafa_links.CHOICES) == set(title.action_space.words)
    for action in range(title.num_actions):
        assert links.choice(title.action_space.notation(action))
        assert links.reason(title.action_space.notation(action))


def test_every_card_icon_and_effect_of_resafa_has_a_rule() -> None:
    title = game("resafa")
    things = title.rule_links().things
    for kind in ("bonus_cards", "special_cards", "sack_cards", "canal_bonus_tiles"):
        for entry in title.edition[kind]:
            assert things[f"card {entry['id']}"]
    assert all(things[f"effect {kind.word}"] for kind in KINDS)
    assert set(resafa_links.ACTIONS) == set(fx.ACTIONS)
    assert set(resafa_links.ITEMS) == set(fx.ITEMS)
    assert set(resafa_links.SPECIAL) == set(fx.COLOURS)
    assert len(resafa_links.BOUND) == len(fx.TIMES)
