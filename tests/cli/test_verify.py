"""`sandtable verify`: the published hash, the seed and the game belong together."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from tests.cli.helpers import here


@pytest.mark.parametrize("name", sandtable.games())
def test_a_whole_game(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seed = secrets.token_hex(16)
    published = sandtable.seed_commitment(seed)
    match = sandtable.game(name).new(players=3, seed=seed)
    random_play(match, seeded(1))
    path = tmp_path / "game.txt"
    path.write_text(str(match.record()))
    done = here(capsys, "verify", str(path), "--hash", published.upper())
    assert done.code == 0
    assert "It is the published hash." in done.out

    other = here(capsys, "verify", str(path), "--hash", "0" * 64, "--json")
    assert other.code == 1
    assert other.json() == {
        "seed": seed,
        "hash": published,
        "published": "0" * 64,
        "agrees": False,
        "choices": len(match.actions()),
    }
    assert here(capsys, "verify", str(path)).code == 0

    # The choices of this game under another seed: they do not fit, or the result differs.
    path.write_text(str(match.record()).replace(seed, secrets.token_hex(16)))
    assert here(capsys, "verify", str(path)).code == 2


def test_bad_hash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = here(capsys, "verify", str(tmp_path / "none.txt"), "--hash", "abc")
    assert done.code == 2
    assert "64 hexadecimal digits" in done.err
