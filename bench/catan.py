"""Catanatron: four random players, played the way its own documentation plays them.

`Game.play()` asks each player, checks the answer and applies it; the actions that are then legal
are made as part of that. A decision is an action in its log. Both the quick way to choose and its
own RandomPlayer follow the same distribution; the quick one is what the others are given, too.
"""

import random
from typing import Any

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer

from bench import timing


def choose(player: Any, game: Any, actions: list[Any]) -> Any:
    return actions[int(random.random() * len(actions))]


def new(seed: int) -> Any:
    return Game([RandomPlayer(color) for color in Color], seed=seed)


def log(game: Any) -> list[Any]:
    """Its log of actions; the name depends on the version."""
    state = game.state
    entries: list[Any] = state.actions if hasattr(state, "actions") else state.action_records
    return entries


def play(seed: int) -> int:
    game = new(seed)
    game.play(decide_fn=choose)
    return len(log(game))


def position(seed: int, share: float) -> tuple[Any, Any]:
    decisions = play(seed)
    game = new(seed)
    for _ in range(int(decisions * share)):
        if game.winning_color() is not None or game.state.num_turns >= TURNS_LIMIT:
            break
        game.play_tick(decide_fn=choose)
    return game, choose(None, game, game.state.playable_actions)


def copy(game: Any) -> object:
    return game.copy()


def step(game: Any, action: Any) -> object:
    copied = game.copy()
    copied.execute(action)
    return copied.state.playable_actions


if __name__ == "__main__":
    options = timing.arguments()
    timing.report(timing.playouts(play, options.seconds) | timing.copies(position, copy, step))
