"""A position in numbers, for what effects are worth in it. Evaluations fill it in."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.state import Player

NUM_ITEMS: Final = len(fx.ITEMS)


class PositionFeatures:
    """What things are worth to a seat, and what it can expect of its actions."""

    def __init__(self, edition: Components) -> None:
        self.edition = edition
        self.area: Player = Player()
        self.turns = 0.0  # own turns to come
        self.price: list[float] = [0.0] * NUM_ITEMS
        self.act: list[float] = [0.0] * len(fx.ACTIONS)  # what a main action would bring
        self.step_gain: list[float] = [0.0] * len(fx.COLOURS)
        self.best_step = 0.0
        self.small_gain = 0.0  # what a small garden tile would bring, not counting its price
        self.large_gain = 0.0
        self.rooms: list[float] = []  # the best room of each workshop, falling
        self.pink_cards: list[int] = [
            card for card in range(len(edition.boxed)) if edition.special_colour[card] == fx.PINK
        ]

    def gains(self, gain: list[int]) -> float:
        """What a gain is worth."""
        total = 0.0
        price = self.price
        for item in range(len(gain)):
            amount = gain[item]
            if amount:
                total += amount * price[item]
        return total

    def dearest(self, items: list[int]) -> float:
        best = 0.0
        for item in items:
            if self.price[item] > best:
                best = self.price[item]
        return best

    def produced(self, times: int) -> float:
        """What rooms of this many workshops bring."""
        total = 0.0
        rooms = self.rooms
        if times > len(rooms):
            times = len(rooms)
        for i in range(times):
            total += rooms[i]
        return total

    def bonus_card(self) -> float:
        """What a bonus card is worth."""
        raise NotImplementedError

    def more_of(self, what: int) -> float:
        """How many more of what is counted may come."""
        raise NotImplementedError
