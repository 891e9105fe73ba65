"""The games as environments for learning programs: PettingZoo, Gymnasium and OpenSpiel.

Nothing of those projects is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.registry import game as load

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyspiel

    from sandtable.envs.aec import TurnEnv
    from sandtable.envs.layout import Layout
    from sandtable.envs.parallel import CycleEnv
    from sandtable.envs.solo import SoloEnv
    from sandtable.kernel.game import Game

__all__ = [
    "NotInstalled",
    "gymnasium_env",
    "layout",
    "openspiel_game",
    "pettingzoo_env",
    "pettingzoo_parallel_env",
    "register_layout",
]

WAYS = "install it with: pip install 'sandtable[envs]'"


class NotInstalled(SandtableError):
    """A package that environments need is missing."""


def pettingzoo_env(name: str, players: int = 3, **options: Any) -> TurnEnv:
    """A game as a PettingZoo AEC environment: seats choose one after the other.

    ``reward`` is "win" (the default) or "score", ``illegal_reward`` what an action costs that is
    not on offer, ``render_mode`` "ansi" or "human"; everything else is an option of the game, also
    ``edition``. With ``max_cycles`` every seat is asked in every cycle, as in
    `pettingzoo_parallel_env`, and the game is cut off after so many cycles.
    """
    _need("pettingzoo", "gymnasium", "numpy")
    if options.get("max_cycles") is not None:
        found: TurnEnv = import_module("sandtable.envs.parallel").in_turns(name, players, **options)
        return found
    options.pop("max_cycles", None)
    made: TurnEnv = import_module("sandtable.envs.aec").TurnEnv(name, players, **options)
    return made


def pettingzoo_parallel_env(name: str, players: int = 3, **options: Any) -> CycleEnv:
    """A game as a PettingZoo parallel environment: all seats act in every step, and all but the
    one that has to choose wait. Takes what `pettingzoo_env` takes."""
    _need("pettingzoo", "gymnasium", "numpy")
    made: CycleEnv = import_module("sandtable.envs.parallel").CycleEnv(name, players, **options)
    return made


def gymnasium_env(name: str, **options: Any) -> SoloEnv:
    """A solo game as a Gymnasium environment.

    ``reward`` is "score" (the default) or "win"; the rest is as in `pettingzoo_env`.
    """
    _need("gymnasium", "numpy")
    made: SoloEnv = import_module("sandtable.envs.solo").SoloEnv(name, **options)
    return made


def openspiel_game(name: str, players: int = 2, **options: Any) -> pyspiel.Game:
    """A game as an OpenSpiel game, registered there as ``sandtable_`` and its name."""
    _need("pyspiel", "numpy")
    return import_module("sandtable.envs.openspiel").openspiel_game(name, players, **options)


def layout(name: str | Game, players: int) -> Layout:
    """How observations of a game with so many players are laid out."""
    _need("numpy")
    game = load(name) if isinstance(name, str) else name
    found: Layout = import_module("sandtable.envs.layouts").layout(game, players)
    return found


def register_layout(name: str, maker: Callable[[Game, int], Layout]) -> None:
    """Tell how observations of a game of your own are laid out."""
    _need("numpy")
    import_module("sandtable.envs.layouts").register_layout(name, maker)


def _need(*modules: str) -> None:
    for module in modules:
        try:
            import_module(module)
        except ImportError as error:
            raise NotInstalled(f"environments need the package {module}; {WAYS}") from error
