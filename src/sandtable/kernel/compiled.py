"""Whether the kernel and the games run compiled, found out once."""

from __future__ import annotations

from typing import Final


def _probe() -> bool:
    # Compiled functions are built into C: they have no Python code object.
    return not hasattr(_probe, "__code__")


COMPILED: Final[bool] = _probe()
