"""Traits of a position: numbers that describe it, and what games have taught they are worth.

What is learnt of a phase is a plain list. It begins with what each trait is worth for itself. A
block may follow for each of some hidden units, which see traits together: what the unit takes from
each trait, and what it adds to the worth when all that comes to more than nothing.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sandtable.bots.engine.evaluation import Experience


class Worth:
    """What the traits of positions in a phase are worth."""

    def __init__(self, size: int, learnt: list[float]) -> None:
        self.size: i64 = size
        self.units: i64 = (len(learnt) - size) // (size + 1)
        self.each = vec[float](learnt[:size])
        # Trait by trait, for a position has few traits that are not 0.
        self.taken = vec[float](
            [
                learnt[size + unit * (size + 1) + place]
                for place in range(size)
                for unit in range(self.units)
            ]
        )
        self.added = vec[float](
            [learnt[size + unit * (size + 1) + size] for unit in range(self.units)]
        )
        self.sums = vec[float]([0.0] * self.units)


class Traits:
    """The traits of one position, added one after the other."""

    def __init__(self, size: int) -> None:
        self.size: i64 = size
        self.place: i64 = 0  # of the next trait
        self.amounts = vec[float]([0.0] * size)

    def clear(self) -> None:
        """Begin with another position."""
        amounts = self.amounts
        place: i64 = 0
        while place < self.size:
            amounts[place] = 0.0
            place += 1
        self.place = 0

    def add(self, amount: float) -> None:
        """The next trait."""
        self.amounts[self.place] = amount
        self.place += 1

    def add_at(self, place: i64, amount: float) -> None:
        """A trait at a given place."""
        self.amounts[place] += amount

    def values(self) -> list[float]:
        return list(self.amounts)

    def worth(self, worth: Worth) -> float:
        """What the traits are worth together."""
        amounts, each, taken, sums = self.amounts, worth.each, worth.taken, worth.sums
        units = worth.units
        unit: i64 = 0
        while unit < units:
            sums[unit] = 0.0
            unit += 1
        total = 0.0
        place: i64 = 0
        while place < self.size:
            amount = amounts[place]
            if amount != 0.0:
                total += each[place] * amount
                base: i64 = place * units
                unit = 0
                while unit < units:
                    sums[unit] += taken[base + unit] * amount
                    unit += 1
            place += 1
        unit = 0
        while unit < units:
            if sums[unit] > 0.0:
                total += worth.added[unit] * sums[unit]
            unit += 1
        return total


def worth_in(experience: Experience, phase: str, size: int) -> Worth | None:
    """What so many traits are worth in a phase; None where nothing was learnt, or from others."""
    learnt = [float(number) for number in experience.get(phase, [])]
    fits = len(learnt) >= size and (len(learnt) - size) % (size + 1) == 0
    return Worth(size, learnt) if learnt and fits else None
