"""Players that are programs."""

from sandtable.bots.analysis import Analysis, Analyst, analyse
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
    "analyse",
    "ask",
    "hints",
    "make",
    "names",
    "play",
]
