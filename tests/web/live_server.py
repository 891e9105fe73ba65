"""A server in a process of its own, so that it can be killed, and people at browsers."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class LiveServer:
    """The server; `kill` and `start` again keep the same port and database."""

    def __init__(
        self,
        folder: Path,
        packages: Path | None = None,
        settings: dict[str, str] | None = None,
        root: Path = ROOT,
    ) -> None:
        """`packages`: a folder with further packages, such as a title of its own; `settings`:
        of the server, as variables; `root`: the checkout whose server it is."""
        # Bots must not starve where browsers take all of the processor.
        quick = {"SANDTABLE_RATE_FACTOR": "0", "SANDTABLE_BOT_NICENESS": "0"}
        self.settings = {**quick, **(settings or {})}
        self.path = os.pathsep.join(str(part) for part in (root / "src", packages) if part)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "web.db"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        command = [
            sys.executable, "-m", "sandtable", "serve",
            "--port", str(self.port), "--database", str(self.database), "--workers", "1",
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": self.path, **self.settings}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            try:
                with urlopen(f"{self.url}/api/health", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"the server did not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=30)

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer to a request of nobody in particular."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        with urlopen(Request(f"{self.url}{path}", data, headers), timeout=30) as answer:
            return json.load(answer)
