"""Sets of small numbers as the bits of one integer, below 2**62 so that compiled code never boxes.

2 is a primitive root of 67, so a single bit is known by its remainder: ``INDEX[bit % 67]``.
The other way round use ``BIT[i]``: ``1 << i`` with a native ``i`` is a 32-bit shift once compiled.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64


def _index() -> list[int]:
    table = [0] * 67
    for i in range(62):
        table[(1 << i) % 67] = i
    return table


INDEX: Final[list[int]] = _index()
BIT: Final[list[int]] = [1 << i for i in range(62)]
COUNT: Final[list[int]] = [i.bit_count() for i in range(256)]


def members(bits: i64) -> list[int]:
    """The numbers in a set, ascending."""
    numbers: list[int] = []
    while bits:
        low: i64 = bits & -bits
        numbers.append(INDEX[low % 67])
        bits ^= low
    return numbers


def count(bits: i64) -> i64:
    """How many numbers a set holds."""
    ones: i64 = 0
    while bits:
        ones += COUNT[bits & 255]
        bits >>= 8
    return ones


class MemberLists:
    """Turns a set into the ascending list of its members plus a fixed base, by table."""

    def __init__(self, base: int) -> None:
        self.tables: list[list[list[int]]] = []
        for byte in range(8):
            ids = [base + 8 * byte + i for i in range(8)]
            self.tables.append([[ids[i] for i in range(8) if b >> i & 1] for b in range(256)])

    def ids(self, bits: i64) -> list[int]:
        ids: list[int] = []
        byte: i64 = 0
        while bits:
            low: i64 = bits & 255
            if low:
                ids += self.tables[byte][low]
            bits >>= 8
            byte += 1
        return ids
