"""The bot that chooses blindly."""

from __future__ import annotations

from sandtable.bots.base import Bot, Table
from sandtable.kernel.rng import seeded


class RandomBot(Bot):
    """Every legal action is equally likely; the same seed makes the same choices."""

    name = "random"

    def __init__(self, seed: object = 0) -> None:
        super().__init__(seed)
        self._rng = seeded(seed, "random bot")

    def choose(self, table: Table) -> int:
        legal = table.legal_actions()
        return legal[self._rng.below(len(legal))]
