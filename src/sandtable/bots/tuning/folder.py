"""The folder of a tuning or a training: ``tuning.json`` or ``training.json`` has what was asked and
played, ``weights.json`` or ``policy.json`` what could come with Sandtable. Files are replaced as a
whole, so a run can be stopped at any moment."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sandtable.kernel.errors import BadOption

try:
    import fcntl
except ImportError:  # Windows: nobody is kept out
    fcntl = None  # type: ignore[assignment]

Document = dict[str, Any]


class TuningFolder:
    def __init__(self, path: Path, name: str = "tuning") -> None:
        self.path = path
        self.name = name

    @contextmanager
    def open(self) -> Iterator[None]:
        """Make the folder where it is missing, and keep other runs out."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = (self.path / "lock").open("a", encoding="utf-8")
        except OSError as error:
            raise BadOption(f"{self.path}: cannot be written to ({error.strerror})") from None
        with lock:
            if fcntl is not None:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise BadOption(
                        f"another {self.name} is working in {self.path} right now"
                    ) from None
            yield

    def load(
        self, settings: Document, empty: Document, check: Callable[[Document], None]
    ) -> Document:
        """What was played so far with these settings; ``empty`` where nothing was. ``check`` raises
        ValueError, KeyError or TypeError where a document is not one of ours."""
        path = self.path / f"{self.name}.json"
        if not path.exists():
            return {"settings": settings, **empty}
        try:
            stored: Document = json.loads(path.read_text(encoding="utf-8"))
            before: Document = stored["settings"]
            check(stored)
        except (OSError, ValueError, KeyError, TypeError):
            raise BadOption(f"{path} cannot be read; choose another --folder") from None
        for word, value in settings.items():
            if before.get(word) != value:
                raise BadOption(
                    f"{self.path} holds another {self.name}: its {word} "
                    f"{_shown(before.get(word))}, not {_shown(value)}; choose another --folder"
                )
        return stored

    def save(self, document: Document) -> None:
        replace(self.path / f"{self.name}.json", json.dumps(document, separators=(",", ":")))

    def save_weights(self, document: Document) -> Path:
        path = self.path / "weights.json"
        text = json.dumps(document, indent=2)
        # Hundreds of numbers in a row are one line.
        text = re.sub(r"\[[-+.,\deE\s]*\]", lambda numbers: re.sub(r"\s", "", numbers[0]), text)
        replace(path, text)
        return path


def replace(path: Path, text: str) -> None:
    """Write a file so that there is always either the old one or the new one, whole."""
    other = path.with_name(path.name + ".new")
    with other.open("w", encoding="utf-8") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    other.replace(path)


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) < 80 else text[:77] + "..."
