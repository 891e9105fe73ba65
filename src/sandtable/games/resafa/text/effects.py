"""Effects in a few words, for logs, choices and the list of components."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.games.resafa.effects import language as fx
from sandtable.kernel.messages import Catalog

if TYPE_CHECKING:  # parts of effects take their words from here
    from sandtable.games.resafa.effects.base import EffectPart

#: The name of any colour in messages, beside those of `fx.COLOURS`.
ANY_COLOUR = "any"


def amount(speech: Catalog, item: int, number: int) -> str:
    """Such as `2 coins`."""
    return speech.say(f"item.{fx.ITEMS[item]}", n=number)


def amounts(speech: Catalog, numbers: list[int]) -> str:
    """Such as `1 stone and 2 coins`; a dash where there is nothing."""
    texts = [amount(speech, item, number) for item, number in enumerate(numbers) if number]
    return speech.listing(texts, "and") if texts else "-"


def parts(speech: Catalog, effect: list[EffectPart]) -> str:
    """A whole effect; a dash where there is none."""
    return ", ".join([part.priced_text(speech) for part in effect]) if effect else "-"


def rooms(speech: Catalog, face: list[EffectPart]) -> str:
    """The rooms of a workshop: one of them is used."""
    return f", {speech.say('or')} ".join([room.priced_text(speech) for room in face])


def one_of(speech: Catalog, items: list[int]) -> str:
    """Such as `coin or stone`."""
    return speech.listing([speech.say(f"one.{fx.ITEMS[item]}") for item in items], "or")


def colour_name(colour: int) -> str:
    """A colour as messages select by it."""
    return ANY_COLOUR if colour == fx.ANY else fx.COLOURS[colour]


def at_most(speech: Catalog, text: str, most: int) -> str:
    return text if most == fx.MOST else speech.say("effect.at_most", text=text, n=most)


def counted(speech: Catalog, what: int, number: int) -> str:
    """Such as `5 workshops`."""
    return speech.say(f"count.{fx.COUNTS[what]}", n=number)


def price(speech: Catalog, cost: list[int]) -> str:
    """Such as `costs 2 coins`, or `free`."""
    return (
        speech.say("price.costs", what=amounts(speech, cost)) if any(cost) else speech.say("free")
    )


def need(speech: Catalog, pairs: list[int]) -> str:
    """Such as `5 workshops`: what a card needs; empty where nothing is needed."""
    return speech.listing(
        [counted(speech, pairs[i], pairs[i + 1]) for i in range(0, len(pairs), 2)]
    )
