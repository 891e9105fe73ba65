"""Learning from games: bots play, and what each trait of a position is worth in points to come is
found by least squares over temporal differences.

A position is worth what it brings until the next one, and what that one is worth (LSTD). Taking in
how the game went on after the next positions as well, with a weight that falls by a *trace* from
each to the next, is a middle way between trusting the next judgement (quick, but blind to what it
gets wrong) and waiting for the end (true, but at the mercy of luck). What was learnt judges the
next round of games, and so on. With hidden units (`units.py`) traits are then also seen together.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import sandtable
from sandtable.bots.base import ask
from sandtable.bots.engine.evaluation import Evaluation, Experience
from sandtable.bots.evaluations import default_experience, evaluation, tuned
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.tuning.arrays import load_numpy
from sandtable.bots.tuning.contest import Contest, interval, run_in_processes
from sandtable.bots.tuning.contest import check as play_check
from sandtable.bots.tuning.folder import Document, TuningFolder
from sandtable.bots.tuning.units import EPOCHS, SAVED, Paths, fit_units, positions_from
from sandtable.kernel.errors import BadOption
from sandtable.kernel.match import Match
from sandtable.kernel.rng import seeded

#: Games of a round that are played, and kept, together.
CHUNK = 25
#: Points that bots overlook in learning games, so that more is seen than one line of play. Each
#: seat has one of these.
NOISES = (0.0, 0.15, 1.0)
#: Actions that bots try out in learning games, and completions of the finalists among them. Trying
#: out all is stronger but far slower, and more games teach more than better ones.
MAX_ACTIONS = 8
COMPLETIONS = 6
FINALISTS = 3
#: How much of what came later counts, from one position to the next, by default.
TRACE = 0.92
#: How strongly coefficients are drawn towards zero, per position learnt from, by default.
SHRINK = 0.0005
#: How much the games of the round before count.
FADE = 0.5
#: How notes call learning without and with hidden units.
METHODS = (
    "least squares over temporal differences in games of greedy",
    "hidden units fitted to temporal differences in games of greedy",
)
#: Seeds of the checks, far from those of the rounds.
CHECK = 600_000_000

#: Called with the round, what is done now ("", "hidden units" or "check"), how much of it is done,
#: of how much, and how the last check went.
Progress = Callable[[int, str, int, int, str], None]


class RoundProgress:
    """Reports how far a round is."""

    def __init__(self, on_progress: Progress, number: int, note: str) -> None:
        self._on_progress = on_progress
        self._number = number
        self._note = note

    def report(self, stage: str, done: int, total: int) -> None:
        self._on_progress(self._number, stage, done, total, self._note)


class Sums:
    """What least squares needs to know of the positions seen."""

    def __init__(self, seen: Any, change: Any, brought: Any) -> None:
        self.seen = seen  # traits with themselves
        self.change = change  # traits, as traced, with how traits changed to the next position
        self.brought = brought  # traits, as traced, with the points until the next position

    def add(self, other: Sums) -> None:
        self.seen = self.seen + other.seen
        self.change = self.change + other.change
        self.brought = self.brought + other.brought

    def discount(self, part: float) -> None:
        self.seen = part * self.seen
        self.change = part * self.change
        self.brought = part * self.brought


class Chunk(NamedTuple):
    """Some games to be played and learnt from."""

    game: str
    players: int
    experience: Experience
    seeds: list[int]
    trace: float
    paths: bool  # kept for hidden units
    path: Path


class Trajectory:
    """One seat's path through a game: the positions it met, in which phase, and its points."""

    def __init__(self, phases: int = 1) -> None:
        self.number_of_phases = phases
        self.traits: list[list[float]] = []
        self.phases: list[int] = []
        self.points: list[float] = []

    def add(self, traits: list[float], phase: int, points: float) -> None:
        self.traits.append(traits)
        self.phases.append(phase)
        self.points.append(points)

    def sums(self, score: float, fall: float) -> Sums:
        """What the trajectory teaches; its end is worth the score and nothing more. The traits of
        each phase have places of their own, for phases follow on each other."""
        numpy = load_numpy()
        rows, width = len(self.traits), len(self.traits[0])
        every = numpy.zeros((rows, self.number_of_phases, width))
        every[numpy.arange(rows), self.phases] = self.traits
        every = every.reshape(rows, -1)
        size = every.shape[1]
        used = numpy.flatnonzero(every.any(axis=0))  # most traits never occur in one trajectory
        traits = every[:, used]
        brought = numpy.diff(numpy.array([*self.points, score]))
        after = numpy.vstack([traits[1:], numpy.zeros((1, len(used)))])
        traced = numpy.empty_like(traits)
        trace = numpy.zeros(len(used))
        for i in range(len(traits)):
            trace = fall * trace + traits[i]
            traced[i] = trace
        place = numpy.ix_(used, used)
        sums = Sums(numpy.zeros((size, size)), numpy.zeros((size, size)), numpy.zeros(size))
        sums.seen[place] = traits.T @ traits
        sums.change[place] = traced.T @ (traits - after)
        sums.brought[used] = traced.T @ brought
        return sums


def play_and_learn(chunk: Chunk) -> None:
    """Play the games of a chunk and keep what they teach."""
    numpy = load_numpy()
    game = sandtable.game(chunk.game)
    judge = evaluation(game, None, chunk.experience)
    total: Sums | None = None
    paths = Paths()
    for seed in chunk.seeds:
        match = game.new(players=chunk.players, seed=seed)
        scores, trajectories = watch_game(match, judge, chunk.experience, seed)
        for seat, trajectory in enumerate(trajectories):
            if trajectory.traits:
                sums = trajectory.sums(scores[seat], chunk.trace)
                if total is None:
                    total = sums
                else:
                    total.add(sums)
                if chunk.paths:
                    paths.add(trajectory.traits, trajectory.phases, trajectory.points, scores[seat])
    assert total is not None
    kept = {"seen": total.seen, "change": total.change, "brought": total.brought}
    if chunk.paths:
        kept.update(paths.arrays())
    whole = chunk.path.with_suffix(".new")
    with whole.open("wb") as file:
        numpy.savez_compressed(file, **kept)
    whole.replace(chunk.path)


def watch_game(
    match: Match, judge: Evaluation, experience: Experience, seed: int
) -> tuple[list[int], list[Trajectory]]:
    """Let bots play a game; returns its scores and each seat's trajectory."""
    players = match.players
    phases = judge.phases(players)
    rng = seeded(seed, "learning")
    bots = [
        GreedyBot(
            f"learning {seed} {seat}",
            NOISES[int(rng.below(len(NOISES)))],
            experience=experience,
            max_actions=MAX_ACTIONS,
            completions=COMPLETIONS,
            finalists=FINALISTS,
        )
        for seat in range(players)
    ]
    trajectories = [Trajectory(len(phases)) for _ in range(players)]
    while (decision := match.decision()) is not None:
        if judge.begins_turn(decision):
            at = phases.index(judge.phase(match.state))
            for seat in range(players):
                traits = judge.traits(match.state, seat)
                if traits:
                    trajectories[seat].add(traits, at, judge.baseline(match.state, seat))
        match.apply(ask(bots[decision.player], match))
    return match.scores(), trajectories


def least_squares(sums: Sums, phases: int, drawn: float = SHRINK) -> list[list[float]]:
    """The worth of each trait, by phase. The first trait of a phase is 1 everywhere in it; the
    others are measured from their means and in their own spread, so that the drawing towards
    zero is fair to all."""
    numpy = load_numpy()
    size = len(sums.seen) // phases
    scale = numpy.zeros((phases * size, phases * size))
    shrink = numpy.zeros(phases * size)
    for begin in range(0, phases * size, size):
        part = slice(begin, begin + size)
        seen = sums.seen[part, part]
        count = max(seen[0, 0], 1.0)
        mean = seen[0] / count
        spread = numpy.sqrt(numpy.maximum(numpy.diag(seen) / count - mean**2, 0.0)) + 1e-3
        spread[0] = 1.0
        shift = numpy.eye(size)
        shift[0, 1:] = -mean[1:]
        scale[part, part] = shift / spread
        shrink[part] = drawn * count
        shrink[begin] = 1e-6
    change = scale.T @ sums.change @ scale + numpy.diag(shrink)
    coefficients = scale @ numpy.linalg.solve(change, scale.T @ sums.brought)
    return [
        [float(f"{worth:.5g}") for worth in coefficients[begin : begin + size]]
        for begin in range(0, phases * size, size)
    ]


class Learning:
    """Continues where the folder says the last run ended. ``fresh``: begin with the weights alone,
    without the experience that comes with Sandtable."""

    def __init__(
        self,
        game: str,
        players: int,
        games: int,
        folder: Path,
        seed: int,
        fresh: bool = False,
        trace: float = TRACE,
        shrink: float = SHRINK,
        units: int = 0,
    ) -> None:
        self.game = game
        self.players = players
        self.games = -(-games // CHUNK) * CHUNK
        self.folder = TuningFolder(folder)
        self.seed = seed
        self.trace = trace
        self.shrink = shrink
        self.units = units
        self.start: Experience = {} if fresh else default_experience(game)
        self.contest = Contest(game, players, 0, None, self.start)
        self.phases = evaluation(sandtable.game(game)).phases(players)
        if not self.phases:
            raise BadOption(f"{game} has an evaluation that learns nothing from games")

    @property
    def title(self) -> str:
        return "alone" if self.players == 1 else f"{self.players} players"

    def settings(self) -> Document:
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "trace": self.trace,
            "shrink": self.shrink,
            "units": self.units,
            "start": self.start,
        }

    def run(self, rounds: int, check: int, workers: int, on_progress: Progress) -> Document:
        """Play this many rounds, each with a check of two games or more; returns what
        ``weights.json`` holds: the experience of the round whose check went best."""
        check = max(2, check)
        with self.folder.open():
            document = self.folder.load(self.settings(), {"rounds": []}, check_document)
            done: list[Document] = document["rounds"]
            sums: Sums | None = None
            for number in range(rounds):
                experience: Experience = done[number - 1]["experience"] if number else self.start
                note = _note(done[number - 1]) if number else ""
                progress = RoundProgress(on_progress, number + 1, note)
                self._play(number, experience, workers, progress)
                sums = self._recall(number, sums)
                if number == len(done):
                    coefficients = least_squares(sums, len(self.phases), self.shrink)
                    if self.units:
                        linear = self._linear(len(coefficients[0])) or coefficients
                        coefficients = self._fit_units(number, linear, progress)
                    learnt = {**self.start, **dict(zip(self.phases, coefficients, strict=True))}
                    done.append({"experience": learnt, "check": []})
                    self.folder.save(document)
                self._check(done[number], check, workers, progress)
                self.folder.save(document)
            best = max(range(rounds), key=lambda number: _gain(done[number]))
            weights = self._weights(done[best], best + 1, rounds)
            self.folder.save_weights(weights)
            return weights

    def _path(self, number: int, chunk: int) -> Path:
        return self.folder.path / f"round-{number + 1}-{chunk:04}.npz"

    def _play(
        self, number: int, experience: Experience, workers: int, progress: RoundProgress
    ) -> None:
        chunks: list[Chunk] = []
        for first in range(0, self.games, CHUNK):
            path = self._path(number, first // CHUNK)
            base = (self.seed * 100 + number) * 100_000 + first
            if not path.exists():
                seeds = list(range(base, base + CHUNK))
                chunks.append(
                    Chunk(
                        self.game,
                        self.players,
                        experience,
                        seeds,
                        self.trace,
                        self.units > 0,
                        path,
                    )
                )
        left = len(chunks)
        progress.report("", self.games - left * CHUNK, self.games)
        for _ in run_in_processes(play_and_learn, chunks, workers):
            left -= 1
            progress.report("", self.games - left * CHUNK, self.games)

    def _read(self, number: int, chunk: int, names: list[str]) -> dict[str, Any]:
        """Some of what a chunk has kept."""
        path = self._path(number, chunk)
        try:
            with load_numpy().load(path) as arrays:
                return {name: arrays[name] for name in names}
        except (OSError, EOFError, ValueError, KeyError, BadZipFile):
            raise BadOption(
                f"{path} cannot be read; remove it, and the same command plays it again"
            ) from None

    def _linear(self, size: int) -> list[list[float]]:
        """The worth of each trait by itself, as known from the start; empty where it is not."""
        known = [self.start.get(phase, [])[:size] for phase in self.phases]
        return known if all(len(each) == size for each in known) else []

    def _fit_units(
        self, number: int, linear: list[list[float]], progress: RoundProgress
    ) -> list[list[float]]:
        """Fit hidden units to the games of this round and those before it."""
        chunks = [
            self._read(before, first // CHUNK, SAVED)
            for before in range(number + 1)
            for first in range(0, self.games, CHUNK)
        ]
        positions = positions_from(chunks, len(linear[0]))

        def report(epoch: int) -> None:
            progress.report("hidden units", epoch, EPOCHS)

        return fit_units(positions, linear, self.units, self.trace, self.seed, report)

    def _recall(self, number: int, known: Sums | None) -> Sums:
        """Add up what a round has shown; what was known before fades."""
        if known is not None:
            known.discount(FADE)
        for first in range(0, self.games, CHUNK):
            arrays = self._read(number, first // CHUNK, ["seen", "change", "brought"])
            more = Sums(arrays["seen"], arrays["change"], arrays["brought"])
            if known is None:
                known = more
            else:
                known.add(more)
        assert known is not None
        return known

    def _check(self, document: Document, games: int, workers: int, progress: RoundProgress) -> None:
        played: list[list[float]] = document["check"]
        left = range(len(played), games)
        for pair in play_check(self.contest, left, CHECK, None, document["experience"], workers):
            played.append(pair)
            progress.report("check", len(played), games)

    def _weights(self, best: Document, number: int, rounds: int) -> Document:
        mean, error = interval([new - old for new, old in best["check"]])
        shipped = tuned(self.game)
        notes: Document = dict(shipped.get("learnt", {}))
        before = notes.get(self.title) if self.start else None
        notes[self.title] = {
            "by": METHODS[self.units > 0],
            "rounds": rounds,
            "best round": number,
            "games": self.games,
            "seed": self.seed,
            "trace": self.trace,
            "shrink": self.shrink,
            "units": self.units,
            "check": {
                "games": len(best["check"]),
                "against": "the experience of before" if self.start else "the weights alone",
                "mean": round(sum(new for new, _ in best["check"]) / len(best["check"]), 4),
                "gain": round(mean, 4),
                "interval": round(error, 4),
                "in": self.contest.unit,
            },
            **({"began with": before} if before else {}),
        }
        return {
            "game": self.game,
            "weights": {},
            **shipped,
            "learnt": notes,
            "experience": {**default_experience(self.game), **best["experience"]},
        }


def check_document(document: Document) -> None:
    """Raises an error where a document is not one of ours."""
    for entry in document["rounds"]:
        entry["experience"].keys()
        for new, old in entry["check"]:
            float(new - old)


def _gain(document: Document) -> float:
    return float(sum(new - old for new, old in document["check"]))


def _note(document: Document) -> str:
    mean, error = interval([new - old for new, old in document["check"]])
    return f"{mean:+.3g} ± {error:.2g}"
