"""The largest edition that is accepted: everything that may be long is as long as it may be."""

from __future__ import annotations

from typing import Any

from tests.resafa.editions import larger

Edition = dict[str, Any]
PARTS = 8  # of an effect
NAME = 60
TEXT = 300
ABOUT = 2000
ROADS = 100


def largest_edition() -> Edition:
    edition = larger()
    edition["name"] = "x" * NAME
    edition["about"] = "x" * ABOUT
    for section in edition.values():
        for entry in section if isinstance(section, list) else ():
            if "name" in entry:
                entry["name"] = "x" * NAME
            if "text" in entry:
                entry["text"] = "x" * TEXT
    for entry in edition["sack_cards"] + edition["special_cards"] + edition["bonus_cards"]:
        for key in ("do", "always", "end"):
            if entry["source"] == "reconstructed" and entry.get(key):
                entry[key] = (entry[key] * PARTS)[:PARTS]
    road = edition["roads"][1]
    edition["roads"] += [{**road, "id": f"x{number}"} for number in range(ROADS)]
    del edition["roads"][ROADS:]
    return edition
