"""Editions whose decks are smaller or larger than the standard ones, in every kind."""

from __future__ import annotations

import copy
from itertools import permutations
from typing import Any

from sandtable.games.resafa.edition.loading import standard

Entry = dict[str, Any]


def smaller() -> Entry:
    """Five centres, four canal tiles, a card or two where a stack had six."""
    edition = standard()
    gone = ["kena", "masqat", "charax", "alexandria"]
    edition["centres"] = [entry for entry in edition["centres"] if entry["id"] not in gone]
    edition["roads"] = [road for road in edition["roads"] if not set(road["joins"]) & set(gone)]
    for side in edition["sides"].values():
        side["bases"] = [base for base in side["bases"] if base["centre"] not in gone]
    edition["trading_tiles"] = [
        tile for tile in edition["trading_tiles"] if tile["id"] in ("r1", "r3", "r5", "b2", "b3")
    ]
    edition["canal_setup_cards"] = edition["canal_setup_cards"][1:2]
    edition["canal_bonus_tiles"] = edition["canal_bonus_tiles"][2:6]
    _canal_tiles(edition, edition["canal_tiles"][2:6])
    edition["workshops"] = edition["workshops"][3:8] + edition["workshops"][12:14]
    edition["special_cards"] = [
        card for i, card in enumerate(edition["special_cards"]) if i % 6 in (1, 4)
    ]
    edition["bonus_cards"] = [
        {**card, "copies": [{**copies, "count": 1} for copies in card["copies"]]}
        for card in edition["bonus_cards"]
    ]
    edition["sack_cards"] = edition["sack_cards"][2:5]
    edition["solo_cards"] = edition["solo_cards"][:4]
    for card in edition["solo_cards"]:
        card["centres"] = ["antiochia", "gerasa"]
    return edition


def larger() -> Entry:
    """As many cards as an edition may have, or nearly."""
    edition = standard()
    _more_centres(edition)
    for word in ("setup-4", "setup-5"):
        edition["canal_setup_cards"].append(
            {**edition["canal_setup_cards"][0], "id": word, "source": "seen"}
        )
    _repeat(edition, "canal_bonus_tiles", "c", 30)
    more = [_copy(edition["canal_tiles"][i % 7], f"k{i + 1}") for i in range(7, 12)]
    _canal_tiles(edition, edition["canal_tiles"] + more)
    tiles = edition["workshops"]
    for level, number in ((1, 30), (2, 28)):
        own = [tile for tile in tiles if tile["level"] == level]
        fresh = [_copy(own[i % len(own)], f"w{level}-{i + 1:02}") for i in range(len(own), number)]
        tiles[:] = tiles + fresh
    tiles.sort(key=lambda tile: tile["level"])
    _more_action_cards(edition)
    _repeat(edition, "bonus_cards", "b", 31)
    cards = edition["special_cards"]
    edition["special_cards"] = [
        entry
        for first in range(0, 72, 6)
        for entry in (
            cards[first : first + 6]
            + [_copy(cards[first + i], f"p{100 + first // 6 * 4 + i}") for i in range(4)]
        )
    ]
    _repeat(edition, "sack_cards", "s", 30)
    _repeat(edition, "solo_cards", "solo", 20)
    return edition


def _copy(entry: Entry, word: str) -> Entry:
    fresh = copy.deepcopy(entry)
    fresh["id"] = word
    return fresh


def _repeat(edition: Entry, section: str, word: str, size: int) -> None:
    """Entries of a section again, the last first, until there are so many."""
    entries = edition[section]
    known = len(entries)
    for i in range(size - known):
        entries.append(_copy(entries[known - 1 - i % (known - 1)], f"{word}{50 + i}"))


def _canal_tiles(edition: Entry, tiles: list[Entry]) -> None:
    edition["canal_tiles"] = tiles
    table = next(table for table in edition["tables"] if table["id"] == "canals")
    table["vp"] = (table["vp"] + [15 + 3 * i for i in range(8)])[: len(tiles)]
    if len(tiles) < 5:
        table.pop("except")


def _more_centres(edition: Entry) -> None:
    """Nine centres more, beyond those there are, with base spaces; and more tiles than centres."""
    for number, entry in enumerate(list(edition["centres"])):
        word = f"{entry['id']}-beyond"
        edition["centres"].append({**entry, "id": word, "name": f"New {entry['name']}"})
        edition["roads"].append(
            {"id": f"way-{number}", "joins": [entry["id"], word], "source": "seen"}
        )
        for side in edition["sides"].values():
            for base in [base for base in side["bases"] if base["centre"] == entry["id"]]:
                place = base["id"].removeprefix(entry["id"])
                side["bases"].append({**base, "centre": word, "id": f"{word}{place}"})
    for tile in list(edition["trading_tiles"]):
        for more in (10, 20):
            edition["trading_tiles"].append(
                _copy(tile, f"{tile['id'][0]}{more + int(tile['id'][1])}")
            )


def _more_action_cards(edition: Entry) -> None:
    """Eight cards in a set, and six sets; a yellow card for one of the new pairs."""
    pairs = [["workshop", "garden"], ["provisions", "trading"]]
    turned = {"yellow": "white", "white": "blue", "blue": "pink", "pink": "yellow"}
    for entry in edition["action_sets"]:
        used: dict[str, list[str]] = {}
        for card in entry["cards"]:
            for action, colour in zip(card["actions"], card["colours"], strict=True):
                used.setdefault(action, []).append(colour)
        entry["cards"] += [
            {"id": f"{entry['id']}-{7 + i}", "actions": pair, "colours": ["", ""], "source": "seen"}
            for i, pair in enumerate(pairs)
        ]
        _fill_colours(entry["cards"][6:], used)
    for name, like in (("epsilon", 0), ("zeta", 1)):
        fresh = _copy(edition["action_sets"][like], name)
        for i, card in enumerate(fresh["cards"]):
            card["id"] = f"{name}-{i + 1}"
            card["colours"] = [turned[colour] for colour in card["colours"]]
        edition["action_sets"].append(fresh)
    card = edition["special_cards"][36 + 3]
    card["actions"] = pairs[0]


def _fill_colours(cards: list[Entry], used: dict[str, list[str]]) -> None:
    """Each of the four colours once, none on an action that shows it already."""
    for order in permutations(["yellow", "white", "blue", "pink"]):
        places = [(card, half) for card in cards for half in range(2)]
        if all(
            colour not in used[card["actions"][half]]
            for colour, (card, half) in zip(order, places, strict=True)
        ):
            for colour, (card, half) in zip(order, places, strict=True):
                card["colours"][half] = colour
            return
    raise AssertionError("no colours fit")
