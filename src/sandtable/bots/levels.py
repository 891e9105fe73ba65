"""The strengths offered to people: six rungs of a ladder, weakest first.

Each wins about three games of four against the one below. A title says which player with which
options stands for each of them (`levels.json`), and how strong they were measured to be.
"""

from __future__ import annotations

from typing import Any

from sandtable.bots.base import Bot, BotError, Table
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load

LEVELS = ["newcomer", "learner", "casual", "experienced", "expert", "master"]
#: The strengths of version 0.1, which stored tables and lessons still name.
ALIASES = {"easy": "newcomer", "medium": "experienced", "hard": "master"}
#: Who plays a title that says nothing of its own.
USUAL = {
    "newcomer": "fallible:sight=0:overlooks=0.5",
    "learner": "fallible:sight=0.1:overlooks=0.3",
    "casual": "fallible:sight=0.4:overlooks=0.2",
    "experienced": "greedy",
    "expert": "search:iterations=60",
    "master": "search:time=1.2:later=0.3",
}


class LevelBot(Bot):
    """Plays every title as the players of its level do there."""

    def __init__(self, seed: object = 0, level: str = LEVELS[0]) -> None:
        super().__init__(seed)
        if level not in LEVELS:
            raise BotError(f"level is one of {', '.join(LEVELS)}, not {level!r}")
        self.level = level
        self.name = level
        self._player: Bot | None = None
        self._game = ""

    def choose(self, table: Table) -> int:
        player = self._player
        if player is None or self._game != table.game.name:
            from sandtable.bots.catalog import make

            player = self._player = make(spec(table.game, self.level), self.seed)
            self._game = table.game.name
        player.watcher = self.watcher
        return player.choose(table)


def spec(game: Game, level: str) -> str:
    """The player that stands for a level in a game."""
    bot: str = game.bot_levels().get(level, {}).get("bot", USUAL[level])
    return bot


def ratings(game: str) -> dict[str, float]:
    """How strong the levels of a game were measured to be, on the scale of `bots.skill`."""
    known: dict[str, Any] = load(game).bot_levels()
    return {level: float(known[level]["mu"]) for level in LEVELS if "mu" in known.get(level, {})}
