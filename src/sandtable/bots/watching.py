"""Watching a bot think: what it considers so far, and stopping it early."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Protocol

from sandtable.bots.base import Table
from sandtable.bots.engine.evaluation import logistic
from sandtable.bots.engine.tree import Search


@dataclass(frozen=True)
class Candidate:
    """A choice that a bot considers, and how it rates that choice so far."""

    action: int
    value: float  # the points the seat can expect to end with
    chance: float | None  # of winning; None for somebody who plays alone
    share: float  # of the search's attention, from 0 to 1

    def plain(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


class BotProgress(Protocol):
    """How far a bot is with a decision."""

    @property
    def seconds(self) -> float | None:
        """How long the bot may take for this decision; None if it has no time limit."""

    def candidates(self, count: int) -> list[Candidate]:
        """The best choices so far, best first."""


class SearchProgress:
    """The progress of a search."""

    def __init__(self, search: Search, table: Table, seconds: float | None) -> None:
        self.seconds = seconds
        self._search = search
        self._table = table

    def candidates(self, count: int) -> list[Candidate]:
        """The best choices so far, without those that were never visited."""
        root = self._search.root
        ranked = self._search.ranked(self._table.legal_actions())
        tried = [action for action in ranked if root.counts[root.slots[action]]]
        return [candidate(self._search, self._table, action) for action in tried[:count]]


class Watcher(Protocol):
    """Follows a bot's progress: ``on_progress`` is called a few times a second while it thinks."""

    def on_progress(self, progress: BotProgress) -> bool:
        """Return True to make the bot stop and choose the best it has found."""


def candidate(search: Search, table: Table, action: int) -> Candidate:
    """How a search rates a choice it has visited."""
    root = search.root
    slot = root.slots[action]
    count = root.counts[slot]
    value = root.points[slot] / count
    return Candidate(
        action=action,
        value=round(value, 2),
        chance=_chance(search, table, root.utilities[slot] / count, value),
        share=round(count / max(1, sum(root.counts)), 4),
    )


def _chance(search: Search, table: Table, utility: float, value: float) -> float | None:
    """The chance to win: the utility without its part for points, taken at their mean."""
    if table.players == 1:
        return None
    points = logistic((value - search.start[table.seat]) / search.points_scale)
    chance = (utility - search.points_weight * points) / (1.0 - search.points_weight)
    return round(min(1.0, max(0.0, chance)), 4)
