"""How things are named: cards, amounts, places."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum.constants import RESOURCES, STAND_IN, STARTING
from sandtable.kernel.messages import Catalog

Cards = dict[int, dict[str, Any]]

MONUMENTS: Final = ("obelisk", "colossus", "pyramid")


def title(cards: Cards, number: int) -> str:
    """A card as people name it: number and name, starting cards by name."""
    name: str = cards[number]["name"]
    return name if number in STARTING else f"{number} {name}"


def listing(words: Catalog, parts: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return words.listing(parts, "list.and")


def amount_of(words: Catalog, amount: int, what: str) -> str:
    """An amount of a resource, of reputation or of money (``$``)."""
    return words.say(f"amount.{'money' if what == '$' else what}", amount=amount)


def amounts(words: Catalog, counted: dict[str, int]) -> str:
    return listing(words, [amount_of(words, amount, what) for what, amount in counted.items()])


def resource_names(words: Catalog, kinds: list[int]) -> str:
    """One of several resources: ``wheat, grape or stone``."""
    return words.listing([words.say(f"resource.{RESOURCES[kind]}") for kind in kinds], "list.or")


def vector(words: Catalog, units: tuple[int, ...]) -> str:
    """A payment or a gain as the action ids have it."""
    parts = [
        amount_of(words, amount, what)
        for amount, what in zip(units, RESOURCES, strict=False)
        if amount
    ]
    if len(units) > len(RESOURCES) and units[-1]:
        parts.append(words.say("amount.stand_in", amount=STAND_IN))
    return listing(words, parts)
