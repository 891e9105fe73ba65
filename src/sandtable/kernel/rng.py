"""A small seeded generator that lives inside a state and gives the same numbers everywhere.

It combines two multiplicative generators modulo primes just below 2**31 (L'Ecuyer, 1988). No
product exceeds 63 bits, so compiled native integers and Python's own agree to the bit.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

M1: Final = 2147483563
A1: Final = 40014
M2: Final = 2147483399
A2: Final = 40692


class Rng:
    """Two 31-bit numbers and the means to draw from them."""

    def __init__(self, first: i64, second: i64) -> None:
        self.first: i64 = first
        self.second: i64 = second

    def copy(self) -> Rng:
        return Rng(self.first, self.second)

    def below(self, bound: i64) -> i64:
        """A number from 0 to bound - 1, each equally likely."""
        limit: i64 = (M1 - 1) // bound * bound
        while True:
            self.first = self.first * A1 % M1
            self.second = self.second * A2 % M2
            z: i64 = self.first - self.second
            if z < 1:
                z += M1 - 1
            z -= 1
            if z < limit:
                return z % bound

    def shuffle(self, items: list[int]) -> None:
        i: i64 = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            held = items[i]
            items[i] = items[j]
            items[j] = held
            i -= 1


def seeded(seed: object, stream: str = "") -> Rng:
    """The generator for a seed; different streams of one seed are independent."""
    digest = hashlib.sha256(f"sandtable:{stream}:{seed}".encode()).digest()
    first = int.from_bytes(digest[:8], "big") % (M1 - 1) + 1
    second = int.from_bytes(digest[8:16], "big") % (M2 - 1) + 1
    return Rng(first, second)


def seed_commitment(seed: object) -> str:
    """A hash of the seed that can be shown before a game: it fixes the deal without telling it.

    Whoever gets the seed afterwards hashes it in the same way and compares. It hides only seeds
    that nobody can guess, so draw them with ``secrets`` (16 bytes or more).
    """
    return hashlib.sha256(f"sandtable seed commitment:{seed}".encode()).hexdigest()
