"""Training a policy network: a teacher plays, a network learns its choices, games check it.

A folder holds all of it. What was played stays, so a run that was stopped continues, and a run with
more games adds only those that are missing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable.bots.base import Bot, play
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.networks import network_from
from sandtable.bots.policy_bot import PolicyBot
from sandtable.bots.training.samples import SampleJob, play_samples
from sandtable.bots.tuning.contest import interval
from sandtable.bots.tuning.folder import Document, TuningFolder, replace
from sandtable.kernel.errors import BadOption, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load
from sandtable.processes import run_jobs

#: Games in one file of samples: what is lost at most when a process is stopped.
BATCH_GAMES = 10
#: Seeds of the check, far from those of the samples.
CHECK = 500_000_000

#: Told while it goes on: what is done, how much of it, of how much, and a note.
Progress = Callable[[str, int, int, str], None]
#: Does jobs somewhere, and gives them back as they are finished.
Backend = Callable[[Iterable[SampleJob]], Iterator[tuple[SampleJob, int]]]


@dataclass(frozen=True)
class TrainingPlan:
    game: str
    players: int
    teacher: str = "greedy"
    hidden: int = 64
    epochs: int = 8
    seed: int = 1

    def settings(self) -> Document:
        return {"game": self.game, "players": self.players, "teacher": self.teacher}


class Training:
    def __init__(self, plan: TrainingPlan, folder: Path) -> None:
        self.plan = plan
        self.game: Game = load(plan.game)
        self.game.check_players(plan.players)
        self.folder = TuningFolder(folder, "training")
        self.samples = folder / "samples"

    def run(
        self,
        games: int,
        check: int,
        workers: int,
        progress: Progress,
        backend: Backend | None = None,
    ) -> Document:
        """Play what is missing of this many games, teach a network with all of them, and check it
        in games against the greedy player; returns what ``policy.json`` holds."""
        layout = self.game.observation(self.plan.players)
        if layout is None or layout.encoder() is None:
            raise BadOption(f"{self.game.title} has no observation of its own to learn from")
        with self.folder.open():
            document = self.folder.load(self.plan.settings(), {}, lambda stored: None)
            self.folder.save(document)
            self.samples.mkdir(exist_ok=True)
            self._play(games, workers, progress, backend)
            document = self._fit(games, layout, progress)
            document["about"]["check"] = check_network(
                self.game, self.plan, document, check, progress
            )
            replace(self.folder.path / "policy.json", json.dumps(document))
        return document

    def _file(self, first: int) -> Path:
        return self.samples / f"{first:07d}.parquet"

    def _files(self, games: int) -> list[Path]:
        return [self._file(first) for first in range(0, games, BATCH_GAMES)]

    def _play(self, games: int, workers: int, progress: Progress, backend: Backend | None) -> None:
        plan = self.plan
        wanted = range(0, games, BATCH_GAMES)
        jobs = [
            SampleJob(plan.game, plan.players, plan.teacher, first, BATCH_GAMES, self._file(first))
            for first in wanted
            if not self._file(first).exists()
        ]
        done = len(wanted) - len(jobs)
        if backend is None:
            results = run_jobs(play_samples, jobs, max(1, min(workers, len(jobs))))
        else:
            results = backend(jobs)
        for _ in results if jobs else ():
            done += 1
            progress("games", done * BATCH_GAMES, games, "")

    def _fit(self, games: int, layout: Any, progress: Progress) -> Document:
        try:
            from sandtable.bots.training.fit import Check, fit, pack, read_samples
        except ImportError as error:
            raise SandtableError(
                f"training needs the package {error.name}; install it with: "
                "pip install 'sandtable[train]'"
            ) from error
        plan = self.plan
        samples = read_samples(self._files(games))

        def report(epoch: int, now: Check) -> None:
            note = f"loss {now.loss:.3f}, agrees {now.agreement:.0%}"
            progress("epochs", epoch, plan.epochs, note)

        model, best = fit(
            samples, layout.size, self.game.num_actions, plan.hidden, plan.epochs, plan.seed, report
        )
        about = {
            "teacher": plan.teacher,
            "games": games,
            "decisions": len(samples),
            "epochs": plan.epochs,
            "loss": round(best.loss, 4),
            "agreement": round(best.agreement, 4),
        }
        return {
            "game": plan.game,
            "players": plan.players,
            "about": about,
            "layout": layout.digest(),
            **pack(model),
        }


def check_network(
    game: Game, plan: TrainingPlan, document: Document, games: int, progress: Progress
) -> Document:
    """Games of a policy player with this network: against greedy ones in turn on every seat, alone
    beside a greedy one on the same deals."""
    guide = network_from(game, plan.players, document)
    assert guide is not None
    points: list[float] = []
    shares: list[float] = []
    seconds = {"policy": 0.0, "greedy": 0.0}
    decisions = {"policy": 0, "greedy": 0}
    for number in range(games):
        deal = f"check {CHECK + number}"
        own = number % plan.players
        bots: list[Bot] = [Timed(GreedyBot(f"{deal} {seat}")) for seat in range(plan.players)]
        bots[own] = Timed(PolicyBot(f"{deal} {own}", network=guide))
        match = game.new(plan.players, deal)
        play(match, bots)
        for bot in bots:
            assert isinstance(bot, Timed)
            seconds[bot.name] += bot.seconds
            decisions[bot.name] += bot.decisions
        scores = match.scores()
        if plan.players == 1:
            other = game.new(1, deal)
            beside = Timed(GreedyBot(f"{deal} 0"))
            play(other, [beside])
            seconds["greedy"] += beside.seconds
            decisions["greedy"] += beside.decisions
            points.append(scores[0] - other.scores()[0])
        else:
            others = [score for seat, score in enumerate(scores) if seat != own]
            points.append(scores[own] - sum(others) / len(others))
            winners = match.winners()
            shares.append(1 / len(winners) if own in winners else 0.0)
        progress("check", number + 1, games, f"{sum(points) / len(points):+.1f} points")
    if not games:
        return {}
    mean, error = interval(points)
    pace = {name: seconds[name] / max(1, decisions[name]) for name in seconds}
    outcome: Document = {
        "games": games,
        "points against greedy": round(mean, 1),
        "interval": round(error, 1) if games > 1 else None,
        "time against greedy": round(pace["policy"] / max(1e-9, pace["greedy"]), 3),
    }
    if shares:
        outcome["share of wins"] = round(sum(shares) / games, 3)
    return outcome


class Timed(Bot):
    """A bot that counts its decisions and the processor time they take."""

    def __init__(self, bot: Bot) -> None:
        super().__init__()
        self.bot = bot
        self.name = bot.name
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, table: Any) -> int:
        begun = time.process_time()
        action = self.bot.choose(table)
        self.seconds += time.process_time() - begun
        self.decisions += 1
        return action
