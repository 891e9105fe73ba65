"""OpenSpiel's chess, written in C++ and called from Python: random play-outs."""

import random
from typing import Any

import pyspiel

from bench import timing

CHESS = pyspiel.load_game("chess")


def run(seed: int, upto: int) -> tuple[Any, int]:
    """A random game and its decisions, at most `upto`."""
    choose = random.Random(seed).random
    state = CHESS.new_initial_state()
    decisions = 0
    while decisions != upto and not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(choose() * len(actions))])
        decisions += 1
    return state, decisions


def play(seed: int) -> int:
    return run(seed, -1)[1]


def position(seed: int, share: float) -> tuple[Any, Any]:
    state, _ = run(seed, int(play(seed) * share))
    return state, random.Random(seed).choice(state.legal_actions())


def copy(state: Any) -> object:
    return state.clone()


def step(state: Any, action: Any) -> object:
    copied = state.clone()
    copied.apply_action(action)
    return copied.legal_actions()


if __name__ == "__main__":
    options = timing.arguments()
    timing.report(timing.playouts(play, options.seconds) | timing.copies(position, copy, step))
