"""The evaluation of a game and its weights, whichever layer gives them."""

from __future__ import annotations

from typing import Any

from sandtable.bots.engine.evaluation import Evaluation, Experience
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load

#: Of the players and what they have learnt: 1 is that of Sandtable 0.1.
VERSION = 2


def evaluation(
    game: Game,
    weights: dict[str, float] | None = None,
    experience: Experience | None = None,
) -> Evaluation:
    """How a game's positions are judged; ``weights`` and ``experience`` replace those that come
    with the game (an empty experience: judge by the weights alone).

    A game without an evaluation of its own is judged by the current score.
    """
    first, document = game.evaluation_weights()
    if weights is None:
        weights = document.get("weights", {})
    if experience is None:
        experience = document.get("experience", {})
    own: Evaluation | None = game.evaluation(_override(first, weights), experience)
    return Evaluation(game, {}) if own is None else own


def defaults(game: str) -> dict[str, float]:
    """The weights a game's evaluation was written with, before any tuning."""
    return dict(load(game).evaluation_weights()[0])


def tuned(game: str) -> dict[str, Any]:
    """The document of tuned weights that comes with the game; empty where there is none."""
    return load(game).evaluation_weights()[1]


def experience_for_version(game: Game, version: int) -> Experience | None:
    """The experience a version of the players goes by: None for that which comes with the game.
    A document of weights keeps under ``earlier`` what earlier versions had learnt."""
    earlier: dict[str, Experience] = game.evaluation_weights()[1].get("earlier", {})
    return earlier.get(str(version))


def default_experience(game: str) -> Experience:
    """The experience that comes with the game; empty where there is none."""
    experience: Experience = tuned(game).get("experience", {})
    return experience


def all_weights(game: str, weights: dict[str, float] | None = None) -> dict[str, float]:
    """All weights of a game: the defaults, under the tuned ones or those given."""
    return _override(defaults(game), tuned(game).get("weights", {}) if weights is None else weights)


def _override(first: dict[str, float], others: dict[str, float]) -> dict[str, float]:
    """The first weights, with those of the others that have the same names over them."""
    return {name: float(others.get(name, value)) for name, value in first.items()}
