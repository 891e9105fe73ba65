"""What all contenders are measured with, so that nobody is measured differently."""

import argparse
import gc
import json
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

# Where in a game copies are measured, as shares of its decisions, and in how many games.
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
COPY_GAMES = 12


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to play")
    return parser.parse_args()


def playouts(play: Callable[[int], int], seconds: float) -> dict[str, float]:
    """Whole games for about so many seconds; `play(seed)` returns the decisions of one game.

    Processor time is what counts: all contenders use one thread, and none should pay for what
    else the machine is doing.
    """
    play(1)  # imports, caches and action spaces are not what is measured
    gc.collect()
    games = decisions = 0
    spent = 0.0
    start = time.process_time()
    while spent < seconds:
        games += 1
        decisions += play(games)
        spent = time.process_time() - start
    return {
        "decisions_per_s": decisions / spent,
        "games_per_s": games / spent,
        "decisions_per_game": decisions / games,
    }


def median_time(call: Callable[[], object], repeats: int = 9, batch: int = 20) -> float:
    """Seconds that one call takes: the median of many short batches."""
    for _ in range(batch):
        call()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(batch):
            call()
        times.append((time.perf_counter() - start) / batch)
    return statistics.median(times)


def median_of(call: Callable[[str], object], values: list[str]) -> float:
    """Seconds that a call takes for one of the values: each gets its best of three."""
    return statistics.median(
        min(median_time(partial(call, value), 1, 1) for _ in range(3)) for value in values
    )


def copies(
    position: Callable[[int, float], tuple[Any, Any]],
    copy: Callable[[Any], object],
    step: Callable[[Any, Any], object],
) -> dict[str, float]:
    """Microseconds of a copy, and of a copy in which one action is then taken, in mid-game.

    `position(seed, share)` is a game played up to that share of its decisions, and a legal action
    in it. A copy may put off part of its work until it is used: the second figure shows it.
    """
    copy_times = []
    step_times = []
    for seed in range(1, COPY_GAMES + 1):
        for share in SHARES:
            game, action = position(seed, share)
            copy_times.append(median_time(partial(copy, game)))
            step_times.append(median_time(partial(step, game, action)))
    return {
        "copy_us": statistics.median(copy_times) * 1e6,
        "copy_and_step_us": statistics.median(step_times) * 1e6,
    }


def report(result: dict[str, Any]) -> None:
    print(json.dumps(result))
