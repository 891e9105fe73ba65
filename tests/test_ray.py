"""Work on a Ray cluster of this machine: the arena, and self-play. One cluster serves all of
these tests, because it takes seconds to start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable import cluster
from sandtable.arena import Arena, Plan
from sandtable.arena.playing import GameFailed
from sandtable.cli import main
from sandtable.kernel.errors import SandtableError
from tests.arena.helpers import bot_file

ray = pytest.importorskip("ray", reason="needs the package of the extra 'ray'")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Ray leaves sockets and threads behind
]


@pytest.fixture(scope="module")
def local() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_same_games_as_without(local: None, tmp_path: Path) -> None:
    plan = Plan("faiyum", ["random", "random", "random"], seed=3)
    games = Arena(plan, tmp_path / "ray").play(6, ray=cluster.LOCAL)
    assert games == Arena(plan, tmp_path / "here").play(6)


def test_a_lost_worker_is_replaced(local: None, tmp_path: Path) -> None:
    plan = Plan("faiyum", [f"{bot_file(tmp_path)}:Deadly", "random"])
    games = Arena(plan, tmp_path / "out").play(4, ray=cluster.LOCAL)
    assert [game["game"] for game in games] == [0, 1, 2, 3]
    assert len((tmp_path / "out" / "log.jsonl").read_text().splitlines()) == 4


def test_a_failing_bot_is_named(local: None, tmp_path: Path) -> None:
    plan = Plan("faiyum", ["random", f"{bot_file(tmp_path)}:Cheater"])
    with pytest.raises(GameFailed, match="not on offer"):
        Arena(plan, tmp_path / "out").play(2, ray=cluster.LOCAL)


def test_a_game_that_always_takes_its_worker_down(local: None, tmp_path: Path) -> None:
    plan = Plan("faiyum", [f"{bot_file(tmp_path)}:Doomed", "random"])
    with pytest.raises(GameFailed, match="workers down"):
        Arena(plan, tmp_path / "out").play(1, ray=cluster.LOCAL)


def test_selfplay_as_without(local: None, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs the package pyarrow")
    from tests.selfplay.test_selfplay import contents

    words = ["selfplay", "faiyum", "--learner", "random", "--pool", "random", "--games", "11"]
    assert main([*words, "--folder", str(tmp_path / "here")]) == 0
    assert main([*words, "--folder", str(tmp_path / "ray"), "--ray", "local"]) == 0
    assert contents(tmp_path / "here") == contents(tmp_path / "ray")


def test_no_cluster_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**where: object) -> None:
        raise ConnectionError(f"nobody at {where['address']}")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(SandtableError, match=r"--ray host:1: no cluster there \(nobody at host:1"):
        cluster.start("host:1")
