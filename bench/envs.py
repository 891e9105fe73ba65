"""Steps per second of our environments beside PettingZoo's chess and OpenSpiel's Python games.

A step is a random legal choice. In PettingZoo and Gymnasium the seat that chooses observes before,
as the interface has it; for OpenSpiel both is measured, choices alone and with the observation of
whoever chooses. Each contender runs in a process of its own, in turn, and the best round counts.
Run it with `make bench`, or `python -m bench.envs` where the extra `bench` is installed.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sandtable
from bench import timing

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = 2
CHESS = "PettingZoo chess"
#: OpenSpiel's own games in Python in which players choose one after the other.
SPIEL_GAMES = ["hangman", "kuhn_poker", "liars_poker", "tic_tac_toe", "block_dominoes"]
CHESS_STEPS = 60  # its games are long and slow


def legal(mask: Any) -> list[int]:
    actions: list[int] = mask.nonzero()[0]
    return actions


def turns(env: Any, most: int = -1) -> Callable[[int], int]:
    """Plays an AEC environment, as its documentation shows it."""

    def play(seed: int) -> int:
        choose = random.Random(seed).random
        env.reset(seed=seed)
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            if steps == most:
                break
            actions = legal(observation["action_mask"])
            env.step(actions[int(choose() * len(actions))])
            steps += 1
        return steps

    return play


def alone(env: Any) -> Callable[[int], int]:
    """Plays a Gymnasium environment."""

    def play(seed: int) -> int:
        choose = random.Random(seed).random
        observation, _ = env.reset(seed=seed)
        steps = 0
        over = False
        while not over:
            actions = legal(observation["action_mask"])
            observation, _, over, _, _ = env.step(actions[int(choose() * len(actions))])
            steps += 1
        return steps

    return play


def spiel(game: Any, observing: bool) -> Callable[[int], int]:
    """Plays an OpenSpiel game; chance nodes are not counted."""
    from open_spiel.python.observation import make_observation

    observer = make_observation(game)

    def play(seed: int) -> int:
        choose = random.Random(seed).random
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(choose() * len(outcomes))][0])
                continue
            if observing:
                observer.set_from(state, state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
            steps += 1
        return steps

    return play


def contenders() -> dict[str, str]:
    """Name -> kind, ours first."""
    result: dict[str, str] = {}
    for game in sandtable.games():
        result[f"{game}, PettingZoo"] = "turns"
        result[f"{game}, Gymnasium"] = "alone"
        result[f"{game}, OpenSpiel"] = "spiel"
    result[CHESS] = "turns"
    for game in SPIEL_GAMES:
        result[f"OpenSpiel {game}"] = "spiel"
    return result


def measure(name: str, seconds: float) -> dict[str, float]:
    """Steps per second of one contender, in this process."""
    warnings.simplefilter("ignore")
    from sandtable import _pure, envs

    ours = name.partition(",")[0]
    figures: dict[str, float] = {"compiled": float(_pure.is_compiled())}
    plays: dict[str, Callable[[int], int]]
    if name == CHESS:
        from pettingzoo.classic import chess_v6

        plays = {"observing": turns(chess_v6.env(), CHESS_STEPS)}
    elif name.endswith(", PettingZoo"):
        plays = {"observing": turns(envs.pettingzoo_env(ours, PLAYERS))}
    elif name.endswith(", Gymnasium"):
        plays = {"observing": alone(envs.gymnasium_env(ours))}
    else:
        import pyspiel

        if name.endswith(", OpenSpiel"):
            game = envs.openspiel_game(ours, PLAYERS)
        else:
            import open_spiel.python.games  # noqa: F401  (registers them)

            game = pyspiel.load_game("python_" + name.removeprefix("OpenSpiel "))
        plays = {"plain": spiel(game, False), "observing": spiel(game, True)}
    for what, play in plays.items():
        figures[what] = timing.playouts(play, seconds)["decisions_per_s"]
    return figures


def measure_apart(name: str, seconds: float) -> dict[str, float]:
    run = subprocess.run(
        [sys.executable, "-m", "bench.envs", "--only", name, "--seconds", str(seconds)],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        text=True,
    )
    if run.returncode:
        sys.exit(f"{name} failed:\n{run.stderr}")
    # Other people's libraries may greet; the figures are on the last line.
    figures: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return figures


def targets(best: dict[str, dict[str, float]]) -> list[tuple[str, float]]:
    """What is promised, and how many times it is reached."""
    theirs = {
        what: max(best[f"OpenSpiel {game}"][what] for game in SPIEL_GAMES)
        for what in ("plain", "observing")
    }
    rows = []
    for game in sandtable.games():
        chess = best[CHESS]["observing"]
        rows += [
            (f"{game}: PettingZoo against chess", best[f"{game}, PettingZoo"]["observing"] / chess),
            (f"{game}: Gymnasium against chess", best[f"{game}, Gymnasium"]["observing"] / chess),
        ]
        for what, words in (("plain", "choices alone"), ("observing", "with observations")):
            factor = best[f"{game}, OpenSpiel"][what] / theirs[what]
            rows.append((f"{game}: OpenSpiel against its quickest Python game, {words}", factor))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure and round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", help="measure one contender in this process")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="fail where we are not ahead")
    options = parser.parse_args()
    if options.only:
        timing.report(measure(options.only, options.seconds))
        return
    best: dict[str, dict[str, float]] = {name: {} for name in contenders()}
    for number in range(options.rounds):
        for name in best:
            print(f"round {number + 1}: {name}", file=sys.stderr)
            for what, value in measure_apart(name, options.seconds).items():
                best[name][what] = max(value, best[name].get(what, 0.0))
    compiled = best[f"{sandtable.games()[0]}, PettingZoo"].pop("compiled")
    reached = targets(best)
    if options.json:
        ratios = [{"what": words, "factor": factor} for words, factor in reached]
        print(json.dumps({"compiled": bool(compiled), "steps_per_s": best, "ratios": ratios}))
    else:
        show(best, reached, bool(compiled))
    if options.check and any(factor < 1 for _, factor in reached):
        sys.exit(1)


def show(
    best: dict[str, dict[str, float]], reached: list[tuple[str, float]], compiled: bool
) -> None:
    how = "compiled" if compiled else "NOT compiled (run `make build`)"
    print(f"\nSteps per second of environments; Sandtable is {how}\n")
    print(f"{'':28}{'choices alone':>16}{'observing':>12}")
    for name, figures in best.items():
        plain = f"{figures['plain']:,.0f}" if "plain" in figures else "-"
        print(f"{name:28}{plain:>16}{figures['observing']:>12,.0f}")
    print()
    for words, factor in reached:
        print(f"{words}: {factor:.1f} times {'ahead' if factor >= 1 else 'BEHIND'}")


if __name__ == "__main__":
    main()
