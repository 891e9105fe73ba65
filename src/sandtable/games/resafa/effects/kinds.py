"""All kinds of parts, and reading and checking effects made of them."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.resafa.effects.actions import (
    ActionPart,
    DiscountPart,
    FlipPart,
    PerSoldPart,
)
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.buildings import BasePart, GardenPart, WorkshopPart
from sandtable.games.resafa.effects.end import ConvertPart, FlatPart, RepeatPart, ScarabsPart
from sandtable.games.resafa.effects.gains import ChoosePart, GainPart, PerPart, ProducePart
from sandtable.games.resafa.effects.steps import BonusCardPart, StepPart

#: All kinds of parts; a new one is a class and a line here. They are checked in this order.
KINDS: Final[list[type[EffectPart]]] = [
    GainPart,
    ChoosePart,
    FlatPart,
    PerPart,
    StepPart,
    BonusCardPart,
    ProducePart,
    GardenPart,
    WorkshopPart,
    BasePart,
    ActionPart,
    DiscountPart,
    FlipPart,
    PerSoldPart,
    ConvertPart,
    ScarabsPart,
    RepeatPart,
]


def kind_of(data: dict[str, Any]) -> type[EffectPart]:
    """The kind whose leading word the data has, and not as a modifier of another one there."""
    kinds = [kind for kind in KINDS if kind.word in data]
    for kind in kinds:
        if not any(kind.word in other.fields for other in kinds if other is not kind):
            return kind
    raise ValueError(f"{sorted(data)} is no part of an effect")


def read_parts(data: list[dict[str, Any]]) -> list[EffectPart]:
    """The parts of an effect that has the declared shape."""
    return [kind_of(entry)(entry) for entry in data]


def check_parts(data: list[dict[str, Any]], where: str, problems: list[str]) -> None:
    """Add what is wrong between the fields of each part."""
    for i, part in enumerate(read_parts(data)):
        part.check(f"{where}[{i}]", problems)


def questions() -> list[str]:
    """The kinds of questions that only parts ask."""
    return [question for kind in KINDS for question in kind.questions]
