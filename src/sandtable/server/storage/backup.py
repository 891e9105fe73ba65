"""Copies of a SQLite database, made while games go on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine

#: Pages copied at a time: writers wait for one part, not for the whole.
PAGES = 256


def back_up(engine: Engine, moment: int) -> Path:
    """Copy the database into the folder `backups` beside it; returns the copy's path."""
    name = engine.url.database
    assert name is not None and engine.dialect.name == "sqlite"
    source = Path(name)
    folder = source.parent / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    when = datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y%m%d-%H%M%S")
    target = folder / f"{source.stem}-{when}.db"
    part = target.with_suffix(".part")
    try:
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(part)) as copy:
            live.backup(copy, pages=PAGES)
            problem = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if problem != "ok":
                raise sqlite3.DatabaseError(f"the copy is damaged: {problem}")
        part.chmod(0o600)
        part.replace(target)  # only a whole copy has its name
    finally:
        part.unlink(missing_ok=True)
    return target
