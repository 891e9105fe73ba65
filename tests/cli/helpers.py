"""Running the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import main


class Outcome:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    def json(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)


def sandtable(*words: str, stdin: str = "", folder: Path | None = None, **extra: str) -> Outcome:
    """In a process of its own."""
    environment = {**os.environ, **extra}
    if folder is not None:
        environment["XDG_DATA_HOME"] = str(folder)
    done = subprocess.run(
        [sys.executable, "-m", "sandtable.cli", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=120,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def here(capsys: pytest.CaptureFixture[str], *words: str) -> Outcome:
    """In this process, which is quicker."""
    try:
        code = main(list(words))
    except SystemExit as end:  # argparse
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return Outcome(code, out, err)
