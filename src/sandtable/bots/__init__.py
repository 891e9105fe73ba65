"""Players that are programs."""

from sandtable.bots.analysis import Analysis, Analyst, Turn, analyse
from sandtable.bots.base import Bot, BotError, Table, ask, play
from sandtable.bots.catalog import LEVELS, make, names
from sandtable.bots.hints import Hint, hints

__all__ = [
    "LEVELS",
    "Analysis",
    "Analyst",
    "Bot",
    "BotError",
    "Hint",
    "Table",
    "Turn",
    "analyse",
    "ask",
    "hints",
    "make",
    "names",
    "play",
]
