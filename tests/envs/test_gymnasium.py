"""Gymnasium: its own check, rewards, saving."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import pytest

import sandtable
from sandtable import envs
from sandtable.kernel.rng import Rng, seeded
from tests.envs.helpers import GAMES, needs, pick

needs("numpy", "librt", "gymnasium")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402


def legal(observation: dict[str, Any]) -> list[int]:
    actions: list[int] = np.flatnonzero(observation["action_mask"]).tolist()
    return actions


def play(env: Any, observation: dict[str, Any], rng: Rng, steps: int = -1) -> tuple[Any, float]:
    total = 0.0
    over = False
    while not over and steps != 0:
        observation, reward, over, truncated, _ = env.step(pick(legal(observation), rng))
        assert not truncated
        total += reward
        steps -= 1
    return observation, total


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_check(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not having a spec.*")
        check_env(envs.gymnasium_env(name))


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_check_by_name(name: str) -> None:
    env = gymnasium.make(f"sandtable/{name}-v1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space


def test_names_take_options() -> None:
    env = gymnasium.make("sandtable/resafa-v1", players=3, opponents=["greedy", first_legal])
    assert env.unwrapped.episode.players == 3  # type: ignore[attr-defined]
    many = gymnasium.make_vec("sandtable/faiyum-v1", num_envs=3, players=2)
    observations, _ = many.reset(seed=1)
    assert observations["action_mask"].shape == (3, sandtable.game("faiyum").num_actions)


@pytest.mark.filterwarnings("ignore:.*Using the latest versioned environment")
@pytest.mark.parametrize("name", GAMES)
def test_the_version_can_be_left_out(name: str) -> None:
    spec = gymnasium.make(f"sandtable/{name}").spec
    assert spec is not None
    assert spec.id == f"sandtable/{name}-v1"


@pytest.mark.parametrize("order", ["gymnasium, sandtable.envs", "sandtable.envs, gymnasium"])
def test_importing_environments_makes_names_known(order: str) -> None:
    program = f"import {order}; print(gymnasium.make('sandtable/faiyum-v1').spec.id)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout.strip() == "sandtable/faiyum-v1", run.stderr


def first_legal(observation: dict[str, Any]) -> int:
    return int(observation["action_mask"].argmax())


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_the_score(name: str) -> None:
    env = envs.gymnasium_env(name)
    observation, info = env.reset(seed=3)
    assert info == {}
    begin = env.episode.match.scores()[0]
    observation, total = play(env, observation, seeded(3))
    assert total == env.episode.match.scores()[0] - begin
    assert total > 0
    assert not observation["action_mask"].any()


def test_campaign_rewards_the_goal() -> None:
    env = envs.gymnasium_env("faiyum", mode="campaign", reward="win")
    observation, _ = env.reset(seed=3)
    _, total = play(env, observation, seeded(3))
    assert total == len(env.episode.match.winners())


def test_illegal_action() -> None:
    env = envs.gymnasium_env("faiyum", illegal_reward=-2.0)
    observation, _ = env.reset(seed=3)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-2.0, False, False)
    assert "cannot be chosen now" in info["illegal"]
    assert (after["observation"] == observation["observation"]).all()


def test_masks_by_themselves() -> None:
    env = envs.gymnasium_env("faiyum")
    observation, _ = env.reset(seed=3)
    assert (env.action_masks() == observation["action_mask"]).all()
    assert env.action_masks() is not env.action_masks()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("how", ["restore", "pickle", "deepcopy"])
def test_save_and_restore(name: str, how: str) -> None:
    env = envs.gymnasium_env(name)
    observation, _ = env.reset(seed=6)
    observation, _ = play(env, observation, seeded(6), 30)
    if how == "restore":
        other = envs.gymnasium_env(name)
        again = other.restore(env.save())
        assert (again["observation"] == observation["observation"]).all()
    elif how == "pickle":
        other = pickle.loads(pickle.dumps(env))
    else:
        other = copy.deepcopy(env)
    one = play(env, observation, seeded(7))
    two = play(other, observation, seeded(7))
    assert one[1] == two[1]
    assert (one[0]["observation"] == two[0]["observation"]).all()
    assert (env.reset()[0]["observation"] == other.reset()[0]["observation"]).all()


def test_seed_of_a_match() -> None:
    env = envs.gymnasium_env("faiyum")
    env.reset(options={"match_seed": 12})
    assert env.episode.match.view(0) == sandtable.game("faiyum").new(1, 12).view(0)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    env = envs.gymnasium_env("faiyum", render_mode="human")
    observation, _ = env.reset(seed=1)
    play(env, observation, seeded(1), 3)
    assert capsys.readouterr().out.count("is to choose") == 3


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [0, 2])
def test_against_a_bot_and_a_function(name: str, seat: int) -> None:
    seen: list[int] = []

    def first(observation: dict[str, Any]) -> int:
        seen.append(len(observation["action_mask"]))
        return legal(observation)[0]

    env = envs.gymnasium_env(name, players=3, opponents=["random", first], seat=seat)
    observation, _ = env.reset(seed=4)
    rng = seeded(1, "against")
    total = float(env.episode.match.scores()[seat])
    info: dict[str, Any] = {}
    over = False
    while not over:
        assert env.episode.match.current_player == seat
        action = pick(legal(observation), rng)
        observation, reward, over, _, info = env.step(np.int64(action))
        total += reward
    assert seen
    match = env.episode.match
    assert total == match.scores()[seat]
    assert info["scores"] == match.scores()
    assert info["winners"] == match.winners()
    assert [sum(parts.values()) for parts in info["breakdown"]] == match.scores()


def test_the_own_seat_can_be_drawn() -> None:
    env = envs.gymnasium_env("faiyum", players=3, opponents="random", seat="random")
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 3, "opponents": ["random"]}, "with 3 players there are 2 opponents, not 1"),
        ({"opponents": ["random"]}, "with 1 players there are 0 opponents, not 1"),
        ({"players": 2, "opponents": "random", "seat": 2}, "seat is a number from 0 to 1"),
    ],
)
def test_impossible_opponents(options: dict[str, Any], message: str) -> None:
    with pytest.raises(sandtable.BadOption, match=message):
        envs.gymnasium_env("faiyum", **options)


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_its_own_way(name: str) -> None:
    env = envs.gymnasium_env(name, players=2, opponents="random")
    observation, _ = env.reset(seed=2)
    play(env, observation, seeded(1, "clone"), 5)
    before = env.save()
    twin = env.clone()
    assert twin.save() == before
    play(twin, twin.episode.observe(0), seeded(2, "clone"), 5)
    assert env.save() == before != twin.save()


def test_clones_draw_the_same_games_each_for_itself() -> None:
    env = envs.gymnasium_env("faiyum")
    env.reset(seed=2)
    twin = env.clone()
    late = twin.clone()
    seeds = []
    for _ in range(3):
        env.reset()
        seeds.append(env.episode.match.seed)
    for other in (twin, late):
        drawn = []
        for _ in range(3):
            other.reset()
            drawn.append(other.episode.match.seed)
        assert drawn == seeds


def test_a_clone_copies_neither_generator_nor_bots() -> None:
    env = envs.gymnasium_env("faiyum", players=2, opponents="random")
    env.reset(seed=2)
    twin = env.clone()
    assert twin._np_random is env._np_random
    assert twin._players == []
    assert twin.np_random is not env.np_random
    env.np_random = np.random.default_rng(4)
    assert env.np_random.bit_generator.state != twin.np_random.bit_generator.state
