"""Hidden units: what traits of a position are worth together.

Least squares finds what each trait is worth by itself. Hidden units see traits together ("this card
while stone is short") and are fitted to the same games by gradient descent. A position should be
worth the points until the next one plus what that one is worth, or what came later, mixed by the
same trace. As units learn, what the next positions are worth changes, so it is worked out again for
each epoch.

Only the units learn here: when the worths of single traits learnt along, bots became weaker
although they predicted scores better. For the same reason units forget quickly (`DECAY`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sandtable.bots.tuning.arrays import load_numpy

#: Times that all positions are looked at.
EPOCHS = 6
#: Positions between two changes of the units.
BATCH = 256
#: The size of a change, falling to nothing by the end.
RATE = 1e-3
#: How strongly units forget what nothing reminds them of, relative to the size of a change.
DECAY = 2.0
#: Errors in points that are not taken more seriously than this.
FARTHEST = 60.0
#: Adam's memories of gradients and of their squares.
MEMORIES = (0.9, 0.999)
#: What a new unit adds to the worth, up or down.
FIRST_ADDED = 0.1
#: Traits that hardly vary must not become important by being scaled up.
LEAST_SPREAD = 0.02
#: Positions that are judged at once.
CHUNK = 65536
#: The arrays in which paths are saved.
SAVED = ["places", "amounts", "counts", "phases", "points", "lengths", "scores"]


class Positions(NamedTuple):
    """Positions that seats met in games, one path after the other."""

    traits: Any  # a row for each position
    phases: Any
    points: Any  # of the seat at the position: what is sure
    lengths: Any  # of the paths
    scores: Any  # of the paths: the points at their end


class Paths:
    """Collects the paths of seats, without the zeros that most traits are."""

    def __init__(self) -> None:
        self.places: list[Any] = []
        self.amounts: list[Any] = []
        self.phases: list[int] = []
        self.points: list[float] = []
        self.lengths: list[int] = []
        self.scores: list[float] = []

    def add(
        self, traits: list[list[float]], phases: list[int], points: list[float], score: float
    ) -> None:
        numpy = load_numpy()
        for row in traits:
            numbers = numpy.asarray(row, numpy.float32)
            places = numpy.flatnonzero(numbers)
            self.places.append(places.astype(numpy.int16))
            self.amounts.append(numbers[places])
        self.phases += phases
        self.points += points
        self.lengths.append(len(traits))
        self.scores.append(score)

    def arrays(self) -> dict[str, Any]:
        """All of it as arrays to be saved."""
        numpy = load_numpy()
        return {
            "places": numpy.concatenate(self.places),
            "amounts": numpy.concatenate(self.amounts),
            "counts": numpy.array([len(places) for places in self.places], numpy.int16),
            "phases": numpy.array(self.phases, numpy.int8),
            "points": numpy.array(self.points, numpy.float32),
            "lengths": numpy.array(self.lengths, numpy.int32),
            "scores": numpy.array(self.scores, numpy.float32),
        }


def positions_from(saved: Iterable[Any], size: int) -> Positions:
    """The positions in saved arrays, each with so many traits."""
    numpy = load_numpy()
    blocks: list[Any] = []
    others: dict[str, list[Any]] = {"phases": [], "points": [], "lengths": [], "scores": []}
    for arrays in saved:
        counts = arrays["counts"].astype(numpy.int64)
        block = numpy.zeros((len(counts), size), numpy.float32)
        rows = numpy.repeat(numpy.arange(len(counts)), counts)
        block[rows, arrays["places"].astype(numpy.int64)] = arrays["amounts"]
        blocks.append(block)
        for name, found in others.items():
            found.append(arrays[name])
    return Positions(
        numpy.concatenate(blocks), *(numpy.concatenate(found) for found in others.values())
    )


class Layer:
    """Traits of one phase, in their own spread, and what is learnt about them."""

    def __init__(self, traits: Any, linear: list[float], units: int, rng: Any) -> None:
        numpy = load_numpy()
        size = traits.shape[1]
        self.mean = traits.mean(0) if len(traits) else numpy.zeros(size, numpy.float32)
        spread = traits.std(0) if len(traits) else numpy.ones(size, numpy.float32)
        self.spread = numpy.maximum(spread, LEAST_SPREAD)
        self.mean[0], self.spread[0] = 0.0, 1.0  # the first trait is 1 everywhere
        self.linear = linear
        each = numpy.array(linear)
        scaled = each * self.spread
        scaled[0] += each[1:] @ self.mean[1:]
        self.each = scaled.astype(numpy.float32)
        self.taken = rng.normal(0.0, 1.5 / size**0.5, (size, units)).astype(numpy.float32)
        self.added = (rng.choice([-FIRST_ADDED, FIRST_ADDED], units)).astype(numpy.float32)
        self.steps = 0
        self.learnt = [self.taken, self.added]
        self.means = [numpy.zeros_like(part) for part in self.learnt]
        self.squares = [numpy.zeros_like(part) for part in self.learnt]

    def scaled(self, traits: Any) -> Any:
        return (traits - self.mean) / self.spread

    def worths(self, traits: Any) -> Any:
        numpy = load_numpy()
        scaled = self.scaled(traits)
        return scaled @ self.each + numpy.maximum(scaled @ self.taken, 0.0) @ self.added

    def learn(self, traits: Any, wanted: Any, rate: float) -> None:
        """One step of Adam towards what some positions should be worth."""
        numpy = load_numpy()
        scaled = self.scaled(traits)
        sums = scaled @ self.taken
        units = numpy.maximum(sums, 0.0)
        error = scaled @ self.each + units @ self.added - wanted
        error = numpy.clip(error, -FARTHEST, FARTHEST) / len(wanted)
        back = error[:, None] * self.added * (sums > 0.0)
        self.steps += 1
        slow, slower = MEMORIES
        gradients = (scaled.T @ back, units.T @ error)
        for place, gradient in enumerate(gradients):
            mean, square = self.means[place], self.squares[place]
            mean *= slow
            mean += (1.0 - slow) * gradient
            square *= slower
            square += (1.0 - slower) * gradient * gradient
            step = mean / (1.0 - slow**self.steps)
            step /= numpy.sqrt(square / (1.0 - slower**self.steps)) + 1e-8
            self.learnt[place] -= rate * step
        self.taken -= rate * DECAY * self.taken

    def coefficients(self) -> list[float]:
        """What is learnt as `sandtable.bots.engine.traits` reads it, for traits as they are."""
        taken = self.taken / self.spread[:, None]
        taken[0] -= self.mean[1:] @ taken[1:]
        numbers: list[float] = []
        for unit in range(len(self.added)):
            numbers += [*taken[:, unit], self.added[unit]]
        return [*self.linear, *(float(f"{number:.5g}") for number in numbers)]


def fit_units(
    positions: Positions,
    linear: list[list[float]],
    units: int,
    trace: float,
    seed: int,
    on_epoch: Callable[[int], None],
) -> list[list[float]]:
    """What traits are worth, by phase: ``linear`` with so many hidden units."""
    numpy = load_numpy()
    rng = numpy.random.default_rng(seed)
    rows = [numpy.flatnonzero(positions.phases == phase) for phase in range(len(linear))]
    layers = [
        Layer(positions.traits[own], each, units, rng)
        for own, each in zip(rows, linear, strict=True)
    ]
    for epoch in range(EPOCHS):
        wanted = wanted_worths(positions, worths(positions, layers, rows), trace)
        for layer, own in zip(layers, rows, strict=True):
            shuffled = rng.permutation(own)
            for begin in range(0, len(shuffled), BATCH):
                done = (epoch + begin / len(shuffled)) / EPOCHS
                some = shuffled[begin : begin + BATCH]
                rate = RATE * 0.5 * (1.0 + numpy.cos(numpy.pi * done))
                layer.learn(positions.traits[some], wanted[some], rate)
        on_epoch(epoch + 1)
    return [layer.coefficients() for layer in layers]


def worths(positions: Positions, layers: list[Layer], rows: list[Any]) -> Any:
    """What all positions are worth as far as is known."""
    numpy = load_numpy()
    result = numpy.zeros(len(positions.phases), numpy.float32)
    for layer, own in zip(layers, rows, strict=True):
        for begin in range(0, len(own), CHUNK):
            some = own[begin : begin + CHUNK]
            result[some] = layer.worths(positions.traits[some])
    return result


def wanted_worths(positions: Positions, known: Any, trace: float) -> Any:
    """What positions should be worth: the points up to the next one and what it is worth, by the
    trace rather what it should be worth."""
    numpy = load_numpy()
    wanted = numpy.empty(len(known), numpy.float32)
    end = 0
    for length, score in zip(positions.lengths, positions.scores, strict=True):
        begin, end = end, end + int(length)
        brought = numpy.diff(numpy.append(positions.points[begin:end], score))
        later = numpy.append(known[begin + 1 : end], 0.0)
        worth = 0.0
        for place in range(int(length) - 1, -1, -1):
            worth = brought[place] + (1.0 - trace) * later[place] + trace * worth
            wanted[begin + place] = worth
    return wanted
