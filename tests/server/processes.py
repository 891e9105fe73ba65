"""Servers in processes of their own, which can be killed like any other."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.server.people import Person

START = (
    "import sys; from sandtable import server; "
    "sys.exit(server.run(port=int(sys.argv[1]), database=sys.argv[2], log='json', workers=1, "
    "processes=int(sys.argv[3])))"
)


class ServerProcess:
    def __init__(
        self,
        database: str,
        log: Path,
        port: int = 0,
        descriptors: int | None = None,
        hard: int | None = None,
        processes: int = 1,
        first: str = "",
        **environment: str,
    ) -> None:
        """``descriptors``: how many files it may have open, up to ``hard`` if it asks for more;
        ``first``: Python that it runs before it starts."""
        self.log = log

        def limit() -> None:
            if descriptors is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, hard or descriptors))

        with log.open("a") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-c", f"{first}\n{START}", str(port), database, str(processes)],
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                preexec_fn=limit,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                    "SANDTABLE_RATE_FACTOR": "0",
                    "SANDTABLE_BOT_NICENESS": "0",
                    **environment,
                },
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        matched = re.search(r"(http://[^/]+)/", line)
        assert matched is not None, log.read_text()
        self.url = matched[1]

    def person(self, name: str | None = None) -> Person:
        return Person(self.url, name)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def members(self) -> list[int]:
        """The server processes that a supervisor has started and that live."""
        pid = self.process.pid
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except OSError:
            return []
        return [int(child) for child in children if _is_member(int(child))]

    def has_connection(self, port: int) -> bool:
        """Whether it has a connection from this local port."""
        (number,) = (
            fields[9]
            for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
            if int((fields := line.split())[1].rpartition(":")[2], 16) == port and fields[9] != "0"
        )
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with suppress(OSError):
                if str(file.readlink()) == f"socket:[{number}]":
                    return True
        return False

    def kill(self) -> None:
        """At once, without a chance to do anything."""
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        self.process.terminate()
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def _is_member(pid: int) -> bool:
    try:
        return b"sandtable.server.process" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
