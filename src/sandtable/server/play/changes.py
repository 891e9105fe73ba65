"""How a position differs from the one before it, so that only the difference is sent.

A change is a path into the position and the value to put there. What has other keys or another
length than before is replaced as a whole.
"""

from __future__ import annotations

from typing import Any

#: A position's parts that are sent as they are when anything in them is new.
WHOLE = ("decision", "undo", "scores", "lesson", "notes")


def changes(old: dict[str, Any], new: dict[str, Any]) -> list[dict[str, Any]]:
    """What to change in the old position to get the new one."""
    result: list[dict[str, Any]] = []
    for key, value in new.items():
        before = old[key]
        if key == "view" and before.keys() == value.keys():
            # It nearly always differs, so only its parts are compared.
            for part, shown in value.items():
                if before[part] != shown:
                    _compare(before[part], shown, [key, part], result)
        elif before != value:
            if key in WHOLE:
                result.append({"path": [key], "value": value})
            else:
                _compare(before, value, [key], result)
    return result


def _compare(old: Any, new: Any, path: list[str | int], result: list[dict[str, Any]]) -> None:
    """Two values that are not equal."""
    if isinstance(new, dict) and isinstance(old, dict) and old.keys() == new.keys():
        for key, value in new.items():
            if old[key] != value:
                _compare(old[key], value, [*path, key], result)
    elif _alike(old, new):
        for place, value in enumerate(new):
            if old[place] != value:
                _compare(old[place], value, [*path, place], result)
    else:
        result.append({"path": path, "value": new})


def _alike(old: Any, new: Any) -> bool:
    """Whether both are lists of as many things that have parts of their own."""
    return (
        isinstance(new, list)
        and isinstance(old, list)
        and len(old) == len(new)
        and isinstance(new[0], dict | list)
    )
