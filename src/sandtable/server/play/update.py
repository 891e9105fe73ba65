"""The message that brings a new position, to each as they may see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import orjson

from sandtable.server.play.changes import changes
from sandtable.server.play.connection import LiveConnection
from sandtable.server.play.game import Play

#: From which seat somebody looks, the seats they hold, and their language.
Seen = tuple[int | None, Collection[int], str]


class Update:
    """The news of one moment, packed once for all who see the same and were at the same point."""

    def __init__(self, play: Play, cause: str, by: int | None, log_from: int) -> None:
        self._play = play
        self._cause = cause
        self._by = by
        self.log_from = log_from
        self._between: dict[Seen, list[dict[str, Any]]] = {}
        self._positions: dict[Seen, dict[str, Any]] = {}
        self._messages: dict[tuple[Seen, int], tuple[Any, bytes]] = {}

    def pass_through(self, seen: Iterable[Seen]) -> None:
        """Keep the position now, as each sees it: further choices follow at once."""
        for who in set(seen):
            self._between.setdefault(who, []).append(self._play.position(*who))

    def message(self, connection: LiveConnection, seen: Seen) -> bytes:
        """The message for a connection: what has changed since the position it has, or the whole
        one where it has none or looked from elsewhere."""
        position = self._positions.get(seen)
        if position is None:
            position = self._positions[seen] = self._play.position(*seen)
        old, connection.position = connection.position, position
        packed = self._messages.get((seen, id(old)))
        if packed is None:
            # The old position is kept with the message: its identity is not used again.
            packed = self._messages[seen, id(old)] = (old, self._pack(old, position, seen))
        return packed[1]

    def _pack(self, old: dict[str, Any] | None, position: dict[str, Any], seen: Seen) -> bytes:
        viewer, own, language = seen
        between: list[list[dict[str, Any]]] = []
        if old is not None:
            for following in self._between.get((old["seat"], own, language), ()):
                if following["step"] < position["step"]:
                    between.append(changes(old, following))
                    old = following
        whole = old is None or old["seat"] != viewer
        return orjson.dumps(
            {
                "type": "update",
                "cause": self._cause,
                "by": self._by,
                "between": between,
                "position": position if whole else None,
                "changes": None if old is None or whole else changes(old, position),
                "log_from": self.log_from,
                "log": self._play.log(viewer, language).since(self.log_from),
            }
        )
