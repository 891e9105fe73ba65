"""Effects in a few words, for logs, choices and the list of components."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.games.resafa.effects import language as fx

if TYPE_CHECKING:  # parts of effects take their words from here
    from sandtable.games.resafa.effects.base import EffectPart

# Singular and plural; things without a plural of their own are written the same.
ITEM_NAMES: Final = [
    ("coin", "coins"), ("stone", "stone"), ("marble", "marble"), ("amphora", "amphoras"),
    ("spice", "spice"), ("VP", "VP"), ("camel", "camels"), ("sack", "sacks"),
    ("square token", "square tokens"), ("scarab token", "scarab tokens"),
]  # fmt: skip
COUNT_NAMES: Final = [
    "workshop", "garden tile", "filled square", "canal tile", "tank", "base", "token",
    "square token", "scarab token", "camel", "water cube", "workshop and garden pair",
    "special card", "yellow card", "white card", "blue card", "pink card",
]  # fmt: skip


def amount(item: int, number: int) -> str:
    """Such as `2 coins`."""
    return f"{number} {ITEM_NAMES[item][0 if number == 1 else 1]}"


def amounts(numbers: list[int]) -> str:
    """Such as `1 stone + 2 coins`; a dash where there is nothing."""
    texts = [amount(item, number) for item, number in enumerate(numbers) if number]
    return " + ".join(texts) if texts else "-"


def parts(effect: list[EffectPart]) -> str:
    """A whole effect; a dash where there is none."""
    return ", ".join([part.priced_text() for part in effect]) if effect else "-"


def one_of(items: list[int]) -> str:
    """Such as `coin / stone`."""
    return " / ".join([ITEM_NAMES[item][0] for item in items])


def colour_name(colour: int) -> str:
    return "any" if colour == fx.ANY else "the " + fx.COLOURS[colour]


def so_often(times: int, text: str) -> str:
    return text if times == 1 else f"{times} × {text}"


def at_most(text: str, most: int) -> str:
    return text if most == fx.MOST else f"{text}, at most {most}"


def counted(what: int, number: int) -> str:
    """Such as `5 workshops`."""
    name = COUNT_NAMES[what]
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def price(cost: list[int]) -> str:
    """Such as `costs 2 coins`, or `free`."""
    return f"costs {amounts(cost)}" if any(cost) else "free"


def need(pairs: list[int]) -> str:
    """Such as `needs 5 workshops`; empty where nothing is needed."""
    texts = [counted(pairs[i], pairs[i + 1]) for i in range(0, len(pairs), 2)]
    return f"needs {' and '.join(texts)}" if texts else ""
