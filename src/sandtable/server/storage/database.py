"""The database: SQLite in a file (the default) or PostgreSQL by its address."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from sandtable.kernel.errors import SandtableError
from sandtable.server.errors import ApiError

MIGRATIONS = Path(__file__).parent / "migrations"

#: Any number, the same for every Sandtable: two servers starting at once migrate in turn.
MIGRATION_LOCK = 5247931

#: Seconds to wait for another process that holds a SQLite database; the writer sets its own.
BUSY_SECONDS = 5

#: The database cannot be reached, is locked, read-only or full. Nothing was changed.
DATABASE_FAILURES = (OperationalError, InterfaceError, PoolTimeout)

log = logging.getLogger("sandtable.server.storage")


class DatabaseError(SandtableError):
    """A database that cannot be used; the message says why and what to do."""


def default_file() -> Path:
    return Path(platformdirs.user_data_dir("sandtable", appauthor=False)) / "sandtable.db"


def address(given: str | None) -> URL:
    """From what a person typed (nothing, a file, or a URL) to the database's address."""
    if not given:
        return URL.create("sqlite", database=str(default_file()))
    if "://" not in given:
        return URL.create("sqlite", database=str(Path(given).expanduser()))
    try:
        url = make_url(given)
    except ArgumentError:
        raise DatabaseError(
            f"{given!r} is no address of a database; give a file name, "
            "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise DatabaseError("a database in memory forgets everything; give a file")
        return url.set(drivername="sqlite")
    raise DatabaseError(f"Sandtable stores games in SQLite or PostgreSQL, not in {kind!r}")


def new_process_name() -> str:
    """What a server process is called among those on the same database."""
    return secrets.token_hex(6)


def connect(url: URL, full_sync: bool = False) -> Engine:
    """An engine for the address; raises DatabaseError where there is nothing to connect to."""
    if url.get_backend_name() == "sqlite":
        engine = _sqlite(url, full_sync)
    else:
        engine = create_engine(
            url,
            pool_size=8,
            max_overflow=8,
            pool_pre_ping=True,
            execution_options={"process": new_process_name()},
        )
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except DBAPIError as error:
        engine.dispose()
        reason = str(error.orig).strip().splitlines()[0] if error.orig else str(error)
        shown = url.render_as_string(hide_password=True)
        raise DatabaseError(f"the database {shown} cannot be used: {reason}") from None
    return engine


def _sqlite(url: URL, full_sync: bool) -> Engine:
    assert url.database is not None
    folder = Path(url.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"the folder {folder} cannot be made: {error.strerror}") from None
    engine = create_engine(
        url,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        execution_options={"process": new_process_name()},
    )
    # A write-ahead log survives the death of the process at any moment with NORMAL; FULL also
    # waits for the disk at every commit, for those who fear the loss of power.
    synchronous = "FULL" if full_sync else "NORMAL"

    @event.listens_for(engine, "connect")
    def prepare(connection: object, record: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


def newest_version() -> str:
    """The newest form in which games are stored."""
    return max(path.name[1:5] for path in (MIGRATIONS / "versions").glob("m*.py"))


def stored_version(engine: Engine) -> str | None:
    """The form in which a database stores games; None where there is nothing yet."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return version


def migrate(engine: Engine) -> None:
    """Bring the stored form up to date."""
    try:
        if stored_version(engine) != newest_version():
            _upgrade(engine)
    except OperationalError as error:
        raise DatabaseError(f"the database cannot be brought up to date: {error.orig}") from None


def _upgrade(engine: Engine) -> None:
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def lock(connection: Connection, name: str, shared: bool = False) -> None:
    """Wait until no other transaction has locked this name, and lock it until this one ends.
    ``shared``: only against those who do not share. SQLite has one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        function = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        connection.exec_driver_sql(f"SELECT {function}(hashtextextended(%s, 0))", (name,))


def database_failed(error: Exception) -> ApiError:
    """Log the failure in one line; returns the error for the client."""
    reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
    log.error("the database failed", extra={"reason": reason})
    return ApiError("busy", "Nothing can be stored at the moment; try again soon.", wait=5)
