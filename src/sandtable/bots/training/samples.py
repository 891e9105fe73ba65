"""Positions with what a strong player chose there, for a network to learn from.

A sample is one decision: what the seat observed, what was on offer, and how much the teacher liked
each of it. They are kept in Parquet files with a row for each decision, one file for each batch of
games, which other programs can read as well:

| column | |
|---|---|
| `game`, `turn`, `seat` | the deal's number, the turn, who chose |
| `places`, `numbers` | the observation without its zeros: where, and what (in 64ths) |
| `actions`, `shares` | the actions on offer, and the teacher's share for each |
| `guesses` | the evaluation's quick guess for each, in 64ths of a point behind the best |
| `chosen` | what was played |
| `score`, `margin` | how the seat ended, and by how much it was ahead of the best other |
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable.bots.base import Table
from sandtable.bots.engine.evaluation import Evaluation
from sandtable.bots.engine.network import UNIT, deficits
from sandtable.bots.engine.plan import TurnPlan
from sandtable.bots.evaluations import evaluation
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.search import SearchBot
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load
from sandtable.kernel.rng import seeded

#: How many points a turn may be behind the best one and still get 1/e of its share.
TEMPERATURE = 1.5
#: Points that the players overlook in every other game, so that the network also sees positions
#: in which somebody erred. The teacher's shares are without it.
ERRORS = 3.0


@dataclass(frozen=True)
class SampleJob:
    """A batch of games to play and write down."""

    game: str
    players: int
    teacher: str  # "greedy", or a number of iterations for the search
    first: int
    games: int
    file: Path


def play_samples(job: SampleJob) -> int:
    """Play the games of a job into its file; returns how many decisions there were."""
    import pyarrow as pa
    from pyarrow import parquet

    game = load(job.game)
    rows: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for number in range(job.first, job.first + job.games):
        _play(game, job, number, rows)
    kinds = {
        "places": pa.list_(pa.int16()),
        "numbers": pa.list_(pa.int16()),
        "actions": pa.list_(pa.int16()),
        "shares": pa.list_(pa.float32()),
        "guesses": pa.list_(pa.int16()),
    }
    table = pa.table({name: pa.array(rows[name], kinds.get(name, pa.int32())) for name in COLUMNS})
    unfinished = job.file.with_suffix(".part")
    parquet.write_table(table, unfinished, compression="zstd")
    unfinished.replace(job.file)
    return len(rows["game"])


COLUMNS = (
    "game", "turn", "seat", "places", "numbers", "actions", "shares", "guesses", "chosen", "score",
    "margin",
)  # fmt: skip


def _play(game: Game, job: SampleJob, number: int, rows: dict[str, list[Any]]) -> None:
    import numpy as np

    from sandtable.envs.layouts import layout

    observed = layout(game, job.players)
    judge = evaluation(game)
    match = game.new(job.players, f"sample {number}")
    noise = ERRORS if number % 2 else 0.0
    teachers = [_teacher(job.teacher, f"{number} {seat}", noise) for seat in range(job.players)]
    first = len(rows["game"])
    while not match.is_over:
        seat = match.current_player
        assert seat is not None
        legal = match.legal_actions()
        if len(legal) == 1:
            match.apply(legal[0])
            continue
        table = Table(match)
        action, shares = teachers[seat].teach(table)
        seen = observed.of_match(match, seat)
        places = np.flatnonzero(seen)
        rows["game"].append(number)
        rows["turn"].append(match.turn_number())
        rows["seat"].append(seat)
        rows["places"].append(places.astype(np.int16))
        rows["numbers"].append(np.rint(seen[places] * UNIT).astype(np.int16))
        rows["actions"].append(legal)
        rows["shares"].append(shares)
        rows["guesses"].append(_guesses(judge, table))
        rows["chosen"].append(action)
        match.apply(action)
    scores = match.scores()
    for seat in rows["seat"][first:]:
        others = [score for other, score in enumerate(scores) if other != seat]
        rows["score"].append(scores[seat])
        rows["margin"].append(scores[seat] - max(others) if others else scores[seat])


def _guesses(judge: Evaluation, table: Table) -> list[int]:
    match = table.resample(table.turn)
    decision = match.decision()
    assert decision is not None
    return deficits(judge.rate_actions(match.state, decision))


def _teacher(name: str, seed: str, noise: float) -> GreedyTeacher | SearchTeacher:
    if name == "greedy":
        return GreedyTeacher(seed, noise)
    return SearchTeacher(seed, int(name), noise)


class GreedyTeacher(GreedyBot):
    """Shows what the greedy player thinks of each action, not only which one it takes."""

    def __init__(self, seed: str, errors: float) -> None:
        super().__init__(seed)
        self.errors = errors

    def teach(self, table: Table) -> tuple[int, list[float]]:
        """The choice, and the share of each legal action."""
        legal = table.legal_actions()
        if self._planned and self._turn == table.turn and self._planned[0] in legal:
            action = self._planned.pop(0)
            return action, [float(other == action) for other in legal]
        plans = self.planner_for(table.game, table.players).plans(
            table.resample(self._rng.below(1 << 30))
        )
        self.noise = self.errors
        played = self._pick(plans)
        self._turn = table.turn
        self._planned = played.actions[1:]
        return played.actions[0], _shares(plans, legal)


def _shares(plans: list[TurnPlan], legal: list[int]) -> list[float]:
    best = plans[0].value
    powers = {plan.actions[0]: math.exp((plan.value - best) / TEMPERATURE) for plan in plans}
    total = sum(powers.values())
    return [powers.get(action, 0.0) / total for action in legal]


class SearchTeacher(SearchBot):
    """Shows how the search divides its visits among the actions."""

    def __init__(self, seed: str, iterations: int, errors: float) -> None:
        super().__init__(seed, iterations=iterations)
        self.errors = seeded(seed, "errors") if errors else None

    def teach(self, table: Table) -> tuple[int, list[float]]:
        legal = table.legal_actions()
        search = self.think(table)
        visits = {action: count for action, count, _, _ in search.tally()}
        best = search.best(legal)
        counts = [float(visits.get(action, 0)) for action in legal]
        counts[legal.index(best)] += 1.0 + max(counts)
        total = sum(counts)
        shares = [count / total for count in counts]
        action = best
        if self.errors is not None and self.errors.below(10) == 0:
            action = legal[
                max(range(len(legal)), key=lambda i: (i != legal.index(best), shares[i]))
            ]
        return action, shares
