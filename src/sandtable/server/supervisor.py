"""Several server processes on one listening socket: started, replaced when they die, stopped.

The system hands each new connection to one of them; what waits to be accepted survives the death
of any. If the supervisor itself dies, they go on without being replaced.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from types import FrameType

from sandtable.server.settings import Settings

#: Seconds between two looks at the processes.
LOOK_SECONDS = 0.1
#: Seconds in which a process stops by itself; then it is killed.
STOP_SECONDS = 15.0
#: A process that dies within this many seconds is started again only after a pause, doubled each
#: time up to a limit.
SHORT_LIFE = 5.0
LONGEST_PAUSE = 30.0

log = logging.getLogger("sandtable.server.supervisor")


class SupervisedProcess:
    """One server process, started again and again."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings.model_dump_json().encode() + b"\n"
        self._listener = listener
        self._failures = 0
        self._begun = 0.0
        self._next = 0.0  # when it may be started again
        self.ready = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        descriptor = self._listener.fileno()
        self.ready.clear()
        self._begun = time.monotonic()
        # Ctrl-C goes to all processes of a terminal. It stops the supervisor, which tells the
        # others: blocked here, it cannot interrupt one of them that still starts.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "sandtable.server.process", str(descriptor)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[descriptor],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # it has died already, see `replace`
            self.process.stdin.write(self._settings)
            self.process.stdin.flush()
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Reads what the process writes, to its end. The pipe belongs to this thread: closed by
        another one, it would break the reading, or wait for it."""
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                if line == b"ready\n" and process is self.process:
                    self.ready.set()

    def replace(self) -> None:
        """Start it again where it has died, after a pause where it does so at once."""
        assert self.process is not None
        code = self.process.poll()
        now = time.monotonic()
        if code is None:
            return
        if not self._next:
            self._close()
            short = now - self._begun < SHORT_LIFE
            self._failures = self._failures + 1 if short else 0
            pause = min(LONGEST_PAUSE, 2.0 ** (self._failures - 1)) if short else 0.0
            self._next = now + pause
            log.error(
                "a server process died",
                extra={"died": self.process.pid, "code": code, "pause": pause},
            )
        if now >= self._next:
            self._next = 0.0
            self.start()

    def stop(self) -> None:
        if self.process is not None and self.alive:
            self.process.send_signal(signal.SIGTERM)

    def end(self, until: float) -> int:
        """Wait for its end; returns its exit code."""
        assert self.process is not None
        try:
            code = self.process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            log.error("a server process was killed", extra={"killed": self.process.pid})
            self.process.kill()
            code = self.process.wait()
        self._close()
        return code

    def _close(self) -> None:
        assert self.process is not None and self.process.stdin is not None
        with suppress(OSError):  # what was not sent to a dead process
            self.process.stdin.close()


class Supervisor:
    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._processes = [SupervisedProcess(settings, listener) for _ in range(settings.processes)]
        self._stopping = threading.Event()

    def start(self) -> bool:
        """Start all processes; False where one of them cannot."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        for process in self._processes:
            process.start()
        for process in self._processes:
            while not process.ready.wait(LOOK_SECONDS):
                if self._stopping.is_set() or not process.alive:
                    break
        return all(process.alive for process in self._processes)

    def run(self) -> int:
        """Replace processes that die, until the supervisor is told to stop."""
        while not self._stopping.wait(LOOK_SECONDS):
            for process in self._processes:
                process.replace()
        return self.stop()

    def stop(self) -> int:
        """Stop all processes; returns 0 where those that ran ended well."""
        running = [process for process in self._processes if process.alive]
        for process in running:
            process.stop()
        until = time.monotonic() + STOP_SECONDS
        codes = [process.end(until) for process in running]
        # One that was still starting is ended by the signal itself.
        return 1 if any(code not in (0, -signal.SIGTERM) for code in codes) else 0

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping.set()
