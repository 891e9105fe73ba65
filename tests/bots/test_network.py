"""Policy networks: how they play, and how they are taught."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.engine.network import FAR, UNIT, deficits, packed, unpacked
from sandtable.bots.engine.plan import Planner
from sandtable.bots.evaluations import evaluation
from sandtable.bots.networks import network, network_from
from sandtable.bots.policy_bot import PolicyBot
from sandtable.cli import main
from sandtable.kernel.rng import seeded
from tests.envs.helpers import needs

needs("numpy", "librt")

import numpy as np  # noqa: E402

HIDDEN = 5


def document(name: str, players: int) -> dict[str, Any]:
    """A network of drawn numbers."""
    game = sandtable.game(name)
    layout = game.observation(players)
    rng = seeded(3)

    def drawn(count: int, most: int) -> list[int]:
        return [int(rng.below(2 * most + 1)) - most for _ in range(count)]

    return {
        "layout": layout.digest(),
        "inputs": layout.size,
        "hidden": HIDDEN,
        "actions": game.num_actions,
        "scale": 1e-6,
        "first": packed(drawn(layout.size * HIDDEN, 127), "b"),
        "bias": packed(drawn(HIDDEN, 9000), "q"),
        "second": packed(drawn(game.num_actions * HIDDEN, 32767), "h"),
        "action_bias": packed(drawn(game.num_actions, 10**7), "q"),
        "guess": packed(drawn(game.num_actions, 10**4), "q"),
    }


@pytest.mark.parametrize("kind", ["b", "h", "q"])
def test_numbers_are_packed_and_unpacked(kind: str) -> None:
    numbers = [0, 1, -1, 127, -128]
    assert unpacked(packed(numbers, kind), kind) == numbers


@pytest.mark.parametrize("name", sandtable.games())
def test_rates_are_two_layers_over_the_observation_and_quick_guesses(name: str) -> None:
    given = document(name, 2)
    game = sandtable.game(name)
    guide = network_from(game, 2, given)
    assert guide is not None
    layout = game.observation(2)
    first = np.array(unpacked(given["first"], "b")).reshape(layout.size, HIDDEN)
    second = np.array(unpacked(given["second"], "h")).reshape(game.num_actions, HIDDEN)
    bias = np.array(unpacked(given["bias"], "q"))
    action_bias = np.array(unpacked(given["action_bias"], "q"))
    guess = np.array(unpacked(given["guess"], "q"))
    judge = evaluation(game)
    matches = [game.new(2, 5), game.new(2, 6)]
    rng = seeded(1)
    for step in range(100):
        match = matches[step // 3 % 2]  # sums follow from one game to another, too
        decision = match.decision()
        assert decision is not None
        seen = np.rint(layout.of_match(match, decision.player) * UNIT).astype(int)
        hidden = np.maximum(seen @ first + bias, 0)
        expected = (second @ hidden + action_bias) * given["scale"]
        guesses = judge.rate_actions(match.state, decision)
        wanted = [
            expected[action] + guess[action] * less * given["scale"]
            for action, less in zip(decision.actions, deficits(guesses), strict=True)
        ]
        assert guide.rate_actions(match, decision, guesses) == pytest.approx(wanted)
        match.apply(decision.actions[int(rng.below(len(decision.actions)))])


def test_guesses_are_counted_from_the_best_and_not_endlessly() -> None:
    assert deficits([1.0, 3.0, 2.5]) == [-2 * UNIT, 0, -UNIT // 2]
    assert deficits([1e6, 0.0]) == [0, -FAR * UNIT]


def test_a_network_for_other_components_is_left_aside() -> None:
    game = sandtable.game("faiyum")
    given = document("faiyum", 2)
    assert network_from(game, 2, {**given, "layout": "another"}) is None
    assert network_from(game, 2, {**given, "actions": 3}) is None
    assert network_from(game, 3, given) is None


@pytest.mark.parametrize("name", sandtable.games())
def test_policy_player_ends_its_games_and_repeats_itself(name: str) -> None:
    game = sandtable.game(name)
    guide = network_from(game, 2, document(name, 2))
    records = []
    for _ in range(2):
        match = game.new(2, 1)
        bots.play(match, [PolicyBot(1, network=guide), bots.make("random", 2)])
        records.append(str(match.record()))
    assert records[0] == records[1]


@pytest.mark.parametrize("name", sandtable.games())
def test_policy_player_comes_with_networks_that_fit(name: str) -> None:
    """A layout or action space that has changed would leave the shipped networks aside."""
    game = sandtable.game(name)
    for players in range(game.min_players, game.max_players + 1):
        if game.policy_network(players) is not None:
            assert network(game, players) is not None


def test_policy_player_without_a_network_tries_out_more(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sandtable.game("faiyum")
    monkeypatch.setattr("sandtable.bots.networks.network", lambda game, players: None)
    planner = PolicyBot().planner_for(game, 2)
    assert planner.network is None and planner.max_actions > PolicyBot().tries


@pytest.mark.parametrize("name", sandtable.games())
def test_a_single_try_plays_the_turn_the_network_likes_best(name: str) -> None:
    """Playing at sight and trying out a single turn come to the same."""
    game = sandtable.game(name)
    guide = network_from(game, 2, document(name, 2))
    at_sight = Planner(evaluation(game), 1, 1, guide)
    match = game.new(2, 8)
    for _ in range(12):
        seat = match.current_player
        planned = at_sight.plans(match)[0].actions
        made = len(match.actions())
        at_sight.play(match)
        assert match.actions()[made:] == planned
        assert match.is_over or match.current_player in (0, 1)
        assert seat is not None


@pytest.mark.parametrize("option", ["tries=0", "completions=1.5"])
def test_bad_options_are_named(option: str) -> None:
    with pytest.raises(bots.BotError, match=f"{option.partition('=')[0]} is a whole number"):
        bots.make(f"policy:{option}")


def test_samples_hold_what_was_seen_offered_and_liked(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    from sandtable.bots.training.samples import COLUMNS, SampleJob, play_samples

    file = tmp_path / "some.parquet"
    count = play_samples(SampleJob("resafa", 2, "greedy", 4, 1, file))
    table = parquet.read_table(file)
    assert table.num_rows == count > 100
    assert table.column_names == list(COLUMNS)
    layout = sandtable.game("resafa").observation(2)
    for row in table.to_pylist():
        assert row["game"] == 4 and row["seat"] in (0, 1)
        assert row["chosen"] in row["actions"] and len(row["actions"]) > 1
        assert len(row["shares"]) == len(row["actions"])
        assert sum(row["shares"]) == pytest.approx(1, abs=1e-4)
        assert len(row["places"]) == len(row["numbers"])
        assert 0 not in row["numbers"]
        assert len(row["guesses"]) == len(row["actions"]) and max(row["guesses"]) == 0
        assert max(row["places"]) < layout.size
    assert {row["margin"] > 0 for row in table.to_pylist()} == {True, False}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--teacher", "nobody"], "--teacher is greedy or a number of iterations"),
        (["--hidden", "1000"], "--hidden is a number from 1 to 512"),
        (["--players", "9"], "takes 1 to 5 players"),
    ],
)
def test_bad_trainings_are_refused(
    words: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "faiyum", "--folder", str(tmp_path / "out"), *words]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.long
def test_training_learns_from_its_teacher(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="needs the package of the extra 'train'")
    folder = tmp_path / "run"
    words = ["train", "faiyum", "--folder", str(folder), "--check", "4", "--json", "--epochs", "4"]
    assert main([*words, "--games", "20"]) == 0
    little = json.loads(capsys.readouterr().out)
    kept = {file.name: file.stat().st_mtime_ns for file in (folder / "samples").iterdir()}
    assert main([*words, "--games", "120"]) == 0
    more = json.loads(capsys.readouterr().out)
    for name, time in kept.items():
        assert (folder / "samples" / name).stat().st_mtime_ns == time
    assert more["decisions"] > little["decisions"]
    assert more["agreement"] > little["agreement"]
    taught = json.loads((folder / "policy.json").read_text())
    assert network_from(sandtable.game("faiyum"), 2, taught) is not None
