"""The policy network of a game for a number of players."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.bots.engine.network import Network
from sandtable.kernel.game import Game


@lru_cache(maxsize=16)
def network(game: Game, players: int) -> Network | None:
    """The network that comes with a game; None where there is none for this many players, or where
    it was made for an edition with other components."""
    document = game.policy_network(players)
    return None if document is None else network_from(game, players, document)


def network_from(game: Game, players: int, document: dict[str, Any]) -> Network | None:
    """The network in a document; None where it does not fit the game."""
    layout = game.observation(players)
    if layout is None or layout.encoder() is None:
        return None
    if document["layout"] != layout.digest() or document["actions"] != game.num_actions:
        return None
    return Network(layout.encoder(), document)
