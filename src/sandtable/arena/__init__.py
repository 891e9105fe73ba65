"""Many games of computer players: balanced seatings, ratings, reports."""

from sandtable.arena.plan import Plan
from sandtable.arena.run import Arena

__all__ = ["Arena", "Plan"]
