"""Self-play: a learner against a league, the same in one process and in several."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.kernel.errors import BadOption
from sandtable.selfplay import DecisionStore, League, Member
from sandtable.selfplay.run import SelfPlay, SelfPlayPlan
from tests.envs.helpers import needs

needs("numpy", "librt")
pytest.importorskip("pyarrow", reason="needs the package pyarrow")


def test_the_learner_meets_those_it_loses_to() -> None:
    league = League([Member("random", 40, 40.0), Member("greedy", 40, 2.0)])
    drawn = [league.draw(1, seed)[0] for seed in range(300)]
    assert 0 < drawn.count("random") < 30
    assert drawn == [league.draw(1, seed)[0] for seed in range(300)]


@pytest.mark.parametrize(("sampling", "preferred"), [("even", "policy"), ("hard", "greedy")])
def test_samplings(sampling: str, preferred: str) -> None:
    members = [Member("random", 50, 50.0), Member("policy", 50, 25.0), Member("greedy", 50, 1.0)]
    league = League(members, sampling)
    weights = dict(zip([m.spec for m in members], league.weights(), strict=True))
    assert max(weights, key=weights.__getitem__) == preferred
    assert min(weights.values()) > 0
    assert len(set(League(members, "uniform").weights())) == 1


def test_league_of_nobody_and_of_strangers() -> None:
    with pytest.raises(BadOption, match="no members"):
        League().draw(1, 1)
    with pytest.raises(BadOption, match="sampling is one of"):
        League(sampling="luck")
    league = League()
    assert league.add("random") is league.add("random")
    with pytest.raises(Exception, match="there is no bot 'nobody'"):
        league.add("nobody")
    league.count("random", 0.5)
    assert League.read(league.document(), "hard").members == [Member("random", 1, 0.5)]


def contents(folder: Path) -> dict[str, bytes]:
    names = [*(folder / "replay").glob("*.json"), folder / "selfplay.json"]
    return {path.name: path.read_bytes() for path in names}


def test_the_same_games_whoever_plays_them(tmp_path: Path) -> None:
    """In one process, in two, or stopped and continued."""
    plan = SelfPlayPlan("resafa", 2, "random")
    for name, steps, workers in (("one", [30], 1), ("two", [30], 2)):
        for games in steps:
            SelfPlay(plan, tmp_path / name).play(games, ["random", "policy"], workers)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")

    class Stop(Exception):
        pass

    def stop(played: int, games: int, share: float) -> None:
        raise Stop

    with pytest.raises(Stop):
        SelfPlay(plan, tmp_path / "three").play(30, ["random", "policy"], 1, stop)
    assert json.loads((tmp_path / "three" / "selfplay.json").read_text())["games"] == 0
    SelfPlay(plan, tmp_path / "three").play(30, ["random", "policy"], 1)
    assert contents(tmp_path / "three") == contents(tmp_path / "one")


def test_decisions_of_the_learner_or_of_everybody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["selfplay", "faiyum", "--learner", "random", "--games", "3", "--players", "3"]
    assert main([*words, "--folder", str(tmp_path / "a"), "--pool", "greedy", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["league"] == [{"spec": "greedy", "games": 6, "points": 0.0}]
    store = DecisionStore(tmp_path / "a" / "replay")
    (rows,) = store.tensors()
    assert set(rows["player"]) == {"random"}
    # The learner sits on another seat in every game.
    assert {(g, int(s)) for g, s in zip(rows["game"], rows["seat"], strict=True)} == {
        ("0", 0), ("1", 1), ("2", 2)
    }  # fmt: skip
    assert len(store) == told["decisions"]
    words += ["--everybody", "--folder", str(tmp_path / "b"), "--pool", "greedy"]
    assert main(words) == 0
    (rows,) = DecisionStore(tmp_path / "b" / "replay").tensors()
    assert set(rows["player"]) == {"random", "greedy"}


def test_bad_input_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", "faiyum", "--folder", str(tmp_path), "--games", "1"]
    assert main([*words, "--learner", "random"]) == 2
    assert "the league has no members" in capsys.readouterr().err
    assert main([*words, "--learner", "nobody", "--pool", "random"]) == 2
    assert "there is no bot 'nobody'" in capsys.readouterr().err
    assert main([*words, "--learner", "random", "--pool", "random"]) == 0
    assert main([*words, "--learner", "random", "--players", "3"]) == 2
    assert "holds another selfplay: its players 2, not 3" in capsys.readouterr().err
