"""Steps per second of many games at once, beside Gymnasium's stack of environments and OpenSpiel's
chess.

A step is a random legal choice and the observation after it. `envs.vector` steps 64 games together;
`SyncVectorEnv` steps 64 environments of the same title one after the other; OpenSpiel's chess is
C++ called from Python, with the observation of whoever moves. Of the first two only the steps are
timed, not how choices are drawn from masks. All contenders run in one process, in turn, for so many
rounds; processor time counts, and of each contender the best round.
Run it with `python -m bench.vectors` where the extra `bench` is installed.
"""

import argparse
import gc
import json
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import sandtable
from sandtable import _pure, envs

GAMES = 64
STEPS = 20  # of all games before the time is looked at
#: How many times the steps per second of the other are wanted.
WANTED = {"SyncVectorEnv": 3.0, "chess": 1.0}
CHESS = "OpenSpiel chess"

#: Plays for a while and returns the steps it made and the processor time they took.
Stepper = Callable[[], tuple[int, float]]


def vector(name: str, players: int) -> Stepper:
    """Our games, stepped together; alone with the rewards that the single environments give."""
    reward = "score" if players == 1 else "win"
    games = envs.vector(name, players, GAMES, reward=reward, seed=1)
    rng = np.random.default_rng(1)

    def play() -> tuple[int, float]:
        spent = 0.0
        for _ in range(STEPS):
            actions = games.random_actions(rng)
            start = time.process_time()
            games.step(actions)
            spent += time.process_time() - start
        return STEPS * GAMES, spent

    return play


def stacked(name: str) -> Stepper:
    """The same title alone as 64 Gymnasium environments in a row."""
    from gymnasium.vector import SyncVectorEnv

    env: Any = SyncVectorEnv([partial(envs.gymnasium_env, name) for _ in range(GAMES)])
    seen, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    last = [seen["action_mask"]]

    def play() -> tuple[int, float]:
        spent = 0.0
        for _ in range(STEPS):
            masks = last[0]
            actions = (rng.random(masks.shape, np.float32) * masks).argmax(1)
            start = time.process_time()
            last[0] = env.step(actions)[0]["action_mask"]
            spent += time.process_time() - start
        return STEPS * GAMES, spent

    return play


def chess() -> Stepper:
    """OpenSpiel's chess with the observation of whoever moves."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("chess")
    observer = make_observation(game)
    rng = np.random.default_rng(1)
    states = [game.new_initial_state()]

    def play() -> tuple[int, float]:
        draws = rng.random(STEPS * GAMES).tolist()
        state = states[0]
        start = time.process_time()
        for draw in draws:
            if state.is_terminal():
                state = game.new_initial_state()
            observer.set_from(state, state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(draw * len(actions))])
        states[0] = state
        return len(draws), time.process_time() - start

    return play


def contenders(titles: list[str]) -> dict[str, Stepper]:
    steppers: dict[str, Stepper] = {}
    for name in titles:
        steppers[f"{name}, vector, alone"] = vector(name, 1)
        steppers[f"{name}, SyncVectorEnv, alone"] = stacked(name)
        steppers[f"{name}, vector, 2 players"] = vector(name, 2)
    steppers[CHESS] = chess()
    return steppers


def measure(players: dict[str, Stepper], seconds: float, rounds: int) -> dict[str, float]:
    """Steps per second of processor time; the best of all rounds."""
    best = dict.fromkeys(players, 0.0)
    for play in players.values():
        play()
    gc.collect()
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for name, play in players.items():
            steps = 0
            spent = 0.0
            while spent < seconds:
                made, took = play()
                steps += made
                spent += took
            best[name] = max(best[name], steps / spent)
    return best


def ratios(best: dict[str, float], titles: list[str]) -> list[dict[str, Any]]:
    factors = []
    for name in titles:
        pairs = [
            ("alone", f"{name}, SyncVectorEnv, alone", "SyncVectorEnv"),
            ("2 players", CHESS, "chess"),
        ]
        for how, other, word in pairs:
            factor = best[f"{name}, vector, {how}"] / best[other]
            factors.append(
                {"what": f"{name}, {how}, to {word}", "factor": factor, "wanted": WANTED[word]}
            )
    return factors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each contender and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--titles", default=",".join(sandtable.games()), help="separated by commas")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="fail where less than wanted is met")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    titles = options.titles.split(",")
    best = measure(contenders(titles), options.seconds, options.rounds)
    reached = ratios(best, titles)
    compiled = _pure.is_compiled()
    if options.json:
        print(json.dumps({"compiled": compiled, "steps_per_s": best, "ratios": reached}))
    else:
        print(f"Sandtable is {'compiled' if compiled else 'NOT compiled (run `make build`)'}\n")
        for name, steps in best.items():
            print(f"{name:32}{steps:>12,.0f} steps/s")
        print()
        for ratio in reached:
            print(f"{ratio['what']}: {ratio['factor']:.2f} (wanted: {ratio['wanted']:g})")
    if options.check and any(ratio["factor"] < ratio["wanted"] for ratio in reached):
        sys.exit(1)


if __name__ == "__main__":
    main()
