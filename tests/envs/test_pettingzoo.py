"""PettingZoo: its own checks, rewards, illegal actions, saving."""

from __future__ import annotations

import copy
import pickle
import warnings
from types import SimpleNamespace
from typing import Any

import pytest

import sandtable
from sandtable import envs
from sandtable.kernel.rng import Rng, seeded
from tests.envs.helpers import GAMES, TABLES, needs, pick

needs("numpy", "librt", "gymnasium", "pettingzoo")

import numpy as np  # noqa: E402

with warnings.catch_warnings():
    # PettingZoo's tests load one of its own games in a way that it has deprecated itself.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from pettingzoo.test.max_cycles_test import max_cycles_test
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

# Observations with a mask are dictionaries; the check mentions it for all games but PettingZoo's.
dictionaries = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def as_in_the_check(test: Any) -> Any:
    for mark in dictionaries:
        test = mark(test)
    return test


def legal(observation: dict[str, Any]) -> list[int]:
    actions: list[int] = np.flatnonzero(observation["action_mask"]).tolist()
    return actions


def play(env: Any, rng: Rng, steps: int = -1) -> dict[str, float]:
    """Random choices to the end, or so many; returns the sum of each agent's rewards."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if steps == 0:
            break
        steps -= 1
        env.step(None if terminated or truncated else pick(legal(observation), rng))
    return total


@as_in_the_check
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_api(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(envs.pettingzoo_env(name, players), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_seeds(name: str) -> None:
    seed_test(lambda: envs.pettingzoo_env(name, 3), num_cycles=100)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_max_cycles(name: str, players: int) -> None:
    module = SimpleNamespace(
        env=lambda **options: envs.pettingzoo_env(name, players, **options),
        parallel_env=lambda **options: envs.pettingzoo_parallel_env(name, players, **options),
    )
    max_cycles_test(module)


@pytest.mark.parametrize("name", GAMES)
def test_parallel_api(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(envs.pettingzoo_parallel_env(name, 3), num_cycles=200)
    assert "Passed Parallel API test" in capsys.readouterr().out


@as_in_the_check
@pytest.mark.parametrize("name", GAMES)
def test_api_in_cycles(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(envs.pettingzoo_env(name, 3, max_cycles=30), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_is_the_match_itself(name: str, players: int) -> None:
    """Whoever is asked, what is legal, and the end are those of the match."""
    env = envs.pettingzoo_env(name, players)
    env.reset(options={"match_seed": 9})
    match = sandtable.game(name).new(players, 9)
    rng = seeded(9)
    for agent in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        if terminated:
            env.step(None)
            continue
        assert agent == f"seat_{match.current_player}"
        assert legal(observation) == match.legal_actions()
        for other in range(players):
            if other != match.current_player:
                assert not env.observe(f"seat_{other}")["action_mask"].any()
        action = pick(match.legal_actions(), rng)
        match.apply(action)
        env.step(action)
    assert match.is_over
    assert env.episode.match.scores() == match.scores()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_winners_are_rewarded(name: str, players: int) -> None:
    env = envs.pettingzoo_env(name, players)
    env.reset(seed=players)
    total = play(env, seeded(players))
    winners = env.episode.match.winners()
    assert abs(sum(total.values())) < 1e-9
    for seat, reward in enumerate(total.values()):
        assert (reward > 0) == (seat in winners)
    assert sum(reward for reward in total.values() if reward > 0) == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_scores_as_rewards(name: str) -> None:
    env = envs.pettingzoo_env(name, 3, reward="score")
    env.reset(seed=2)
    begin = env.episode.match.scores()
    total = play(env, seeded(2))
    gained = [end - start for end, start in zip(env.episode.match.scores(), begin, strict=True)]
    assert list(total.values()) == gained
    assert any(gained)


def test_illegal_action_changes_nothing() -> None:
    env = envs.pettingzoo_env("faiyum", 2, illegal_reward=-0.5)
    env.reset(seed=1)
    agent = env.agent_selection
    before, *_ = env.last()
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.agent_selection == agent
    after, reward, terminated, truncated, info = env.last()
    assert reward == -0.5
    assert not terminated
    assert not truncated
    assert "cannot be chosen now" in info["illegal"]
    assert (after["observation"] == before["observation"]).all()
    env.step(legal(after)[0])
    assert env.infos[agent] == {}
    assert env.rewards[agent] == 0


def test_wrapper_that_ends_the_game_after_an_illegal_action() -> None:
    env = TerminateIllegalWrapper(envs.pettingzoo_env("faiyum", 2), illegal_reward=-1)
    env.reset(seed=1)
    agent = env.agent_selection
    observation, *_ = env.last()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it tells people about the illegal move
        env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_illegal_action_of_all_at_once() -> None:
    env = envs.pettingzoo_parallel_env("faiyum", 3)
    observations, _ = env.reset(seed=1)
    (asked,) = [a for a, seen in observations.items() if not seen["action_mask"][env.wait]]
    for agent, seen in observations.items():
        if agent != asked:
            assert legal(seen) == [env.wait]
    actions = dict.fromkeys(env.agents, env.wait)
    observations, rewards, terminated, truncated, infos = env.step(actions)
    assert rewards[asked] == -1
    assert "illegal" in infos[asked]
    assert not any(terminated.values())
    assert not any(truncated.values())
    del actions[asked]
    with pytest.raises(sandtable.IllegalAction, match="has to choose"):
        env.step(actions)


@pytest.mark.parametrize("name", GAMES)
def test_all_at_once_to_the_end(name: str) -> None:
    env = envs.pettingzoo_parallel_env(name, 2)
    observations, _ = env.reset(seed=4)
    rng = seeded(4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        actions = {agent: pick(legal(seen), rng) for agent, seen in observations.items()}
        observations, rewards, terminated, truncated, _ = env.step(actions)
        for agent, reward in rewards.items():
            total[agent] += reward
    assert all(terminated.values())
    assert not any(truncated.values())
    winners = env.episode.match.winners()
    assert [reward > 0 for reward in total.values()] == [seat in winners for seat in range(2)]
    with pytest.raises(sandtable.BadOption, match="reset"):
        env.step({})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("how", ["restore", "pickle", "deepcopy"])
def test_save_and_restore(name: str, how: str) -> None:
    env = envs.pettingzoo_env(name, 3, reward="score")
    env.reset(seed=6)
    play(env, seeded(6), 40)
    if how == "restore":
        other = envs.pettingzoo_env(name, 3, reward="score")
        other.restore(env.save())
    elif how == "pickle":
        other = pickle.loads(pickle.dumps(env))
    else:
        other = copy.deepcopy(env)
    assert other.agent_selection == env.agent_selection
    seen, reward, *rest = env.last()
    again, reward_again, *rest_again = other.last()
    assert (seen["observation"] == again["observation"]).all()
    assert (seen["action_mask"] == again["action_mask"]).all()
    assert (reward, rest) == (reward_again, rest_again)
    assert play(env, seeded(7)) == play(other, seeded(7))
    assert env.episode.match.actions() == other.episode.match.actions()
    # The next match follows from the same generator.
    env.reset()
    other.reset()
    assert env.episode.match.seed == other.episode.match.seed


def test_save_at_the_end() -> None:
    env = envs.pettingzoo_env("faiyum", 2)
    env.reset(seed=3)
    rng = seeded(3)
    while not env.terminations[env.agent_selection]:
        observation, *_ = env.last()
        env.step(pick(legal(observation), rng))
    env.step(None)
    other = envs.pettingzoo_env("faiyum", 2)
    other.restore(env.save())
    assert other.agents == env.agents
    assert other.last()[1:] == env.last()[1:]
    other.step(None)
    assert not other.agents


def test_parallel_save_and_restore() -> None:
    env = envs.pettingzoo_parallel_env("faiyum", 2, max_cycles=50)
    observations, _ = env.reset(seed=4)
    rng = seeded(4)
    for _ in range(20):
        actions = {agent: pick(legal(seen), rng) for agent, seen in observations.items()}
        observations, *_ = env.step(actions)
    other = pickle.loads(pickle.dumps(env))
    one = env.step({agent: legal(seen)[0] for agent, seen in observations.items()})
    two = other.step({agent: legal(seen)[0] for agent, seen in observations.items()})
    assert other.cycles == 21
    assert one[1:] == two[1:]
    assert env.episode.match.actions() == other.episode.match.actions()


def test_restore_refuses_what_does_not_fit() -> None:
    env = envs.pettingzoo_env("faiyum", 2)
    with pytest.raises(sandtable.BadOption, match=r"reset\(\) first"):
        env.save()
    env.reset(seed=1)
    saved = env.save()
    with pytest.raises(sandtable.BadOption, match="players 2, but this is 3"):
        envs.pettingzoo_env("faiyum", 3).restore(saved)
    with pytest.raises(sandtable.BadOption, match="reward 'win', but this is 'score'"):
        envs.pettingzoo_env("faiyum", 2, reward="score").restore(saved)
    for text in ("", "{}", "[1]", saved[:-5]):
        with pytest.raises(sandtable.BadOption, match="not saved by"):
            env.restore(text)
    assert env.save() == saved


def test_options_and_editions() -> None:
    env = envs.pettingzoo_env("faiyum", 1, mode="campaign", won=2)
    env.reset(seed=1)
    assert env.episode.match.options == {"mode": "campaign", "won": 2}
    edition = {**sandtable.game("faiyum").edition, "name": "mine"}
    env = envs.pettingzoo_env("faiyum", 2, edition=edition)
    env.reset(seed=1)
    assert env.episode.match.game.edition["name"] == "mine"
    with pytest.raises(sandtable.BadOption, match="edition"):
        envs.pettingzoo_env("faiyum", 2).restore(env.save())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "money"}, "reward is one of win, score, margin, rank, not 'money'"),
        ({"render_mode": "rgb_array"}, "render_mode is 'ansi' or 'human'"),
        ({"max_cycles": 0}, "max_cycles is a whole number from 1 up"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"players": 9}, "takes 1 to 5 players"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(sandtable.BadOption, match=message):
        envs.pettingzoo_env("faiyum", **options)


def test_step_before_reset() -> None:
    env = envs.pettingzoo_env("faiyum", 2)
    with pytest.raises(sandtable.BadOption, match=r"reset\(\) first"):
        env.step(0)
    env.reset()
    with pytest.raises(sandtable.IllegalAction, match="None is for agents"):
        env.step(None)


@pytest.mark.parametrize("name", GAMES)
def test_render(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = envs.pettingzoo_env(name, 2, render_mode="ansi")
    env.reset(seed=1)
    assert "is to choose" in env.render()
    env = envs.pettingzoo_env(name, 2, render_mode="human")
    env.reset(seed=1)
    play(env, seeded(1))
    assert "The game is over, won by seat" in capsys.readouterr().out


def test_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(envs, "import_module", gone)
    with pytest.raises(envs.NotInstalled, match=r"pip install 'sandtable\[envs\]'"):
        envs.pettingzoo_env("faiyum", 2)


@pytest.mark.parametrize("name", GAMES)
def test_clones_states_and_the_result(name: str) -> None:
    env = envs.pettingzoo_env(name, 2)
    env.reset(seed=3)
    rng = seeded(3, "clones")
    for _ in range(20):
        env.step(pick(env.episode.match.legal_actions(), rng))
    layout = env.episode.layout
    parts = [layout.of_match(env.episode.match, seat) for seat in range(2)]
    assert (env.state() == np.concatenate(parts)).all()
    before = env.save()
    twin = env.clone()
    while twin.agents and not all(twin.terminations.values()):
        twin.step(pick(twin.episode.match.legal_actions(), rng))
    assert env.save() == before
    for agent in twin.agents:
        assert twin.infos[agent]["scores"] == twin.episode.match.scores()
        assert twin.infos[agent]["winners"] == twin.episode.match.winners()


@pytest.mark.parametrize("kind", [envs.pettingzoo_env, envs.pettingzoo_parallel_env])
def test_clones_draw_the_same_games_each_for_itself(kind: Any) -> None:
    env = kind("faiyum", 2)
    env.reset(seed=3)
    twin = env.clone()
    seeds = []
    for _ in range(2):
        env.reset()
        seeds.append(env.episode.match.seed)
    for seed in seeds:
        twin.reset()
        assert twin.episode.match.seed == seed


@pytest.mark.parametrize("name", GAMES)
def test_parallel_clones_and_states(name: str) -> None:
    env = envs.pettingzoo_parallel_env(name, 2)
    observations, _ = env.reset(seed=3)
    parts = [observations[agent]["observation"] for agent in env.agents]
    assert (env.state() == np.concatenate(parts)).all()
    before = env.save()
    twin = env.clone()
    rng = seeded(3, "clones")
    while twin.agents:
        action = pick(twin.episode.match.legal_actions(), rng)
        twin.step(dict.fromkeys(twin.agents, action))
    assert env.agents == env.possible_agents
    assert env.save() == before
