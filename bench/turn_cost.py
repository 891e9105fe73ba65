"""What choosing a whole turn costs, greedy's cost being 1.

    python -m bench.turn_cost [--games 6] [--players 2]

The positions are the beginnings of all turns of games that the network plays by itself, so the
network and the evaluation meet them in the order of a play-out. Every way to choose plays each of
these turns; the best of three rounds counts, in processor time.
"""

import argparse
import time
from collections.abc import Callable

import sandtable
from sandtable import _pure
from sandtable.bots.engine.plan import Planner
from sandtable.bots.engine.sequential_halving import COMPLETIONS, FINALISTS, MAX_ACTIONS
from sandtable.bots.evaluations import evaluation
from sandtable.bots.networks import network
from sandtable.kernel.match import Match

ROUNDS = 3


def beginnings(name: str, players: int, games: int, planner: Planner) -> list[Match]:
    """The positions at which turns begin, game after game."""
    result: list[Match] = []
    for seed in range(games):
        match = sandtable.game(name).new(players, seed)
        while (decision := match.decision()) is not None:
            if planner.evaluation.begins_turn(decision) and len(decision.actions) > 1:
                result.append(match.clone())
            planner.play(match)
    return result


def seconds_for(matches: list[Match], play: Callable[[Match], None]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        copies = [match.clone() for match in matches]
        start = time.process_time()
        for match in copies:
            play(match)
        best = min(best, time.process_time() - start)
    return best / len(matches)


def measure(name: str, players: int, games: int) -> None:
    judge = evaluation(sandtable.game(name))
    guide = network(sandtable.game(name), players)
    if guide is None:
        print(f"{name} has no network for {players}")
        return
    ways = {
        "greedy": Planner(judge),
        "planned in play-outs": Planner(
            judge, MAX_ACTIONS, COMPLETIONS, own_only=True, finalists=FINALISTS
        ),
        "the best of 3 the network likes": Planner(judge, 3, 1, guide),
        "what the network likes best": Planner(judge, 1, 1, guide),
        "quick guesses alone": Planner(judge, 1, 1),
    }
    matches = beginnings(name, players, games, ways["what the network likes best"])
    print(f"{name}, {players} players, {len(matches)} turns")
    greedy = 0.0
    for way, planner in ways.items():
        spent = seconds_for(matches, planner.play)
        greedy = greedy or spent
        print(f"  {way:32} {spent * 1e6:8.1f} µs {spent / greedy:8.4f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--players", type=int, default=2)
    args = parser.parse_args()
    print("compiled" if _pure.is_compiled() else "pure")
    for title in sandtable.games():
        measure(title, args.players, args.games)
