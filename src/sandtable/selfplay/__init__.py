"""Games as data for learning: decisions in Parquet files, from records or from self-play."""

from sandtable.selfplay.league import League, Member
from sandtable.selfplay.store import Decisions, DecisionStore

__all__ = ["DecisionStore", "Decisions", "League", "Member"]
