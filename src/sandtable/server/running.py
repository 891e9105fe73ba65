"""Starting and stopping a server."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import uvicorn
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.types import Scope

from sandtable.kernel.errors import BadOption, SandtableError
from sandtable.server import logs
from sandtable.server.api.dependencies import claim_of
from sandtable.server.app import create_app
from sandtable.server.connections import EXTRA_CONNECTIONS, Connections, trusted_proxies
from sandtable.server.file_limit import connections_possible
from sandtable.server.middleware import MAX_DISCARDED
from sandtable.server.protocols import ConnectionRules, HttpConnection, WebSocketConnection
from sandtable.server.settings import Settings, from_environment
from sandtable.server.storage import database as databases
from sandtable.server.supervisor import Supervisor

#: Python's switch interval: short, so that the writer's thread runs while the loop is busy.
SWITCH_SECONDS = 0.0005

#: Seconds that open requests get to finish when the server stops.
GRACE_SECONDS = 5

log = logging.getLogger("sandtable.server")


class PortTaken(SandtableError):
    """The address cannot be used, for instance because another program listens on it."""


class Server(uvicorn.Server):
    """Stops on SIGINT and SIGTERM and returns, so that the exit code is 0."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = [signal.SIGINT, signal.SIGTERM]
        before = [(number, signal.signal(number, self.handle_exit)) for number in signals]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)


def run(
    host: str,
    port: int,
    database: str | None,
    open_browser: bool,
    log_format: str | None,
    workers: int | None,
    processes: int | None,
) -> int:
    settings = from_environment()
    changes: dict[str, Any] = {"host": host, "port": port}
    if database is not None:
        changes["database"] = database
    if workers is not None:
        changes["workers"] = workers
    if processes is not None:
        changes["processes"] = processes
    kind = log_format or ("text" if sys.stderr.isatty() else "json")
    settings = settings.model_copy(update={**changes, "log": kind})
    # Try the database first, so that a problem is reported at once; the service opens it again.
    address = databases.address(settings.database)
    check_processes(settings.processes, address.get_backend_name())
    databases.connect(address).dispose()
    try:
        listener = listen(host, port)
    except PortTaken:
        if not open_browser:
            raise
        # The usual port is taken, either by another Sandtable or by some other program.
        url = f"http://{_shown(host)}:{port}/"
        if _is_sandtable(url):
            print(f"Sandtable is already running: {url}")
            webbrowser.open(url)
            return 0
        listener = listen(host, 0)
    logs.set_up(kind)
    if settings.processes > 1:
        return serve_several(settings, listener, open_browser)
    return serve(settings, listener, open_browser)


def serve(settings: Settings, listener: socket.socket, open_browser: bool) -> int:
    port = listener.getsockname()[1]
    url = f"http://{_shown(settings.host)}:{port}/"
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(configuration(settings, create_app(settings)))
    threading.Thread(
        target=_announce, args=(server, url, open_browser), daemon=True, name="announce"
    ).start()
    server.run(sockets=[listener])
    return 0 if server.started else 1


def check_processes(processes: int, database: str) -> None:
    """Raises BadOption where this many processes cannot serve this database."""
    if processes < 2:
        return
    if database == "sqlite":
        raise BadOption(
            f"{processes} server processes need PostgreSQL, and this database is SQLite, which one "
            "process serves: give --database postgresql://USER:PASSWORD@HOST/NAME, or leave out "
            "--processes"
        )
    if sys.platform == "win32":
        raise BadOption("several server processes cannot share a port on Windows")


def serve_several(settings: Settings, listener: socket.socket, open_browser: bool) -> int:
    """Several processes on one port, and this one to look after them."""
    supervisor = Supervisor(settings, listener)
    if not supervisor.start():
        supervisor.stop()
        return 1
    url = f"http://{_shown(settings.host)}:{listener.getsockname()[1]}/"
    _show_ready(url, open_browser)
    return supervisor.run()


def configuration(settings: Settings, app: FastAPI) -> uvicorn.Config:
    rules = connection_rules(settings, app)
    http: Any = partial(HttpConnection, rules)
    websockets: Any = partial(WebSocketConnection, rules)
    return uvicorn.Config(
        app,
        http=http,
        ws=websockets,
        log_config=None,
        access_log=False,
        ws_max_size=settings.max_message * 4,
        ws_per_message_deflate=settings.compress_live,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
    )


def connection_rules(settings: Settings, app: FastAPI) -> ConnectionRules:
    def identify(scope: Scope) -> str | None:
        claim = claim_of(HTTPConnection({**scope, "app": app}))
        return None if claim is None else claim.id

    limit = connections_possible(settings.max_connections + EXTRA_CONNECTIONS)
    trusted = trusted_proxies(settings.proxies)
    return ConnectionRules(
        Connections(limit, settings.max_address_connections, trusted),
        identify,
        settings.head_seconds,
        settings.body_seconds,
        settings.read_seconds,
        2 * settings.max_upload + MAX_DISCARDED,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises PortTaken with the reason if there cannot be one."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise PortTaken(f"this machine has no address {host!r}") from None
    family, kind, protocol, _, where = addresses[0]
    listener = socket.socket(family, kind, protocol)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(where)
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise PortTaken(
            f"cannot listen on {host}, port {port}: {reason}; choose another with --port"
        ) from None
    return listener


def _announce(server: uvicorn.Server, url: str, open_browser: bool) -> None:
    """Print the address once the server is ready; programs wait for this line."""
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    _show_ready(url, open_browser)


def _show_ready(url: str, open_browser: bool) -> None:
    print(f"Sandtable is ready: {url}", flush=True)
    if open_browser:
        webbrowser.open(url)


def _shown(host: str) -> str:
    """The host as a browser on this machine can open it."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _is_sandtable(url: str) -> bool:
    try:
        try:
            answer = urlopen(url + "api/health", timeout=5)
        except HTTPError as error:  # it runs, but not everything in it does
            answer = error
        with answer:
            return b'"bots"' in answer.read(1000)
    except (URLError, OSError, ValueError):
        return False
