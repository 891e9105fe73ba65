"""The effect language: what cards, tiles and spaces of an edition can say.

An effect is a list of *parts*. A part is a JSON object with exactly one leading word (``gain``,
``step``, ``action`` ...) and the modifiers that word allows; ``docs/resafa-effects.md`` defines the
meaning of each. Here parts are read into `Part` objects of plain integers, with messages that say
what is wrong in a part that cannot be read. Nothing in this module knows a particular card.
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

# Which words may stand where.
NOW: Final = [
    GAIN, CHOOSE, PER, STEP, BONUS_CARD, PRODUCE, BUILD_GARDEN, BUILD_WORKSHOP, BASE, ACTION,
]  # fmt: skip
REWARD: Final = [GAIN, CHOOSE, STEP, BONUS_CARD]
ROOM: Final = [GAIN, CHOOSE, STEP]
WITH_CANAL: Final = [GAIN, PER, DISCOUNT]
WITH_TRADING: Final = [GAIN, FLIP]
WITH_SALE: Final = [PER_SOLD]
AT_END: Final = [FLAT, PER, CONVERT, SCARABS, REPEAT]

# When a card is used.
ANY_TIME: Final = 0
CANAL_TIME: Final = 1
TRADING_TIME: Final = 2
SALE_TIME: Final = 3
TIMES: Final = ["any", "canal", "trading", "sale"]
TIME_WORDS: Final = [NOW, WITH_CANAL, WITH_TRADING, WITH_SALE]

# What permanent cards answer to.
ON_WORKSHOP: Final = 0
ON_GARDEN: Final = 1
ON_CANAL: Final = 2
ON_MOVE: Final = 3
ON_TRADE: Final = 4
ON_BASE: Final = 5
TRIGGERS: Final = ["workshop", "garden", "canal", "move", "trade", "base"]

MOST: Final = 99
MOST_PARTS: Final = 8  # of one effect


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


def is_count(value: object, low: int, high: int) -> bool:
    """Whether `value` is a whole number in the range (JSON's true and false are not numbers)."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def read_word(value: object, words: list[str], where: str, errors: list[str]) -> int:
    """The index of a word in its list; 0 and a message if it is not there."""
    if isinstance(value, str) and value in words:
        return words.index(value)
    errors.append(f"{where}: {value!r} is not one of {', '.join(words)}")
    return 0


def read_amounts(value: object, names: list[str], where: str, errors: list[str]) -> list[int]:
    """Amounts by name, such as {"coin": 2}, as a list with one number per name."""
    amounts = [0] * len(names)
    if not isinstance(value, dict):
        errors.append(f'{where}: expected amounts by name such as {{"coin": 2}}, found {value!r}')
        return amounts
    for name, amount in value.items():
        if name not in names:
            errors.append(f"{where}: {name!r} is not one of {', '.join(names)}")
        elif not is_count(amount, 1, MOST):
            errors.append(f"{where}: {name} must be a number from 1 to {MOST}, found {amount!r}")
        else:
            amounts[names.index(name)] = amount
    return amounts


def read_gain(value: object, where: str, errors: list[str]) -> list[int]:
    return read_amounts(value, ITEMS, where, errors)


def read_cost(value: object, where: str, errors: list[str]) -> list[int]:
    return read_amounts(value, ITEMS[:HELD], where, errors)


def read_items(value: object, where: str, errors: list[str]) -> list[int]:
    items: list[int] = []
    if not isinstance(value, list) or not value:
        errors.append(f"{where}: expected a list of items, found {value!r}")
        return items
    for name in value:
        item = read_word(name, ITEMS[:HELD], where, errors)
        if item not in items:
            items.append(item)
    return items


def read_number(value: object, low: int, high: int, where: str, errors: list[str]) -> int:
    if isinstance(value, int) and is_count(value, low, high):
        return value
    errors.append(f"{where}: must be a number from {low} to {high}, found {value!r}")
    return low


def read_part(data: object, allowed: list[int], where: str, errors: list[str]) -> Part:
    """One part; on errors a part that does nothing, with the messages added to `errors`."""
    if not isinstance(data, dict):
        errors.append(f'{where}: expected a part such as {{"gain": {{"coin": 1}}}}, found {data!r}')
        return Part(GAIN)
    kind = leading_word(data, allowed)
    if kind < 0:
        words = ", ".join([WORDS[k] for k in allowed])
        errors.append(f"{where}: a part here begins with one of {words}; found {sorted(data)}")
        return Part(GAIN)
    word = WORDS[kind]
    errors += [
        f"{where}: {key!r} does not go with {word!r}"
        for key in data
        if key != word and key not in MODIFIERS[kind]
    ]
    part = Part(kind)
    read_lead(part, data[word], f"{where}.{word}", errors)
    read_modifiers(part, data, where, errors)
    return part


def leading_word(data: dict[str, Any], allowed: list[int]) -> int:
    """The kind of a part: its only allowed word that is not a modifier of another one there."""
    found = -1
    for kind in allowed:
        word = WORDS[kind]
        if word not in data:
            continue
        taken = False
        for other in allowed:
            if other != kind and WORDS[other] in data and word in MODIFIERS[other]:
                taken = True
        if taken:
            continue
        if found >= 0:
            return -1
        found = kind
    return found


def read_lead(part: Part, value: object, where: str, errors: list[str]) -> None:
    """The value of the leading word."""
    kind = part.kind
    if kind == GAIN:
        part.gain = read_gain(value, where, errors)
        if not any(part.gain):
            errors.append(f"{where}: gains nothing")
    elif kind in (CHOOSE, PRODUCE):
        part.times = read_number(value, 1, 9, where, errors)
    elif kind == PER:
        part.what = read_word(value, COUNTS, where, errors)
    elif kind in (STEP, BONUS_CARD):
        if value != "any":
            part.what = read_word(value, COLOURS, where, errors)
    elif kind == BUILD_GARDEN:
        part.what = read_word(value, SIZES, where, errors)
    elif kind == BUILD_WORKSHOP:
        if value != "any":
            part.what = read_number(value, 1, 2, where, errors)
    elif kind == BASE:
        if value != "here":
            errors.append(f"{where}: must be 'here', found {value!r}")
    elif kind == ACTION:
        part.what = read_word(value, ACTIONS, where, errors)
    elif kind == DISCOUNT:
        part.discount = read_cost(value, where, errors)
    elif kind in (FLIP, REPEAT):
        if value is not True:
            errors.append(f"{where}: must be true, found {value!r}")
    elif kind == PER_SOLD:
        part.items = [read_word(value, ITEMS[:HELD], where, errors)]
    elif kind == FLAT:
        part.vp = read_number(value, 1, MOST, where, errors)
    elif kind == CONVERT:
        part.items = read_items(value, where, errors)
    elif kind == SCARABS:
        part.table = read_table(value, 5, where, errors)


def read_modifiers(part: Part, data: dict[str, Any], where: str, errors: list[str]) -> None:
    kind = part.kind
    if "pay" in data:
        part.pay = read_cost(data["pay"], f"{where}.pay", errors)
    if kind == CHOOSE:
        part.items = read_items(data.get("from"), f"{where}.from", errors)
    if kind in (PER, CONVERT):
        part.vp = read_number(data.get("vp"), 1, MOST, f"{where}.vp", errors)
    if kind == PER_SOLD:
        part.gain = read_gain(data.get("gain"), f"{where}.gain", errors)
    if kind == ACTION and "discount" in data:
        part.discount = read_cost(data["discount"], f"{where}.discount", errors)
        if part.what in (TRADING, PRODUCTION, PROVISIONS):
            errors.append(f"{where}: {ACTIONS[part.what]} has no cost to take a discount from")
    if "max" in data:
        part.most = read_number(data["max"], 1, MOST, f"{where}.max", errors)
    elif kind in (CONVERT, PER_SOLD):
        errors.append(f"{where}: {WORDS[kind]!r} needs 'max'")
    if "times" in data:
        part.times = read_number(data["times"], 1, 9, f"{where}.times", errors)
    part.green = read_flag(data, "green", True, where, errors)
    part.free_move = read_flag(data, "free_move", False, where, errors)
    if kind == ACTION:
        part.flip = read_flag(data, "flip", False, where, errors)
        if (part.free_move or part.flip) and part.what != TRADING:
            errors.append(f"{where}: 'free_move' and 'flip' go with a trading action only")


def read_flag(data: dict[str, Any], key: str, normal: bool, where: str, errors: list[str]) -> bool:
    value = data.get(key, normal)
    if isinstance(value, bool):
        return value
    errors.append(f"{where}.{key}: must be true or false, found {value!r}")
    return normal


def read_table(value: object, length: int, where: str, errors: list[str]) -> list[int]:
    """A table of VP that never falls, such as 2, 4, 7, 11, 16."""
    if not isinstance(value, list) or len(value) != length:
        errors.append(f"{where}: expected a list of {length} numbers, found {value!r}")
        return [0] * length
    table = [read_number(entry, 0, MOST, where, errors) for entry in value]
    for i in range(1, length):
        if table[i] < table[i - 1]:
            errors.append(f"{where}: the numbers must not fall, found {table}")
            break
    return table


def read_parts(data: object, allowed: list[int], where: str, errors: list[str]) -> list[Part]:
    """A list of parts."""
    if not isinstance(data, list):
        errors.append(f"{where}: expected a list of parts, found {data!r}")
        return []
    if len(data) > MOST_PARTS:
        errors.append(f"{where}: an effect has at most {MOST_PARTS} parts, found {len(data)}")
        return []
    return [read_part(part, allowed, f"{where}[{i}]", errors) for i, part in enumerate(data)]


def read_permanents(data: object, where: str, errors: list[str]) -> list[Permanent]:
    """The helps of a permanent card."""
    helps: list[Permanent] = []
    if not isinstance(data, list) or not data:
        errors.append(f"{where}: expected a list of helps, found {data!r}")
        return helps
    for i, entry in enumerate(data):
        here = f"{where}[{i}]"
        if not isinstance(entry, dict):
            errors.append(f'{here}: a help is an object such as {{"on": "canal", ...}}')
            continue
        errors += [
            f"{here}: {key!r} does not belong in a help"
            for key in entry
            if key not in ("on", "gain", "discount")
        ]
        on = read_word(entry.get("on"), TRIGGERS, f"{here}.on", errors)
        gain = read_gain(entry.get("gain", {}), f"{here}.gain", errors)
        discount = read_cost(entry.get("discount", {}), f"{here}.discount", errors)
        if not any(gain) and not any(discount):
            errors.append(f"{here}: needs a 'gain' or a 'discount'")
        if on == ON_TRADE and any(discount):
            errors.append(f"{here}: a trade has no cost to take a discount from")
        if any(gain[HELD + 1 :]):
            errors.append(f"{here}: a help gains coins, resources, goods or VP only")
        helps.append(Permanent(on, gain, discount))
    return helps


def read_need(data: object, where: str, errors: list[str]) -> list[int]:
    """A condition as pairs of count and number, flat."""
    need: list[int] = []
    if not isinstance(data, dict):
        errors.append(f'{where}: expected a condition such as {{"canal": 1}}, found {data!r}')
        return need
    for name, number in data.items():
        need.append(read_word(name, COUNTS, where, errors))
        need.append(read_number(number, 1, MOST, f"{where}.{name}", errors))
    return need
