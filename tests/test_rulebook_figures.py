"""The figures in the rules in words are those of the edition data, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sandtable.kernel.registry import game
from sandtable.kernel.rulebook.parsing import plain

LANGUAGES = ["en", "de"]
WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10,
    "both": 2, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8,
    "zehn": 10, "beide": 2, "beiden": 2, "zweier": 2, "dreier": 3,
}  # fmt: skip
#: Lines that say what a card has in common with others instead of repeating its figures.
LIKE = re.compile(r"\b(like the|the same|wie (der|die|das)|dasselbe|ebenso)\b", re.IGNORECASE)

#: What lines of Faiyum say beside the figures of their cards: the number of options, the $2 for a
#: card put down and the $3 for a basic resource.
BESIDE = {"card-50": {3}, "card-88": {2}, "card-92": {3}}


def figures(text: str) -> set[int]:
    """All numbers in a text above one: ones are too often an article."""
    numbers = {int(digits) for digits in re.findall(r"\d+", text)}
    numbers |= {WORDS[word] for word in re.findall(r"\w+", text.lower()) if word in WORDS}
    return {number for number in numbers if number > 1}


def amounts(data: Any) -> set[int]:
    """All numbers above one in an entry of the data, whatever their names."""
    if isinstance(data, bool):
        return set()
    if isinstance(data, int):
        return {data} if data > 1 else set()
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    return {number for value in inner for number in amounts(value)}


def lines(name: str, language: str) -> dict[str, str]:
    """The items of lists by their ids."""
    book = game(name).rulebook(language)
    assert book is not None
    return {
        item["id"]: plain(item["text"])
        for section in book["sections"]
        for block in section["blocks"]
        if block["kind"] == "list"
        for item in block["items"]
        if item["id"]
    }


def tables(name: str, language: str) -> dict[str, list[list[str]]]:
    """The first table of every section, by the section's id."""
    book = game(name).rulebook(language)
    assert book is not None
    rows: dict[str, list[list[str]]] = {}
    for section in book["sections"]:
        for block in section["blocks"]:
            if block["kind"] == "table":
                rows.setdefault(
                    section["id"], [[plain(cell) for cell in row] for row in block["rows"]]
                )
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_lines_of_faiyum_have_the_figures_of_the_cards(language: str) -> None:
    title = game("faiyum")
    links = title.rule_links()
    told = lines("faiyum", language)
    cards: dict[str, list[dict[str, Any]]] = {}
    for card in title.edition["cards"]:
        if card["family"] != "disaster":
            cards.setdefault(links.things[f"card {card['number']}"], []).append(card)
    problems: list[str] = []
    for rule, known in cards.items():
        head, _, line = told[rule].partition(":")
        assert figures(head) >= {card["number"] for card in known if card["number"] > 5}
        said = figures(line) - BESIDE.get(rule, set())
        data = [{k: v for k, v in card.items() if k not in ("number", "face")} for card in known]
        wanted = amounts(data)
        allowed = wanted | figures(" ".join(card["text"] for card in known))
        if said - allowed:
            problems.append(f"{rule}: {sorted(said - allowed)} in {line!r}")
        if not LIKE.search(line) and wanted - said:
            problems.append(f"{rule}: {sorted(wanted - said)} missing in {line!r}")
    assert not problems, "\n".join(problems)


def in_order(text: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_of_resafa_have_the_figures_of_the_tiles(language: str) -> None:
    edition = game("resafa").edition
    told = tables("resafa", language)
    tiles = {int(tile["id"].removeprefix("k")): tile for tile in edition["canal_tiles"]}
    shown: set[int] = set()
    for names, *sides in told["canal-tiles"]:
        for number in in_order(names):
            shown.add(number)
            for side, text in zip(("front", "back"), sides, strict=True):
                face = tiles[number][side]
                cost = [face["cost"].get(item, 0) for item in ("marble", "coin")]
                assert in_order(text) == [n for n in [face["blue"], *cost] if n], text
    assert shown == set(tiles)
    entries = {entry["id"]: entry for entry in edition["tables"]}
    rewards = entries["garden_rewards"]["rewards"]
    for (_, text), do in zip(told["full-squares"], rewards, strict=True):
        steps = [part.get("times", 1) for part in do if "step" in part]
        points = [part["gain"]["vp"] for part in do if "gain" in part]
        assert in_order(text) == steps + points, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_scoring_of_resafa_has_the_figures_of_the_tables(language: str) -> None:
    edition = game("resafa").edition
    data = {entry["id"]: entry for entry in edition["tables"]}
    told = lines("resafa", language)
    assert in_order(told["score-scarabs"]) == data["scarabs"]["vp"]
    assert in_order(told["score-canals"]) == data["canals"]["vp"]
    assert in_order(told["score-goods"]) == [data["leftovers"]["good"]]
    assert figures(told["score-leftovers"]) == {data["leftovers"]["others"]}
    assert set(in_order(told["score-rows"])) == set(data["token_rows"]["vp"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_passing_in_faiyum_brings_what_the_disasters_say(language: str) -> None:
    cards = [card for card in game("faiyum").edition["cards"] if card["family"] == "disaster"]
    best_first = sorted(cards, key=lambda card: -card["number"])
    rows = tables("faiyum", language)["passing"]
    assert [int(row[0]) for row in rows] == [5, 4, 3, 2]
    for players, *places in rows:
        worth = [card["reputation"].get(players, 0) for card in best_first] + [0]
        assert [int(cell) for cell in places if cell] == worth[: int(players)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_campaign_of_faiyum_has_the_figures_of_its_goals(language: str) -> None:
    goals = game("faiyum").edition["campaign"]
    rows = tables("faiyum", language)["campaign"]
    for (name, goal, bonus), known in zip(rows, goals, strict=True):
        assert in_order(name) == [known["number"]]
        assert figures(goal) == amounts(known["goal"]), goal
        assert sorted(in_order(bonus)) == sorted(known["bonus"].values()), bonus


#: Where the rules of Resafa repeat an entry of the edition's tables: ids of sections or list items.
REPEATED = {
    "hand-limit": "hand_limit",
    "level-2": "level_2_workshops",
    "tanks": "tanks",
    "camels": "camels",
    "rain": "rain",
    "setup": "fourth_player",
    "pink-cards": "pink_cards",
    "tracks track-limits": "tracks",
    "solo": "solo_scale",
}


def passages(name: str, language: str) -> dict[str, str]:
    """The paragraphs and lists of every section, and every list item, by their ids."""
    book = game(name).rulebook(language)
    assert book is not None
    texts = lines(name, language)
    for section in book["sections"]:
        parts = [block["text"] for block in section["blocks"] if block["kind"] == "paragraph"]
        parts += [
            item["text"]
            for block in section["blocks"]
            if block["kind"] == "list"
            for item in block["items"]
        ]
        texts[section["id"]] = " ".join(plain(part) for part in parts)
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("passage", "table"), REPEATED.items())
def test_rules_of_resafa_have_the_figures_of_the_tables(
    language: str, passage: str, table: str
) -> None:
    data = next(entry for entry in game("resafa").edition["tables"] if entry["id"] == table)
    texts = passages("resafa", language)
    text = " ".join(texts[id] for id in passage.split())
    assert amounts(data) <= figures(text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_gardens_of_resafa_have_the_figures_of_the_tiles(language: str) -> None:
    tiles = game("resafa").edition["garden_tiles"]
    by_size = {tile["id"]: tile for tile in tiles}
    wanted = [
        *by_size["small"]["cost"].values(),
        *by_size["large"]["cost"].values(),
        *(by_size[size]["count"] for size in ("small", "large")),
    ]
    assert in_order(lines("resafa", language)["garden-cost"]) == wanted
