"""Games on disk: saved by name, kept when a player leaves, loaded again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sandtable.kernel.errors import BadOption, RecordError
from sandtable.kernel.match import Match
from sandtable.kernel.record import MAX_CHARS, Record

SEATS = "# seats: "


def data_folder() -> Path:
    """Where this user's data belongs."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "sandtable"


def save(match: Match, specs: list[str], path: Path) -> None:
    """Write the record, with who sits where as a comment. The old file stays until all is there."""
    first, _, rest = str(match.record()).partition("\n")
    text = f"{first}\n{SEATS}{','.join(specs)}\n{rest}"
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def read(path: str) -> str:
    """The text of a record file; ``-`` is standard input."""
    try:
        if path == "-":
            return sys.stdin.read(MAX_CHARS + 1)
        with Path(path).open(encoding="utf-8") as file:
            return file.read(MAX_CHARS + 1)
    except OSError as error:
        raise BadOption(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadOption(f"{path}: not a text file in UTF-8, so not a record") from None


def parse(path: str) -> tuple[Record, str]:
    """A record from a file, and its text."""
    text = read(path)
    try:
        return Record.parse(text), text
    except RecordError as error:
        raise BadOption(f"{path}: {error}") from None


def load(path: str, edition: object = None) -> tuple[Match, list[int], list[str]]:
    """A saved game: the match at its beginning, the choices, and who sat where (if it says)."""
    record, text = parse(path)
    try:
        played = record.replay(edition=edition)
        return record.start(edition), played.actions(), seats_in(text)
    except RecordError as error:
        raise BadOption(f"{path}: {error}") from None


def seats_in(text: str) -> list[str]:
    for line in text.splitlines():
        if line.startswith(SEATS):
            return [part.strip() for part in line[len(SEATS) :].split(",")]
    return []
