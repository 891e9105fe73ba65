"""A PostgreSQL of the tests' own: a cluster in a temporary folder on a free port."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from sandtable.server.storage.database import address, connect, migrate


def programs() -> Path | None:
    """The folder with initdb and postgres, which Debian keeps out of the PATH."""
    initdb = shutil.which("initdb")
    if initdb is not None:
        return Path(initdb).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version)
    return folders[-1] if folders else None


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in folder.parent.name.split(".") if part.isdigit())


class Cluster:
    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
        self._user: str | None = None
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self._user = "postgres" if _exists("postgres") else "nobody"
            os.chown(self.folder, pwd.getpwnam(self._user).pw_uid, -1)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        data = self.folder / "data"
        self._run(
            "initdb", "-D", str(data), "-U", "sandtable", "-A", "trust", "-E", "UTF8", "--no-sync"
        )
        self._log = (self.folder / "log").open("w")
        self._data = data
        self._server = self._start()
        self._wait()
        self._count = 0
        self._template = ""

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [
                str(self._programs / "postgres"),
                *("-D", str(self._data), "-p", str(self.port), "-k", str(self.folder)),
                *("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"),
                *("-c", "fsync=off"),  # the tests kill our server, not the machine
            ],
            user=self._user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=self._log,
        )

    def restart(self) -> None:
        """Stop at once, whoever is connected, and start again."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait(60)
        self._server = self._start()
        self._wait()

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            user=self._user,
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr}")

    def _wait(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self._server.poll() is not None:
                break
            try:
                psycopg.connect(self._address("postgres")).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.02)
        raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}")

    def new_database(self) -> str:
        """The address of a new database with the tables that a server makes at its first start:
        they are made once and copied."""
        if not self._template:
            self._template = self._create()
            engine = connect(address(self._address(self._template)))
            migrate(engine)
            engine.dispose()
        return self._address(self._create(f"TEMPLATE {self._template}"))

    def empty_database(self) -> str:
        """The address of a new database with nothing in it."""
        return self._address(self._create())

    def _create(self, options: str = "") -> str:
        self._count += 1
        name = f"test_{self._count}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {options}")
        return name

    def _address(self, database: str) -> str:
        return f"postgresql://sandtable@127.0.0.1:{self.port}/{database}"

    def restore(self, dump: Path) -> str:
        """The address of a new database with what pg_dump has written."""
        database = self.empty_database()
        program = str(self._programs / "pg_restore")
        subprocess.run([program, "--exit-on-error", "--dbname", database, str(dump)], check=True)
        return database

    def stop(self) -> None:
        self._server.send_signal(signal.SIGINT)  # SIGTERM would wait for everybody to leave
        try:
            self._server.wait(20)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
