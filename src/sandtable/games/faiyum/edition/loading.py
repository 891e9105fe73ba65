"""The edition that comes with Sandtable, read from its files."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def standard() -> dict[str, Any]:
    folder = files("sandtable.games.faiyum") / "edition"
    parts: dict[str, Any] = {"game": "faiyum", "name": "standard", "format": 1}
    for part in ("board", "cards", "campaign"):
        parts[part] = json.loads((folder / f"{part}.json").read_text(encoding="utf-8"))
    return parts
