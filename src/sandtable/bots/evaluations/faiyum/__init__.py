"""How positions of Faiyum are judged."""

from sandtable.bots.evaluations.faiyum.choices import FaiyumEvaluation
from sandtable.bots.evaluations.faiyum.weights import DEFAULTS
from sandtable.kernel.game import Game


def make(game: Game, weights: dict[str, float]) -> FaiyumEvaluation:
    return FaiyumEvaluation(game, weights)


__all__ = ["DEFAULTS", "FaiyumEvaluation", "make"]
