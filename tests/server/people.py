"""People for tests: each has a cookie of their own, makes requests and sits at live tables."""

from __future__ import annotations

import json
import random
import time
from contextlib import ExitStack
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]


def changed(position: Json, changes: list[Json]) -> Json:
    """A position with what has changed since."""
    result: Json = json.loads(json.dumps(position))
    for change in changes:
        *path, last = change["path"]
        inner: Any = result
        for key in path:
            inner = inner[key]
        inner[last] = change["value"]
    return result


class Live:
    """A live connection; everything that came in is kept."""

    def __init__(self, connecting: ClientConnection) -> None:
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(connecting)
        self.texts: list[str] = []
        self.messages: list[Json] = []  # the same, with whole positions
        self.position: Json | None = None
        self._ref = 0
        self.hello = self.wait("hello")
        self.position = self.hello["position"]
        self.log: list[Json] = self.hello["log"]

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()

    def next(self, seconds: float = 60.0) -> Json:
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        message: Json = json.loads(text)
        if message["type"] == "update":
            for between in message["between"]:
                assert self.position is not None
                self.position = changed(self.position, between)
            if message["position"] is None:
                assert self.position is not None
                message["position"] = changed(self.position, message["changes"])
            self.position = message["position"]
            kept = [turn for turn in self.log if turn["turn"] < message["log_from"]]
            self.log = kept + message["log"]
        self.texts.append(text)
        self.messages.append(message)
        return message

    def wait(self, *types: str, seconds: float = 60.0) -> Json:
        """The next message of one of these types."""
        deadline = time.monotonic() + seconds
        while True:
            message = self.next(max(0.01, deadline - time.monotonic()))
            if message["type"] in types:
                return message

    def send(self, type: str, **more: Any) -> int:
        self._ref += 1
        self.socket.send(json.dumps({"type": type, "ref": self._ref, **more}))
        return self._ref

    def ask(self, type: str, **more: Any) -> Json:
        """Send something and wait for its answer: ack, error, or pong."""
        ref = self.send(type, **more)
        while True:
            message = self.wait("ack", "error", "pong")
            if message["ref"] == ref:
                return message

    @property
    def version(self) -> int:
        assert self.position is not None
        version: int = self.position["version"]
        return version

    @property
    def choices(self) -> list[Json]:
        assert self.position is not None and self.position["decision"] is not None
        choices: list[Json] = self.position["decision"]["choices"]
        return choices

    def act(self, action: int | None = None, notation: str | None = None) -> Json:
        """Choose, and wait for answer and new position."""
        more = {"action": action} if notation is None else {"notation": notation}
        answer = self.ask("act", version=self.version, **more)
        if answer["type"] == "ack":
            self.until(answer["version"])
        return answer

    def until(self, version: int) -> None:
        while self.position is None or self.position["version"] < version:
            self.wait("update")

    def my_turn(self) -> None:
        """Wait until there is something to choose, or the game is over."""
        while True:
            position = self.position
            if position is not None and (position["over"] or position["decision"] is not None):
                return
            self.wait("update", seconds=60)

    def play_on(self, source: random.Random, most: int = 100_000) -> int:
        """Choose at random whenever it is one's turn; returns how many choices were made."""
        made = 0
        while made < most:
            self.my_turn()
            assert self.position is not None
            if self.position["over"]:
                break
            answer = self.act(source.choice(self.choices)["id"])
            assert answer["type"] == "ack", answer
            made += 1
        return made


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=60)
        self.lives: list[Live] = []
        if name is not None:
            self.post("/api/me", name=name)

    def get(self, path: str, **query: Any) -> Json:
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, (answer.status_code, answer.text)
        document: Json = answer.json()
        return document

    def post(self, path: str, **body: Any) -> Json:
        answer = self.http.post(path, json=body)
        assert answer.status_code in (200, 201), (answer.status_code, answer.text)
        document: Json = answer.json()
        return document

    def refused(self, method: str, path: str, code: str, json: Any = None, **more: Any) -> str:
        """A request that must be refused with that code; returns the message."""
        answer = self.http.request(method, path, json=json, **more)
        assert answer.status_code >= 400, answer.text
        error = answer.json()["error"]
        assert error["code"] == code, error
        message: str = error["message"]
        assert message
        return message

    @property
    def cookie(self) -> str:
        cookie = self.http.cookies.get("sandtable")
        assert cookie is not None
        return cookie

    def table(self, game: str = "faiyum", seats: str = "human hotseat", **more: Any) -> Json:
        """A table with seats such as "human open bot:random"."""
        asked = []
        for word in seats.split():
            kind, _, bot = word.partition(":")
            asked.append({"kind": kind, "bot": bot} if bot else {"kind": kind})
        return self.post("/api/tables", game=game, seats=asked, **more)

    def live(
        self,
        table: str | Json,
        seat: int | None = None,
        language: str | None = None,
        unread: int | None = None,
    ) -> Live:
        """``unread``: how many messages may wait to be read; then nothing more is taken from the
        line, and who closes it waits for long."""
        id = table if isinstance(table, str) else table["id"]
        address = self.url.replace("http", "ws", 1) + f"/api/tables/{id}/live"
        asked = {"seat": seat, "language": language}
        query = {key: value for key, value in asked.items() if value is not None}
        address += "?" + urlencode(query)
        cookie = self.http.cookies.get("sandtable")
        headers = {} if cookie is None else {"cookie": f"sandtable={cookie}"}
        live = Live(connect(address, additional_headers=headers, max_size=None, max_queue=unread))
        self.lives.append(live)
        return live

    def close(self) -> None:
        for live in self.lives:
            live.close()
        self.http.close()
