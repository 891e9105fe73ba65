"""Playing in the browser: tables, seats, the live channel, and storage.

Nothing heavy is imported until a server is really started.
"""

from __future__ import annotations

import gc

from sandtable.kernel.errors import SandtableError

__all__ = ["NotInstalled", "run"]


class NotInstalled(SandtableError):
    """The packages the server needs are missing."""


def run(
    host: str = "127.0.0.1",
    port: int = 8765,
    database: str | None = None,
    open_browser: bool = False,
    log: str | None = None,
    workers: int | None = None,
    processes: int | None = None,
) -> int:
    """Start a server and stay until it is stopped; returns the exit code."""
    # What is imported stays: looking through it for garbage would take a fifth of the time.
    gc.disable()
    try:
        from sandtable.server.running import run as start
    except ImportError as error:
        raise NotInstalled(
            f"the server needs the package {error.name!r}: pip install 'sandtable[server]'"
        ) from error
    finally:
        gc.enable()
    return start(host, port, database, open_browser, log, workers, processes)
