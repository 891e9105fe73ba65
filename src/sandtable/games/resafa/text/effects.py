"""Effects in a few words, for logs, choices and the list of components."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import Part, Permanent

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
TRIGGER_NAMES: Final = [
    "each workshop action", "each garden action", "each canal action", "each move",
    "each trade", "each base",
]  # fmt: skip


def amount(item: int, number: int) -> str:
    """Such as `2 coins`."""
    return f"{number} {ITEM_NAMES[item][0 if number == 1 else 1]}"


def amounts(numbers: list[int]) -> str:
    """Such as `1 stone + 2 coins`; a dash where there is nothing."""
    found = [amount(item, number) for item, number in enumerate(numbers) if number]
    return " + ".join(found) if found else "-"


def parts(effect: list[Part]) -> str:
    """A whole effect; a dash where there is none."""
    return ", ".join([part(p) for p in effect]) if effect else "-"


def part(p: Part) -> str:
    """One part with its price, such as `1 stone → 4 marble`."""
    text = _lead(p)
    if p.pay:
        text = f"{amounts(p.pay)} → {text}"
    return text


def _lead(p: Part) -> str:
    kind = p.kind
    if kind == fx.GAIN:
        return amounts(p.gain)
    if kind == fx.CHOOSE:
        return f"{p.times} of {' / '.join([ITEM_NAMES[item][0] for item in p.items])}"
    if kind == fx.PER:
        return _most(p, f"{p.vp} VP per {COUNT_NAMES[p.what]}")
    if kind == fx.STEP:
        return _times(p, f"step on {_colour(p.what)} track")
    if kind == fx.BONUS_CARD:
        return _times(p, f"bonus card of {_colour(p.what)} colour")
    if kind == fx.PRODUCE:
        return "1 room" if p.times == 1 else f"{p.times} rooms in different workshops"
    if kind == fx.BUILD_GARDEN:
        green = "" if p.green else " without green bonuses"
        return _times(p, f"build a {fx.SIZES[p.what]} garden{green}")
    if kind == fx.BUILD_WORKSHOP:
        return "build a workshop" if p.what == fx.ANY else f"build a workshop of level {p.what}"
    if kind == fx.BASE:
        return "base where the caravan stands"
    if kind == fx.ACTION:
        return _action(p)
    if kind == fx.DISCOUNT:
        return f"{amounts(p.discount)} less"
    if kind == fx.FLIP:
        return "the tile may be turned"
    if kind == fx.PER_SOLD:
        return _most(p, f"{amounts(p.gain)} per {ITEM_NAMES[p.items[0]][0]} sold")
    if kind == fx.FLAT:
        return f"{p.vp} VP"
    if kind == fx.CONVERT:
        names = " / ".join([ITEM_NAMES[item][0] for item in p.items])
        return _most(p, f"{names} → {p.vp} VP")
    if kind == fx.SCARABS:
        return f"scarabs score {' / '.join([str(vp) for vp in p.table])} VP"
    return "another pink card again"


def _action(p: Part) -> str:
    text = f"{fx.ACTIONS[p.what]} action"
    if p.discount:
        text += f", {amounts(p.discount)} less"
    if p.free_move:
        text += ", free move"
    if p.flip:
        text += ", the tile may be turned"
    return text


def _colour(colour: int) -> str:
    return "any" if colour == fx.ANY else "the " + fx.COLOURS[colour]


def _times(p: Part, text: str) -> str:
    return text if p.times == 1 else f"{p.times} × {text}"


def _most(p: Part, text: str) -> str:
    return text if p.most == fx.MOST else f"{text}, at most {p.most}"


def permanent(help_: Permanent) -> str:
    """Such as `each canal action: 1 marble less, 1 VP`."""
    found: list[str] = []
    if any(help_.discount):
        found.append(f"{amounts(help_.discount)} less")
    if any(help_.gain):
        found.append(amounts(help_.gain))
    return f"{TRIGGER_NAMES[help_.on]}: {', '.join(found)}"


def counted(what: int, number: int) -> str:
    """Such as `5 workshops`."""
    name = COUNT_NAMES[what]
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def price(cost: list[int]) -> str:
    """Such as `costs 2 coins`, or `free`."""
    return f"costs {amounts(cost)}" if any(cost) else "free"


def need(pairs: list[int]) -> str:
    """Such as `needs 5 workshops`; empty where nothing is needed."""
    found = [counted(pairs[i], pairs[i + 1]) for i in range(0, len(pairs), 2)]
    return f"needs {' and '.join(found)}" if found else ""
