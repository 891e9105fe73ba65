"""What the games show beyond the ratings: seats, length, sources of points, strategies."""

from __future__ import annotations

import statistics
from typing import Any

from sandtable.arena.folder import FinishedGame
from sandtable.arena.plan import Plan
from sandtable.arena.standings import contests_of, mean_error, wilson


class Rate:
    """A share of wins with its interval, and a mean score."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.games = 0
        self.wins = 0.0
        self.scores: list[int] = []

    def add(self, won: float, score: int) -> None:
        self.games += 1
        self.wins += won
        self.scores.append(score)

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    @property
    def mean(self) -> float:
        return statistics.mean(self.scores) if self.scores else 0.0

    @property
    def error(self) -> float:
        return mean_error(self.scores)


def win_of(game: FinishedGame, seat: int) -> float:
    """1 for a victory, a part of it for a shared one."""
    return 1 / len(game["winners"]) if seat in game["winners"] else 0.0


def seats(plan: Plan, games: list[FinishedGame]) -> list[Rate]:
    """How well each seat does regardless of who sits there: seatings are balanced."""
    rates = [Rate(f"seat {seat + 1}") for seat in range(plan.seats)]
    for game in games:
        for seat, rate in enumerate(rates):
            rate.add(win_of(game, seat), game["scores"][seat])
    return rates


def sources(plan: Plan, games: list[FinishedGame]) -> dict[str, list[float]]:
    """Mean points by source: source -> a number per player. Sources nobody uses are left out."""
    totals: dict[str, list[int]] = {}
    counts = [0] * len(plan.players)
    for game in games:
        for seat, player in enumerate(game["players"]):
            counts[player] += 1
            for source, points in game["points"][seat].items():
                totals.setdefault(source, [0] * len(plan.players))[player] += points
    return {
        source: [total / max(1, count) for total, count in zip(row, counts, strict=True)]
        for source, row in totals.items()
        if any(row)
    }


def strategies(games: list[FinishedGame]) -> list[Rate]:
    """Win rate by strategy. A seat's strategy in a game is the source of points it leans on most:
    whose share of its points is furthest above the usual share, in standard deviations."""
    shared: list[tuple[FinishedGame, int, dict[str, float]]] = []
    for game in games:
        for seat, points in enumerate(game["points"]):
            whole = sum(amount for amount in points.values() if amount > 0)
            if whole:
                shares = {source: max(0, amount) / whole for source, amount in points.items()}
                shared.append((game, seat, shares))
    if not shared:
        return []
    usual: dict[str, tuple[float, float]] = {}
    for source in shared[0][2]:
        values = [shares[source] for _, _, shares in shared]
        usual[source] = (statistics.fmean(values), statistics.pstdev(values))
    by_name: dict[str, Rate] = {}
    for game, seat, shares in shared:
        lean = max(shares, key=lambda source: _excess(shares[source], *usual[source]))
        rate = by_name.setdefault(lean, Rate(lean))
        rate.add(win_of(game, seat), game["scores"][seat])
    return sorted(by_name.values(), key=lambda rate: (-rate.share, -rate.mean, rate.name))


def _excess(share: float, mean: float, deviation: float) -> float:
    return (share - mean) / deviation if deviation else 0.0


def duels(plan: Plan, games: list[FinishedGame]) -> list[list[float | None]]:
    """How often the player of a row ends before that of a column; equals count half. None where
    the two have not met."""
    size = len(plan.players)
    met = [[0] * size for _ in range(size)]
    ahead = [[0.0] * size for _ in range(size)]
    for contest in contests_of(plan, games):
        pairs = list(zip(contest.players, contest.places, strict=True))
        for one, place in pairs:
            for other, behind in pairs:
                if one != other:
                    met[one][other] += 1
                    ahead[one][other] += 0.5 if place == behind else float(place < behind)
    return [
        [ahead[a][b] / met[a][b] if met[a][b] else None for b in range(size)] for a in range(size)
    ]


def scores_by_player(plan: Plan, games: list[FinishedGame]) -> list[list[int]]:
    scores: list[list[int]] = [[] for _ in plan.players]
    for game in games:
        for seat, player in enumerate(game["players"]):
            scores[player].append(game["scores"][seat])
    return scores


def lengths(games: list[FinishedGame]) -> dict[str, Any]:
    """Turns and choices of the games."""
    return {
        "turns": [game["turns"] for game in games],
        "decisions": [game["decisions"] for game in games],
    }
