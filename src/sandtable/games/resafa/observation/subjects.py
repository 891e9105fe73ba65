"""Where the field ``subject`` of the tensor has what a question is about.

Workshops to be rotated and journeys have fields of their own.
"""

from __future__ import annotations

from sandtable.games.resafa.edition.components import Components
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


class Places:
    """The first place of each group. There is room for the decks of the standard edition, and for
    larger ones where an edition has them."""

    def __init__(self, edition: Components) -> None:
        uses = (
            len(edition.bonus_ids)
            + len(edition.sack_ids)
            + len(edition.canal_bonus_ids)
            + len(edition.usable)
        )
        self.mains: int = max(100, uses)  # after things that are used, by place among the `use` ids
        self.colours: int = self.mains + 10
        self.any_colour: int = self.colours + len(fx.COLOURS)
        self.stacks: int = self.mains + 20  # of special cards
        self.cards: int = self.mains + 40  # special cards
        self.tiles: int = self.cards + max(80, len(edition.special_ids))  # workshop tiles
        self.waters: int = self.tiles + max(40, len(edition.workshop_ids))  # canal spaces
        self.reward: int = self.waters + 40
        self.base_bonus: int = self.reward + 1
        self.trade_bonus: int = self.reward + 2
        self.squares: int = self.reward + 10  # garden squares
        self.size: int = self.squares + AREA

    def of(self, subject: Subject | None) -> int:
        """The place of a subject in the field; -1 where it has none."""
        if isinstance(subject, UseSubject):
            return subject.thing
        if isinstance(subject, MainSubject):
            return self.mains + subject.action
        if isinstance(subject, ColourSubject):
            any_colour = subject.colour == fx.ANY
            return self.any_colour if any_colour else self.colours + subject.colour
        if isinstance(subject, StackSubject):
            return self.stacks + subject.stack
        if isinstance(subject, CardSubject):
            return self.cards + subject.card
        if isinstance(subject, TileSubject):
            return self.tiles + subject.tile
        if isinstance(subject, SquareSubject):
            return self.squares + subject.square
        if isinstance(subject, WaterSubject):
            return self.waters + subject.space
        if isinstance(subject, RewardSubject):
            return self.reward
        if isinstance(subject, BaseBonusSubject):
            return self.base_bonus
        if isinstance(subject, TradeBonusSubject):
            return self.trade_bonus
        return -1
