"""The vocabulary of effects: what can be gained, counted and done, as words and as numbers.

An effect is a list of *parts*. A part is a JSON object with exactly one leading word (``gain``,
``step``, ``action`` ...) and the modifiers that word allows; ``docs/resafa-effects.md`` defines the
meaning of each. Every kind of part is a class of its own: see ``kinds.py``.
"""

from __future__ import annotations

from typing import Final

# Things that are gained. The first five are held and can be paid; the others take effect at once.
COIN: Final = 0
STONE: Final = 1
MARBLE: Final = 2
AMPHORA: Final = 3
SPICE: Final = 4
VP: Final = 5
CAMEL: Final = 6
SACK: Final = 7
SQUARE: Final = 8
SCARAB: Final = 9
ITEMS: Final = [
    "coin", "stone", "marble", "amphora", "spice", "vp", "camel", "sack", "square", "scarab",
]  # fmt: skip
HELD: Final = 5

YELLOW: Final = 0
WHITE: Final = 1
BLUE: Final = 2
PINK: Final = 3
COLOURS: Final = ["yellow", "white", "blue", "pink"]

WORKSHOP: Final = 0
PROVISIONS: Final = 1
GARDEN: Final = 2
PRODUCTION: Final = 3
TRADING: Final = 4
CANAL: Final = 5
ACTIONS: Final = ["workshop", "provisions", "garden", "production", "trading", "canal"]

ANY: Final = -1
SMALL: Final = 0
LARGE: Final = 1
SIZES: Final = ["small", "large"]

# What a ``per`` part and a ``need`` can count.
COUNT_WORKSHOP: Final = 0
COUNT_GARDEN: Final = 1
COUNT_FULL_SQUARE: Final = 2
COUNT_CANAL: Final = 3
COUNT_TANK: Final = 4
COUNT_BASE: Final = 5
COUNT_TOKEN: Final = 6
COUNT_SQUARE: Final = 7
COUNT_SCARAB: Final = 8
COUNT_CAMEL: Final = 9
COUNT_WATER_CUBE: Final = 10
COUNT_PAIR: Final = 11
COUNT_SPECIAL: Final = 12
COUNT_YELLOW_CARD: Final = 13
COUNT_WHITE_CARD: Final = 14
COUNT_BLUE_CARD: Final = 15
COUNT_PINK_CARD: Final = 16
COUNTS: Final = [
    "workshop", "garden", "full_square", "canal", "tank", "base", "token", "square", "scarab",
    "camel", "water_cube", "pair", "special", "yellow_card", "white_card", "blue_card",
    "pink_card",
]  # fmt: skip

# When a card is used.
ANY_TIME: Final = 0
CANAL_TIME: Final = 1
TRADING_TIME: Final = 2
SALE_TIME: Final = 3
TIMES: Final = ["any", "canal", "trading", "sale"]

# What permanent cards answer to.
ON_WORKSHOP: Final = 0
ON_GARDEN: Final = 1
ON_CANAL: Final = 2
ON_MOVE: Final = 3
ON_TRADE: Final = 4
ON_BASE: Final = 5
TRIGGERS: Final = ["workshop", "garden", "canal", "move", "trade", "base"]

MOST: Final = 99


# -- reading: the data is known to have the declared shape ---------------------------------------


def read_amounts(data: dict[str, int], names: list[str]) -> list[int]:
    """Amounts by name, such as {"coin": 2}, as a list with one number per name."""
    return [data.get(name, 0) for name in names]


def read_gain(data: dict[str, int]) -> list[int]:
    return read_amounts(data, ITEMS)


def read_cost(data: dict[str, int]) -> list[int]:
    return read_amounts(data, ITEMS[:HELD])


def read_word(word: object, words: list[str]) -> int:
    """The index of a word in its list; ANY for "any"."""
    return ANY if word == "any" else words.index(str(word))


def read_items(names: list[str]) -> list[int]:
    items: list[int] = []
    for name in names:
        item = ITEMS.index(name)
        if item not in items:
            items.append(item)
    return items


def read_need(data: dict[str, int]) -> list[int]:
    """A condition as pairs of count and number, flat."""
    need: list[int] = []
    for name, number in data.items():
        need += [COUNTS.index(name), number]
    return need


def never_falls(table: list[int], where: str, problems: list[str]) -> None:
    """A check: numbers that must not fall."""
    if sorted(table) != table:
        problems.append(f"{where}: the numbers must not fall, found {table}")
