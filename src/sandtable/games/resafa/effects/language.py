"""The effect language: what cards, tiles and spaces of an edition can say.

An effect is a list of *parts*. A part is a JSON object with exactly one leading word (``gain``,
``step``, ``action`` ...) and the modifiers that word allows; ``docs/resafa-effects.md`` defines the
meaning of each and ``models.py`` declares its fields. Here parts are read into `Part` objects of
plain integers. Nothing in this module knows a particular card.
"""

from __future__ import annotations

from typing import Any, Final

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

# Kinds of parts, named like their leading words.
GAIN: Final = 0
CHOOSE: Final = 1
PER: Final = 2
STEP: Final = 3
BONUS_CARD: Final = 4
PRODUCE: Final = 5
BUILD_GARDEN: Final = 6
BUILD_WORKSHOP: Final = 7
BASE: Final = 8
ACTION: Final = 9
DISCOUNT: Final = 10
FLIP: Final = 11
PER_SOLD: Final = 12
FLAT: Final = 13
CONVERT: Final = 14
SCARABS: Final = 15
REPEAT: Final = 16
WORDS: Final = [
    "gain", "choose", "per", "step", "bonus_card", "produce", "garden", "workshop", "base",
    "action", "discount", "flip", "per_sold", "vp", "convert", "scarabs", "repeat",
]  # fmt: skip

MODIFIERS: Final = [
    ["pay"],
    ["pay", "from"],
    ["pay", "vp", "max"],
    ["pay", "times"],
    ["pay", "times"],
    ["pay"],
    ["pay", "times", "green"],
    ["pay"],
    ["pay"],
    ["discount", "free_move", "flip"],
    [],
    [],
    ["gain", "max"],
    [],
    ["vp", "max"],
    [],
    [],
]

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


class Part:
    """One part of an effect, read once and then only looked at."""

    def __init__(self, kind: int) -> None:
        self.kind = kind
        # Price of the part; empty when it is free, else one number per held item.
        self.pay: list[int] = []
        # Gains per item (GAIN, PER_SOLD), empty otherwise.
        self.gain: list[int] = []
        # Held items off the cost (ACTION, DISCOUNT), empty when nothing is taken off.
        self.discount: list[int] = []
        # Items to choose from (CHOOSE), to turn in (CONVERT) or sold (PER_SOLD).
        self.items: list[int] = []
        # VP by number of scarabs (SCARABS).
        self.table: list[int] = []
        # Colour, garden size, workshop level, action or count, by kind; ANY where all will do.
        self.what = ANY
        # How often (STEP, BONUS_CARD, BUILD_GARDEN), how many (CHOOSE, PRODUCE).
        self.times = 1
        self.vp = 0
        self.most = MOST
        self.green = True
        self.free_move = False
        self.flip = False


class Permanent:
    """One help of a permanent card: what it gives each time `on` happens."""

    def __init__(self, on: int, gain: list[int], discount: list[int]) -> None:
        self.on = on
        self.gain = gain
        self.discount = discount


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


def read_part(data: dict[str, Any]) -> Part:
    kind = leading_word(data)
    part = Part(kind)
    lead = data[WORDS[kind]]
    if kind == GAIN:
        part.gain = read_gain(lead)
    elif kind in (CHOOSE, PRODUCE):
        part.times = lead
    elif kind == PER:
        part.what = COUNTS.index(lead)
    elif kind in (STEP, BONUS_CARD):
        part.what = read_word(lead, COLOURS)
    elif kind == BUILD_GARDEN:
        part.what = SIZES.index(lead)
    elif kind == BUILD_WORKSHOP:
        part.what = ANY if lead == "any" else lead
    elif kind == ACTION:
        part.what = ACTIONS.index(lead)
    elif kind == PER_SOLD:
        part.items = [ITEMS.index(lead)]
    elif kind == CONVERT:
        part.items = read_items(lead)
    elif kind == SCARABS:
        part.table = lead
    if kind == CHOOSE:
        part.items = read_items(data["from"])
    if kind == PER_SOLD:
        part.gain = read_gain(data["gain"])
    if "discount" in data:
        part.discount = read_cost(data["discount"])
    if "pay" in data:
        part.pay = read_cost(data["pay"])
    part.vp = data.get("vp", 0)
    part.most = data.get("max", MOST)
    part.times = data.get("times", part.times)
    part.green = data.get("green", True)
    part.free_move = data.get("free_move", False)
    part.flip = data.get("flip", False)
    return part


def leading_word(data: dict[str, Any]) -> int:
    """The kind of a part: its only word that is not a modifier of another one there."""
    kinds = [kind for kind in range(len(WORDS)) if WORDS[kind] in data]
    for kind in kinds:
        if not any(WORDS[kind] in MODIFIERS[other] for other in kinds if other != kind):
            return kind
    raise ValueError(f"{sorted(data)} is no part of an effect")


def read_parts(data: list[dict[str, Any]]) -> list[Part]:
    return [read_part(part) for part in data]


def read_permanents(data: list[dict[str, Any]]) -> list[Permanent]:
    """The helps of a permanent card."""
    return [
        Permanent(
            TRIGGERS.index(entry["on"]),
            read_gain(entry.get("gain", {})),
            read_cost(entry.get("discount", {})),
        )
        for entry in data
    ]


def read_need(data: dict[str, int]) -> list[int]:
    """A condition as pairs of count and number, flat."""
    need: list[int] = []
    for name, number in data.items():
        need += [COUNTS.index(name), number]
    return need


# -- checking: what holds between the fields of a part -------------------------------------------


def check_parts(data: list[dict[str, Any]], where: str, problems: list[str]) -> None:
    for i, entry in enumerate(data):
        here = f"{where}[{i}]"
        part = read_part(entry)
        if part.kind in (GAIN, PER_SOLD) and not any(part.gain):
            problems.append(f"{here}.gain: gains nothing")
        if part.kind == ACTION:
            if part.discount and part.what in (TRADING, PRODUCTION, PROVISIONS):
                problems.append(f"{here}: {ACTIONS[part.what]} has no cost to take a discount from")
            if (part.free_move or part.flip) and part.what != TRADING:
                problems.append(f"{here}: 'free_move' and 'flip' go with a trading action only")
        if part.kind == SCARABS:
            never_falls(part.table, f"{here}.scarabs", problems)


def never_falls(table: list[int], where: str, problems: list[str]) -> None:
    if sorted(table) != table:
        problems.append(f"{where}: the numbers must not fall, found {table}")


def check_permanents(data: list[dict[str, Any]], where: str, problems: list[str]) -> None:
    for i, help_ in enumerate(read_permanents(data)):
        here = f"{where}[{i}]"
        if not any(help_.gain) and not any(help_.discount):
            problems.append(f"{here}: needs a 'gain' or a 'discount'")
        if help_.on == ON_TRADE and any(help_.discount):
            problems.append(f"{here}: a trade has no cost to take a discount from")
        if any(help_.gain[HELD + 1 :]):
            problems.append(f"{here}: a help gains coins, resources, goods or VP only")
