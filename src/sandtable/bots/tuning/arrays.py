"""NumPy, which only tuning needs."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.errors import SandtableError


def load_numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise SandtableError(
            "tuning needs the package numpy: pip install 'sandtable[tune]'"
        ) from None
    return numpy
