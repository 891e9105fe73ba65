"""Learning from games: bots play, and what each trait of a position is worth in points to come is
found by least squares over temporal differences.

A position is worth what it brings until the next one, and what that one is worth (LSTD). Taking in
how the game went on after the next positions as well, with a weight that falls by ``TRACE`` from
each to the next, is a middle way between trusting the next judgement (quick, but blind to what it
gets wrong) and waiting for the end (true, but at the mercy of luck). What was learnt judges the
next round of games, and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import sandtable
from sandtable.bots.base import ask
from sandtable.bots.engine.evaluation import Evaluation, Experience
from sandtable.bots.evaluations import evaluation, learnt, tuned
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.tuning.contest import Contest, interval, spread
from sandtable.bots.tuning.contest import check as play_check
from sandtable.bots.tuning.folder import Document, TuningFolder
from sandtable.kernel.errors import BadOption, SandtableError
from sandtable.kernel.match import Match
from sandtable.kernel.rng import seeded

#: Games of a round that are played, and kept, together.
CHUNK = 25
#: Points that bots overlook in learning games, so that more is seen than one line of play. Each
#: seat has one of these.
NOISES = (0.0, 0.15)
#: How much of what came later counts, from one position to the next.
TRACE = 0.92
#: How strongly worths are drawn towards nought, per position learnt from.
SHRINK = 0.0005
#: How much the games of the round before count.
FADE = 0.5
#: Seeds of the checks, far from those of the rounds.
CHECK = 600_000_000

#: Told as it goes: round, whether it is checked, games played and to play, how the last check went.
Tell = Callable[[int, bool, int, int, str], None]


class Watch:
    """Tells how far a round is."""

    def __init__(self, tell: Tell, number: int, note: str) -> None:
        self._tell = tell
        self._number = number
        self._note = note

    def tell(self, checking: bool, done: int, total: int) -> None:
        self._tell(self._number, checking, done, total, self._note)


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

    def fade(self, part: float) -> None:
        self.seen = part * self.seen
        self.change = part * self.change
        self.brought = part * self.brought


class Chunk(NamedTuple):
    """Some games to be played and learnt from."""

    game: str
    players: int
    experience: Experience
    seeds: list[int]
    path: Path


class Walk:
    """One seat's way through a game: the positions it met, and its points at each."""

    def __init__(self) -> None:
        self.traits: list[list[float]] = []
        self.points: list[float] = []

    def sums(self, score: float) -> Sums:
        """What the way teaches; its end is worth the score and nothing more."""
        numpy = load_numpy()
        traits = numpy.array(self.traits)
        brought = numpy.diff(numpy.array([*self.points, score]))
        after = numpy.vstack([traits[1:], numpy.zeros((1, traits.shape[1]))])
        traced = numpy.empty_like(traits)
        trace = numpy.zeros(traits.shape[1])
        for i in range(len(traits)):
            trace = TRACE * trace + traits[i]
            traced[i] = trace
        return Sums(traits.T @ traits, traced.T @ (traits - after), traced.T @ brought)


def study(chunk: Chunk) -> None:
    """Play the games of a chunk and keep what they teach."""
    numpy = load_numpy()
    game = sandtable.game(chunk.game)
    judge = evaluation(game, None, chunk.experience)
    total: Sums | None = None
    for seed in chunk.seeds:
        match = game.new(players=chunk.players, seed=seed)
        scores, walks = watch_game(match, judge, chunk.experience, seed)
        for seat, walk in enumerate(walks):
            if walk.traits:
                sums = walk.sums(scores[seat])
                if total is None:
                    total = sums
                else:
                    total.add(sums)
    assert total is not None
    whole = chunk.path.with_suffix(".new")
    with whole.open("wb") as file:
        numpy.savez(file, seen=total.seen, change=total.change, brought=total.brought)
    whole.replace(chunk.path)


def watch_game(
    match: Match, judge: Evaluation, experience: Experience, seed: int
) -> tuple[list[int], list[Walk]]:
    """Let bots play a game; returns its scores and each seat's way through it. The traits of each
    lesson have places of their own, for lessons follow on each other."""
    players = match.players
    lessons = judge.lessons(players)
    rng = seeded(seed, "learning")
    bots = [
        GreedyBot(
            f"learning {seed} {seat}",
            NOISES[int(rng.below(len(NOISES)))],
            experience=experience,
        )
        for seat in range(players)
    ]
    walks = [Walk() for _ in range(players)]
    while (decision := match.decision()) is not None:
        if judge.settled(decision):
            at = lessons.index(judge.lesson(match.state))
            for seat in range(players):
                traits = judge.traits(match.state, seat)
                if traits:
                    nothing = [0.0] * len(traits)
                    row: list[float] = []
                    for place in range(len(lessons)):
                        row += traits if place == at else nothing
                    walks[seat].traits.append(row)
                    walks[seat].points.append(judge.sure(match.state, seat))
        match.apply(ask(bots[decision.player], match))
    return match.scores(), walks


def least_squares(sums: Sums, lessons: int) -> list[list[float]]:
    """The worth of each trait, by lesson. The first trait of a lesson is 1 everywhere in it; the
    others are measured from their means and in their own spread, so that the drawing towards
    nought is fair to all."""
    numpy = load_numpy()
    size = len(sums.seen) // lessons
    scale = numpy.zeros((lessons * size, lessons * size))
    shrink = numpy.zeros(lessons * size)
    for begin in range(0, lessons * size, size):
        part = slice(begin, begin + size)
        seen = sums.seen[part, part]
        count = max(seen[0, 0], 1.0)
        mean = seen[0] / count
        spread = numpy.sqrt(numpy.maximum(numpy.diag(seen) / count - mean**2, 0.0)) + 1e-3
        spread[0] = 1.0
        shift = numpy.eye(size)
        shift[0, 1:] = -mean[1:]
        scale[part, part] = shift / spread
        shrink[part] = SHRINK * count
        shrink[begin] = 1e-6
    change = scale.T @ sums.change @ scale + numpy.diag(shrink)
    worths = scale @ numpy.linalg.solve(change, scale.T @ sums.brought)
    return [
        [float(f"{worth:.5g}") for worth in worths[begin : begin + size]]
        for begin in range(0, lessons * size, size)
    ]


class Learning:
    """Goes on where the folder says the last run ended. ``fresh``: begin by the weights alone, not
    with the experience that comes with Sandtable."""

    def __init__(
        self, game: str, players: int, games: int, folder: Path, seed: int, fresh: bool = False
    ) -> None:
        self.game = game
        self.players = players
        self.games = -(-games // CHUNK) * CHUNK
        self.folder = TuningFolder(folder)
        self.seed = seed
        self.start: Experience = {} if fresh else learnt(game)
        self.contest = Contest(game, players, 0, None, self.start)
        self.lessons = evaluation(sandtable.game(game)).lessons(players)
        if not self.lessons:
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
            "start": self.start,
        }

    def run(self, rounds: int, check: int, workers: int, tell: Tell) -> Document:
        """Play so many rounds, each with a check of two games or more; returns what
        ``weights.json`` holds: the experience of the round whose check went best."""
        check = max(2, check)
        with self.folder.open():
            document = self.folder.load(self.settings(), {"rounds": []}, check_document)
            done: list[Document] = document["rounds"]
            sums: Sums | None = None
            for number in range(rounds):
                experience: Experience = done[number - 1]["experience"] if number else self.start
                note = _note(done[number - 1]) if number else ""
                watch = Watch(tell, number + 1, note)
                self._play(number, experience, workers, watch)
                sums = self._recall(number, sums)
                if number == len(done):
                    worths = least_squares(sums, len(self.lessons))
                    found = {**self.start, **dict(zip(self.lessons, worths, strict=True))}
                    done.append({"experience": found, "check": []})
                    self.folder.save(document)
                self._check(done[number], check, workers, watch)
                self.folder.save(document)
            best = max(range(rounds), key=lambda number: _gain(done[number]))
            weights = self._weights(done[best], best + 1, rounds)
            self.folder.save_weights(weights)
            return weights

    def _path(self, number: int, chunk: int) -> Path:
        return self.folder.path / f"round-{number + 1}-{chunk:04}.npz"

    def _play(self, number: int, experience: Experience, workers: int, watch: Watch) -> None:
        chunks: list[Chunk] = []
        for first in range(0, self.games, CHUNK):
            path = self._path(number, first // CHUNK)
            base = (self.seed * 100 + number) * 100_000 + first
            if not path.exists():
                seeds = list(range(base, base + CHUNK))
                chunks.append(Chunk(self.game, self.players, experience, seeds, path))
        left = len(chunks)
        watch.tell(False, self.games - left * CHUNK, self.games)
        for _ in spread(study, chunks, workers):
            left -= 1
            watch.tell(False, self.games - left * CHUNK, self.games)

    def _recall(self, number: int, known: Sums | None) -> Sums:
        """Add up what a round has shown; what was known before fades."""
        numpy = load_numpy()
        if known is not None:
            known.fade(FADE)
        for first in range(0, self.games, CHUNK):
            path = self._path(number, first // CHUNK)
            try:
                with numpy.load(path) as arrays:
                    more = Sums(arrays["seen"], arrays["change"], arrays["brought"])
            except (OSError, EOFError, ValueError, KeyError, BadZipFile):
                raise BadOption(
                    f"{path} cannot be read; remove it, and the same command plays it again"
                ) from None
            if known is None:
                known = more
            else:
                known.add(more)
        assert known is not None
        return known

    def _check(self, found: Document, games: int, workers: int, watch: Watch) -> None:
        played: list[list[float]] = found["check"]
        left = range(len(played), games)
        for pair in play_check(self.contest, left, CHECK, None, found["experience"], workers):
            played.append(pair)
            watch.tell(True, len(played), games)

    def _weights(self, best: Document, number: int, rounds: int) -> Document:
        mean, error = interval([new - old for new, old in best["check"]])
        shipped = tuned(self.game)
        notes: Document = dict(shipped.get("learnt", {}))
        notes[self.title] = {
            "by": "least squares over temporal differences in games of greedy",
            "rounds": rounds,
            "best round": number,
            "games": self.games,
            "seed": self.seed,
            "check": {
                "games": len(best["check"]),
                "against": "the experience of before" if self.start else "the weights alone",
                "mean": round(sum(new for new, _ in best["check"]) / len(best["check"]), 4),
                "gain": round(mean, 4),
                "interval": round(error, 4),
                "in": self.contest.unit,
            },
        }
        return {
            "game": self.game,
            "weights": shipped.get("weights", {}),
            **({"found": shipped["found"]} if "found" in shipped else {}),
            "learnt": notes,
            "experience": {**learnt(self.game), **best["experience"]},
        }


def check_document(found: Document) -> None:
    """Raises an error where a document is none of ours."""
    for entry in found["rounds"]:
        entry["experience"].keys()
        for new, old in entry["check"]:
            float(new - old)


def _gain(found: Document) -> float:
    return float(sum(new - old for new, old in found["check"]))


def _note(found: Document) -> str:
    mean, error = interval([new - old for new, old in found["check"]])
    return f"{mean:+.3g} ± {error:.2g}"


def load_numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise SandtableError(
            "tuning needs the package numpy: pip install 'sandtable[tune]'"
        ) from None
    return numpy
