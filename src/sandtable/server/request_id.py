"""An id for every request, in its log lines and in its answer: who asks about an error can name
it, and who runs the server finds what happened."""

from __future__ import annotations

import secrets
from contextvars import ContextVar

CURRENT: ContextVar[str] = ContextVar("request id", default="")


def begin() -> str:
    """Give the request that is being worked on an id."""
    id = secrets.token_hex(6)
    CURRENT.set(id)
    return id
