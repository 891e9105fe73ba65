"""Many games at once: the same as one after the other, written into arrays."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import envs
from sandtable.kernel.errors import BadOption, IllegalAction
from tests.envs.helpers import GAMES, needs

needs("numpy", "librt", "gymnasium")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402

from sandtable.envs.batch import final_rewards  # noqa: E402


def play(games: Any, steps: int, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        games.step(games.random_actions(rng))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [1, 3])
def test_every_row_is_a_game(name: str, players: int) -> None:
    games = envs.vector(name, players, 3, reward="score", seed=5)
    layout = envs.layout(name, players)
    rng = np.random.default_rng(2)
    matches = [sandtable.game(name).new(players, f"5:{row}") for row in range(3)]
    ended = [0, 0, 0]
    while not all(ended):
        for row, match in enumerate(matches):
            seat = match.current_player
            assert games.seats[row] == seat
            assert np.flatnonzero(games.masks[row]).tolist() == match.legal_actions()
            assert (games.observations[row] == layout.of_match(match, seat)).all()
        actions = games.random_actions(rng)
        before = [match.scores() for match in matches]
        assert games.step(actions) == games.dones.sum()
        for row, action in enumerate(actions):
            match = matches[row]
            match.apply(action)
            gained = np.subtract(match.scores(), before[row])
            assert games.rewards[row].tolist() == gained.tolist()
            assert games.dones[row] == match.is_over
            if match.is_over:
                assert games.scores[row].tolist() == match.scores()
                ended[row] += 1
                matches[row] = sandtable.game(name).new(players, f"5:{row}/{ended[row]}")


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_changes_nothing(name: str) -> None:
    games = envs.vector(name, 2, 2, seed=1)
    play(games, 20)
    before = games.save()
    actions = games.random_actions(np.random.default_rng(1))
    actions[1] = np.flatnonzero(games.masks[1] == 0)[0]
    with pytest.raises(IllegalAction, match="game 1 does not offer action"):
        games.step(actions)
    with pytest.raises(IllegalAction, match="there are 2 games, but 1 actions"):
        games.step(actions[:1])
    with pytest.raises(IllegalAction, match="flat list of whole numbers"):
        games.step([0.5, 1.0])
    assert games.save() == before


@pytest.mark.parametrize("name", GAMES)
def test_saving_cloning_and_taking_a_match(name: str) -> None:
    games = envs.vector(name, 2, 2, seed=4)
    play(games, 50)
    saved = games.save()
    twin = games.clone()
    match = games.match(1)
    assert np.flatnonzero(games.masks[1]).tolist() == match.legal_actions()
    play(games, 30, seed=9)
    play(twin, 30, seed=9)
    assert (games.observations == twin.observations).all()
    assert games.save() == twin.save() != saved
    games.restore(saved)
    assert games.save() == saved
    with pytest.raises(BadOption, match="saved were 2 games"):
        envs.vector(name, 2, 3).restore(saved)
    with pytest.raises(BadOption, match="saved with players 2"):
        envs.vector(name, 3, 2).restore(saved)
    with pytest.raises(BadOption, match="not saved by"):
        games.restore("{}")


@pytest.mark.parametrize("name", GAMES)
def test_results_and_what_all_seats_observe(name: str) -> None:
    games = envs.vector(name, 2, 3, seed=5)
    assert [games.result(row) for row in range(3)] == [None, None, None]
    assert games.last_observation(0, 0) is None
    rng = np.random.default_rng(2)
    matches = [games.match(row) for row in range(3)]
    while not games.dones.any():
        actions = games.random_actions(rng)
        for match, action in zip(matches, actions, strict=True):
            match.apply(action)
        games.step(actions)
    row = int(np.flatnonzero(games.dones)[0])
    ended = matches[row]
    result = {
        "scores": ended.scores(),
        "winners": ended.winners(),
        "breakdown": ended.breakdown(),
    }
    assert games.result(row) == result
    assert games.scores[row].tolist() == result["scores"]
    last = games.layout.of_match(ended, 1)
    assert (games.last_observation(row, 1) == last).all()
    now = games.match(row)
    both = np.concatenate([games.layout.of_match(now, seat) for seat in range(2)])
    assert (games.state()[row] == both).all()
    twin = games.clone()
    assert twin.result(row) == result
    assert (twin.scores == games.scores).all()
    games.reset(1)
    assert games.result(row) is None


def test_arrays_of_the_caller_are_filled() -> None:
    size = envs.layout("faiyum", 2).size
    own = np.zeros((4, size), np.float32)
    games = envs.vector("faiyum", 2, 4, arrays={"observations": own})
    assert games.observations is own
    assert own.any(axis=1).all()
    for wrong in (np.zeros((4, size)), np.zeros((size, 4), np.float32).T):
        with pytest.raises(BadOption, match="observations has to be a contiguous array"):
            envs.vector("faiyum", 2, 4, arrays={"observations": wrong})
    with pytest.raises(BadOption, match="no array called 'obs'"):
        envs.vector("faiyum", 2, 4, arrays={"obs": own})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "glory"}, "reward is one of win, score, margin, rank"),
        ({"num_envs": 0}, "num_envs is a number from 1"),
        ({"players": 9}, "takes 1 to 5 players"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"seed": ""}, "seed in words"),
    ],
)
def test_impossible_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        envs.vector("faiyum", **options)


def test_a_seed_for_every_row() -> None:
    games = envs.vector("resafa", 2, 2)
    games.reset([7, 7])
    assert (games.observations[0] == games.observations[1]).all()
    with pytest.raises(BadOption, match="2 games, but 1 seeds"):
        games.reset([1])


@pytest.mark.parametrize(
    ("reward", "scores", "winners", "rewards"),
    [
        ("win", [3, 9, 5], [1], [-0.5, 1, -0.5]),
        ("win", [9, 9, 5], [0, 1], [0.5, 0.5, -1]),
        ("margin", [3, 9, 5], [1], [-6, 4, -4]),
        ("rank", [3, 9, 5], [1], [-1, 1, 0]),
        ("rank", [9, 9, 5], [0], [0.5, 0.5, -1]),
        ("win", [30], [0], [1]),
        ("margin", [30], [0], [30]),
    ],
)
def test_final_rewards(
    reward: str, scores: list[int], winners: list[int], rewards: list[float]
) -> None:
    assert final_rewards(reward, winners, scores) == rewards


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_vector_environment(name: str) -> None:
    env = envs.gymnasium_vector_env(name, 3)
    assert issubclass(type(env), gymnasium.vector.VectorEnv)
    observations, info = env.reset(seed=3)
    assert observations in env.observation_space
    rng = np.random.default_rng(1)
    total = np.zeros(3)
    ended = 0
    while not ended:
        actions = env.games.random_actions(rng)
        assert actions in env.action_space
        observations, rewards, dones, truncated, info = env.step(actions)
        total += rewards
        ended = dones.sum()
        assert not truncated.any()
    assert observations in env.observation_space
    first = int(np.flatnonzero(dones)[0])
    assert info["_scores"][first]
    start = sandtable.game(name).new(1, 0).scores()[0]
    assert total[first] == info["scores"][first, 0] - start
    final = info["final_info"]
    assert info["_final_info"].tolist() == dones.tolist()
    assert final["scores"][first] == info["scores"][first].tolist()
    assert sum(final["breakdown"][first][0].values()) == info["scores"][first, 0]
    assert len(final["winners"][first]) <= 1
    assert info["final_obs"][first] in env.single_observation_space
    assert not info["final_obs"][first]["action_mask"].any()
    again, _ = env.reset(seed=3)
    repeated, _ = env.reset(seed=3)
    assert (again["observation"] == repeated["observation"]).all()


# -- an agent for each seat ------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("reward", ["score", "win"])
def test_agents_get_what_happened_since_their_last_choice(name: str, reward: str) -> None:
    """The rewards an agent is told add up to what its seat gained, game by game."""
    env = envs.pettingzoo_vector_env(name, 3, 4, reward=reward, seed=2)
    rng = np.random.default_rng(3)
    gained = np.zeros((4, 3))  # what happened
    told = np.zeros((4, 3))  # what the agents were told
    ends = told_ends = 0
    for _ in range(700):
        actions = {}
        for agent in env.agent_iter():
            seat = env.possible_agents.index(agent)
            observation, rewards, terminations, truncations, info = env.last(agent)
            rows = info["rows"]
            assert (env.games.seats[rows] == seat).all()
            assert (observation["observation"] == env.games.observations[rows]).all()
            assert not truncations.any()
            told[rows, seat] += rewards
            told_ends += terminations.sum()
            if terminations.any():
                assert (info["scores"] == env.games.scores[rows]).all()
                for row, over, result in zip(rows, terminations, info["results"], strict=True):
                    assert result == (env.games.result(row) if over else None)
            mask = observation["action_mask"]
            actions[agent] = (rng.random(mask.shape) * mask).argmax(1)
            assert (told[rows, seat] == gained[rows, seat]).all()
        assert sum(len(own) for own in actions.values()) == 4
        ends += env.step(actions)
        gained += env.games.rewards
    assert (env.state() == env.games.state()).all()
    assert ends > 0
    assert 0 < told_ends <= 3 * ends


def test_agents_of_saved_games() -> None:
    env = envs.pettingzoo_vector_env("resafa", 2, 2, reward="score", seed=2)
    rng = np.random.default_rng(3)
    for _ in range(40):
        env.step(env.random_actions(rng))
    saved = env.save()
    before = {agent: env.last(agent) for agent in env.agent_iter()}
    env.step(env.random_actions(rng))
    env.restore(saved)
    for agent, (observation, rewards, *_) in before.items():
        again = env.last(agent)
        assert (again[0]["observation"] == observation["observation"]).all()
        assert (again[1] == rewards).all()
    assert env.save() == saved
    with pytest.raises(BadOption, match="not saved by games with agents"):
        env.restore(env.games.save())


def test_agents_choose_for_their_own_games() -> None:
    env = envs.pettingzoo_vector_env("faiyum", 2, 3, seed=2)
    saved = env.save()
    choosing = next(env.agent_iter())
    with pytest.raises(IllegalAction, match=f"{choosing} has to choose in . games"):
        env.step({})
    with pytest.raises(BadOption, match="no agent 'seat_7'; there are seat_0, seat_1"):
        env.step({"seat_7": [1]})
    with pytest.raises(BadOption, match="no agent 'red'"):
        env.last("red")
    assert env.save() == saved
    assert env.observation_space("seat_1")["action_mask"].shape == (env.action_space("seat_1").n,)


def test_random_actions_reach_every_choice() -> None:
    games = envs.vector("faiyum", 2, 2, seed=1)
    rng = np.random.default_rng(1)
    drawn = {int(games.random_actions(rng)[1]) for _ in range(400)}
    assert drawn == set(np.flatnonzero(games.masks[1]).tolist())
