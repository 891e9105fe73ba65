"""What all tests share: the number of random games, and the game of the kernel's tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

import sandtable
from sandtable.kernel import registry


def games(default: int, cost: int = 1) -> int:
    """How many random games a test plays: SANDTABLE_GAMES, or what the test thinks best. Where
    a game costs that many times as much as a plain one, so many fewer are played."""
    asked = os.environ.get("SANDTABLE_GAMES", "")
    return max(1, int(asked) // cost) if asked else default


@pytest.fixture
def whispers() -> Iterator[sandtable.Game]:
    """The tests' own game, registered for the time of a test."""
    sandtable.register("whispers", "tests.kernel.whispers")
    yield sandtable.game("whispers")
    registry._modules.pop("whispers")
    registry._loaded.pop("whispers")
