"""The same games in separate processes: other hash seeds, compiled or pure."""

from __future__ import annotations

import hashlib

import pytest

import sandtable
from sandtable.kernel.rng import seeded
from tests.elsewhere import elsewhere
from tests.resafa.playing import KINDS, busy, uniform

HERE = "tests.resafa.test_processes"

# Each test plays both ways.
pytestmark = pytest.mark.once


def digest() -> str:
    """A fingerprint of a game of every kind: records, views, events and what is drawn anew."""
    sha = hashlib.sha256()
    game = sandtable.game("resafa")
    for players, options in KINDS:
        for policy in (uniform, busy):
            match = game.new(players=players, seed=f"process {players}", **options)
            rng = seeded(players, "process")
            step = 0
            while not match.is_over:
                match.apply(policy(match, rng))
                if step % 7 == 0:
                    sha.update(repr(match.events()).encode())
                    sha.update(repr(match.resample(0, step).legal_actions()).encode())
                step += 1
            sha.update(str(match.record()).encode())
            sha.update(repr(match.view(0)).encode())
    return sha.hexdigest()


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_same_games_whatever_the_hash_seed(hash_seed: str) -> None:
    assert elsewhere(HERE, "1", hash_seed) == digest()


def test_same_games_compiled_and_pure() -> None:
    """Without compiled files both run pure, which test_build.py tells apart."""
    assert elsewhere(HERE, "0", "77") == elsewhere(HERE, "1", "0")
