"""How positions of Faiyum are judged."""

from sandtable.bots.engine.evaluation import Experience
from sandtable.bots.evaluations.faiyum.choices import FaiyumEvaluation
from sandtable.bots.evaluations.faiyum.weights import DEFAULTS
from sandtable.kernel.game import Game


def make(game: Game, weights: dict[str, float], experience: Experience) -> FaiyumEvaluation:
    return FaiyumEvaluation(game, weights, experience)


__all__ = ["DEFAULTS", "FaiyumEvaluation", "make"]
