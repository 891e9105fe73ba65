"""The evaluations of the games, each in the `bot` package of its game."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from sandtable.bots.engine.evaluation import Evaluation, Experience
from sandtable.kernel.game import Game


def evaluation(
    game: Game,
    weights: dict[str, float] | None = None,
    experience: Experience | None = None,
) -> Evaluation:
    """How a game's positions are judged; ``weights`` and ``experience`` replace those that come
    with Sandtable (an empty experience: judge by the weights alone).

    A game without an evaluation of its own is judged by the score of the moment.
    """
    name = f"sandtable.games.{game.name}.bot"
    if find_spec(name) is None:
        return Evaluation(game, {})
    if experience is None:
        experience = learnt(game.name)
    made: Evaluation = import_module(name).make(game, settle(game.name, weights), experience)
    return made


def defaults(game: str) -> dict[str, float]:
    """The weights a game's evaluation was written with, before any tuning."""
    found: dict[str, float] = import_module(f"sandtable.games.{game}.bot").DEFAULTS
    return dict(found)


def tuned(game: str) -> dict[str, Any]:
    """The file of tuned weights that comes with Sandtable; empty where there is none."""
    path = files(f"sandtable.games.{game}.bot") / "weights.json"
    if not path.is_file():
        return {}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def learnt(game: str) -> Experience:
    """The experience that comes with Sandtable; empty where there is none."""
    found: Experience = tuned(game).get("experience", {})
    return found


def settle(game: str, weights: dict[str, float] | None = None) -> dict[str, float]:
    """All weights of a game: the defaults, under the tuned ones, under those given."""
    settled = defaults(game)
    for layer in (tuned(game).get("weights", {}) if weights is None else weights,):
        settled.update({word: float(layer[word]) for word in layer if word in settled})
    return settled
