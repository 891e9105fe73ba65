"""Log formats: one JSON object per line for programs, short lines for a terminal."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

import sqlalchemy.exc

from sandtable.server.request_id import CURRENT

_STANDARD = set(vars(logging.LogRecord("", 0, "", 0, "", None, None))) | {"message", "asctime"}


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    extra = {key: value for key, value in vars(record).items() if key not in _STANDARD}
    return {**extra, "request": CURRENT.get()} if CURRENT.get() else extra


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line.update(_extra(record))
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        extra = " ".join(f"{key}={value}" for key, value in _extra(record).items())
        line = f"{when} {record.levelname.lower():<7} {record.getMessage()} {extra}".rstrip()
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def is_lost_connection(error: BaseException | None) -> bool:
    """Whether using a connection raises this when it was cut off."""
    if isinstance(error, sqlalchemy.exc.OperationalError):
        return True
    driver = sys.modules.get("psycopg")  # not imported: nothing of it can have been raised
    return driver is not None and isinstance(error, driver.OperationalError)


class _LostConnections(logging.Filter):
    """SQLAlchemy reports with a traceback when a connection was cut off just before it was given
    back, as happens when PostgreSQL restarts: one line says as much."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if record.name.startswith("sqlalchemy.pool") and is_lost_connection(error):
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def set_up(kind: str) -> None:
    """Send all logs to standard error in the given format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if kind == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    handler.addFilter(_LostConnections())
    root.setLevel(logging.WARNING)
    logging.getLogger("sandtable").setLevel(logging.INFO if kind == "json" else logging.WARNING)
