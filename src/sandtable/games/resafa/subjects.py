"""What Resafa's questions are about."""

from __future__ import annotations

from typing import Any

from sandtable.games.resafa.actions import Codes
from sandtable.games.resafa.constants import LEVELS
from sandtable.games.resafa.edition.components import Components, cell_name
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.kernel.game import Subject


class UseSubject(Subject):
    """A card or tile that is being used, by its place among the `use` ids."""

    def __init__(self, thing: int) -> None:
        self.thing = thing


class MainSubject(Subject):
    """A main action."""

    def __init__(self, action: int) -> None:
        self.action = action


class ColourSubject(Subject):
    """A colour action, of one colour or (ANY) of the player's choice."""

    def __init__(self, colour: int) -> None:
        self.colour = colour


class StackSubject(Subject):
    """A stack of special cards: three of each colour, by level."""

    def __init__(self, stack: int) -> None:
        self.stack = stack


class CardSubject(Subject):
    """A special card."""

    def __init__(self, card: int) -> None:
        self.card = card


class TileSubject(Subject):
    """A workshop tile that has no side and place yet."""

    def __init__(self, tile: int) -> None:
        self.tile = tile


class RotationSubject(Subject):
    """A workshop on its cell, still to be rotated."""

    def __init__(self, face: int, cell: int) -> None:
        self.face = face
        self.cell = cell


class SquareSubject(Subject):
    """A garden square of the player's area."""

    def __init__(self, square: int) -> None:
        self.square = square


class JourneySubject(Subject):
    """The centre the caravan is on its way to."""

    def __init__(self, centre: int) -> None:
        self.centre = centre


class WaterSubject(Subject):
    """A water cube at a fork, by its canal space."""

    def __init__(self, space: int) -> None:
        self.space = space


class RewardSubject(Subject):
    """The reward of a garden square that was just filled."""


class BaseBonusSubject(Subject):
    """The bonus of a base that was just founded."""


class TradeBonusSubject(Subject):
    """The bonus of a trade that was just made."""


def plain(subject: Subject, edition: Components, codes: Codes) -> dict[str, Any]:
    """A subject as plain data: one of `types.ResafaSubject`."""
    if isinstance(subject, UseSubject):
        return {"type": "use", "thing": codes.book.items[codes.first_use + subject.thing]}
    if isinstance(subject, MainSubject):
        return {"type": "main", "action": fx.ACTIONS[subject.action]}
    if isinstance(subject, ColourSubject):
        chosen = subject.colour == fx.ANY
        return {"type": "colour", "colour": None if chosen else fx.COLOURS[subject.colour]}
    if isinstance(subject, StackSubject):
        colour, level = divmod(subject.stack, LEVELS)
        return {"type": "stack", "colour": fx.COLOURS[colour], "level": level + 1}
    if isinstance(subject, CardSubject):
        return {"type": "card", "card": edition.special_ids[subject.card]}
    if isinstance(subject, TileSubject):
        return {"type": "tile", "tile": edition.workshop_ids[subject.tile]}
    if isinstance(subject, RotationSubject):
        return {
            "type": "rotation",
            "tile": edition.workshop_ids[subject.face // 2],
            "side": "back" if subject.face % 2 else "front",
            "cell": place_name(subject.cell),
        }
    if isinstance(subject, SquareSubject):
        return {"type": "square", "square": place_name(subject.square)}
    if isinstance(subject, JourneySubject):
        return {"type": "journey", "centre": edition.centre_ids[subject.centre]}
    if isinstance(subject, WaterSubject):
        return {"type": "water", "space": cell_name(subject.space)}
    if isinstance(subject, RewardSubject):
        return {"type": "reward"}
    if isinstance(subject, BaseBonusSubject):
        return {"type": "base bonus"}
    assert isinstance(subject, TradeBonusSubject)
    return {"type": "trade bonus"}
