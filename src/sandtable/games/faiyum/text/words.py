"""How things are named: cards, amounts, places."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum.constants import RESOURCES, STAND_IN, STARTING
from sandtable.kernel.sentences import counted, listing

Cards = dict[int, dict[str, Any]]

#: Words without a plural of their own.
UNCHANGED: Final = ("wheat", "fish", "reputation")
MONUMENTS: Final = ("obelisk", "colossus", "pyramid")


def title(cards: Cards, number: int) -> str:
    """A card as people name it: number and name, starting cards by name."""
    name: str = cards[number]["name"]
    return name if number in STARTING else f"{number} {name}"


def amount_of(amount: int, word: str) -> str:
    """An amount of a resource, of reputation or of money (``$``)."""
    if word == "$":
        return f"${amount}"
    return counted(amount, word, word if word in UNCHANGED else "")


def amounts(found: dict[str, int]) -> str:
    return listing([amount_of(amount, word) for word, amount in found.items()])


def vector(units: tuple[int, ...]) -> str:
    """A payment or a gain as the action ids have it."""
    parts = [
        amount_of(amount, word) for amount, word in zip(units, RESOURCES, strict=False) if amount
    ]
    if len(units) > len(RESOURCES) and units[-1]:
        parts.append(f"${STAND_IN} instead of a resource")
    return listing(parts)
