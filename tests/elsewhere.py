"""The same work in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import sandtable

ROOT = Path(__file__).parents[1]


@cache
def elsewhere(module: str, pure: str, hash_seed: str) -> str:
    """What `digest()` of a module of the tests says there."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    path = os.pathsep.join([str(ROOT), str(Path(sandtable.__file__).parents[1])])
    run = subprocess.run(
        [sys.executable, "-c", f"from {module} import digest; print(digest())"],
        env=env | {"SANDTABLE_PURE": pure, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()
