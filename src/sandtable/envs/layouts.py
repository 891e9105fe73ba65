"""Which game has which layout. A game of your own gets one with `register_layout`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from sandtable.envs.tensors import Layout
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game

Maker = Callable[[Game, int], Layout]

_modules: dict[str, str] = {
    "faiyum": "sandtable.games.faiyum.observation.layout",
    "resafa": "sandtable.games.resafa.observation.layout",
}
_makers: dict[str, Maker] = {}


def register_layout(name: str, maker: Maker) -> None:
    """Tell how observations of a game are laid out: ``maker(game, players)`` builds the layout."""
    _makers[name] = maker


def layout(game: Game, players: int) -> Layout:
    """How observations of a game with so many players are laid out."""
    game.check_players(players)
    maker = _makers.get(game.name)
    if maker is None:
        module = _modules.get(game.name)
        if module is None:
            raise BadOption(
                f"{game.title} has no layout for observations; "
                "give it one with sandtable.envs.register_layout"
            )
        maker = import_module(module).make
        _makers[game.name] = maker
    return maker(game, players)
