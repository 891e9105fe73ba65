"""Players that are programs."""

from sandtable.bots.analysis import Analysis, Analyst, JudgedTurn, analyse
from sandtable.bots.base import Bot, BotError, Table, ask, play
from sandtable.bots.catalog import bot_seed, make, names
from sandtable.bots.hints import Hint, hints
from sandtable.bots.levels import LEVELS
from sandtable.bots.watching import BotProgress, Candidate, Watcher

__all__ = [
    "LEVELS",
    "Analysis",
    "Analyst",
    "Bot",
    "BotError",
    "BotProgress",
    "Candidate",
    "Hint",
    "JudgedTurn",
    "Table",
    "Watcher",
    "analyse",
    "ask",
    "bot_seed",
    "hints",
    "make",
    "names",
    "play",
]
