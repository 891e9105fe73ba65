"""The same games in separate processes: other hash seeds, compiled or pure."""

from __future__ import annotations

import hashlib

import pytest

import sandtable
from sandtable._pure import is_compiled
from sandtable.kernel.rng import seeded
from tests.elsewhere import elsewhere
from tests.faiyum.playing import KINDS, busy, uniform

HERE = "tests.faiyum.test_processes"

# Each test plays both ways.
pytestmark = pytest.mark.once


def digest() -> str:
    """A fingerprint of a game of every kind: records, views and events."""
    sha = hashlib.sha256()
    game = sandtable.game("faiyum")
    for players, options in KINDS:
        for policy in (uniform, busy):
            match = game.new(players=players, seed=f"process {players}", **options)
            rng = seeded(players, "process")
            while not match.is_over:
                match.apply(policy(match, rng))
                sha.update(repr(match.events()).encode())
            sha.update(str(match.record()).encode())
            sha.update(repr(match.view(0)).encode())
            other = game.new(players=players, seed=1, **options).resample(0, "draw anew")
            sha.update(repr(other.state.deck).encode())  # type: ignore[attr-defined]
    return sha.hexdigest()


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_same_games_whatever_the_hash_seed(hash_seed: str) -> None:
    assert elsewhere(HERE, "1", hash_seed) == digest()


@pytest.mark.parametrize("hash_seed", ["0", "77"])
def test_same_games_compiled_and_pure(hash_seed: str) -> None:
    """Without compiled files both run pure, which test_build.py tells apart."""
    assert elsewhere(HERE, "0", hash_seed) == elsewhere(HERE, "1", hash_seed)
    assert elsewhere(HERE, "0", hash_seed) == digest()
    assert isinstance(is_compiled(), bool)
