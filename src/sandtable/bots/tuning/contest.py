"""One game of a candidate, and what it says about its weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TypeVar

import sandtable
from sandtable.bots.base import Bot, play
from sandtable.bots.engine.evaluation import Experience
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.search import SearchBot
from sandtable.kernel.errors import BadOption, SandtableError
from sandtable.processes import ProcessDied, run_jobs

Weights = dict[str, float]
J = TypeVar("J")
R = TypeVar("R")

#: Points ahead that make a win look three times as likely as a loss.
MARGIN = 15.0


class Contest:
    """How candidates are compared: one seat plays with the candidate's weights or experience, the
    others with those one began with. Alone, the score counts."""

    def __init__(
        self,
        game: str,
        players: int,
        iterations: int,
        start: Weights | None,
        experience: Experience | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.iterations = iterations
        self.start = start
        self.experience = experience
        rules = sandtable.game(game)
        if not rules.min_players <= players <= rules.max_players:
            raise BadOption(
                f"{game} is for {rules.min_players} to {rules.max_players} players, not {players}"
            )

    @property
    def unit(self) -> str:
        """What results are counted in."""
        return "points" if self.players == 1 else "results, where a win is 1"

    @property
    def even_result(self) -> float | None:
        """What a candidate no better than the others has on average, where that is known."""
        return 0.5 if self.players == 2 else None

    def bot(self, weights: Weights | None, experience: Experience | None, seed: object) -> Bot:
        if self.iterations:
            return SearchBot(seed, 0.0, self.iterations, weights=weights, experience=experience)
        return GreedyBot(seed, weights=weights, experience=experience)

    def play(self, job: TrialGame) -> float:
        """The result of a game, the higher the better. The seat goes round with the seed, and the
        same deal is played from every seat before the next one."""
        deal, seat = divmod(job.seed, self.players)
        match = sandtable.game(self.game).new(players=self.players, seed=deal)
        bots = [
            self.bot(
                job.weights if i == seat else self.start,
                job.experience if i == seat else self.experience,
                f"tune {deal} {i}",
            )
            for i in range(self.players)
        ]
        play(match, bots)
        scores = match.scores()
        if self.players == 1:
            return float(scores[0])
        winners = match.winners()
        won = 1.0 / len(winners) if seat in winners else 0.0
        ahead = scores[seat] - max(scores[i] for i in range(self.players) if i != seat)
        # Who wins is what counts; by how much says more when games are few.
        likely: float = 1.0 / (1.0 + 3.0 ** (-ahead / MARGIN))
        return (won + likely) / 2.0


class TrialGame:
    """A candidate and a game it is to play."""

    def __init__(
        self,
        candidate: int,
        game: int,
        weights: Weights | None,
        seed: int,
        experience: Experience | None = None,
    ) -> None:
        self.candidate = candidate
        self.game = game
        self.weights = weights
        self.seed = seed
        self.experience = experience


def run_in_processes(work: Callable[[J], R], jobs: list[J], workers: int) -> Iterator[tuple[J, R]]:
    """Does all jobs, in so many processes, and gives the results as they come."""
    try:
        yield from run_jobs(work, jobs, min(workers, len(jobs)))
    except ProcessDied as error:
        raise SandtableError(
            f"a game cannot be played: {error}; the same command continues, perhaps with fewer "
            "--jobs"
        ) from None


def results(
    contest: Contest, jobs: list[TrialGame], workers: int
) -> Iterator[tuple[TrialGame, float]]:
    """Plays all jobs and gives the results as they come."""
    yield from run_in_processes(contest.play, jobs, workers)


def check(
    contest: Contest,
    games: range,
    seed: int,
    weights: Weights | None,
    experience: Experience | None,
    workers: int,
) -> Iterator[list[float]]:
    """Plays the games of a check and gives, in order, the candidate's result and what it is to be
    compared with: an even result, or where that is not known that of those one began with."""
    even_result = contest.even_result
    jobs: list[TrialGame] = []
    for game in games:
        jobs.append(TrialGame(0, game, weights, seed + game, experience))
        if even_result is None:
            jobs.append(TrialGame(1, game, contest.start, seed + game, contest.experience))
    needed = 2 if even_result is None else 1
    by_game: dict[int, dict[int, float]] = {}
    next_game = games.start
    for job, result in results(contest, jobs, workers) if jobs else ():
        by_game.setdefault(job.game, {})[job.candidate] = result
        while len(by_game.get(next_game, ())) == needed:
            pair = by_game.pop(next_game)
            next_game += 1
            yield [pair[0], pair[1] if even_result is None else even_result]


def interval(values: list[float]) -> tuple[float, float]:
    """The mean, and how far from it the true one lies at most, 19 times out of 20."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * math.sqrt(spread / len(values))
