"""A title in a package of its own, outside the repository, found by its entry point."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.live_server import ROOT

NAME = "stones"


def install_stones(folder: Path) -> Path:
    """Write the example game of docs/adding-a-game.md as an installed package; returns the folder
    to put on the path."""
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    source = next(block for block in blocks if "def make(" in block)
    (folder / "stones_game.py").write_text(source, encoding="utf-8")
    described = folder / "stones_game-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: stones-game\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(
        f"[sandtable.games]\n{NAME} = stones_game\n", encoding="utf-8"
    )
    return folder
