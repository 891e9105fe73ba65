"""A small network that guesses what a strong player would choose.

It looks at a position as learning programs do (see `sandtable.observation`): one layer of hidden
units over the observation of whoever has to choose, and for each action on offer the sum of what
these units say for it. It was taught the choices of stronger, slower players by `sandtable train`.

All sums are sums of whole numbers, so the guesses are the same on every machine, compiled or not.
"""

from __future__ import annotations

import base64
import struct
import zlib
from array import array
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match
from sandtable.observation.encoder import ONE, Encoder

#: Numbers of an observation are counted in this part of 1.
UNIT: Final = 64


class Network:
    def __init__(self, encoder: Encoder, document: dict[str, Any]) -> None:
        """``document`` is what `packed` made; the encoder must be of the same layout."""
        self.encoder = encoder
        self.inputs: i64 = document["inputs"]
        self.hidden: i64 = document["hidden"]
        self.actions: i64 = document["actions"]
        if self.inputs != len(encoder.zeros):
            raise SandtableError(
                f"this network reads {int(self.inputs)} numbers, but an observation has "
                f"{len(encoder.zeros)}: it was made for another edition or version"
            )
        self.first = vec[i16](unpacked(document["first"], "b"))
        self.bias = vec[i64](unpacked(document["bias"], "q"))
        self.second = vec[i16](unpacked(document["second"], "h"))
        self.action_bias = vec[i64](unpacked(document["action_bias"], "q"))
        self.scale: float = document["scale"]
        self.sums = vec[i64]([0] * int(self.hidden))
        #: The numbers that may stand in an observation beside 0 and 1, by their bits.
        self.numbers: dict[int, int] = {
            bits: round(UNIT * number_of(bits)) for bits in encoder.bits
        }

    def rates(self, match: Match, decision: Decision) -> list[float]:
        """How much each action on offer looks like the choice of a strong player: the higher, the
        more. Differences are those of logarithms of probabilities."""
        self.look(match, decision.player)
        hidden, sums, second = self.hidden, self.sums, self.second
        result: list[float] = []
        for action in decision.actions:
            place: i64 = action
            base: i64 = place * hidden
            total: i64 = self.action_bias[place]
            unit: i64 = 0
            while unit < hidden:
                total += sums[unit] * i64(second[base + unit])
                unit += 1
            result.append(self.scale * int(total))
        return result

    def look(self, match: Match, seat: int) -> None:
        """Set the hidden units for what the seat observes."""
        encoder, hidden, first, sums = self.encoder, self.hidden, self.first, self.sums
        encoder.encode(match, seat)
        seen = encoder.numbers
        unit: i64 = 0
        while unit < hidden:
            sums[unit] = self.bias[unit]
            unit += 1
        place: i64 = 0
        end: i64 = self.inputs
        while place < end:
            bits: i32 = seen[place]
            if bits != 0:
                base: i64 = place * hidden
                unit = 0
                if bits == ONE:
                    while unit < hidden:
                        sums[unit] += i64(first[base + unit]) * UNIT
                        unit += 1
                else:
                    number: i64 = self.numbers[bits]
                    while unit < hidden:
                        sums[unit] += i64(first[base + unit]) * number
                        unit += 1
            place += 1
        unit = 0
        while unit < hidden:
            if sums[unit] < 0:
                sums[unit] = 0
            unit += 1


def number_of(bits: int) -> float:
    """The number that 32 bits hold."""
    number: float = struct.unpack("=f", struct.pack("=i", bits))[0]
    return number


def unpacked(text: str, kind: str) -> list[int]:
    """Whole numbers that were packed, in the order of bytes of this machine."""
    numbers = array(kind, zlib.decompress(base64.b85decode(text)))
    if struct.pack("=h", 1) != struct.pack("<h", 1):
        numbers.byteswap()
    return numbers.tolist()


def packed(numbers: list[int], kind: str) -> str:
    """Whole numbers as text for a JSON document."""
    held = array(kind, numbers)
    if struct.pack("=h", 1) != struct.pack("<h", 1):
        held.byteswap()
    return base64.b85encode(zlib.compress(held.tobytes(), 9)).decode("ascii")
