"""Seeded randomness: the same numbers everywhere, compiled or not.

Two generators share one interface. `SecureRng` deals everything that is hidden: some of its numbers
reveal nothing about the others, and every deal draws from a stream of its own. `QuickRng` serves
where nothing is hidden: bots' own choices, play-outs, redrawn worlds.
"""

from __future__ import annotations

import hashlib
from hashlib import blake2b
from typing import Final

from mypy_extensions import i64

#: The largest bound for ``below``.
MOST: Final = 1 << 30

M1: Final = 2147483563
A1: Final = 40014
M2: Final = 2147483399
A2: Final = 40692

KEY_BYTES: Final = 32
NUMBERS: Final = 16  # 32-bit numbers in a block of the secure generator
TWO_TO_32: Final = 1 << 32
COUNTERS: Final = [number.to_bytes(8, "little") for number in range(16)]


class Rng:
    """A source of random numbers that lives inside a state and is copied with it."""

    def copy(self) -> Rng:
        raise NotImplementedError

    def below(self, bound: i64) -> i64:
        """A number from 0 to bound - 1, each equally likely."""
        raise NotImplementedError

    def stream(self, purpose: str) -> Rng:
        """The generator for one deal. A purpose that recurs carries a number: ``hand 2, round 3``.

        Secure streams do not depend on each other nor on what was drawn before. A quick generator
        gives itself: there is nothing to keep apart.
        """
        raise NotImplementedError

    def position(self) -> tuple[object, ...]:
        """All that decides the coming numbers, to compare generators with."""
        raise NotImplementedError

    def shuffle(self, items: list[int]) -> None:
        i: i64 = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            held = items[i]
            items[i] = items[j]
            items[j] = held
            i -= 1


class QuickRng(Rng):
    """Two multiplicative generators modulo primes just below 2**31, combined (L'Ecuyer, 1988).

    No product exceeds 63 bits, so compiled native integers and Python's own agree to the bit. The
    state can be computed from few numbers: never deal hidden things with it.
    """

    def __init__(self, first: i64, second: i64) -> None:
        self.first: i64 = first
        self.second: i64 = second

    def copy(self) -> Rng:
        return QuickRng(self.first, self.second)

    def below(self, bound: i64) -> i64:
        if bound < 1 or bound > MOST:
            raise ValueError(f"a bound is a number from 1 to {MOST}, not {bound}")
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

    def stream(self, purpose: str) -> Rng:
        return self

    def position(self) -> tuple[object, ...]:
        return (int(self.first), int(self.second))


class SecureRng(Rng):
    """BLAKE2b in counter mode: block n of a purpose is the hash of key, n and purpose.

    Without the key (256 bits, the hash of the seed) no number can be predicted from the others.
    Copies share the block, which is never changed. A block is read number by number, since many
    streams need only a few.
    """

    def __init__(self, key: bytes, purpose: str) -> None:
        self.key = key
        self.purpose = purpose
        self.blocks: i64 = 0  # how many have been made
        self.block: bytes = b""
        self.at: i64 = NUMBERS  # the next number of the block

    def copy(self) -> Rng:
        other = SecureRng(self.key, self.purpose)
        other.blocks = self.blocks
        other.block = self.block
        other.at = self.at
        return other

    def below(self, bound: i64) -> i64:
        if bound < 1 or bound > MOST:
            raise ValueError(f"a bound is a number from 1 to {MOST}, not {bound}")
        while True:
            number = self.next_number()
            # Numbers from the last, incomplete run of the bound are left out. The first test
            # saves a division and nearly always suffices.
            if number < TWO_TO_32 - bound or number < TWO_TO_32 // bound * bound:
                return number % bound

    def next_number(self) -> i64:
        if self.at == NUMBERS:
            self.next_block()
        first: i64 = self.at * 4
        self.at += 1
        block = self.block
        low: i64 = block[first]
        second: i64 = block[first + 1]
        third: i64 = block[first + 2]
        high: i64 = block[first + 3]
        return high << 24 | third << 16 | second << 8 | low

    def shuffle(self, items: list[int]) -> None:
        """As for all generators, with the common case of `below` in place: a game is dealt by
        hundreds of these numbers."""
        i: i64 = len(items) - 1
        while i > 0:
            bound: i64 = i + 1
            number = self.next_number()
            j: i64 = number % bound
            if number >= TWO_TO_32 - bound and number >= TWO_TO_32 // bound * bound:
                j = self.below(bound)
            held = items[i]
            items[i] = items[j]
            items[j] = held
            i -= 1

    def next_block(self) -> None:
        count = int(self.blocks)
        counter = COUNTERS[count] if count < len(COUNTERS) else count.to_bytes(8, "little")
        # The key in front of the data costs half of what BLAKE2's own keyed mode does.
        self.block = blake2b(self.key + counter + self.purpose.encode()).digest()
        self.blocks += 1
        self.at = 0

    def stream(self, purpose: str) -> Rng:
        return SecureRng(self.key, self.purpose + "/" + purpose)

    def position(self) -> tuple[object, ...]:
        return (self.key, self.purpose, int(self.blocks), int(self.at))


def seeded(seed: object, stream: str = "") -> QuickRng:
    """A quick generator; different streams of one seed start in different places."""
    digest = hashlib.sha256(f"sandtable:{stream}:{seed}".encode()).digest()
    first = int.from_bytes(digest[:8], "big") % (M1 - 1) + 1
    second = int.from_bytes(digest[8:16], "big") % (M2 - 1) + 1
    return QuickRng(first, second)


def secure(seed: object, purpose: str = "") -> SecureRng:
    """The generator that deals a game. The seed alone decides all its numbers."""
    data = f"sandtable deal:{seed}".encode()
    return SecureRng(hashlib.blake2b(data, digest_size=KEY_BYTES).digest(), purpose)


def seed_commitment(seed: object) -> str:
    """A hash of the seed that can be shown before a game: it fixes the deal without revealing it.

    Afterwards anybody can hash the seed in the same way and compare. It hides only seeds
    that nobody can guess, so draw them with ``secrets`` (16 bytes or more).
    """
    return hashlib.sha256(f"sandtable seed commitment:{seed}".encode()).hexdigest()
