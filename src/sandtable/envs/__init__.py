"""The games as environments for learning programs: PettingZoo, Gymnasium and OpenSpiel.

None of those projects has to be installed to import this package. Where Gymnasium is, importing it
registers the games there, as ``sandtable/faiyum-v1`` and so on.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load

__all__ = [
    "NotInstalled",
    "action_factors",
    "gymnasium_env",
    "gymnasium_vector_env",
    "layout",
    "openspiel_game",
    "pettingzoo_env",
    "pettingzoo_parallel_env",
    "pettingzoo_vector_env",
    "vector",
]

WAYS = "install it with: pip install 'sandtable[envs]'"


class NotInstalled(SandtableError):
    """A package that environments need is missing."""


def pettingzoo_env(name: str, players: int = 3, **options: Any) -> Any:
    """A game as a PettingZoo AEC environment: seats choose one after the other.

    ``reward`` is "win" (the default), "score", "margin" or "rank", ``illegal_reward`` what an
    action costs that is not on offer, ``render_mode`` "ansi" or "human", ``layout`` that of the
    observations (see `layout`); everything else is an option of the game, also ``edition``. With
    ``max_cycles`` every seat is asked in every cycle, as in `pettingzoo_parallel_env`, and the game
    is cut off after so many cycles.
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


def pettingzoo_vector_env(name: str, players: int = 2, num_envs: int = 64, **options: Any) -> Any:
    """Many games at once with an agent for each seat: `sandtable.envs.multi_agent.MultiAgentGames`.
    Takes what `vector` takes."""
    _need("gymnasium", "pettingzoo", "numpy")
    module = import_module("sandtable.envs.multi_agent")
    return module.MultiAgentGames(name, players, num_envs, **options)


def gymnasium_env(name: str, players: int = 1, **options: Any) -> Any:
    """One seat of a game as a Gymnasium environment, alone or against ``opponents``: one for each
    other seat, each a bot ("greedy", "search:time=0.1") or a function from an observation to an
    action; a single one sits at all of them. ``seat`` is the learner's, or "random".

    ``reward`` is "score" (the default), "win", "margin" or "rank"; the rest is as in
    `pettingzoo_env`.
    """
    _need("gymnasium", "numpy")
    return import_module("sandtable.envs.solo").SoloEnv(name, players, **options)


def gymnasium_vector_env(name: str, num_envs: int = 64, **options: Any) -> Any:
    """Many games as one Gymnasium vector environment; a stack of `gymnasium_env`, only quicker.

    With ``players`` above 1 the seat to choose makes every step; see `vector` for the rest.
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


def layout(name: str | Game, players: int, by: Any = None) -> Any:
    """How observations of a game with this many players are laid out. ``by`` is the name of a
    layout that another package offers by an entry point of the group ``sandtable.layouts``, or a
    function from a game and a number of players to a layout."""
    _need("numpy")
    game = load(name) if isinstance(name, str) else name
    return import_module("sandtable.envs.layouts").layout(game, players, by)


def action_factors(name: str | Game) -> Any:
    """The action ids of a game as (kind, subject, place), for policies that choose one after the
    other: `sandtable.envs.factors.ActionFactors`."""
    _need("numpy")
    game = load(name) if isinstance(name, str) else name
    return import_module("sandtable.envs.factors").ActionFactors(game)


def _need(*modules: str) -> None:
    for module in modules:
        try:
            import_module(module)
        except ImportError as error:
            raise NotInstalled(f"environments need the package {module}; {WAYS}") from error


if find_spec("gymnasium") is not None:
    import_module("sandtable.envs.registration").register_games()
