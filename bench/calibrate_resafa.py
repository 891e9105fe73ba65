"""Plays Resafa alone and prints what comes out, and where the points come from.

    python bench/calibrate_resafa.py --games 50
    python bench/calibrate_resafa.py --players greedy,canals,trade --games 200
    python bench/calibrate_resafa.py --players search:iterations=300 --games 5
    python bench/calibrate_resafa.py --players greedy,canals --cards 1,2,4 --games 200

Players are the bots of `sandtable` by their names; `plain`, which takes the turn that brings most
points at once; and greedy ones that like one line of play more than the others: canals, gardens,
trade, tracks, workshops; or see nothing in yellow cards. The designer calls 150 points okay, 180
good, 200 very good, 220 excellent. A number that stays near nothing for every player shows an
action, a centre, a colour or a kind of building that is not worth its rules.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import sandtable
from sandtable.bots import catalog
from sandtable.bots.base import Bot, ask
from sandtable.bots.evaluations import all_weights
from sandtable.bots.greedy import GreedyBot
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.state import State
from sandtable.games.resafa.subjects import StackSubject
from sandtable.kernel.game import Game

#: What players of one line like more: factors on their evaluation.
LINES = {
    "plain": {"foresight": 0.0},
    "canals": {"like_canals": 1.8},
    "gardens": {"like_gardens": 2.5},
    "trade": {"like_trade": 1.5},
    "tracks": {"like_tracks": 1.5},
    "workshops": {"like_workshops": 1.8},
    "white": {"like_white": 1.5, "yellow_2": 0.0, "yellow_3": 0.0, "card_3": 24.0},
    "blue": {"like_blue": 1.5, "yellow_2": 0.0, "yellow_3": 0.0, "card_3": 24.0},
    "no yellow": {"yellow_1": 0.0, "yellow_2": 0.0, "yellow_3": 0.0},
}
SCALE = [150, 180, 200, 220]

#: Choices that are counted, by the first word of their notation.
COUNTED = {
    "main": "main actions",
    "go": "centres visited",
    "step": "steps",
    "bonus": "bonus cards by row",
    "row": "tokens by row",
}


def player(name: str, seed: object) -> Bot:
    if name in LINES:
        bot = GreedyBot(seed, weights={**all_weights("resafa"), **LINES[name]})
        bot.name = name
        return bot
    return catalog.make(name, seed)


class Tally:
    """What happened in the games of one player."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self.sources: Counter[str] = Counter()
        self.things: Counter[str] = Counter()
        self.choices: dict[str, Counter[str]] = {title: Counter() for title in TITLES}
        self.cards: Counter[str] = Counter()

    def add(self, game: Game, name: str, seed: str) -> None:
        """Play one game and count."""
        match = game.new(players=1, seed=seed)
        bot = player(name, seed)
        while match.current_player is not None:
            action = ask(bot, match)
            word, _, rest = match.action_to_str(action).partition(" ")
            title = COUNTED.get(word, "")
            if title:
                about = rest.split(" ")[0] if word in ("go", "bonus") else rest
                self.choices[title][about] += 1
            match.apply(action)
        self.scores.append(match.scores()[0])
        self.sources.update(game.breakdown(match.state)[0])
        state = match.state
        assert isinstance(state, State)
        own = state.seats[0]
        self.things.update(
            {
                "workshops": len(own.workshops) - 2,
                "fronts": sum(1 for face in own.workshops if face % 2 == 0) - 2,
                "level II": sum(
                    1 for face in own.workshops if face // 2 >= resafa().components.level_2
                ),
                "garden tiles": own.gardens,
                "full squares": own.full_squares,
                "canal tiles": own.canals,
                "tanks": own.tanks,
                "bases": int(own.bases).bit_count(),
                "tokens": own.token_count(),
                "scarabs": own.scarabs,
                "camels": own.camel,
                "water cubes": own.cubes,
            }
        )
        for at, colour in enumerate(("yellow", "white", "blue", "pink")):
            self.things[f"{colour} track"] += int(own.track(at))
        for card in range(len(resafa().components.boxed)):
            if own.owns(resafa().components, card):
                self.cards[f"p{card + 1}"] += 1

    def report(self, name: str) -> None:
        games = len(self.scores)
        mean = statistics.mean(self.scores)
        deviation = statistics.stdev(self.scores) if games > 1 else 0.0
        sure = 1.96 * deviation / math.sqrt(games)
        print(
            f"\n== {name}: {games} games, mean {mean:.1f} ± {sure:.1f}, deviation {deviation:.1f}"
        )
        ranked = sorted(self.scores)
        shares = [sum(1 for score in ranked if score >= least) / games for least in SCALE]
        print(
            f"   lowest {ranked[0]}, median {statistics.median(ranked):.0f}, highest {ranked[-1]}; "
            + ", ".join(f"{least}+ {share:.0%}" for least, share in zip(SCALE, shares, strict=True))
        )
        print("   points by source:", line(self.sources, games))
        print("   built and reached:", line(self.things, games))
        for title in TITLES:
            print(f"   {title}:", line(self.choices[title], games))
        print("   special cards:", line(self.cards, games))


TITLES = [title for title in COUNTED.values() if title]


def line(counts: Counter[str], games: int) -> str:
    """Averages per game, the highest first."""
    return ", ".join(f"{word} {number / games:.1f}" for word, number in counts.most_common())


class CardTally:
    """How often each special card was within reach, was taken, and how those games went."""

    def __init__(self, cards: int) -> None:
        self.seats = 0
        self.offered = [0] * cards
        self.taken = [0] * cards
        self.ahead = [0.0] * cards  # points above the mean of the same player at that table size

    def add(self, other: CardTally) -> None:
        self.seats += other.seats
        for card in range(len(self.taken)):
            self.offered[card] += other.offered[card]
            self.taken[card] += other.taken[card]
            self.ahead[card] += other.ahead[card]

    def report(self, game: Resafa) -> None:
        c = game.components
        print(f"\n== special cards in {self.seats} seats' games")
        print("   card   stack      within reach   taken   of those   points against the mean")
        for card in range(len(self.taken)):
            taken, offered = self.taken[card], self.offered[card]
            stack = f"{fx.COLOURS[c.special_colour[card]]} {c.special_level[card]}"
            ahead = f"{self.ahead[card] / taken:+.1f}" if taken else "-"
            share = f"{taken / offered:.0%}" if offered else "-"
            name = f"p{card + 1}"
            print(f"   {name:5}  {stack:9} {offered:13} {taken:7} {share:>10} {ahead:>12}")
        never = [f"p{card + 1}" for card in range(len(self.taken)) if not self.taken[card]]
        print("   never taken:", ", ".join(never) or "none")


def watch(job: tuple[list[str], int, int, str]) -> tuple[list[int], list[set[int]], list[set[int]]]:
    """Play one game; the scores, and by seat the cards that could be taken and that were."""
    names, number, players, seed = job
    game = sandtable.game("resafa")
    match = game.new(players=players, seed=f"{seed} {number}")
    bots = [player(name, f"{seed} {number} {seat}") for seat, name in enumerate(names)]
    offered: list[set[int]] = [set() for _ in names]
    while match.current_player is not None:
        seat = match.current_player
        decision = match.decision()
        state = match.state
        assert isinstance(state, State)
        if decision is not None and isinstance(decision.subject, StackSubject):
            offered[seat].update(state.special[decision.subject.stack])
        match.apply(ask(bots[seat], match))
    state = match.state
    assert isinstance(state, State)
    cards = range(len(resafa().components.boxed))
    taken = [{card for card in cards if own.owns(resafa().components, card)} for own in state.seats]
    return match.scores(), offered, taken


def count_cards(names: list[str], players: int, games: int, seed: str, jobs: int) -> CardTally:
    """Games of these players in turn, at a table of so many."""
    tally = CardTally(len(resafa().components.boxed))
    tables = [
        ([names[(number + seat) % len(names)] for seat in range(players)], number, players, seed)
        for number in range(games)
    ]
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(watch, tables, chunksize=4))
    by_player: dict[str, list[int]] = {}
    for (seats, *_), (scores, _, _) in zip(tables, played, strict=True):
        for name, score in zip(seats, scores, strict=True):
            by_player.setdefault(name, []).append(score)
    means = {name: statistics.mean(scores) for name, scores in by_player.items()}
    print(f"{games} games of {players}: " + ", ".join(f"{k} {v:.1f}" for k, v in means.items()))
    for (seats, *_), (scores, offered, taken) in zip(tables, played, strict=True):
        tally.seats += players
        for seat in range(players):
            for card in offered[seat]:
                tally.offered[card] += 1
            for card in taken[seat]:
                tally.taken[card] += 1
                tally.ahead[card] += scores[seat] - means[seats[seat]]
    return tally


def resafa() -> Resafa:
    game = sandtable.game("resafa")
    assert isinstance(game, Resafa)
    return game


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", default="random,greedy," + ",".join(LINES))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", default="calibration")
    parser.add_argument(
        "--cards",
        metavar="N,...",
        help="count special cards instead, at tables of these sizes; --games are per size",
    )
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    if given.games < 1:
        parser.error(f"--games is a number of games, 1 or more, not {given.games}")
    game = resafa()
    if given.cards:
        names = [name.strip() for name in given.players.split(",")]
        total = CardTally(len(game.components.boxed))
        for players in given.cards.split(","):
            total.add(count_cards(names, int(players), given.games, given.seed, given.jobs))
        total.report(game)
        return
    for name in given.players.split(","):
        tally = Tally()
        for number in range(given.games):
            tally.add(game, name.strip(), f"{given.seed} {number}")
        tally.report(name.strip())


if __name__ == "__main__":
    main()
