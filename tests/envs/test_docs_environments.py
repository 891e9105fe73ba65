"""The programs in docs/environments.md run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.envs.helpers import needs

needs("numpy", "librt", "gymnasium", "pettingzoo", "pyspiel")

DOCS = Path(__file__).resolve().parents[2] / "docs"
PROGRAMS = re.findall(r"```python\n(.*?)```", (DOCS / "environments.md").read_text("utf-8"), re.S)


def test_there_are_programs() -> None:
    assert len(PROGRAMS) == 8


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_program(number: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAMS[number]],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
