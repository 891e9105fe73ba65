"""Seatings are balanced, in the long run and early on."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import perm

import pytest

from sandtable.arena.seatings import Seatings

SIZES = [(k, n) for k in range(1, 7) for n in range(1, min(k, 5) + 1)]


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_every_seating_once(players: int, seats: int) -> None:
    seatings = Seatings(players, seats)
    assert len(seatings) == perm(players, seats)
    seatings_seen = [tuple(seatings.seating(number)) for number in range(len(seatings))]
    assert sorted(seatings_seen) == sorted(permutations(range(players), seats))
    again = [
        tuple(seatings.seating(len(seatings_seen) + number)) for number in range(len(seatings_seen))
    ]
    assert again == seatings_seen


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_seats_are_shared_out_at_every_moment(players: int, seats: int) -> None:
    seatings = Seatings(players, seats)
    taken: Counter[tuple[int, int]] = Counter()
    for number in range(3 * len(seatings)):
        taken.update((player, seat) for seat, player in enumerate(seatings.seating(number)))
        counts = [taken[player, seat] for player in range(players) for seat in range(seats)]
        assert max(counts) - min(counts) <= 1
        if (number + 1) % players == 0:
            assert max(counts) == min(counts)


@pytest.mark.parametrize(("players", "seats"), [(5, 2), (6, 3), (6, 4), (8, 3), (10, 5)])
def test_pairs_meet_about_equally_often(players: int, seats: int) -> None:
    seatings = Seatings(players, seats)
    met: Counter[tuple[int, int]] = Counter()
    for number in range(len(seatings)):
        met.update(combinations(sorted(seatings.seating(number)), 2))
        if (number + 1) % players == 0:
            counts = [met[pair] for pair in combinations(range(players), 2)]
            assert max(counts) - min(counts) <= 10, number
    assert len(set(met.values())) == 1
