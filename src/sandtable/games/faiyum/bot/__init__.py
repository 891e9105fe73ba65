"""How positions of Faiyum are judged."""

from sandtable.bots.engine.evaluation import Experience
from sandtable.games.faiyum.bot.evaluation import FaiyumEvaluation
from sandtable.games.faiyum.bot.weights import defaults
from sandtable.kernel.game import Game


def make(game: Game, weights: dict[str, float], experience: Experience) -> FaiyumEvaluation:
    return FaiyumEvaluation(game, weights, experience)


__all__ = ["FaiyumEvaluation", "defaults", "make"]
