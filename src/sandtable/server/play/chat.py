"""Talk at a table.

People who play write to the table's channel, which everybody at the table reads. Spectators
have a channel of their own, which players and their coaches do not see while the game runs: players
get no advice from spectators. When the game is over, everybody reads both.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import orjson
from sqlalchemy import Connection, Row

from sandtable.server.auth.identity import Identity
from sandtable.server.cluster.news import News
from sandtable.server.errors import ApiError
from sandtable.server.play.live_table import LiveTable
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import chat_store, friend_store
from sandtable.server.storage.stored_table import OVER, StoredTable
from sandtable.server.tables.info import moment

Channel = Literal["table", "spectators"]
Phrase = Literal["hello", "luck", "thinking", "well_played", "thanks", "sorry", "soon", "good_game"]

CHAT = "chat"
#: Messages that somebody gets who comes to a table.
SHOWN = 200
GONE = "There is no such message."


def plain_text(text: str) -> str:
    """Without control characters and with simple spaces, so that it is one line for everybody."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class Chat:
    def __init__(self, table_service: TableService, news: News) -> None:
        self.table_cache = table_service.table_cache
        self.news = news
        news.on(CHAT, self._received)

    async def say(self, id: str, who: Identity, text: str, phrase: Phrase | None) -> dict[str, Any]:
        """Say something; the table hears it when it is stored."""
        text = plain_text(text)
        if (phrase is None) == (not text):
            raise ApiError("bad_request", "Say something, in words or by a phrase.")
        async with self.table_cache.seen_by(id, who.id) as (live, table):
            own = table.own(who.id)
            coaches = table.coached(who.id) is not None
            channel: Channel = "table" if own or coaches else "spectators"
            values = {
                "game": id,
                "channel": channel,
                "identity": who.id,
                "name": table.seats[min(own)].name if own else who.name,
                "seat": min(own) if own else None,
                "text": text,
                "phrase": phrase,
                "made": self.table_cache.time_source.now(),
            }
            number = await self.table_cache.writer.run(lambda c: chat_store.say(c, values))
            shown = _shown(id, {**values, "number": number}, frozenset())
            await self._deliver(live, table, channel, shown, who.id)
        self.news.send(CHAT, id, channel=channel, message=shown, by=who.id)
        return shown

    async def _received(self, id: str, details: dict[str, Any]) -> None:
        """Somebody who is connected to another process says something."""
        live = self.table_cache.find(id)
        if live is not None and live.table is not None:
            by = details["by"]
            await self._deliver(live, live.table, details["channel"], details["message"], by)

    async def _deliver(
        self,
        live: LiveTable,
        table: StoredTable,
        channel: Channel,
        shown: dict[str, Any],
        by: str,
    ) -> None:
        """To all who may read it and have not blocked the author."""
        here = {connection.id for connection in live.connections if connection.id is not None}
        deaf = await self.table_cache.read(friend_store.blocked_by, by, here - {by})
        packed = orjson.dumps({"type": "chat", "message": shown})
        for connection in live.connections:
            if connection.id not in deaf and channel in channels(table, connection.id):
                connection.send(packed)

    async def messages(self, id: str, identity: str | None) -> list[dict[str, Any]]:
        """What a person may read here, oldest first."""
        async with self.table_cache.seen_by(id, identity) as (_, table):
            readable = channels(table, identity)
        rows = await self.table_cache.read(chat_store.messages, id, readable, SHOWN)
        muted: set[str] = set()
        if identity is not None:
            muted = await self.table_cache.read(chat_store.muted_by, identity)
            blocked = await self.table_cache.read(friend_store.blocked_people, identity)
            rows = [row for row in rows if row.identity not in blocked]
        return [_shown(id, row._asdict(), muted) for row in rows]

    async def mute(self, id: str, who: Identity, number: int, muted: bool) -> None:
        """Mute or unmute the author of this message, at all tables."""
        row = await self._message(id, who, number)
        if row.identity == who.id:
            raise ApiError("illegal", "You cannot mute yourself.")
        await self.table_cache.writer.run(lambda c: chat_store.mute(c, who.id, row.identity, muted))

    async def report(self, id: str, who: Identity, number: int, reason: str) -> None:
        """Complain to the administrator about a message."""
        row = await self._message(id, who, number)
        values = {
            "game": id,
            "number": number,
            "identity": who.id,
            "about": row.identity,
            "name": row.name,
            "text": row.text or row.phrase,
            "reason": plain_text(reason),
            "made": self.table_cache.time_source.now(),
        }
        await self.table_cache.writer.run(lambda c: chat_store.report(c, values))

    async def _message(self, id: str, who: Identity, number: int) -> Row[Any]:
        async with self.table_cache.at(id) as (_, table):
            readable = channels(table, who.id)
        row = await self.table_cache.read(chat_store.message, id, number)
        if row is None or row.channel not in readable:
            raise ApiError("not_found", GONE)
        return row

    async def note(self, id: str, who: Identity) -> str:
        async with self.table_cache.at(id):
            return await self.table_cache.read(chat_store.note, id, who.id)

    async def set_note(self, id: str, who: Identity, text: str) -> None:
        now = self.table_cache.time_source.now()

        def job(connection: Connection) -> None:
            chat_store.set_note(connection, id, who.id, text, now)

        async with self.table_cache.at(id):
            await self.table_cache.writer.run(job)


def channels(table: StoredTable, identity: str | None) -> list[Channel]:
    """What a person may read at a table."""
    if table.sees(identity) and table.status != OVER:
        return ["table"]
    return ["table", "spectators"]


def author_key(id: str, identity: str) -> str:
    """Tells authors apart without saying who they are: another one at every table."""
    return hashlib.sha256(f"{id} {identity}".encode()).hexdigest()[:12]


def _shown(id: str, row: dict[str, Any], muted: set[str] | frozenset[str]) -> dict[str, Any]:
    return {
        "number": row["number"],
        "channel": row["channel"],
        "author": author_key(id, row["identity"]),
        "name": row["name"],
        "seat": row["seat"],
        "text": row["text"],
        "phrase": row["phrase"],
        "made": moment(row["made"]),
        "muted": row["identity"] in muted,
    }
