"""Messages to a person, in all their tabs, at whichever process these are connected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import orjson

from sandtable.server.auth.identity import Identity
from sandtable.server.cluster.news import News
from sandtable.server.play.connection import LiveConnection

TOPIC = "to person"


class PersonalChannel:
    def __init__(self, news: News) -> None:
        self._news = news
        self._connections: dict[str, set[LiveConnection]] = defaultdict(set)
        news.on(TOPIC, self._received)

    def enter(self, connection: LiveConnection) -> None:
        assert connection.id is not None
        self._connections[connection.id].add(connection)

    def leave(self, connection: LiveConnection) -> None:
        assert connection.id is not None
        mine = self._connections[connection.id]
        mine.discard(connection)
        if not mine:
            del self._connections[connection.id]

    def send(self, identity: str, message: dict[str, Any]) -> None:
        """Send a message to all of a person's pages."""
        self._send(identity, message)
        self._news.send(TOPIC, identity, message=message)

    def _received(self, identity: str, details: dict[str, Any]) -> None:
        self._send(identity, details["message"])

    def _send(self, identity: str, message: dict[str, Any]) -> None:
        packed = orjson.dumps(message)
        for connection in self._connections.get(identity, set()):
            connection.send(packed)

    def close(self) -> None:
        for connections in list(self._connections.values()):
            for connection in connections:
                connection.leave()

    def sign_out(self, identity: str, ended: Callable[[Identity], bool]) -> None:
        """Close the connections of a person whose sign-in has ended."""
        for connection in list(self._connections.get(identity, ())):
            if connection.identity is not None and ended(connection.identity):
                connection.leave()
