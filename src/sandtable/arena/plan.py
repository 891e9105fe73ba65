"""What an arena plays: the players, the tables, the seeds. Everything else follows from it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from sandtable import bots
from sandtable.arena.playing import GameJob, GameSource
from sandtable.arena.seatings import MOST_PLAYERS, Seatings
from sandtable.kernel.edition import digest
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load

FORMAT = 1


class Plan:
    """Game ``number`` is fixed by the plan alone: its seating and its seed, which is the plan's
    plus the number. Alone, all players play each seed, so that their scores can be compared."""

    def __init__(
        self,
        game: str,
        players: list[str],
        seats: int | None = None,
        seed: int = 1,
        options: dict[str, Any] | None = None,
        edition: object = None,
    ) -> None:
        self.title: Game = load(game) if edition is None else load(game).in_edition(edition)
        self.players = [spec.strip() for spec in players]
        if not all(self.players):
            raise BadOption("name a player between the commas, as in 'greedy,random'")
        if len(self.players) > MOST_PLAYERS:
            raise BadOption(f"an arena takes up to {MOST_PLAYERS} players")
        if seats is None:
            seats = min(len(self.players), self.title.max_players)
        self.title.check_players(seats)
        if seats > len(self.players):
            raise BadOption(
                f"{seats} seats need {seats} players, but there are {len(self.players)}; "
                "the same one may be named several times"
            )
        self.seats = seats
        self.seed = seed
        self.options = dict(options or {})
        self.edition: dict[str, Any] | None = None if edition is None else self.title.edition
        self.names = label(self.players)
        self.seatings = Seatings(len(self.players), seats)
        # Whatever is wrong with options and players shows here, before any work is done.
        self.title.new(seats, seed, **self.options)
        for seat, spec in enumerate(self.players):
            bots.make(spec, bots.bot_seed(seed, seat))

    @property
    def source(self) -> GameSource:
        return GameSource(self.title.name, self.edition, self.options)

    def seating(self, number: int) -> list[int]:
        """The players of a game by seat, as places in ``players``."""
        return self.seatings.seating(number)

    def game_seed(self, number: int) -> int:
        return self.seed + (number // len(self.players) if self.seats == 1 else number)

    def job(self, number: int) -> GameJob:
        seats = [self.players[player] for player in self.seating(number)]
        return GameJob(number, seats, self.game_seed(number))

    def identity(self) -> dict[str, Any]:
        """All that decides what the games are. Two plans of the same identity continue with each
        other's games."""
        return {
            "format": FORMAT,
            "game": self.title.name,
            "rules": self.title.rules_version,
            "edition": digest(self.title.edition),
            "players": self.players,
            "files": {spec: _file_digest(spec) for spec in self.players if ".py:" in spec},
            "seats": self.seats,
            "seed": self.seed,
            "options": self.options,
        }

    def fingerprint(self) -> str:
        text = json.dumps(self.identity(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:8]


def label(players: list[str]) -> list[str]:
    """Names that tell the players apart where one is named several times."""
    labels: list[str] = []
    for place, spec in enumerate(players):
        before = players[:place].count(spec)
        labels.append(f"{spec} #{before + 1}" if before else spec)
    return labels


def _file_digest(spec: str) -> str:
    path = Path(spec[: spec.index(".py:") + 3])
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
