"""Traits of a position, added one after the other: collected in a list, or summed with weights."""

from __future__ import annotations

from sandtable.bots.engine.evaluation import Experience


class TraitSum:
    """The same code adds traits for both purposes. When a position is judged, each trait is
    multiplied and added at once, so no list is built."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.place = 0  # of the next trait
        self.coefficients: list[float] = []  # by place
        self.sum = 0.0
        self.collecting = False
        self.values: list[float] = []

    def weight(self, coefficients: list[float]) -> None:
        """From now on, traits times their coefficients add up in ``sum``."""
        self.coefficients = coefficients
        self.sum = 0.0
        self.place = 0
        self.collecting = False

    def collect(self) -> None:
        """From now on, traits are collected in ``values``."""
        self.values = [0.0] * self.size
        self.place = 0
        self.collecting = True

    def add(self, amount: float) -> None:
        """The next trait."""
        self.add_at(self.place, amount)
        self.place += 1

    def add_at(self, place: int, amount: float) -> None:
        """A trait at a given place."""
        if self.collecting:
            self.values[place] += amount
        else:
            self.sum += self.coefficients[place] * amount

    def coefficients_for(self, experience: Experience, phase: str) -> list[float]:
        """What each trait is worth in a phase; empty where nothing was learnt, or from other
        traits."""
        coefficients = [float(value) for value in experience.get(phase, [])]
        return coefficients if len(coefficients) == self.size else []
