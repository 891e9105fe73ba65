"""How positions of Resafa are judged."""

from sandtable.bots.engine.evaluation import Experience
from sandtable.games.resafa.bot.evaluation import ResafaEvaluation
from sandtable.games.resafa.bot.weights import DEFAULTS
from sandtable.kernel.game import Game


def make(game: Game, weights: dict[str, float], experience: Experience) -> ResafaEvaluation:
    return ResafaEvaluation(game, weights, experience)


__all__ = ["DEFAULTS", "ResafaEvaluation", "make"]
