"""The layout of a game's observations: the game's own, or one made of its view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.kernel.game import Game
from sandtable.observation.tensors import Field, Layout, View, table_fields

#: Numbers of a general layout are cut off beyond this, and divided by this.
MOST = 1000
UNIT = 10

#: Parts of every view that the table's own fields hold.
TABLE = {"game", "players", "seat", "turn_of", "to_choose", "over", "decision", "winners"}


def layout(game: Game, players: int) -> Layout:
    """How observations of a game with so many players are laid out."""
    game.check_players(players)
    own: Layout | None = game.observation(players)
    return general_layout(game, players) if own is None else own


def general_layout(game: Game, players: int) -> Layout:
    """A layout for any game: whatever is a plain number in the view of a new match, also in parts
    of parts and in lists with an entry for each seat. A game gives a better one with
    ``Game.observation``: kinds of questions, cards and places as flags, fitting units."""
    fields = [field for field in table_fields(players, []) if field.size]
    view = game.new(players, 0).view(0)
    for path in _paths({key: value for key, value in view.items() if key not in TABLE}, players):
        name = ".".join(str(key) for key in path)
        meaning = f"`{name}` of the view"
        fields.append(Field(name, (1,), meaning, _reader(path), MOST, UNIT, -MOST))
    return Layout(game, players, fields)


def _paths(value: object, players: int) -> list[tuple[Any, ...]]:
    """Where plain numbers are."""
    if isinstance(value, int):
        return [()]
    parts: list[tuple[Any, object]] = []
    if isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, list) and len(value) == players:
        parts = list(enumerate(value))
    return [(key, *path) for key, inner in parts for path in _paths(inner, players)]


def _reader(path: tuple[Any, ...]) -> Callable[[View], list[int]]:
    """Reads the number at a path; 0 where a later view has none there."""

    def read(view: View) -> list[int]:
        value: Any = view
        for key in path:
            if isinstance(value, dict):
                value = value.get(key)
            elif isinstance(value, list) and key < len(value):
                value = value[key]
            else:
                return [0]
        return [int(value) if isinstance(value, int) else 0]

    return read
