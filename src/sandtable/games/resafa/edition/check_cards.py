"""What must hold across the cards and tables of an edition."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.constants import LEVELS
from sandtable.games.resafa.edition.components import ROW_KINDS
from sandtable.games.resafa.edition.models import MOST_IN_STACK
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.kinds import check_parts
from sandtable.games.resafa.effects.language import never_falls
from sandtable.games.resafa.effects.permanent import check_permanents

CARD_COLOURS: Final = ["pink", "white", "yellow", "blue"]  # of the special cards, in their order
MOST_COPIES: Final = 3  # of a bonus card: a hand counts them with two bits


def check(edition: dict[str, Any], problems: list[str]) -> None:
    check_action_sets(edition, problems)
    check_bonus_cards(edition, problems)
    check_special_cards(edition, problems)
    check_sack_cards(edition, problems)
    check_solo_cards(edition, problems)
    check_tables(edition, problems)


def pairs_of(edition: dict[str, Any]) -> list[list[str]]:
    """The pairs of actions that make up every set."""
    return [card["actions"] for card in edition["action_sets"][0]["cards"]]


def check_action_sets(edition: dict[str, Any], problems: list[str]) -> None:
    pairs = pairs_of(edition)
    if len({tuple(sorted(pair)) for pair in pairs}) != len(pairs) or any(a == b for a, b in pairs):
        problems.append("action_sets: the cards of a set must be different pairs of actions")
    seen: list[object] = []
    for entry in edition["action_sets"]:
        where = f"action_sets {entry['id']}"
        if [card["actions"] for card in entry["cards"]] != pairs:
            problems.append(f"{where}: its cards must have the actions of the other sets")
            continue
        colours: list[str] = []
        by_action: dict[str, list[str]] = {}
        for card in entry["cards"]:
            pair = card["colours"]
            if pair[0] == pair[1]:
                problems.append(f"action_sets {card['id']}: the two colours of a card must differ")
            colours += pair
            for action, colour in zip(card["actions"], pair, strict=True):
                by_action.setdefault(action, []).append(colour)
        counts = [colours.count(colour) for colour in fx.COLOURS]
        if max(counts) - min(counts) > 1:
            problems.append(f"{where}: all colours must appear equally often")
        for action, there in by_action.items():
            if len(set(there)) < min(len(there), len(fx.COLOURS)):
                problems.append(f"{where}: the cards with {action} must differ in colour there")
        if colours in seen:
            problems.append(f"{where}: another set has the same colours")
        seen.append(colours)


def check_bonus_cards(edition: dict[str, Any], problems: list[str]) -> None:
    stacks: dict[str, int] = {}
    for entry in edition["bonus_cards"]:
        where = f"bonus_cards {entry['id']}"
        check_parts(entry["do"], where, problems)
        if not entry["do"]:
            problems.append(f"{where}: does nothing")
        total = 0
        for copies in entry["copies"]:
            total += copies["count"]
            stack = f"{copies['colour']} {copies['level']}"
            stacks[stack] = stacks.get(stack, 0) + copies["count"]
        if total > MOST_COPIES:
            problems.append(f"{where}: there are at most {MOST_COPIES} copies, found {total}")
    for colour in fx.COLOURS:
        for level in (1, 2):
            cards = stacks.get(f"{colour} {level}", 0)
            if cards < SLOTS:
                problems.append(
                    f"bonus_cards: the {colour} stack of level {level} must have {SLOTS} cards or "
                    f"more, found {cards}"
                )


def check_special_cards(edition: dict[str, Any], problems: list[str]) -> None:
    pairs = pairs_of(edition)
    order = [
        (CARD_COLOURS.index(entry["colour"]), entry["level"]) for entry in edition["special_cards"]
    ]
    if order != sorted(order):
        problems.append(
            f"special_cards: the cards must stand in the order {', '.join(CARD_COLOURS)}, and by "
            "level in each colour"
        )
    for i, colour in enumerate(CARD_COLOURS):
        for level in range(1, LEVELS + 1):
            cards = order.count((i, level))
            if not 1 <= cards <= MOST_IN_STACK:
                problems.append(
                    f"special_cards: expected 1 to {MOST_IN_STACK} {colour} cards of level "
                    f"{level}, found {cards}"
                )
    for entry in edition["special_cards"]:
        where = f"special_cards {entry['id']}"
        colour = entry["colour"]
        check_parts(entry.get("do", []), where, problems)
        check_parts(entry.get("end", []), where, problems)
        check_permanents(entry.get("always", []), where, problems)
        if colour == "yellow":
            _check_yellow(entry, pairs, where, problems)
        elif not entry.get("do") and not entry.get("end") and not entry.get("always"):
            problems.append(f"{where}: does nothing")
        elif "do" in entry and "always" in entry:
            problems.append(f"{where}: needs either 'do' or 'always'")


def _check_yellow(
    entry: dict[str, Any], pairs: list[list[str]], where: str, problems: list[str]
) -> None:
    level = entry["level"]
    mains = 2 if level == LEVELS else 1
    if entry["mains"] != mains:
        problems.append(f"{where}: 'mains' must be {mains} on a yellow card of level {level}")
    if level > 1:
        if entry["actions"] != "any":
            problems.append(f"{where}: 'actions' must be 'any' from level 2 on")
    elif entry["actions"] not in pairs:
        problems.append(f"{where}: 'actions' must be one of the pairs of the action cards")


def check_sack_cards(edition: dict[str, Any], problems: list[str]) -> None:
    for entry in edition["sack_cards"]:
        where = f"sack_cards {entry['id']}"
        check_parts(entry["do"], where, problems)
        if not entry["do"]:
            problems.append(f"{where}: does nothing")
        # A used sack card comes back from the bottom of the deck, so this could go on forever.
        problems += [
            f"{where}[{i}]: a sack card must not give sack cards"
            for i, part in enumerate(entry["do"])
            if "sack" in part.get("gain", {})
        ]


def check_solo_cards(edition: dict[str, Any], problems: list[str]) -> None:
    centres = [entry["id"] for entry in edition["centres"]]
    palms = [entry["id"] for entry in edition["sides"]["1-2"]["cells"] if entry.get("palm", False)]
    for number, entry in enumerate(edition["solo_cards"]):
        where = f"solo_cards {entry['id']}"
        named = entry["centres"]
        if named[0] == named[1]:
            problems.append(f"{where}: expected two different centres, found {named!r}")
        problems += [
            f"{where}: {centre!r} is no centre of this edition"
            for centre in named
            if centre not in centres
        ]
        if number == 0 and sorted(entry.get("palms", [])) != sorted(palms):
            problems.append(f"{where}: 'palms' must list the cells with palms: {', '.join(palms)}")
        if number > 0 and "palms" in entry:
            problems.append(f"{where}: only the first card, for the set-up, shows palms")
        for half in ("upper", "lower"):
            if (half in entry) == (number == 0):
                problems.append(f"{where}: every card but the first has 'upper' and 'lower'")
    # The one card whose centres the rulebook shows.
    known = ["antiochia", "kena"]
    if set(known) <= set(centres) and known not in [e["centres"] for e in edition["solo_cards"]]:
        problems.append("solo_cards: the rulebook shows a card with antiochia, then kena")


def check_tables(edition: dict[str, Any], problems: list[str]) -> None:
    t: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in edition["tables"]}
    for i, reward in enumerate(t["garden_rewards"]["rewards"]):
        check_parts(reward, f"tables garden_rewards[{i}]", problems)
    if t["camels"]["start"] > t["camels"]["max"]:
        problems.append("tables camels: 'start' must not be more than 'max'")
    for name in ("scarabs", "token_rows", "canals"):
        never_falls(t[name]["vp"], f"tables {name} vp", problems)
    if sorted(t["token_rows"]["rows"]) != sorted(ROW_KINDS):
        problems.append(f"tables token_rows: 'rows' must name {', '.join(ROW_KINDS)}")
    cards = [0, *t["tracks"]["cards"]]
    if any(cards[i] >= cards[i + 1] for i in range(LEVELS)) or cards[-1] > t["tracks"]["spaces"]:
        problems.append("tables tracks: 'cards' must name three spaces of the track, rising")
    tiles = len(edition["canal_tiles"])
    if len(t["canals"]["vp"]) != tiles:
        problems.append(f"tables canals vp: expected {tiles} numbers, one for each canal tile")
    scale = t["solo_scale"]["vp"]
    if len(t["solo_scale"]["names"]) != len(scale) + 1:
        problems.append("tables solo_scale: expected one name more than there are figures")
    if sorted(set(scale)) != scale:
        problems.append("tables solo_scale: the figures must rise")
