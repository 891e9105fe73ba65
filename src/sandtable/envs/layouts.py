"""The layout of a game's observations: the game's own, one of another package, or one made of the
game's view."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from sandtable.kernel.errors import BadOption, quoted
from sandtable.kernel.game import Game
from sandtable.observation.tensors import Field, Layout, View, table_fields

#: Numbers of a general layout are cut off beyond this, and divided by this.
MOST = 1000
UNIT = 10

#: Parts of every view that the table's own fields hold.
TABLE = {"game", "players", "seat", "turn_of", "to_choose", "over", "decision", "winners"}


#: Other packages offer layouts by entry points of this group: a name, and a function from a game
#: and a number of players to a Layout, or to None for a game it does not know.
GROUP = "sandtable.layouts"

Maker = Callable[[Game, int], Layout | None]


def layout(game: Game, players: int, by: str | Maker | None = None) -> Layout:
    """How observations of a game with this many players are laid out: by the game itself, or by a
    function or the name of one that another package offers."""
    game.check_players(players)
    if by is not None:
        return _made_by(by, game, players)
    own: Layout | None = game.observation(players)
    return general_layout(game, players) if own is None else own


def layout_names() -> list[str]:
    """The layouts that other packages offer."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def _made_by(by: str | Maker, game: Game, players: int) -> Layout:
    made = (_maker(by) if isinstance(by, str) else by)(game, players)
    if made is None:
        raise BadOption(f"the layout {_named(by)} has nothing for {game.title}")
    if not isinstance(made, Layout):
        raise BadOption(
            f"the layout {_named(by)} is to return a sandtable.observation.tensors.Layout, "
            f"not {type(made).__name__}"
        )
    return made


def _maker(name: str) -> Maker:
    for point in entry_points(group=GROUP):
        if point.name == name:
            try:
                maker: Maker = point.load()
            except Exception as error:  # whatever goes wrong inside somebody's package
                raise BadOption(
                    f"the layout {quoted(name)} ({point.value}) cannot be loaded: "
                    f"{type(error).__name__}: {error}"
                ) from error
            return maker
    known = layout_names()
    there = f"there are {', '.join(known)}" if known else "no installed package offers one"
    raise BadOption(f"there is no layout {quoted(name)}; {there}")


def _named(by: str | Maker) -> str:
    return quoted(by) if isinstance(by, str) else getattr(by, "__name__", repr(by))


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
