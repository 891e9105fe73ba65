"""Writes the playthroughs anew: `python -m tests.envs.playthroughs`."""

from __future__ import annotations

import gzip
from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

import sandtable
from sandtable import envs

if __name__ == "__main__":
    for name in sandtable.games():
        envs.openspiel_game(name)
        text = generate_playthrough.playthrough(f"sandtable_{name}(players=2)", [], seed=1)
        path = Path(__file__).parent / f"{name}.txt.gz"
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
        print(f"{path.name}: {len(text)} characters, {path.stat().st_size} bytes")
