"""The number of files and sockets this process may have open."""

from __future__ import annotations

import logging
import sys

log = logging.getLogger("sandtable.server")

#: Descriptors kept for the database, the bots' processes, the client's files and the listener.
KEPT = 96
#: With fewer connections than this a server is of no use to anybody.
FEWEST = 8


def connections_possible(wanted: int) -> int:
    """How many connections fit; raises the process's own limit where the system lets it."""
    available = _raise(wanted + KEPT)
    possible = max(FEWEST, min(wanted, available - KEPT))
    if possible < wanted:
        log.warning(
            "few file descriptors; allow more, for instance with `ulimit -n`",
            extra={"descriptors": available, "connections": possible, "wanted": wanted},
        )
    return possible


def _raise(wanted: int) -> int:
    """Raise the soft limit up to the hard one; returns what there is now."""
    if sys.platform == "win32":  # no such limit for sockets
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return wanted
    target = wanted if hard == unlimited else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
    except (OSError, ValueError):  # the system has a lower one of its own
        return int(soft)
    return int(target)
