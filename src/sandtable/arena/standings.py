"""Ratings and other figures of the players."""

from __future__ import annotations

import math
import statistics
from typing import Any

from sandtable.arena.folder import FinishedGame
from sandtable.arena.plan import Plan
from sandtable.bots.skill import Skill, places, rate_game

Z = 1.96  # 19 times out of 20


class RankedGame:
    """Players and their places: a game, or alone all games of one seed together."""

    def __init__(self, seed: int, players: list[int], places: list[int]) -> None:
        self.seed = seed
        self.players = players
        self.places = places  # 1 for the best; equal ones share a place


class PlayerStanding:
    """How one player did."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.mu = 0.0
        self.sigma = 0.0
        self.games = 0
        self.wins = 0.0  # a shared victory counts in part
        self.scores: list[int] = []
        self.places: list[int] = []

    @property
    def ordinal(self) -> float:
        """A skill the player almost surely has: the rating less three times its uncertainty."""
        return self.mu - 3 * self.sigma

    @property
    def win_rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def win_interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    @property
    def mean_score(self) -> float:
        return statistics.mean(self.scores) if self.scores else 0.0

    @property
    def score_error(self) -> float:
        return mean_error(self.scores)

    def document(self) -> dict[str, Any]:
        low, high = self.win_interval
        return {
            "player": self.name,
            "rating": round(self.mu, 3),
            "uncertainty": round(self.sigma, 3),
            "ordinal": round(self.ordinal, 3),
            "games": self.games,
            "wins": round(self.wins, 3),
            "win_rate": round(self.win_rate, 4),
            "win_rate_95": [round(low, 4), round(high, 4)],
            "mean_score": round(self.mean_score, 2),
            "mean_score_error": round(self.score_error, 2),
            "best_score": max(self.scores, default=None),
            "mean_place": round(statistics.mean(self.places), 3) if self.places else None,
        }


def standings(plan: Plan, games: list[FinishedGame]) -> list[PlayerStanding]:
    """All players, the best rating first."""
    rows = [PlayerStanding(name) for name in plan.names]
    for game in games:
        for seat, player in enumerate(game["players"]):
            standing = rows[player]
            standing.games += 1
            standing.scores.append(game["scores"][seat])
    contests = contests_of(plan, games)
    for contest in contests:
        best = contest.places.count(1)
        for player, place in zip(contest.players, contest.places, strict=True):
            rows[player].places.append(place)
            if place == 1:
                rows[player].wins += 1 / best
    for player, (mu, sigma) in enumerate(rate(len(rows), contests)):
        rows[player].mu, rows[player].sigma = mu, sigma
    return sorted(rows, key=lambda standing: (-standing.mu, standing.name))


def contests_of(plan: Plan, games: list[FinishedGame]) -> list[RankedGame]:
    if plan.seats > 1:
        return [
            RankedGame(game["seed"], game["players"], places(game["scores"], game["winners"]))
            for game in games
        ]
    by_seed: dict[int, list[FinishedGame]] = {}
    for game in games:
        by_seed.setdefault(game["seed"], []).append(game)
    contests = []
    for seed, alike in by_seed.items():
        scores = [game["scores"][0] for game in alike]
        players = [game["players"][0] for game in alike]
        contests.append(RankedGame(seed, players, places(scores, None)))
    return contests


def rate(players: int, contests: list[RankedGame]) -> list[tuple[float, float]]:
    """Rating and uncertainty of each player by openskill's Plackett-Luce model."""
    ratings = [Skill() for _ in range(players)]
    for contest in contests:
        rated = rate_game([ratings[player] for player in contest.players], contest.places)
        for player, skill in zip(contest.players, rated, strict=True):
            ratings[player] = skill
    return [(skill.mu, skill.sigma) for skill in ratings]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Where the true share of wins lies, 19 times out of 20 (Wilson's interval)."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def mean_error(values: list[int]) -> float:
    """How far the true mean may lie from the found one, 19 times out of 20."""
    if len(values) < 2:
        return 0.0
    return Z * statistics.stdev(values) / math.sqrt(len(values))
