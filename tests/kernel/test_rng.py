"""The seeded generator: fixed numbers, so that every version, machine and build agrees."""

from __future__ import annotations

import pytest

from sandtable.kernel.rng import Rng, seed_commitment, seeded

#: seed, stream -> both numbers of the state, eight numbers below 1000, then eight below 6.
KNOWN = [
    (
        7,
        "",
        (449983286, 1029786404),
        [930, 788, 235, 958, 885, 691, 875, 169],
        [4, 2, 1, 3, 1, 0, 5, 2],
    ),
    (
        "seven",
        "",
        (627848187, 1129598192),
        [975, 790, 21, 463, 673, 539, 160, 177],
        [5, 4, 3, 5, 0, 5, 5, 3],
    ),
    (
        7,
        "faiyum",
        (45370916, 931324942),
        [377, 559, 638, 105, 153, 86, 542, 318],
        [0, 0, 5, 5, 4, 3, 2, 2],
    ),
    (
        -1,
        "",
        (535143160, 1538588071),
        [880, 891, 615, 464, 233, 291, 486, 263],
        [0, 2, 2, 5, 0, 4, 2, 4],
    ),
    (
        10**30,
        "",
        (1637412769, 1407860266),
        [249, 254, 706, 900, 670, 853, 529, 851],
        [4, 5, 2, 3, 2, 2, 4, 0],
    ),
]


@pytest.mark.parametrize(("seed", "stream", "start", "thousands", "dice"), KNOWN)
def test_known_numbers(
    seed: object, stream: str, start: tuple[int, int], thousands: list[int], dice: list[int]
) -> None:
    rng = seeded(seed, stream)
    assert (rng.first, rng.second) == start
    assert [rng.below(1000) for _ in range(8)] == thousands
    assert [rng.below(6) for _ in range(8)] == dice


def test_published_check_value() -> None:
    """Both parts after ten thousand steps from (1, 1), as the generator's author gives them."""
    rng = Rng(1, 1)
    for _ in range(10_000):
        rng.below(1)
    assert (rng.first, rng.second) == (1919456777, 2006618587)


def test_known_shuffle() -> None:
    items = list(range(20))
    seeded(1).shuffle(items)
    assert items == [4, 6, 7, 5, 1, 0, 2, 11, 17, 16, 13, 14, 18, 19, 12, 10, 3, 8, 9, 15]


@pytest.mark.parametrize("items", [[], [5]])
def test_shuffle_of_little(items: list[int]) -> None:
    rng = seeded(1)
    before = (rng.first, rng.second)
    shuffled = items[:]
    rng.shuffle(shuffled)
    assert shuffled == items
    assert (rng.first, rng.second) == before, "nothing was drawn"


def test_copy_goes_on_alike_and_apart() -> None:
    rng = seeded(3)
    rng.below(10)
    other = rng.copy()
    drawn = [rng.below(100) for _ in range(20)]
    assert [other.below(100) for _ in range(20)] == drawn
    rng.below(100)
    assert (rng.first, rng.second) != (other.first, other.second)


def test_streams_of_one_seed_differ() -> None:
    starts = {(seeded(1, s).first, seeded(1, s).second) for s in ("", "a", "b", "faiyum")}
    assert len(starts) == 4


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 56])
def test_numbers_are_spread_evenly(bound: int) -> None:
    rng = seeded(bound, "even")
    drawn = 20_000
    counts = [0] * bound
    for _ in range(drawn):
        counts[rng.below(bound)] += 1
    expected = drawn / bound
    chi_square = sum((found - expected) ** 2 / expected for found in counts)
    assert chi_square < 3 * bound + 20, "far beyond what chance explains"


def test_every_order_of_four_comes_up() -> None:
    rng = seeded(9, "orders")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(4800):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert min(counts.values()) > 130
    assert max(counts.values()) < 280


def test_the_commitment_of_a_seed_is_fixed() -> None:
    """Published before a game, compared after it, perhaps by another version."""
    seed = "00112233445566778899aabbccddeeff"
    assert seed_commitment(seed) == (
        "f0d7c01771351021ea03be64c7f9c8c7521219f7760b27c03a236671a1b1bf09"
    )
    assert seed_commitment(7) == seed_commitment("7"), "they deal the same game"
    assert len({seed_commitment(number) for number in range(100)}) == 100
