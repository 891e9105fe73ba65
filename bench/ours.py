"""Sandtable itself, through the interface that everybody uses: random play-outs of one game."""

import random
import sys
from typing import Any

import sandtable
from bench import timing
from sandtable import _pure

PLAYERS = 4
RECORD_PLAYERS = {"faiyum": 5}  # a record of a game with as many seats as the box has
RECORDS = 5


def run(game: Any, players: int, seed: int, upto: int) -> tuple[Any, int]:
    """A random match and its decisions, at most `upto`."""
    choose = random.Random(seed).random
    match = game.new(players=players, seed=seed)
    decisions = 0
    while decisions != upto and not match.is_over:
        actions = match.legal_actions()
        match.apply(actions[int(choose() * len(actions))])
        decisions += 1
    return match, decisions


def copy(match: Any) -> object:
    return match.clone()


def step(match: Any, action: int) -> object:
    copied = match.clone()
    copied.apply(action)
    return copied.legal_actions()


def replay(text: str) -> object:
    return sandtable.Record.parse(text).replay()


def measure(name: str, seconds: float) -> dict[str, Any]:
    game = sandtable.game(name)

    def play(seed: int) -> int:
        return run(game, PLAYERS, seed, -1)[1]

    def position(seed: int, share: float) -> tuple[Any, int]:
        match, _ = run(game, PLAYERS, seed, int(play(seed) * share))
        return match, random.Random(seed).choice(match.legal_actions())

    result: dict[str, Any] = {"compiled": _pure.is_compiled()}
    result |= timing.playouts(play, seconds)
    result |= timing.copies(position, copy, step)
    players = RECORD_PLAYERS.get(name, PLAYERS)
    texts = [str(run(game, players, seed, -1)[0].record()) for seed in range(1, RECORDS + 1)]
    result["replay_ms"] = timing.median_of(replay, texts) * 1e3
    return result


if __name__ == "__main__":
    timing.report(measure(sys.argv.pop(1), timing.arguments().seconds))
