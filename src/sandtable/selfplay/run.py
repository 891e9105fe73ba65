"""Self-play at scale: a learner against a league, on local processes or Ray.

A folder holds all of it: ``selfplay.json`` says what is played and how the league stands,
``replay/`` has the learner's decisions as Parquet, a file for each batch of games. Games come in
rounds; the opponents of a round are drawn by the results of the rounds before, so the games do not
depend on which process is quicker. A run that was stopped continues with its round.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable import bots
from sandtable.bots.base import ask
from sandtable.bots.skill import places
from sandtable.bots.tuning.folder import TuningFolder, replace
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load
from sandtable.processes import run_jobs
from sandtable.selfplay.league import League
from sandtable.selfplay.store import Decisions, DecisionStore

#: Games in a batch, which is a job and a file.
BATCH = 10
#: Batches in a round.
BATCHES = 10

#: Told after every batch: games played, games wanted, and the learner's share of victories.
Progress = Callable[[int, int, float], None]
#: Does jobs somewhere, and gives them back as they are finished.
Backend = Callable[[Iterable["BatchJob"]], Iterator[tuple["BatchJob", int]]]


@dataclass(frozen=True)
class SelfPlayPlan:
    game: str
    players: int
    learner: str
    seed: int = 1
    everybody: bool = False  # keep the decisions of all seats, not only of the learner

    def settings(self) -> dict[str, Any]:
        """What may not change within a folder; the learner may."""
        return {"game": self.game, "players": self.players, "seed": self.seed}


@dataclass(frozen=True)
class BatchJob:
    """Games to play: the learner's spec, and the opponents of each game."""

    plan: SelfPlayPlan
    first: int
    opponents: list[list[str]]
    folder: Path

    @property
    def name(self) -> str:
        return f"{self.first:08d}"

    @property
    def results(self) -> Path:
        """Beside the decisions, so that a round can go on without playing again."""
        return self.folder / f"{self.name}.json"


class SelfPlay:
    def __init__(self, plan: SelfPlayPlan, folder: Path | str, sampling: str = "hard") -> None:
        self.plan = plan
        self.game: Game = load(plan.game)
        self.game.check_players(plan.players)
        bots.make(plan.learner, 0)
        self.path = Path(folder)
        self.folder = TuningFolder(self.path, "selfplay")
        self.store = DecisionStore(self.path / "replay")
        self.sampling = League(sampling=sampling).sampling

    def play(
        self,
        games: int,
        pool: Sequence[str] = (),
        workers: int = 1,
        progress: Progress | None = None,
        backend: Backend | None = None,
    ) -> League:
        """Play until the folder has so many games (whole rounds are as long as they can be), with
        the opponents of ``pool`` added to the league; returns the league."""
        with self.folder.open():
            empty = {"games": 0, "wins": 0.0, "league": []}
            document = self.folder.load(self.plan.settings(), empty, _check)
            league = League.read(document["league"], self.sampling)
            for spec in pool:
                league.add(spec)
            if not league.members and self.plan.players > 1:
                raise BadOption("the league has no members: name opponents for it")
            document["league"] = league.document()
            self.folder.save(document)
            self.store.prepare(self.game, self.plan.players)
            while document["games"] < games:
                self._round(document, league, games, workers, progress, backend)
        return league

    def _round(
        self,
        document: dict[str, Any],
        league: League,
        games: int,
        workers: int,
        progress: Progress | None,
        backend: Backend | None,
    ) -> None:
        begin = document["games"]
        end = min(games, begin + BATCH * BATCHES)
        jobs = [
            self._job(first, min(first + BATCH, end), league) for first in range(begin, end, BATCH)
        ]
        missing = [job for job in jobs if not job.results.exists()]
        played = begin + sum(len(job.opponents) for job in jobs if job not in missing)
        if backend is None:
            results = run_jobs(play_batch, missing, max(1, min(workers, len(missing))))
        else:
            results = backend(missing)
        for job, _ in results if missing else ():
            played += len(job.opponents)
            if progress is not None:
                progress(played, games, document["wins"] / max(1, document["games"]))
        for job in jobs:  # in their order, not in that of completion
            for result in json.loads(job.results.read_text(encoding="utf-8")):
                document["wins"] += result["win"]
                for spec, points in result["against"]:
                    league.count(spec, points)
        document["games"] = end
        document["league"] = league.document()
        self.folder.save(document)

    def _job(self, first: int, end: int, league: League) -> BatchJob:
        others = self.plan.players - 1
        drawn = [
            league.draw(others, f"{self.plan.seed} game {number}") if others else []
            for number in range(first, end)
        ]
        return BatchJob(self.plan, first, drawn, self.store.folder)


def play_batch(job: BatchJob) -> int:
    """Play the games of a batch and write its decisions and results; returns the decisions."""
    plan = job.plan
    game = load(plan.game)
    decisions = Decisions(game, plan.players)
    results = []
    for place, opponents in enumerate(job.opponents):
        results.append(_play(game, plan, job.first + place, opponents, decisions))
    DecisionStore(job.folder).write(job.name, decisions)
    replace(job.results, json.dumps(results))
    return len(decisions)


def _play(
    game: Game, plan: SelfPlayPlan, number: int, opponents: list[str], decisions: Decisions
) -> dict[str, Any]:
    own = number % plan.players
    specs = [*opponents[:own], plan.learner, *opponents[own:]]
    seed = f"{plan.seed} self-play {number}"
    match = game.new(plan.players, seed)
    seats = [bots.make(spec, bots.bot_seed(seed, seat)) for seat, spec in enumerate(specs)]
    while (seat := match.current_player) is not None:
        action = ask(seats[seat], match)
        if len(match.legal_actions()) > 1 and (plan.everybody or seat == own):
            decisions.add(str(number), match, action, specs[seat], None)
        match.apply(action)
    decisions.finish(match)
    winners = match.winners()
    reached = places(match.scores(), winners)
    against = [
        (
            specs[seat],
            1.0 if reached[own] < reached[seat] else 0.5 * (reached[own] == reached[seat]),
        )
        for seat in range(plan.players)
        if seat != own
    ]
    return {
        "game": number,
        "learner": plan.learner,
        "seat": own,
        "scores": match.scores(),
        "win": 1 / len(winners) if own in winners else 0.0,
        "against": against,
    }


def _check(document: dict[str, Any]) -> None:
    League.read(document["league"], "uniform")
    int(document["games"])
    float(document["wins"])
