"""One of several server processes: `python -m sandtable.server.process`, run by the supervisor.

It inherits the listening socket, reads its settings from standard input, and writes "ready" once
it accepts connections.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
from contextlib import suppress

import uvicorn

from sandtable.server import logs
from sandtable.server.app import create_app
from sandtable.server.running import SWITCH_SECONDS, Server, configuration
from sandtable.server.settings import Settings

log = logging.getLogger("sandtable.server")


def main() -> int:
    listener = socket.socket(fileno=int(sys.argv[1]))
    given = sys.stdin.buffer.readline()
    if not given:
        return 1  # the supervisor died before it could say anything
    settings = Settings.model_validate_json(given)
    logs.set_up(settings.log)
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(configuration(settings, create_app(settings)))
    threading.Thread(target=_announce, args=(server,), daemon=True, name="announce").start()
    threading.Thread(target=_watch, args=(server,), daemon=True, name="supervisor").start()
    server.run(sockets=[listener])
    return 0 if server.started else 1


def _announce(server: uvicorn.Server) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    with suppress(BrokenPipeError):  # the supervisor has died meanwhile, see `_watch`
        os.write(1, b"ready\n")  # not through Python's buffer, which would be flushed once more


def _watch(server: uvicorn.Server) -> None:
    """Standard input ends with the supervisor. Games go on without one."""
    os.read(0, 1)  # not through Python's buffer: its lock would be held when the process ends
    if not server.should_exit:
        log.warning("the supervisor is gone: processes that die are not replaced any more")


if __name__ == "__main__":
    sys.exit(main())
