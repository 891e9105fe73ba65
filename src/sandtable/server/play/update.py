"""The message that brings a new position, to each as they may see it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from sandtable.server.play.changes import changes
from sandtable.server.play.connection import LiveConnection
from sandtable.server.play.game import Play

#: From which seat somebody looks, and the seats they hold.
Seen = tuple[int | None, Collection[int]]


class Update:
    """The news of one moment, packed once for all who see the same and were at the same point."""

    def __init__(self, play: Play, cause: str, by: int | None, log_from: int) -> None:
        self._play = play
        self._log_from = log_from
        self._head: dict[str, Any] = {
            "type": "update",
            "cause": cause,
            "by": by,
            "log_from": log_from,
        }
        self._positions: dict[Seen, dict[str, Any]] = {}
        self._messages: dict[tuple[Seen, int], tuple[Any, bytes]] = {}

    def message(
        self, connection: LiveConnection, viewer: int | None, own: Collection[int]
    ) -> bytes:
        """The message for a connection: what has changed since the position it has, or the whole
        one where it has none or looked from elsewhere."""
        seen = (viewer, own)
        position = self._positions.get(seen)
        if position is None:
            position = self._positions[seen] = self._play.position(viewer, own)
        old, connection.position = connection.position, position
        if old is not None and old["seat"] != viewer:
            old = None
        packed = self._messages.get((seen, id(old)))
        if packed is None:
            log = self._play.log(viewer).turns(self._log_from)
            message = {**self._head, "position": None, "changes": None, "log": log}
            if old is None:
                message["position"] = position
            else:
                message["changes"] = changes(old, position)
            # The old position is kept with the message: its identity is not used again.
            packed = self._messages[seen, id(old)] = (old, orjson.dumps(message))
        return packed[1]
