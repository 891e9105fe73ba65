"""The tuning itself: CMA-ES proposes weights, games judge them, generation after generation."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandtable.bots.evaluations import tuned
from sandtable.bots.tuning.contest import Contest, TrialGame, Weights, interval, results
from sandtable.bots.tuning.contest import check as play_check
from sandtable.bots.tuning.folder import Document, TuningFolder
from sandtable.bots.tuning.space import WeightSpace
from sandtable.kernel.errors import SandtableError

#: Seeds of the check, far from those of the generations.
CHECK = 500_000_000
#: The state is written at most so often, in seconds, and after every generation.
SAVE_EVERY = 5.0

#: Called after every game: generation (0: the check), games played and to play, best mean so far.
Progress = Callable[[int, int, int, str], None]


class Tuning:
    """Continues where the folder says the last run ended. Every candidate of a generation plays the
    same games, so that luck with the cards does not choose; every generation plays new ones."""

    def __init__(
        self,
        space: WeightSpace,
        contest: Contest,
        folder: Path,
        games: int,
        population: int = 0,
        sigma: float = 0.5,
        seed: int = 1,
    ) -> None:
        self.space = space
        self.contest = contest
        self.folder = TuningFolder(folder)
        self.games = games
        self.population = population or 4 + int(3 * math.log(max(2, len(space.names))))
        self.sigma = sigma
        self.seed = seed
        self.document: Document = {}
        self._saved = 0.0

    def settings(self) -> Document:
        return {
            "game": self.space.game,
            "weights": self.space.names,
            "start": self.space.start,
            "players": self.contest.players,
            "iterations": self.contest.iterations,
            "games": self.games,
            "population": self.population,
            "sigma": self.sigma,
            "seed": self.seed,
        }

    def run(self, generations: int, check: int, workers: int, progress: Progress) -> Document:
        """Play until this many generations are done, then ``check`` games of the weights found
        against those one began with; returns what ``weights.json`` holds."""
        with self.folder.open():
            nothing: Document = {"generations": [], "check": []}
            self.document = self.folder.load(self.settings(), nothing, check_document)
            strategy = Strategy(len(self.space.names), self.sigma, self.population, self.seed)
            done: list[Document] = self.document["generations"]
            for number in range(generations):
                points = strategy.ask()
                if number == len(done):
                    empty: list[list[float | None]] = [[None] * self.games for _ in points]
                    done.append({"points": points, "results": empty})
                generation = done[number]
                self._play(number, generation, workers, progress)
                strategy.tell(generation["points"], means(generation))
            return self._finish(strategy.favourite(), generations, check, workers, progress)

    def _play(self, number: int, generation: Document, workers: int, progress: Progress) -> None:
        played: list[list[float | None]] = generation["results"]
        jobs: list[TrialGame] = []
        for candidate, point in enumerate(generation["points"]):
            weights = self.space.weights(point)
            for game in range(self.games):
                if played[candidate][game] is None:
                    seed = (self.seed * 1000 + number) * 1000 + game
                    jobs.append(TrialGame(candidate, game, weights, seed))
        total = len(played) * self.games
        left = len(jobs)
        for job, result in results(self.contest, jobs, workers):
            played[job.candidate][job.game] = round(result, 6)
            left -= 1
            self._save(left == 0)
            progress(number + 1, total - left, total, best(generation))

    def _save(self, now: bool) -> None:
        moment = time.monotonic()
        if now or moment - self._saved > SAVE_EVERY:
            self.folder.save(self.document)
            self._saved = moment

    def _finish(
        self, point: list[float], generations: int, check: int, workers: int, progress: Progress
    ) -> Document:
        """Weights found: the centre of the last generation, checked on games of its own."""
        weights = self.space.weights(point)
        if self.document.get("checked") != generations:
            self.document["check"] = []
            self.document["checked"] = generations
        played: list[list[float]] = self.document["check"]
        games = range(len(played), check)
        for pair in play_check(self.contest, games, CHECK, weights, None, workers):
            played.append(pair)
            self._save(False)
            progress(0, len(played), check, "")
        self._save(True)
        document = self._weights(weights, generations)
        self.folder.save_weights(document)
        return document

    def _weights(self, weights: Weights, generations: int) -> Document:
        changed = {
            name: weights[name]
            for name in self.space.names
            if weights[name] != self.space.start[name]
        }
        document: Document = {
            "game": self.space.game,
            "weights": {**_kept(self.space), **changed},
            "tuning": {
                "by": "CMA-ES over games of "
                + (
                    f"search:iterations={self.contest.iterations}"
                    if self.contest.iterations
                    else "greedy"
                ),
                "players": self.contest.players,
                "tuned": self.space.names,
                "generations": generations,
                "population": self.population,
                "games": self.games,
                "seed": self.seed,
            },
        }
        # What else comes with Sandtable stays as it is.
        for word, value in tuned(self.space.game).items():
            document.setdefault(word, value)
        played: list[list[float]] = self.document["check"]
        if played:
            mean, error = interval([new - old for new, old in played])
            document["tuning"]["check"] = {
                "games": len(played),
                "gain": round(mean, 4),
                "interval": None if math.isinf(error) else round(error, 4),
                "in": self.contest.unit,
            }
        return document


def _kept(space: WeightSpace) -> Weights:
    """Tuned weights that were there before and stay as they are."""
    from sandtable.bots.evaluations import defaults

    known = defaults(space.game)
    return {name: value for name, value in space.start.items() if value != known[name]}


def check_document(document: Document) -> None:
    """Raises an error where a document is not one of ours."""
    document["check"][:]
    for generation in document["generations"]:
        points, played = generation["points"], generation["results"]
        if len(points) != len(played) or not all(isinstance(line, list) for line in played):
            raise ValueError


def means(generation: Document) -> list[float]:
    return [sum(line) / len(line) for line in generation["results"]]


def best(generation: Document) -> str:
    """The best mean of the candidates that have played all their games."""
    whole = [sum(line) / len(line) for line in generation["results"] if None not in line]
    return f"best {max(whole):.3f}" if whole else ""


class Strategy:
    """CMA-ES whose draws all follow from the seed, so a run is resumed by telling it the same
    results again."""

    def __init__(self, size: int, sigma: float, population: int, seed: int) -> None:
        try:
            with warnings.catch_warnings():
                # It misses a package for drawing figures, which is not used here.
                warnings.simplefilter("ignore")
                import cma
                import numpy
        except ImportError:
            raise SandtableError(
                "tuning needs the package cma: pip install 'sandtable[tune]'"
            ) from None
        generator: Any = numpy.random.default_rng(seed)
        # With one dimension CMA-ES does not work; a second one that nothing depends on is harmless.
        self._size = size
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._strategy: Any = cma.CMAEvolutionStrategy(
                [0.0] * max(2, size),
                sigma,
                {
                    "popsize": population,
                    "randn": lambda *shape: generator.standard_normal(shape),
                    "seed": float("nan"),
                    "CMA_diagonal": size > 10,
                    "verbose": -9,
                    "verb_log": 0,
                    "verb_disp": 0,
                },
            )
        self._asked: list[Any] = []

    def ask(self) -> list[list[float]]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._asked = self._strategy.ask()
        return [[round(float(x), 6) for x in point[: self._size]] for point in self._asked]

    def tell(self, points: list[list[float]], values: list[float]) -> None:
        """The optimiser makes things small, so the results go in with the sign turned."""
        whole = [
            [*point, *[float(x) for x in asked[len(point) :]]]
            for point, asked in zip(points, self._asked, strict=True)
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._strategy.tell(whole, [-value for value in values])

    def favourite(self) -> list[float]:
        """The centre of the search: less a matter of luck than the best candidate."""
        return [float(x) for x in self._strategy.result.xfavorite[: self._size]]
