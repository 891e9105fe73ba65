"""A person at a pseudo-terminal: starts Sandtable there, reads the screen and types."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[=>]|\x01|\x02")
# The pseudo-terminal becomes the one that Ctrl-C comes from, also where the tests run in the
# background and the shell has made them deaf to it.
LAUNCH = """
import fcntl, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)
from sandtable.cli import main
sys.exit(main(sys.argv[1:]))
"""
PROMPTS = ("> ", "undo: ", "looks: ")


class Terminal:
    def __init__(
        self, words: list[str], folder: Path, width: int = 80, height: int = 50, **extra: str
    ) -> None:
        self.raw = ""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        environment = {
            key: value
            for key, value in os.environ.items()
            if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
        }
        environment |= {"TERM": "xterm-256color", "XDG_DATA_HOME": str(folder)}
        environment |= {"PYTHONIOENCODING": "utf-8", "COLORTERM": "", **extra}
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self._master = master
        self._read = 0

    def _more(self, seconds: float) -> bool:
        """Read what there is; False when nothing came or nobody writes any more."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # Linux says it so when the other end is closed
            return False
        self.raw += data.decode("utf-8", errors="replace")
        return bool(data)

    def screen(self) -> str:
        """All that was written since the last question, without escape sequences."""
        return ESCAPES.sub("", self.raw[self._read :]).replace("\r\n", "\n")

    def wait(self, seconds: float = 60) -> str | None:
        """Until the next question: the screen before it; None when the program has ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.screen().endswith(PROMPTS):
                return self.screen()
            if not self._more(0.2) and self.process.poll() is not None:
                while self._more(0.1):
                    pass
                return None
        raise AssertionError(f"no question within {seconds} s; last:\n{self.screen()[-2000:]}")

    def type(self, line: str) -> None:
        self.press(line + "\n")

    def press(self, keys: str) -> None:
        self._read = len(self.raw)
        os.write(self._master, keys.encode())

    def interrupt(self) -> int:
        """Press Ctrl-C, as often as a person would; the exit code. Once is not always enough:
        Python misses a signal that comes just before it begins to wait for a line."""
        for _ in range(5):
            self.press("\x03")
            limit = time.monotonic() + 4
            while time.monotonic() < limit:
                self._more(0.1)
                if self.process.poll() is not None:
                    return self.end()
        raise AssertionError("Ctrl-C does not end the program")

    def end(self, seconds: float = 30) -> int:
        """Read until the program has ended; its exit code."""
        limit = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < limit:
            self._more(0.1)
        while self._more(0.1):
            pass
        return self.process.wait(timeout=1)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)
