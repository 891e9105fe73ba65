"""The example that trains: afterwards it beats random choices clearly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import bots
from tests.envs.helpers import needs

needs("numpy", "librt", "gymnasium", "pettingzoo")
torch = pytest.importorskip("torch", reason="needs the package of the extra 'train'")

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "train_ppo.py"

pytestmark = pytest.mark.long


def example() -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "train_ppo"}
    exec(compile(EXAMPLE.read_text(encoding="utf-8"), str(EXAMPLE), "exec"), namespace)
    return namespace


@pytest.mark.parametrize("name", sandtable.games())
def test_beats_random_choices(name: str, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    program = example()
    network = program["train"](name, 2, seed=1, rounds=10)
    won = program["against_random"](network, name, 2, games=100, seed=10**6)
    low, _ = program["wilson"](won, 100)
    assert low > 0.7, f"{won} of 100 games won"

    # The policy that was kept plays as a bot, too.
    path = tmp_path / "policy.pt"
    torch.save(network.state_dict(), path)
    bot = bots.make(f"{EXAMPLE}:Trained:file={path}")
    wins = 0.0
    for seed in range(10):
        seats = [bot, bots.make("random", seed)]
        if seed % 2:
            seats.reverse()
        match = sandtable.game(name).new(2, seed)
        bots.play(match, seats)
        wins += (seats.index(bot) in match.winners()) / len(match.winners())
    assert wins >= 7
