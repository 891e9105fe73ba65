"""Servers in processes of their own, which can be killed like any other."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

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
        **environment: str,
    ) -> None:
        """``descriptors``: how many files it may have open, up to ``hard`` if it asks for more."""
        self.log = log

        def limit() -> None:
            if descriptors is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, hard or descriptors))

        with log.open("a") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, str(port), database, str(processes)],
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                preexec_fn=limit,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                    "SANDTABLE_RATE_FACTOR": "0",
                    **environment,
                },
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"(http://[^/]+)/", line)
        assert found is not None, log.read_text()
        self.url = found[1]

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
        return b"sandtable.server.member" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
