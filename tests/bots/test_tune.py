"""`sandtable tune`: weights found by play, in runs that can be stopped and continued."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots.evaluations import all_weights, defaults
from sandtable.bots.tuning import Contest, Tuning, WeightSpace
from sandtable.bots.tuning.contest import TrialGame, interval, results
from sandtable.bots.tuning.folder import TuningFolder
from sandtable.cli import main
from sandtable.kernel.errors import BadOption

pytest.importorskip("cma")


class Bowl(Contest):
    """Instead of playing: the nearer a weight is to 1.5, the better; a little luck with it."""

    def play(self, job: TrialGame) -> float:
        assert job.weights is not None
        return -((job.weights["money"] - 1.5) ** 2) + 0.01 * (job.seed % 7)


def quiet(*_: object) -> None:
    return


def bowl(folder: Path, names: str = "money") -> Tuning:
    space = WeightSpace("faiyum", names.split(","))
    return Tuning(space, Bowl("faiyum", 1, 0, space.start), folder, games=3, population=6)


def test_the_optimiser_finds_better_weights(tmp_path: Path) -> None:
    weights = bowl(tmp_path).run(25, 4, 1, quiet)
    assert weights["weights"]["money"] == pytest.approx(1.5, abs=0.2)
    assert weights["tuning"]["check"]["gain"] > 0.5
    assert json.loads((tmp_path / "weights.json").read_text()) == weights
    assert all_weights("faiyum", weights["weights"])["money"] == weights["weights"]["money"]


class Stop(Exception):
    pass


@pytest.mark.parametrize("after", [1, 7, 18, 20, 31])
def test_a_stopped_run_goes_on_as_if_it_had_not_been(
    tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.bots.tuning.run.SAVE_EVERY", -1.0)
    unbroken = bowl(tmp_path / "a", "money,hand").run(2, 4, 1, quiet)
    told = 0

    def stop(*_: object) -> None:
        nonlocal told
        told += 1
        if told == after:
            raise Stop

    with pytest.raises(Stop):
        bowl(tmp_path / "b", "money,hand").run(2, 4, 1, stop)
    played = 0

    def count(*_: object) -> None:
        nonlocal played
        played += 1

    assert bowl(tmp_path / "b", "money,hand").run(2, 4, 1, count) == unbroken
    whole = 2 * 6 * 3
    assert played < whole + 8, "what was played is not played again"


def test_more_generations_can_follow(tmp_path: Path) -> None:
    first = bowl(tmp_path).run(1, 2, 1, quiet)
    later = bowl(tmp_path).run(3, 2, 1, quiet)
    assert later["tuning"]["generations"] == 3
    assert later == bowl(tmp_path / "other").run(3, 2, 1, quiet)
    # And what fewer had found can be had again.
    assert bowl(tmp_path).run(1, 2, 1, quiet) == first


def test_candidates_of_a_generation_play_the_same_games(tmp_path: Path) -> None:
    seeds: list[int] = []

    class Noting(Bowl):
        def play(self, job: TrialGame) -> float:
            seeds.append(job.seed)
            return super().play(job)

    space = WeightSpace("faiyum", ["money"])
    contest = Noting("faiyum", 1, 0, space.start)
    Tuning(space, contest, tmp_path, games=3, population=4).run(2, 1, 1, quiet)
    first, second = seeds[:12], seeds[12:24]
    assert first == first[:3] * 4
    assert second == second[:3] * 4
    assert not set(first) & set(second)


def test_the_result_of_a_game() -> None:
    contest = Contest("faiyum", 2, 0, all_weights("faiyum"))
    jobs = [TrialGame(0, i, all_weights("faiyum"), 6 + i) for i in range(2)]
    wins = {job.game: result for job, result in results(contest, jobs, 2)}
    # One deal from both seats with the same weights: what one seat wins the other loses.
    assert sum(wins.values()) == pytest.approx(1.0)
    assert wins[0] != wins[1]
    assert contest.play(jobs[0]) == wins[0]


def test_interval() -> None:
    assert interval([1.0, 1.0, 1.0]) == (1.0, 0.0)
    mean, error = interval([0.0, 2.0])
    assert mean == 1.0
    assert error == pytest.approx(1.96)


def test_patterns() -> None:
    assert WeightSpace("faiyum", ["pace_*"]).names == ["pace_2", "pace_3", "pace_4", "pace_5"]
    assert WeightSpace("resafa").names == list(defaults("resafa"))
    assert WeightSpace("faiyum", ["money", "mon*"]).names[0] == "money"


ARGUMENTS = ["tune", "faiyum", "--games", "1", "--generations", "1", "--population", "2"]


@pytest.fixture
def tune(tmp_path: Path) -> Callable[..., int]:
    def run(*more: str, folder: Path | None = None) -> int:
        return main([*ARGUMENTS, "--folder", str(folder or tmp_path / "run"), *more])

    return run


def test_the_command(
    tune: Callable[..., int], tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Contest, "play", Bowl.play)
    more = ("--weights", "money,hand", "--players", "1", "--check", "1", "--json")
    assert tune(*more) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document["weights"]) >= {"money", "hand"}
    assert (tmp_path / "run" / "tuning.json").exists()
    assert tune(*more[:-1]) == 0
    assert "money: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--weights", "mony"], "no weight 'mony'; there are money"),
        (["--players", "9"], "1 to 5 players, not 9"),
        (["--population", "1"], "at least 2 candidates"),
        (["--seed", "-4"], "--seed is a number from 0"),
    ],
)
def test_bad_arguments(tune: Callable[..., int], capsys: Any, more: list[str], told: str) -> None:
    assert tune(*more) == 2
    assert told in capsys.readouterr().err


def test_bad_folders(tune: Callable[..., int], tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "file").write_text("")
    assert tune(folder=tmp_path / "file") == 2
    assert "cannot be written to" in capsys.readouterr().err
    (tmp_path / "tuning.json").write_text("{}")
    assert tune(folder=tmp_path) == 2
    assert "cannot be read; choose another --folder" in capsys.readouterr().err


def test_other_settings_need_another_folder(tmp_path: Path) -> None:
    bowl(tmp_path).run(1, 1, 1, quiet)
    with pytest.raises(BadOption, match="its weights"):
        bowl(tmp_path, "hand").run(1, 1, 1, quiet)


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with TuningFolder(tmp_path).open(), pytest.raises(BadOption, match="another tuning"):
        bowl(tmp_path).run(1, 1, 1, quiet)


SLOWLY = """
import sys, time
from pathlib import Path
from sandtable.bots.tuning import Contest, Tuning, WeightSpace, run

class Slow(Contest):
    def play(self, job):
        time.sleep(0.002)
        return -job.weights["money"]

run.SAVE_EVERY = -1.0
space = WeightSpace("faiyum", ["money"])
contest = Slow("faiyum", 1, 0, space.start)
Tuning(space, contest, Path(sys.argv[1]), 3, 6).run(int(sys.argv[2]), 2, 1, lambda *_: None)
"""


def test_a_killed_process_leaves_whole_files(tmp_path: Path) -> None:
    words = [sys.executable, "-c", SLOWLY, str(tmp_path)]
    process = subprocess.Popen([*words, "999"])
    path = tmp_path / "tuning.json"
    end = time.monotonic() + 60
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.2)  # somewhere between two games, or inside a write
    process.kill()
    process.wait()
    kept = json.loads(path.read_text(encoding="utf-8"))
    played = len(kept["generations"])
    assert played
    subprocess.run([*words, str(played + 1)], check=True)
    document = json.loads((tmp_path / "weights.json").read_text(encoding="utf-8"))
    assert document["tuning"]["generations"] == played + 1
