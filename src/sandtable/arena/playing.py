"""Playing one game from its seed alone, so that it is the same wherever it is played."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable import bots
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as load


class GameFailed(SandtableError):
    """A game that cannot be played to its end."""

    def __init__(self, job: object, reason: object) -> None:
        super().__init__(f"{job} cannot be played to its end: {reason}")


class GameSource:
    """All that a process has to know about the title to play games of it."""

    def __init__(self, game: str, edition: dict[str, Any] | None, options: dict[str, Any]) -> None:
        self.game = game
        self.edition = edition
        self.options = options

    def load(self) -> Game:
        game = load(self.game)
        return game if self.edition is None else game.in_edition(self.edition)

    def player(self) -> Callable[[GameJob], Played]:
        """The function that plays a game; processes ask for it once."""
        return partial(play, self.load(), self.options)


class GameJob:
    """One game to be played: who sits where, and the seed."""

    def __init__(self, number: int, seats: list[str], seed: int) -> None:
        self.number = number
        self.seats = seats
        self.seed = seed

    def __str__(self) -> str:
        return f"game {self.number} (--seats {','.join(self.seats)} --seed {self.seed})"


class Played:
    """A finished game: plain figures, and the record as text."""

    def __init__(self, number: int, figures: dict[str, Any], record: str) -> None:
        self.number = number
        self.figures = figures
        self.record = record


def play_match(
    game: Game, seats: list[str], seed: int, options: dict[str, Any]
) -> tuple[Match, int]:
    """A match played to its end, and how many choices were made."""
    match = game.new(len(seats), seed, **options)
    players = [bots.make(spec, bots.bot_seed(seed, seat)) for seat, spec in enumerate(seats)]
    return match, bots.play(match, players)


def play(game: Game, options: dict[str, Any], job: GameJob) -> Played:
    match, decisions = play_match(game, job.seats, job.seed, options)
    figures = {
        "scores": match.scores(),
        "winners": match.winners(),
        "decisions": decisions,
        "turns": match.turn_number(),
        "points": match.breakdown(),
    }
    return Played(job.number, figures, str(match.record()))
