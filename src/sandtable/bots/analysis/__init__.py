"""A finished game looked at again: who was how likely to win, what would have been better, and the
story it makes."""

from sandtable.bots.analysis.analyst import Analyst, analyse
from sandtable.bots.analysis.model import (
    Analysis,
    JudgedDecision,
    JudgedTurn,
    Loss,
    Sources,
    Standing,
)
from sandtable.bots.analysis.reference import Reference
from sandtable.bots.analysis.story import Story, story

__all__ = [
    "Analysis",
    "Analyst",
    "JudgedDecision",
    "JudgedTurn",
    "Loss",
    "Reference",
    "Sources",
    "Standing",
    "Story",
    "analyse",
    "story",
]
