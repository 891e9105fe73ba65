"""An arena's games on a Ray cluster."""

from __future__ import annotations

from sandtable.arena.playing import GameJob, GameSource, Played, play
from sandtable.kernel.edition import digest
from sandtable.kernel.game import Game

_loaded: dict[str, Game] = {}


def play_here(source: GameSource, job: GameJob) -> Played:
    """What a worker does. The game is loaded once per process and edition."""
    key = f"{source.game} {'' if source.edition is None else digest(source.edition)}"
    if key not in _loaded:
        _loaded[key] = source.load()
    return play(_loaded[key], source.options, job)
