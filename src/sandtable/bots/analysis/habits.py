"""Habits: kinds of losses that a player repeats.

Nothing here knows a habit beforehand. Losses are sorted by what they have in common: at the
beginning of a turn by what was done and what would have been better, elsewhere by what the choice
lacked most and by whether it was a payment. What comes often and costs enough is a habit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.bots.analysis.model import Loss
from sandtable.bots.reasons import Reasons

#: How often and at what cost a kind of loss has to come to be a habit.
TIMES = 3
POINTS = 1.0
#: The most habits of one player.
MOST = 3

DEED, LACK = "deed", "lack"


@dataclass(frozen=True)
class Habit:
    """A kind of loss that came several times, and what all of them cost."""

    seat: int
    times: int
    points: float
    text: str


def habits(losses: list[Loss], title: Reasons | None) -> list[Habit]:
    """The habits of all seats, each seat's costliest first."""
    if title is None:
        return []
    groups: dict[tuple[int, str, str, str], list[Loss]] = {}
    for loss in losses:
        kind = key(loss, title)
        if kind is not None:
            groups.setdefault((loss.seat, *kind), []).append(loss)
    costly: list[Habit] = []
    for (seat, what, one, other), members in groups.items():
        points = sum(loss.points for loss in members)
        if len(members) < TIMES or points < POINTS:
            continue
        text = title.say_habit(what, one, other, combined(members))
        if text:
            costly.append(Habit(seat, len(members), round(points, 1), text))
    costly.sort(key=lambda habit: (habit.seat, -habit.points))
    return [
        habit
        for habit in costly
        if sum(1 for other in costly if other.seat == habit.seat and other.points > habit.points)
        < MOST
    ]


def key(loss: Loss, title: Reasons) -> tuple[str, str, str] | None:
    """What a loss has in common with others of its kind."""
    if loss.begins and loss.played != loss.best:
        return DEED, loss.played, loss.best
    if loss.lack is None:
        return None
    form = "pay" if title.pays(loss.kind) else loss.lack.form
    return LACK, title.habit_kind(loss.lack), form


def combined(losses: list[Loss]) -> dict[str, Any]:
    """What several losses lacked: amounts added up, names put together."""
    values: dict[str, Any] = {}
    for loss in losses:
        for name, value in ({} if loss.lack is None else loss.lack.values).items():
            if isinstance(value, int) and not isinstance(value, bool):
                values[name] = values.get(name, 0) + value
            elif isinstance(value, list):
                known = values.setdefault(name, [])
                known += [one for one in value if one not in known]
            else:
                values[name] = value
    return values
