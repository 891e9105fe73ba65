"""News from and to the other server processes on the same PostgreSQL.

A transaction publishes what it changed (`storage.news.publish`). What is not stored,
such as who is there, goes out by `News.send`, collected for a moment. Handlers run in the event
loop. With SQLite there is no other process: nothing is sent and nothing comes.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.storage import news
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed
from sandtable.server.storage.writer import Closed, Writer

#: Gets the key and the details of a piece of news.
Handler = Callable[[str, dict[str, Any]], Awaitable[None] | None]
Wanted = Callable[[str], bool]

#: Seconds for which news that are not stored are collected.
COLLECT_SECONDS = 0.05
#: Seconds between two looks whether to stop, and before another try to connect.
POLL_SECONDS = 1.0
RETRY_SECONDS = 0.5

log = logging.getLogger("sandtable.server.cluster")


class News:
    def __init__(self, engine: Engine, writer: Writer) -> None:
        self.process: str = engine.get_execution_options()["process"]
        self.single = engine.dialect.name == "sqlite"
        self._engine = engine
        self._writer = writer
        self._handlers: dict[str, list[tuple[Handler, Wanted | None]]] = {}
        #: Called when news may have been missed: what is in memory may be out of date.
        self.on_gap: list[Callable[[], Awaitable[None] | None]] = []
        self._outgoing: list[str] = []
        self._sending: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Future[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def on(self, topic: str, handler: Handler, wanted: Wanted | None = None) -> None:
        """Call the handler for every piece of news on a topic from another process. ``wanted``
        says by the key whether it is worth it; it is called in another thread."""
        self._handlers.setdefault(topic, []).append((handler, wanted))

    def send(self, topic: str, key: str = "", **details: Any) -> None:
        """Tell the other processes something that is not stored. Details are plain data."""
        if self.single or self._stopped.is_set():
            return
        self._outgoing.append(news.pack(self.process, topic, key, details))
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    def start(self) -> None:
        if self.single:
            return
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._listen, name="news", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        if self._sending is not None:
            await self._sending
        self._stopped.set()
        if self._thread is not None:
            await self._wake()
            await asyncio.to_thread(self._thread.join)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _wake(self) -> None:
        """Send this process a piece of news, so that its thread sees at once that it has to
        stop."""
        payload = news.pack(self.process, "stop", "", {})
        with suppress(Closed, SQLAlchemyError):
            await self._writer.run(lambda connection: news.notify(connection, [payload]))

    async def _send(self) -> None:
        await asyncio.sleep(COLLECT_SECONDS)
        payloads, self._outgoing = self._outgoing, []
        self._sending = None
        try:
            await self._writer.run(lambda connection: news.notify(connection, payloads))
        except (Closed, SQLAlchemyError) as error:
            # Others learn it when they ask for everything after the gap.
            log.warning("news not sent", extra={"reason": str(error).partition("\n")[0]})

    # -- in the thread -------------------------------------------------------------------------

    def _listen(self) -> None:
        import psycopg  # only where there is PostgreSQL

        url = self._engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
                    connection.execute(f"LISTEN {news.CHANNEL}")
                    self._call(self._gap)
                    while not self._stopped.is_set():
                        for one in connection.notifies(timeout=POLL_SECONDS):
                            self._receive(one.payload)
                            if self._stopped.is_set():
                                break
            except psycopg.Error as error:
                if not self._stopped.is_set():
                    log.warning("no news", extra={"reason": str(error).partition("\n")[0]})
                    self._stopped.wait(RETRY_SECONDS)

    def _receive(self, payload: str) -> None:
        """Most news are this process's own or about tables that nobody looks at here: the event
        loop is not bothered with those."""
        process, topic, key, details = orjson.loads(payload)
        if process == self.process:
            return
        for handler, wanted in self._handlers.get(topic, ()):
            if wanted is None or wanted(key):
                self._call(self._run, topic, partial(handler, key, details))

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:  # the loop is closed
            self._stopped.set()

    # -- in the loop ---------------------------------------------------------------------------

    def _gap(self) -> None:
        for handler in self.on_gap:
            self._run("gap", handler)

    def _run(self, topic: str, call: Callable[[], Awaitable[None] | None]) -> None:
        try:
            result = call()
        except Exception:
            log.exception("news not understood", extra={"topic": topic})
            return
        if inspect.isawaitable(result):
            task = asyncio.ensure_future(result)
            self._tasks.add(task)
            task.add_done_callback(lambda done: self._ended(done, topic))

    def _ended(self, task: asyncio.Future[Any], topic: str) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None or isinstance(error, Closed):  # the server stops: nobody is to be told
            return
        if isinstance(error, DATABASE_FAILURES):
            database_failed(error)  # the news are cut off, too: what was missed is read again
        else:
            log.error("news not handled", extra={"topic": topic}, exc_info=error)
