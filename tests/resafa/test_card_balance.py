"""Reconstructed components keep to the yardstick, and none is a copy or a worse form of another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.resafa.reference import EDITION

#: What things are worth in points, as `docs/calibration.md` states it.
ITEMS = {
    "vp": 1.0, "coin": 1.0, "marble": 1.0, "stone": 1.3, "camel": 2.0, "sack": 2.0,
    "amphora": 3.0, "spice": 3.0, "square": 4.0, "scarab": 4.0,
}  # fmt: skip
STEP = 2.5
PRODUCTION = 3.0
BONUS_CARD = 3.5
GARDENS = {"small": 3.0, "large": 4.5}
ACTION = 5.0
BASE = 4.0
FREE_MOVE = 1.5
FLIP = 1.0
#: How many of a thing a player has when it is counted.
COUNTS = {"workshop": 5.0, "canal": 3.0, "token": 4.0, "white_card": 1.0, "yellow_card": 2.0}

#: The least and the most a card may be worth, by level; of a yellow card its bonus when played.
BUDGETS = {1: (6.5, 9.0), 2: (9.0, 13.0), 3: (16.0, 21.0)}
YELLOW = {1: (2.0, 2.5), 2: (3.5, 5.0), 3: (4.5, 5.6)}
SACKS = (1.5, 3.5)

CARDS: list[dict[str, Any]] = EDITION["special_cards"]


def amount(items: dict[str, int]) -> float:
    return sum(number * ITEMS[item] for item, number in items.items())


def part_worth(part: dict[str, Any]) -> float:
    times = int(part.get("times", 1))
    each = amount(part.get("discount", {})) + amount(part.get("gain", {}))
    if "choose" in part:
        each += part["choose"] * max(ITEMS[item] for item in part["from"])
    if "per" in part:
        each += part["vp"] * min(COUNTS[part["per"]], part.get("max", 99))
    elif "convert" in part:
        each += 0.5 * part["vp"] * part["max"]
    elif "vp" in part:
        each += part["vp"]
    if "produce" in part:
        each += PRODUCTION * part["produce"]
    if "garden" in part:
        each += GARDENS[part["garden"]] * (1.0 if part.get("green", True) else 0.8)
    if "workshop" in part:
        each += ACTION + amount({"coin": 1, "stone": 1})
    each += STEP * ("step" in part) + BONUS_CARD * ("bonus_card" in part)
    each += ACTION * ("action" in part) + BASE * ("base" in part)
    each += FREE_MOVE * bool(part.get("free_move")) + FLIP * bool(part.get("flip"))
    return times * (each - amount(part.get("pay", {})))


def worth(card: dict[str, Any]) -> float:
    parts = [*card.get("do", []), *card.get("end", [])]
    return float(card.get("boxed", 0) + sum(part_worth(part) for part in parts))


def reconstructed(card: dict[str, Any]) -> bool:
    return bool(card["source"] == "reconstructed")


@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card["id"]))
def test_special_card_within_its_budget(card: dict[str, Any]) -> None:
    if not reconstructed(card) or "always" in card:
        return
    budgets = YELLOW if card["colour"] == "yellow" else BUDGETS
    least, most = budgets[card["level"]]
    assert least <= round(worth(card), 2) <= most, worth(card)


@pytest.mark.parametrize("card", EDITION["sack_cards"], ids=lambda card: str(card["id"]))
def test_sack_card_within_its_budget(card: dict[str, Any]) -> None:
    assert SACKS[0] <= round(worth(card), 2) <= SACKS[1], worth(card)


@pytest.mark.parametrize("level", [2, 3])
def test_yellow_cards_are_near_the_known_one(level: int) -> None:
    stack = [card for card in CARDS if card["colour"] == "yellow" and card["level"] == level]
    known = next(worth(card) for card in stack if card["source"] == "rulebook")
    assert all(worth(card) >= known - 1.5 for card in stack)
    assert sum(worth(card) >= known - 0.6 for card in stack) >= 3


# -- copies ------------------------------------------------------------------------------------


def features(card: dict[str, Any]) -> dict[str, float]:
    """What a card gives, thing by thing; what it takes is negative."""
    values: dict[str, float] = {"vp": float(card.get("boxed", 0))}

    def add(key: str, number: float) -> None:
        values[key] = values.get(key, 0.0) + number

    for part in [*card.get("do", []), *card.get("end", [])]:
        times = int(part.get("times", 1))
        for item, number in part.get("gain", {}).items():
            add(item, times * number)
        for item, number in part.get("pay", {}).items():
            add(item, -times * number)
        for item, number in part.get("discount", {}).items():
            add(f"{part['action']} less {item}", number)
        if "choose" in part:
            add("choose " + "/".join(part["from"]), part["choose"])
        elif "per" in part:
            add(f"per {part['per']}", part["vp"] * part.get("max", 99))
        elif "convert" in part:
            add("convert " + "/".join(part["convert"]), part["vp"] * part["max"])
        elif "vp" in part:
            add("vp", part["vp"])
        for word in ("produce", "step", "bonus_card", "garden", "workshop", "base", "action"):
            if word in part:
                number = part[word] if word == "produce" else times
                add(word if word == "produce" else f"{word} {part[word]}", number)
        for word in ("free_move", "flip", "repeat", "scarabs"):
            if part.get(word):
                add(word, 1)
        if not part.get("green", True):
            add("green", -times)
    for help_ in card.get("always", []):
        for word in ("gain", "discount"):
            for item, number in help_.get(word, {}).items():
                add(f"{help_['on']} {word} {item}", number)
    return values


def at_least(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether a card gives all that another gives."""
    mine, theirs = features(one), features(other)
    return all(mine.get(key, 0.0) >= theirs.get(key, 0.0) for key in {*mine, *theirs})


def comparable(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(
        one["colour"] == other["colour"]
        and one["level"] == other["level"]
        and one.get("actions") == other.get("actions")
        and (reconstructed(one) or reconstructed(other))
    )


def test_no_special_card_gives_all_that_another_of_its_stack_gives() -> None:
    for one, other in combinations(CARDS, 2):
        if comparable(one, other):
            assert not at_least(one, other), (one["id"], other["id"])
            assert not at_least(other, one), (one["id"], other["id"])


def test_no_two_special_cards_do_the_same() -> None:
    """Cards of different levels may not differ in points and prices alone."""
    kinds: dict[tuple[str, ...], str] = {}
    for card in CARDS:
        if card["colour"] not in ("white", "blue"):
            continue
        kind = tuple(sorted(key for key in features(card) if key != "vp" and " less " not in key))
        times = tuple(str(features(card)[key]) for key in kind)
        assert (*kind, *times) not in kinds, (card["id"], kinds.get((*kind, *times)))
        kinds[(*kind, *times)] = card["id"]


def test_no_sack_card_gives_all_that_another_gives() -> None:
    for one, other in combinations(EDITION["sack_cards"], 2):
        assert not at_least(one, other), (one["id"], other["id"])
        assert not at_least(other, one), (one["id"], other["id"])


def test_no_two_canal_tiles_have_the_same_back() -> None:
    backs = [tile["back"] for tile in EDITION["canal_tiles"] if tile["back"]["shape"] != "tank"]
    for one, other in combinations(backs, 2):
        assert one != other


def test_no_two_workshops_have_the_same_back_however_turned() -> None:
    turned: dict[str, str] = {}
    for tile in EDITION["workshops"]:
        green = {int(third): gain for third, gain in tile["back"]["green"].items()}
        for rotation in range(4):
            face = str(sorted(((third + 3 * rotation) % 12, str(g)) for third, g in green.items()))
            assert turned.setdefault(face, tile["id"]) == tile["id"], (turned[face], tile["id"])
