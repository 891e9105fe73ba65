"""The largest edition that is accepted: everything that may be long is as long as it may be."""

from __future__ import annotations

import copy
from typing import Any

from sandtable.games.resafa.edition.bounds import LENGTHS, LIST, WORD
from sandtable.games.resafa.edition.check import DECKS
from sandtable.games.resafa.edition.loading import standard

Edition = dict[str, Any]
PARTS = 8  # of an effect


def largest_edition() -> Edition:
    edition = copy.deepcopy(standard())
    edition["name"] = "x" * WORD
    edition["about"] = "x" * LENGTHS["about"]
    for section, (word, first, _, most) in DECKS.items():
        deck = edition[section]
        for number in range(len(deck), most):
            new = copy.deepcopy(deck[-1])
            deck.append({**new, "id": f"{word}{first + number}", "source": "reconstructed"})
    for section in edition.values():
        for entry in section if isinstance(section, list) else ():
            if "name" in entry:
                entry["name"] = "x" * WORD
            if "text" in entry:
                entry["text"] = "x" * LENGTHS["text"]
    for entry in edition["sack_cards"] + edition["special_cards"] + edition["bonus_cards"]:
        for key in ("do", "always", "end"):
            if entry["source"] == "reconstructed" and entry.get(key):
                entry[key] = (entry[key] * PARTS)[:PARTS]
    road = edition["roads"][1]
    edition["roads"] += [{**road, "id": f"x{number}"} for number in range(LIST)]
    del edition["roads"][LIST:]
    return edition
