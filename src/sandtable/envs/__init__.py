"""The games as environments for learning programs: PettingZoo, Gymnasium and OpenSpiel.

Nothing of those projects is imported before it is asked for, not even for types: the encoders in
this package are compiled where none of them is installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load

__all__ = [
    "NotInstalled",
    "gymnasium_env",
    "gymnasium_vector_env",
    "layout",
    "openspiel_game",
    "pettingzoo_env",
    "pettingzoo_parallel_env",
    "vector",
]

WAYS = "install it with: pip install 'sandtable[envs]'"


class NotInstalled(SandtableError):
    """A package that environments need is missing."""


def pettingzoo_env(name: str, players: int = 3, **options: Any) -> Any:
    """A game as a PettingZoo AEC environment: seats choose one after the other.

    ``reward`` is "win" (the default) or "score", ``illegal_reward`` what an action costs that is
    not on offer, ``render_mode`` "ansi" or "human"; everything else is an option of the game, also
    ``edition``. With ``max_cycles`` every seat is asked in every cycle, as in
    `pettingzoo_parallel_env`, and the game is cut off after so many cycles.
    """
    _need("pettingzoo", "gymnasium", "numpy")
    if options.get("max_cycles") is not None:
        return import_module("sandtable.envs.parallel").in_turns(name, players, **options)
    options.pop("max_cycles", None)
    return import_module("sandtable.envs.aec").TurnEnv(name, players, **options)


def pettingzoo_parallel_env(name: str, players: int = 3, **options: Any) -> Any:
    """A game as a PettingZoo parallel environment: all seats act in every step, and all but the
    one that has to choose wait. Takes what `pettingzoo_env` takes."""
    _need("pettingzoo", "gymnasium", "numpy")
    return import_module("sandtable.envs.parallel").CycleEnv(name, players, **options)


def gymnasium_env(name: str, players: int = 1, **options: Any) -> Any:
    """One seat of a game as a Gymnasium environment, alone or against ``opponents``: one for each
    other seat, each a bot ("greedy", "search:time=0.1") or a function from an observation to an
    action; a single one sits at all of them. ``seat`` is the own one, or "random".

    ``reward`` is "score" (the default), "win", "margin" or "rank"; the rest is as in
    `pettingzoo_env`.
    """
    _need("gymnasium", "numpy")
    return import_module("sandtable.envs.solo").SoloEnv(name, players, **options)


def gymnasium_vector_env(name: str, num_envs: int = 64, **options: Any) -> Any:
    """Many games as one Gymnasium vector environment; a stack of `gymnasium_env`, only quicker.

    With ``players`` above 1 every step is made by whoever has to choose; see `vector` for the rest.
    """
    _need("gymnasium", "numpy")
    module = import_module("sandtable.envs.gymnasium_vector")
    return module.GamesVectorEnv(name, num_envs, **options)


def openspiel_game(name: str, players: int = 2, **options: Any) -> Any:
    """A game as an OpenSpiel game, registered there as ``sandtable_`` and its name."""
    _need("pyspiel", "numpy")
    return import_module("sandtable.envs.openspiel").openspiel_game(name, players, **options)


def vector(name: str, players: int = 2, num_envs: int = 64, **options: Any) -> Any:
    """Many games at once, stepped together: `sandtable.envs.vectorized.VectorGames`.

    ``reward`` is "win" (the default), "score", "margin" or "rank"; ``seed`` gives every game its
    own; ``arrays`` are the caller's, to be written into; everything else is an option of the game.
    """
    _need("numpy")
    return import_module("sandtable.envs.vectorized").VectorGames(
        name, players, num_envs, **options
    )


def layout(name: str | Game, players: int) -> Any:
    """How observations of a game with so many players are laid out."""
    _need("numpy")
    game = load(name) if isinstance(name, str) else name
    return import_module("sandtable.envs.layouts").layout(game, players)


def _need(*modules: str) -> None:
    for module in modules:
        try:
            import_module(module)
        except ImportError as error:
            raise NotInstalled(f"environments need the package {module}; {WAYS}") from error
