"""How many iterations per second the search does in the middle of a game for two: with short
play-outs (quick guesses to the end of the turn), and with the planned ones it plays best with.

    python -m bench.search_speed [--seconds 5]

The positions come from games of greedy players, a third and half of the way through. Time is that
of the processor, so that other work on the machine counts less.
"""

import argparse
import time
from typing import Any

import sandtable
from sandtable import _pure
from sandtable.bots.base import Table, ask
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.search import SearchBot

#: Turns after which a position is taken.
MIDDLE = {"faiyum": (50, 75), "resafa": (16, 24)}


def positions(name: str) -> list[Any]:
    matches = []
    for seed in (1, 2):
        match = sandtable.game(name).new(players=2, seed=seed)
        bots = [GreedyBot(seed=f"{seed} {seat}") for seat in range(2)]
        for turns in MIDDLE[name]:
            while match.current_player is not None and match.turn_number() < turns:
                match.apply(ask(bots[match.current_player], match))
            matches.append(match.clone())
    return matches


def measure(name: str, seconds: float, planned: int | None) -> float:
    iterations = 0
    spent = 0.0
    matches = [match for match in positions(name) if match.current_player is not None]
    for match in matches:
        table = Table(match)
        bot = SearchBot(seed=1, time=seconds / len(matches), planned=planned, turns=0)
        bot.think(table)  # the first one sets up what later ones find ready
        bot = SearchBot(seed=2, time=seconds / len(matches), planned=planned, turns=0)
        start = time.process_time()
        iterations += bot.think(table).iterations
        spent += time.process_time() - start
    return iterations / spent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    wanted = parser.parse_args().seconds
    print("compiled" if _pure.is_compiled() else "pure")
    for title in sandtable.games():
        quick, planned = measure(title, wanted, 0), measure(title, wanted, None)
        print(f"{title}: {quick:,.0f} short iterations/s, {planned:,.0f} planned ones")
