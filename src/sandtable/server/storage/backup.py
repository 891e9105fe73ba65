"""Copies of the database, made while games go on: SQLite by itself, PostgreSQL by pg_dump."""

from __future__ import annotations

import asyncio
import glob
import os
import shutil
import sqlite3
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine

from sandtable.kernel.errors import SandtableError
from sandtable.server.storage.database import default_file

#: Pages of SQLite copied at a time: writers wait for one part, not for the whole.
PAGES = 256
#: Seconds that pg_dump may take, and wait for a table that somebody has locked.
DUMP_SECONDS = 1800
LOCK_SECONDS = 30


class BackupFailed(SandtableError):
    """There is no copy; the message says why."""


def pg_dump() -> str | None:
    """The program that copies PostgreSQL; None where it is not installed."""
    return shutil.which("pg_dump")


def backup_folder(engine: Engine, chosen: str) -> Path:
    """Where copies go: as the host has chosen, otherwise beside the database."""
    if chosen:
        return Path(chosen).expanduser().absolute()
    if engine.dialect.name == "sqlite":
        assert engine.url.database is not None
        return Path(engine.url.database).absolute().parent / "backups"
    return default_file().parent / "backups"


@dataclass(frozen=True)
class Copies:
    """The copies there are."""

    count: int
    bytes: int
    last: int | None  # when the newest was made
    free: int | None  # bytes that are free where they are; None where that cannot be told


class Backups:
    def __init__(self, engine: Engine, chosen_folder: str) -> None:
        self._engine = engine
        self._sqlite = engine.dialect.name == "sqlite"
        self._making = False
        self.folder = backup_folder(engine, chosen_folder)

    @property
    def possible(self) -> bool:
        return self._sqlite or pg_dump() is not None

    def copies(self) -> Copies:
        """What lies in the folder, as far as it can be read."""
        name = Path(self._engine.url.database or "sandtable").stem
        made: list[os.stat_result] = []
        for file in self.folder.glob(f"{glob.escape(name)}-*.{self._ending}"):
            with suppress(OSError):  # moved elsewhere meanwhile
                made.append(file.stat())
        return Copies(
            len(made),
            sum(stat.st_size for stat in made),
            max((stat.st_mtime_ns // 1_000_000 for stat in made), default=None),
            _free(self.folder),
        )

    @property
    def _ending(self) -> str:
        return "db" if self._sqlite else "dump"

    async def make(self, moment: int) -> Path:
        """Copy the database into the folder; returns the copy's path. Raises BackupFailed."""
        if self._making:
            raise BackupFailed("a copy is being made already")
        self._making = True
        try:
            return await self._make(moment)
        except OSError as error:
            where = f": {error.filename}" if error.filename else ""
            raise BackupFailed(f"{error.strerror or error}{where}") from None
        except sqlite3.Error as error:
            raise BackupFailed(str(error)) from None
        finally:
            self._making = False

    async def _make(self, moment: int) -> Path:
        when = datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y%m%d-%H%M%S")
        name = Path(self._engine.url.database or "sandtable").stem
        target = self.folder / f"{name}-{when}.{self._ending}"
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Only this user can read it, and what two processes copy at once are two files.
        descriptor, made = tempfile.mkstemp(".part", f"{target.stem}-", self.folder)
        os.close(descriptor)
        part = Path(made)
        try:
            if self._sqlite:
                await asyncio.to_thread(_copy_sqlite, self._engine, part)
            else:
                await _dump_postgresql(self._engine, part)
            part.replace(target)  # only a whole copy has its name
        finally:
            part.unlink(missing_ok=True)
        return target


def _free(folder: Path) -> int | None:
    """Free bytes where a folder is, or will be."""
    for place in (folder, *folder.parents):
        with suppress(OSError):
            return shutil.disk_usage(place).free
    return None


def _copy_sqlite(engine: Engine, part: Path) -> None:
    source = engine.url.database
    assert source is not None
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(part)) as copy:
        live.backup(copy, pages=PAGES)
        problem = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if problem != "ok":
            raise BackupFailed(f"the copy is damaged: {problem}")


async def _dump_postgresql(engine: Engine, part: Path) -> None:
    program = pg_dump()
    if program is None:
        raise BackupFailed("pg_dump is not installed")
    environment, connection = _libpq(engine)
    process = await asyncio.create_subprocess_exec(
        program,
        *("--format=custom", "--no-password", f"--lock-wait-timeout={LOCK_SECONDS}s"),
        *(f"--file={part}", f"--dbname={connection}"),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        env={**os.environ, **environment},
    )
    try:
        async with asyncio.timeout(DUMP_SECONDS):
            _, problem = await process.communicate()
    except TimeoutError:
        raise BackupFailed(f"pg_dump took longer than {DUMP_SECONDS} seconds") from None
    finally:
        if process.returncode is None:  # too slow, or the server stops
            process.kill()
            await process.wait()
    if process.returncode:
        words = " ".join(problem.decode(errors="replace").split())
        raise BackupFailed(words[:500] or f"pg_dump ended with code {process.returncode}")


def _libpq(engine: Engine) -> tuple[dict[str, str], str]:
    """How pg_dump finds the database: by its environment, which only this user can read, and on
    its command line, which everybody on the machine sees, what has no variable and is no secret."""
    from psycopg.conninfo import make_conninfo
    from psycopg.pq import Conninfo

    _, arguments = engine.dialect.create_connect_args(engine.url)
    environment: dict[str, str] = {}
    rest: dict[str, str] = {}
    for option in Conninfo.get_defaults():  # psycopg itself takes more than libpq
        keyword = option.keyword.decode()
        if keyword not in arguments:
            continue
        value = str(arguments[keyword])
        if option.envvar is not None:
            environment[option.envvar.decode()] = value
        elif option.dispchar != b"*":
            rest[keyword] = value
    return environment, make_conninfo(**rest)
