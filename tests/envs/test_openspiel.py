"""OpenSpiel: its own tests and searches play our games."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import pytest

import sandtable
from sandtable import envs
from sandtable.kernel.rng import Rng, seeded
from tests.envs.helpers import GAMES, TABLES, needs, pick

needs("numpy", "librt", "pyspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402


def dealt(game: Any, *outcomes: int) -> Any:
    """A state in which the seed is known."""
    state = game.new_initial_state()
    for outcome in outcomes or (0, 0, 0, 7):
        state.apply_action(outcome)
    return state


def play(state: Any, rng: Rng, steps: int = -1) -> None:
    while not state.is_terminal() and steps != 0:
        state.apply_action(pick(state.legal_actions(), rng))
        steps -= 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_simulation_with_serialisation(name: str, players: int) -> None:
    game = envs.openspiel_game(name, players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_is_the_match_itself(name: str, players: int) -> None:
    state = dealt(envs.openspiel_game(name, players), 0, 0, 1, 2)
    match = sandtable.game(name).new(players, 258)
    rng = seeded(1)
    while not match.is_over:
        assert state.current_player() == match.current_player
        assert state.legal_actions() == match.legal_actions()
        assert list(np.flatnonzero(state.legal_actions_mask())) == match.legal_actions()
        for other in range(players):
            if other != match.current_player:
                assert state.legal_actions(other) == []
        action = pick(match.legal_actions(), rng)
        assert state.action_to_string(action) == match.action_to_str(action)
        match.apply(action)
        state.apply_action(action)
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []
    if players == 1:
        assert state.returns() == [float(match.scores()[0])]
    else:
        winners = match.winners()
        assert [value > 0 for value in state.returns()] == [s in winners for s in range(players)]


def test_chance_draws_the_seed() -> None:
    state = envs.openspiel_game("faiyum").new_initial_state()
    for byte in (1, 2, 3, 4):
        assert state.is_chance_node()
        assert state.current_player() == pyspiel.PlayerId.CHANCE
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 256
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply_action(byte)
    assert not state.is_chance_node()
    assert state.match.seed == 0x01020304
    with pytest.raises(sandtable.BadOption, match="no chance node"):
        state.chance_outcomes()


@pytest.mark.parametrize("name", GAMES)
def test_observer(name: str) -> None:
    game = envs.openspiel_game(name, 3)
    layout = envs.layout(name, 3)
    observation = make_observation(game)
    state = dealt(game)
    play(state, seeded(3), 50)
    for seat in range(3):
        expected = layout.of_match(state.match, seat)
        observation.set_from(state, seat)
        assert (observation.tensor == expected).all()
        assert observation.dict["seat"].tolist() == [float(seat == s) for s in range(3)]
        assert np.array(state.observation_tensor(seat), np.float32).tolist() == expected.tolist()
        assert state.observation_string(seat)
    assert game.observation_tensor_shape() == [layout.size]
    texts = {state.observation_string(seat) for seat in range(3)}
    assert len(texts) == 3


def test_observer_before_the_deal() -> None:
    game = envs.openspiel_game("faiyum")
    observation = make_observation(game)
    observation.set_from(game.new_initial_state(), 0)
    assert not observation.tensor.any()
    assert observation.string_from(game.new_initial_state(), 0) == ""
    with pytest.raises(sandtable.BadOption, match="no parameters"):
        game.make_py_observer(None, {"x": 1})
    with pytest.raises(sandtable.BadOption, match="perfect recall"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))


@pytest.mark.parametrize("name", GAMES)
def test_clones_go_their_own_way(name: str) -> None:
    state = dealt(envs.openspiel_game(name, 2))
    play(state, seeded(2), 30)
    clone = state.clone()
    before = str(state)
    play(clone, seeded(5), 10)
    assert str(state) == before
    assert clone.history() != state.history()


@pytest.mark.parametrize("name", GAMES)
def test_states_and_games_are_stored(name: str) -> None:
    game = envs.openspiel_game(name, 2)
    state = dealt(game)
    play(state, seeded(2), 30)
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.history() == state.history()
    play(state, seeded(5))
    play(again, seeded(5))
    assert again.returns() == state.returns()
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    stored = pickle.loads(pickle.dumps(again))
    assert stored.history() == again.history()
    assert str(stored) == str(again)
    text = pyspiel.serialize_game_and_state(game, dealt(game))
    other_game, other_state = pyspiel.deserialize_game_and_state(text)
    assert str(other_game) == str(game)
    assert str(other_state) == str(dealt(game))


@pytest.mark.parametrize("name", GAMES)
def test_resampled_states_agree_with_what_is_known(name: str) -> None:
    game = envs.openspiel_game(name, 2)
    state = dealt(game)
    play(state, seeded(2), 40)
    seat = state.current_player()
    rng = np.random.default_rng(1)
    drawn = [state.resample_from_infostate(seat, rng.uniform) for _ in range(3)]
    for other in drawn:
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions() == state.legal_actions()
        play(other, seeded(3))
        assert other.is_terminal()
    with pytest.raises(sandtable.SandtableError, match="drawn anew"):
        drawn[0].serialize()


@pytest.mark.parametrize("name", GAMES)
def test_monte_carlo_tree_search(name: str) -> None:
    """OpenSpiel's own search plays a game against random choices."""
    game = envs.openspiel_game(name, 2)
    random_state = np.random.RandomState(1)
    bot = mcts.MCTSBot(
        game, 2.0, 2, mcts.RandomRolloutEvaluator(1, random_state), random_state=random_state
    )
    state = dealt(game)
    rng = seeded(4)
    searched = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.current_player() == 0 and searched < 40 and len(legal) > 1:
            action = bot.step(state)
            searched += 1
        else:
            action = pick(legal, rng)
        assert action in legal
        state.apply_action(action)
    assert searched == 40
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
def test_search_over_information_sets(name: str) -> None:
    """The same with OpenSpiel's search that draws hidden things anew."""
    game = envs.openspiel_game(name, 2)
    random_state = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, random_state),
        2.0,
        3,
        random_state=random_state,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    state = dealt(game)
    play(state, seeded(2), 20)
    for _ in range(5):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))


@pytest.mark.parametrize("name", GAMES)
def test_environment_for_reinforcement_learning(name: str) -> None:
    env = rl_environment.Environment(envs.openspiel_game(name, 2))
    env.seed(1)
    time_step = env.reset()
    rng = seeded(1)
    for _ in range(30):
        player = time_step.observations["current_player"]
        assert len(time_step.observations["info_state"][player]) == envs.layout(name, 2).size
        time_step = env.step([pick(time_step.observations["legal_actions"][player], rng)])
    assert not time_step.last()


def test_options_are_parameters() -> None:
    game = envs.openspiel_game("faiyum", 1, mode="campaign", won=2)
    assert game.get_parameters() == {"players": 1, "mode": "campaign", "won": 2}
    assert dealt(game).match.options == {"mode": "campaign", "won": 2}
    game = pyspiel.load_game("sandtable_resafa(players=3,advanced=True)")
    assert dealt(game).match.options["advanced"] is True
    assert str(envs.openspiel_game("faiyum", 4)) == "sandtable_faiyum(players=4)"
    with pytest.raises(sandtable.BadOption, match="takes 1 to 5 players"):
        envs.openspiel_game("faiyum", 6)
    with pytest.raises(sandtable.BadOption, match="no option 'colour'"):
        envs.openspiel_game("faiyum", 2, colour="red")


def test_process_ends_well() -> None:
    """OpenSpiel frees its registry after Python has gone; nothing of ours may need Python then."""
    code = (
        "from sandtable import envs\n"
        "game = envs.openspiel_game('faiyum', 2)\n"
        "state = game.new_initial_state()\n"
        "print(game.observation_tensor_size())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
