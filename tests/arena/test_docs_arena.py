"""The program in docs/arena.md runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("openskill", reason="needs the packages of the extra 'arena'")

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_program(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (DOCS / "arena.md").read_text("utf-8"), re.S)
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("random") == 3
    assert len((tmp_path / "results" / "log.jsonl").read_text().splitlines()) == 12
