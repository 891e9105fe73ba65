"""What the encoders of all games share.

An encoder writes an observation's numbers into a vector, and NumPy reads them from its memory.
Vectors know no numbers of 32 bits with a fraction, and longer ones would have to be converted each
time. So the vector holds the bits of such numbers, looked up in tables.

Where each field begins it is told by the layout, which is also where fields are explained.
"""

from __future__ import annotations

import struct
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from sandtable.kernel.bits import INDEX
from sandtable.kernel.game import Subject
from sandtable.kernel.match import Match

#: The bits of 1.0, which is what a flag is.
ONE: Final = 0x3F800000


def bits_of(number: float) -> int:
    """A number as 32 bits hold it."""
    found: int = struct.unpack("=i", struct.pack("=f", number))[0]
    return found


class Frame:
    """Where fields begin, between which numbers they are kept, and what they are divided by."""

    def __init__(
        self,
        players: int,
        start: dict[str, int],
        least: list[int],
        most: list[int],
        unit: list[int],
        kinds: list[str],
    ) -> None:
        self.players = players
        self.start = start
        self.least = least
        self.most = most
        self.unit = unit
        self.kinds = kinds


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    def __init__(self, frame: Frame) -> None:
        self.players: i64 = frame.players
        self.zeros = vec[i32]([0] * len(frame.unit))
        self.numbers = self.zeros[:]
        # Places that are cut off and divided alike share a scale: the bits of all numbers from its
        # least to its most.
        alike: dict[tuple[int, int, int], int] = {}
        bits: list[int] = []
        zeros: list[int] = []
        for least, most, unit in zip(frame.least, frame.most, frame.unit, strict=True):
            if (least, most, unit) not in alike:
                alike[least, most, unit] = len(alike)
                zeros.append(len(bits) - least)
                bits += [bits_of(number * (1 / unit)) for number in range(least, most + 1)]
        kinds = zip(frame.least, frame.most, frame.unit, strict=True)
        self.scale = vec[i64]([alike[kind] for kind in kinds])
        self.least = vec[i64]([least for least, _, _ in alike])
        self.most = vec[i64]([most for _, most, _ in alike])
        self.zero = vec[i64](zeros)  # where in the bits those of 0 are
        self.bits = vec[i32](bits)
        start = frame.start
        self.seat: i64 = start["seat"]
        self.turn_of: i64 = start["turn_of"]
        self.to_choose: i64 = start["to_choose"]
        self.over: i64 = start["over"]
        self.kind: i64 = start["kind"]
        self.kinds: dict[str, int] = {kind: i for i, kind in enumerate(frame.kinds)}

    def encode(self, match: Match, seat: int) -> object:
        """What the seat observes, as a vector whose memory can be read."""
        self.numbers = self.zeros[:]
        self.fill(match, seat)
        return self.numbers

    def fill(self, match: Match, seat: int) -> None:
        """Write what the seat observes into zeros."""
        raise NotImplementedError

    def put(self, at: i64, value: i64) -> None:
        """A number, cut off and divided as its field says; 0 is there already."""
        if value == 0:
            return
        scale: i64 = self.scale[at]
        if value < self.least[scale]:
            value = self.least[scale]
        elif value > self.most[scale]:
            value = self.most[scale]
        self.numbers[at] = self.bits[self.zero[scale] + value]

    def count(self, at: i64) -> None:
        """One more of something, cut off as its field says."""
        scale: i64 = self.scale[at]
        before = self.numbers[at]
        i: i64 = self.zero[scale]
        end: i64 = i + self.most[scale]
        while i < end and self.bits[i] != before:
            i += 1
        if i < end:
            self.numbers[at] = self.bits[i + 1]

    def put_set(self, at: i64, bits: i64) -> None:
        """A flag for each member of a set."""
        numbers = self.numbers
        while bits:
            low: i64 = bits & -bits
            numbers[at + INDEX[low % 67]] = ONE
            bits ^= low

    def put_table(self, match: Match, seat: i64) -> Subject | None:
        """The fields that every game has. Returns the subject of the question the seat is asked,
        or None where it is not asked."""
        numbers = self.numbers
        numbers[self.seat + seat] = ONE
        decision = match.decision()
        if decision is None:
            numbers[self.over] = ONE
            return None
        players = self.players
        active: i64 = match.state.active
        numbers[self.turn_of + (active - seat + players) % players] = ONE
        chooser: i64 = decision.player
        numbers[self.to_choose + (chooser - seat + players) % players] = ONE
        if chooser != seat:
            return None
        numbers[self.kind + self.kinds[decision.kind]] = ONE
        return decision.subject
