"""The same games in separate processes: other hash seeds, compiled or pure."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.rng import seeded
from tests.resafa.playing import KINDS, busy, uniform

SCRIPT = "from tests.resafa.test_processes import digest; print(digest())"
ROOT = Path(__file__).parents[2]


def digest() -> str:
    """A fingerprint of a game of every kind: records, views, events and what is drawn anew."""
    found = hashlib.sha256()
    game = sandtable.game("resafa")
    for players, options in KINDS:
        for policy in (uniform, busy):
            match = game.new(players=players, seed=f"process {players}", **options)
            rng = seeded(players, "process")
            step = 0
            while not match.is_over:
                match.apply(policy(match, rng))
                if step % 7 == 0:
                    found.update(repr(match.events()).encode())
                    found.update(repr(match.resample(0, step).legal_actions()).encode())
                step += 1
            found.update(str(match.record()).encode())
            found.update(repr(match.view(0)).encode())
    return found.hexdigest()


@cache
def elsewhere(pure: str, hash_seed: str) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=env | {"SANDTABLE_PURE": pure, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_same_games_whatever_the_hash_seed(hash_seed: str) -> None:
    assert elsewhere("1", hash_seed) == digest()


def test_same_games_compiled_and_pure() -> None:
    """Without compiled files both run pure, which test_build.py tells apart."""
    assert elsewhere("0", "77") == elsewhere("1", "0")
