"""Where the field ``subject`` of the tensor has what a question is about.

Workshops to be rotated and journeys have fields of their own.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import AREA
from sandtable.games.resafa.subjects import (
    BaseBonusSubject,
    CardSubject,
    ColourSubject,
    MainSubject,
    RewardSubject,
    SquareSubject,
    StackSubject,
    TileSubject,
    TradeBonusSubject,
    UseSubject,
    WaterSubject,
)
from sandtable.kernel.game import Subject

USES: Final = 0  # + place among the `use` ids
MAINS: Final = 100  # + action
COLOURS: Final = 110  # + colour
ANY_COLOUR: Final = 114
STACKS: Final = 120  # + stack
CARDS: Final = 140  # + special card
TILES: Final = 220  # + workshop tile
WATERS: Final = 260  # + canal space
REWARD: Final = 300
BASE_BONUS: Final = 301
TRADE_BONUS: Final = 302
SQUARES: Final = 310  # + garden square
SUBJECTS: Final = SQUARES + AREA


def place_of(subject: Subject | None) -> int:
    """The place of a subject in the field; -1 where it has none."""
    if isinstance(subject, UseSubject):
        # An edition can have more sack cards than there are places.
        return USES + subject.thing if subject.thing < MAINS - USES else -1
    if isinstance(subject, MainSubject):
        return MAINS + subject.action
    if isinstance(subject, ColourSubject):
        return ANY_COLOUR if subject.colour == fx.ANY else COLOURS + subject.colour
    if isinstance(subject, StackSubject):
        return STACKS + subject.stack
    if isinstance(subject, CardSubject):
        return CARDS + subject.card
    if isinstance(subject, TileSubject):
        return TILES + subject.tile
    if isinstance(subject, SquareSubject):
        return SQUARES + subject.square
    if isinstance(subject, WaterSubject):
        return WATERS + subject.space
    if isinstance(subject, RewardSubject):
        return REWARD
    if isinstance(subject, BaseBonusSubject):
        return BASE_BONUS
    if isinstance(subject, TradeBonusSubject):
        return TRADE_BONUS
    return -1
