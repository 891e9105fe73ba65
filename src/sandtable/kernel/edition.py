"""Editions: a game's components as one JSON document that an owner of the box can correct."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from sandtable.kernel.errors import EditionError

MAX_BYTES = 4_000_000


def digest(edition: dict[str, Any]) -> str:
    """A short fingerprint of the contents; formatting and order of keys do not matter."""
    text = json.dumps(edition, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def without(data: Any, keys: list[str]) -> Any:
    """A copy of some data that leaves these keys out wherever they stand."""
    if isinstance(data, dict):
        return {key: without(value, keys) for key, value in data.items() if key not in keys}
    if isinstance(data, list):
        return [without(value, keys) for value in data]
    return data


def read(path: str) -> dict[str, Any]:
    """Read an edition from a file; raises EditionError with the reason if that fails."""
    try:
        if Path(path).stat().st_size > MAX_BYTES:
            raise EditionError([f"{path}: larger than {MAX_BYTES} bytes, so not an edition"])
        with Path(path).open(encoding="utf-8") as file:
            data = json.load(file)
    except OSError as error:
        raise EditionError([f"{path}: cannot be read ({error.strerror})"]) from None
    except UnicodeDecodeError:
        raise EditionError([f"{path}: not a text file in UTF-8"]) from None
    except json.JSONDecodeError as error:
        raise EditionError([f"{path}: line {error.lineno}: not valid JSON ({error.msg})"]) from None
    except RecursionError:
        raise EditionError([f"{path}: nested too deeply, so not an edition"]) from None
    if not isinstance(data, dict):
        raise EditionError(
            [f"{path}: an edition is a JSON object, this is a {type(data).__name__}"]
        )
    return data


def write(edition: dict[str, Any], path: str) -> None:
    with Path(path).open("w", encoding="utf-8") as file:
        json.dump(edition, file, indent=1, ensure_ascii=False)
        file.write("\n")
