"""Players that are programs."""

from sandtable.bots.base import Bot, BotError, Table, ask, play
from sandtable.bots.catalog import LEVELS, make, names

__all__ = ["LEVELS", "Bot", "BotError", "Table", "ask", "make", "names", "play"]
