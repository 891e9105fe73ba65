"""Finding better weights for an evaluation by letting bots play: `sandtable tune`."""

from sandtable.bots.tuning.contest import Contest
from sandtable.bots.tuning.learning import Learning
from sandtable.bots.tuning.run import Tuning
from sandtable.bots.tuning.space import WeightSpace

__all__ = ["Contest", "Learning", "Tuning", "WeightSpace"]
