"""OpenSpiel: its own tests and searches play our games."""

from __future__ import annotations

import gzip
import json
import pickle
import subprocess
import sys
from pathlib import Path
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
from open_spiel.python.algorithms import (  # noqa: E402
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.observation import make_observation  # noqa: E402

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


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
    with pytest.raises(sandtable.BadOption, match="not a chance node"):
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


def other_kinds() -> list[Any]:
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    return [
        kind(public_info=False, perfect_recall=True, private_info=private.SINGLE_PLAYER),
        kind(public_info=True, perfect_recall=False, private_info=private.ALL_PLAYERS),
        kind(public_info=True, perfect_recall=True, private_info=private.NONE),
    ]


def test_there_is_no_observer_for_other_kinds() -> None:
    game = envs.openspiel_game("faiyum")
    for kind in other_kinds():
        assert make_observation(game, kind) is None


@pytest.mark.parametrize("name", GAMES)
def test_public_observer_tells_what_a_spectator_sees(name: str) -> None:
    game = envs.openspiel_game(name, 3)
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    public = make_observation(game, kind)
    state = dealt(game)
    assert public.string_from(game.new_initial_state(), 0) == ""
    play(state, seeded(3), 50)
    public.set_from(state, 1)
    texts = {public.string_from(state, seat) for seat in range(3)}
    assert [json.loads(text) for text in texts] == [state.match.view(None)]
    assert public.tensor is None and public.dict == {}


@pytest.mark.parametrize("name", GAMES)
def test_private_observer_tells_what_only_this_player_knows(name: str) -> None:
    game = envs.openspiel_game(name, 3)
    kind = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    private = make_observation(game, kind)
    state = dealt(game)
    play(state, seeded(3), 50)
    everybody = state.match.view(None)
    for seat in range(3):
        known = json.loads(private.string_from(state, seat))
        own = state.match.view(seat)
        assert known["seat"] == seat
        for key, value in everybody.items():
            assert (key in known) == (own[key] != value)


@pytest.mark.parametrize("name", GAMES)
def test_information_states_recall_what_was_seen_and_chosen(name: str) -> None:
    game = envs.openspiel_game(name, 2)
    state, asked = dealt(game), dealt(game)
    rng = seeded(6)
    texts: list[set[str]] = [set(), set()]
    choices: list[list[int]] = [[], []]
    for _ in range(60):
        player = state.current_player()
        text = asked.information_state_string(player)
        assert text not in texts[player]
        texts[player].add(text)
        action = pick(state.legal_actions(), rng)
        choices[player].append(action)
        state.apply_action(action)
        asked.apply_action(action)
    for player in range(2):
        text = state.information_state_string(player)
        assert text == asked.information_state_string(player)
        assert f"chose {' '.join(map(str, choices[player]))};" in text
        tensor = np.array(state.information_state_tensor(player), np.float32)
        seen = envs.layout(name, 2).of_match(state.match, player)
        assert tensor[: len(seen)].tolist() == seen.tolist()
        own = np.rint(tensor[len(seen) :] * game.num_distinct_actions() - 1)
        assert own[own >= 0].tolist() == choices[player]
    assert game.information_state_tensor_shape() == [len(tensor)]


@pytest.mark.parametrize("name", GAMES)
def test_other_pasts_are_other_information_states(name: str) -> None:
    """The same choices after another deal: what was seen differs, and so does the text."""
    game = envs.openspiel_game(name, 2)
    one, other = dealt(game, 0, 0, 0, 1), dealt(game, 0, 0, 0, 2)
    assert one.information_state_string(0) != other.information_state_string(0)
    past = [
        state.information_state_string(0).partition("saw ")[2].partition(";")[0]
        for state in (one, other)
    ]
    assert past == ["", ""]
    for state in (one, other):
        play(state, seeded(1), 4)
    past = [
        state.information_state_string(0).partition("saw ")[2].partition(";")[0]
        for state in (one, other)
    ]
    assert past[0] != past[1]


@pytest.mark.parametrize("name", GAMES)
def test_drawing_anew_keeps_the_information_state(name: str) -> None:
    game = envs.openspiel_game(name, 2)
    state = dealt(game)
    play(state, seeded(2), 40)
    seat = state.current_player()
    known = state.information_state_string(seat)
    rng = np.random.default_rng(2)
    for _ in range(3):
        drawn = state.resample_from_infostate(seat, rng.uniform)
        assert drawn.information_state_string(seat) == known
        assert drawn.information_state_tensor(seat) == state.information_state_tensor(seat)
        play(drawn, seeded(3), 5)
        assert drawn.information_state_string(seat) != known
    assert state.information_state_string(seat) == known


@pytest.mark.parametrize("name", GAMES)
def test_regret_minimisation_runs_with_its_defaults(name: str) -> None:
    """Outcome sampling, the member of the family that fits games this long."""
    game = envs.openspiel_game(name, 2)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    np.random.seed(1)
    solver.iteration()
    policy = solver.average_policy()
    state = dealt(game)
    chances = policy.action_probabilities(state, state.current_player())
    assert sum(chances.values()) == pytest.approx(1)
    assert set(chances) <= set(state.legal_actions())


def test_returns_sum_to_zero_unless_alone() -> None:
    utility = pyspiel.GameType.Utility
    for name, players in TABLES:
        game = envs.openspiel_game(name, players)
        expected = utility.GENERAL_SUM if players == 1 else utility.ZERO_SUM
        assert game.get_type().utility == expected
        assert game.utility_sum() == (None if players == 1 else 0)


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_as_it_was(name: str) -> None:
    """OpenSpiel's golden files: a whole game with everything it shows on the way. After a change
    that is meant, `python -m tests.envs.playthroughs` writes them anew."""
    kept = gzip.decompress((PLAYTHROUGHS / f"{name}.txt.gz").read_bytes()).decode()
    game, seed = f"sandtable_{name}(players=2)", 1
    envs.openspiel_game(name)
    actions = [int(line[8:]) for line in kept.splitlines() if line.startswith("action: ")]
    now = generate_playthrough.playthrough(game, actions, seed=seed)
    assert now.splitlines() == kept.splitlines()


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
    with pytest.raises(sandtable.SandtableError, match="resampled state"):
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
@pytest.mark.parametrize("by_observation", [False, True])
def test_search_over_information_sets(name: str, by_observation: bool) -> None:
    """The same with OpenSpiel's search that draws hidden things anew: as it is, and by what is
    seen now alone."""
    game = envs.openspiel_game(name, 2)
    random_state = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, random_state),
        2.0,
        3,
        random_state=random_state,
        use_observation_string=by_observation,
        allow_inconsistent_action_sets=by_observation,
    )
    state = dealt(game)
    play(state, seeded(2), 20)
    for _ in range(5):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))


@pytest.mark.parametrize("name", GAMES)
def test_environment_for_reinforcement_learning(name: str) -> None:
    env = rl_environment.Environment(
        envs.openspiel_game(name, 2), observation_type=rl_environment.ObservationType.OBSERVATION
    )
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
