"""Which games there are. A game is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from sandtable.kernel.errors import BadOption, quoted

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

_modules: dict[str, str] = {}
_loaded: dict[str, Game] = {}
_discovered: list[bool] = []


def register(name: str, module: str) -> None:
    """Make a game known: ``module`` is imported on first use and its ``make()`` builds the game."""
    _modules[name] = module
    _loaded.pop(name, None)


def games() -> list[str]:
    """The names of all games."""
    _discover()
    return sorted(_modules)


def _discover() -> None:
    """Make the games of other installed packages known: entry points of the group
    ``sandtable.games``, named after the game and pointing to its module."""
    if not _discovered:
        _discovered.append(True)
        for point in entry_points(group="sandtable.games"):
            if point.name not in _modules:
                _modules[point.name] = point.value


def game(name: str) -> Game:
    """The game of that name, in its standard edition."""
    if name not in _loaded:
        if name not in _modules:
            _discover()
        if name not in _modules:
            raise BadOption(f"there is no game {quoted(name)}; the games are: {', '.join(games())}")
        _loaded[name] = import_module(_modules[name]).make()
    return _loaded[name]
