"""Hidden units: traits of a position that count together."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.bots.engine.traits import Traits, Worth, worth_in
from sandtable.bots.tuning import units
from sandtable.bots.tuning.units import (
    Paths,
    Positions,
    fit_units,
    positions_from,
    wanted_worths,
)

numpy = pytest.importorskip("numpy")


def quiet(epoch: int) -> None:
    return


def single_positions(traits: Any, points: Any) -> Positions:
    """Paths of one position each, which bring these points."""
    count = len(traits)
    nothing = numpy.zeros(count, numpy.float32)
    phases = numpy.zeros(count, numpy.int8)
    return Positions(
        traits.astype(numpy.float32), phases, nothing, numpy.ones(count, numpy.int32), points
    )


def worth(coefficients: list[float], traits: list[float]) -> float:
    seen = Traits(len(traits))
    for trait in traits:
        seen.add(trait)
    return seen.worth(Worth(len(traits), coefficients))


def test_units_see_traits_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two things are worth 12 points together and nothing alone, which no sum of worths says."""
    monkeypatch.setattr(units, "EPOCHS", 60)  # there are few positions, and no luck in them
    monkeypatch.setattr(units, "DECAY", 0.1)
    rng = numpy.random.default_rng(1)
    both = rng.integers(0, 2, (20_000, 2))
    traits = numpy.column_stack([numpy.ones(len(both)), both])
    points = (12.0 * both[:, 0] * both[:, 1]).astype(numpy.float32)
    linear = [-3.0, 6.0, 6.0]  # the best sum: wrong by 3 everywhere
    (learnt,) = fit_units(single_positions(traits, points), [linear], 8, 0.5, 1, quiet)
    assert learnt[:3] == linear, "worths of single traits stay as they were"
    found = [
        worth(learnt, [1.0, a, b]) for a, b in ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0))
    ]
    assert found == pytest.approx([0.0, 0.0, 0.0, 12.0], abs=1.0)


def test_the_same_games_teach_the_same() -> None:
    rng = numpy.random.default_rng(2)
    traits = rng.normal(size=(500, 4))
    traits[:, 0] = 1.0
    positions = single_positions(traits, rng.normal(size=500).astype(numpy.float32))
    linear = [[0.0] * 4]
    first = fit_units(positions, linear, 3, 0.5, 7, quiet)
    assert fit_units(positions, linear, 3, 0.5, 7, quiet) == first
    assert fit_units(positions, linear, 3, 0.5, 8, quiet) != first


def test_a_phase_that_never_came_up_keeps_what_is_known() -> None:
    positions = single_positions(numpy.ones((10, 2)), numpy.ones(10, numpy.float32))
    learnt = fit_units(positions, [[0.0, 0.0], [1.0, 2.0]], 2, 0.5, 1, quiet)
    assert learnt[1][:2] == [1.0, 2.0]
    assert len(learnt[1]) == len(learnt[0]) == 2 + 2 * 3


@pytest.mark.parametrize(
    ("trace", "wanted"),
    [
        (0.0, [2.0 + 20.0, 3.0 + 30.0, 4.0]),  # what the next position is worth
        (1.0, [9.0, 7.0, 4.0]),  # how it ended
        (0.5, [2.0 + 10.0 + 0.5 * (3.0 + 15.0 + 0.5 * 4.0), 3.0 + 15.0 + 0.5 * 4.0, 4.0]),
    ],
)
def test_what_positions_should_be_worth(trace: float, wanted: list[float]) -> None:
    """Points 1, 3 and 6, then 10 at the end; the positions were believed to be worth 10, 20, 30."""
    positions = Positions(
        numpy.ones((6, 1), numpy.float32),
        numpy.zeros(6, numpy.int8),
        numpy.array([1, 3, 6, 1, 3, 6], numpy.float32),
        numpy.array([3, 3], numpy.int32),
        numpy.array([10, 10], numpy.float32),
    )
    known = numpy.array([10, 20, 30] * 2, numpy.float32)
    assert wanted_worths(positions, known, trace) == pytest.approx(wanted * 2)


def test_paths_are_kept_without_their_zeros() -> None:
    paths = Paths()
    rows = [[1.0, 0.0, 0.5], [1.0, 0.0, 0.0]]
    paths.add(rows, [0, 1], [3.0, 4.0], 9.0)
    paths.add([[1.0, 2.0, 0.0]], [1], [5.0], 6.0)
    saved = paths.arrays()
    assert len(saved["amounts"]) == 5
    positions = positions_from([saved, saved], 3)
    assert positions.traits.tolist() == [*rows, [1.0, 2.0, 0.0]] * 2
    assert positions.phases.tolist() == [0, 1, 1] * 2
    assert positions.points.tolist() == [3.0, 4.0, 5.0] * 2
    assert positions.lengths.tolist() == [2, 1] * 2
    assert positions.scores.tolist() == [9.0, 6.0] * 2


def test_a_unit_counts_from_nothing_on() -> None:
    """Two traits and one unit that takes in the second less 1, and adds four times that."""
    learnt = [0.5, 2.0, -1.0, 1.0, 4.0]
    assert worth(learnt, [1.0, 0.5]) == 0.5 + 1.0
    assert worth(learnt, [1.0, 3.0]) == 0.5 + 6.0 + 4.0 * 2.0


def test_what_does_not_fit_is_not_believed() -> None:
    assert worth_in({"turns": [1.0, 2.0]}, "turns", 2) is not None
    assert worth_in({"turns": [1.0, 2.0, 1.0, 1.0, 1.0]}, "turns", 2) is not None
    assert worth_in({"turns": [1.0, 2.0, 1.0]}, "turns", 2) is None
    assert worth_in({"turns": [1.0]}, "turns", 2) is None
    assert worth_in({}, "turns", 2) is None
