"""Bit sets."""

from __future__ import annotations

import pytest

from sandtable.kernel.bits import BIT, INDEX, MemberLists, count, members

SETS = [[], [0], [61], [0, 61], [3, 8, 15, 16, 40], list(range(62))]


@pytest.mark.parametrize("numbers", SETS)
def test_members_count_and_spread(numbers: list[int]) -> None:
    bits = sum(1 << number for number in numbers)
    assert members(bits) == numbers
    assert count(bits) == len(numbers)
    assert MemberLists(1000).ids(bits) == [1000 + number for number in numbers]


def test_single_bits_are_known_by_their_remainder() -> None:
    assert [INDEX[(1 << i) % 67] for i in range(62)] == list(range(62))
    assert [BIT[i] for i in range(62)] == [1 << i for i in range(62)]
