"""Checks of the options that bots take. Every option is checked by one of these."""

from __future__ import annotations

import math
from typing import Any

from sandtable.bots.base import BotError


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number; raises BotError where the value is none."""
    if _is_number(value) and value == int(value) and least <= value <= (most or value):
        return int(value)
    span = f"from {least} up" if most is None else f"from {least} to {most}"
    raise BotError(f"{name} is a whole number {span}, not {value!r}")


def number(name: str, value: Any, least: float, most: float | None = None) -> float:
    if _is_number(value) and value >= least and (most is None or value <= most):
        return float(value)
    span = f"from {least:g} up" if most is None else f"from {least:g} to {most:g}"
    raise BotError(f"{name} is a number {span}, not {value!r}")


def positive(name: str, value: Any) -> float:
    if _is_number(value) and value > 0:
        return float(value)
    raise BotError(f"{name} is a number above 0, not {value!r}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)
