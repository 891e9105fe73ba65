"""Games of other packages are found by their entry points."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_game_of_an_installed_package_is_known_to_the_command_line(tmp_path: Path) -> None:
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    (program, *_) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    (tmp_path / "stones.py").write_text(program, encoding="utf-8")
    info = tmp_path / "stones-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stones\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sandtable.games]\nstones = stones\n")
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [
            *[sys.executable, "-m", "sandtable", "simulate", "stones"],
            *["--seats", "random,random", "--games", "2", "--seed", "1", "--json"],
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"game": "stones"' in done.stdout
