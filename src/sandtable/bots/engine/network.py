"""A small network that guesses what a strong player would choose.

It looks at a position as learning programs do (see `sandtable.observation`): one layer of hidden
units over the observation of the seat to choose, and for each legal action the sum of what
these units say for it. The evaluation's quick guess for the action is added, so that the network
has to learn only what the guess overlooks. It was taught the choices of stronger, slower players by
`sandtable train`.

All sums are sums of whole numbers, so the guesses are the same on every machine, compiled or not.
That also makes them cheap: from one choice to the next few numbers of an observation change, and
only these are added to the sums of the hidden units, without rounding errors that would build up.
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
from sandtable.observation.encoder import ONE, Encoder, Page

#: Numbers of an observation are counted in this part of 1.
UNIT: Final = 64
#: A guess this many points behind the best is as bad as any.
FAR: Final = 32


class Accumulator:
    """The sums of the hidden units for one seat, and the observation they were made from."""

    def __init__(self, page: Page, bias: vec[i64]) -> None:
        self.page = page  # where the next observation is written
        self.summed = page.numbers[:]
        self.sums = bias[:]


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
        self.guess = vec[i64](unpacked(document["guess"], "q"))
        self.scale: float = document["scale"]
        self.units = vec[i64]([0] * int(self.hidden))
        self.accumulators: list[Accumulator] = [
            Accumulator(encoder.new_page(), self.bias) for _ in range(int(encoder.players))
        ]
        #: The numbers that may stand in an observation beside 0 and 1, by their bits.
        self.numbers: dict[int, int] = {
            bits: round(UNIT * number_of(bits)) for bits in encoder.bits
        }

    def rate_actions(self, match: Match, decision: Decision, guesses: list[float]) -> list[float]:
        """How much each action on offer looks like the choice of a strong player: the higher, the
        more. Differences are those of logarithms of probabilities. ``guesses`` are the
        evaluation's."""
        self.set_hidden_units(match, decision.player)
        counted = deficits(guesses)
        hidden, units, second = self.hidden, self.units, self.second
        result: list[float] = []
        actions = decision.actions
        for i in range(len(actions)):
            place: i64 = actions[i]
            guess: i64 = counted[i]
            base: i64 = place * hidden
            total: i64 = self.action_bias[place] + self.guess[place] * guess
            unit: i64 = 0
            while unit < hidden:
                total += units[unit] * i64(second[base + unit])
                unit += 1
            result.append(self.scale * float(total))
        return result

    def set_hidden_units(self, match: Match, seat: int) -> None:
        """Set the hidden units for what the seat observes."""
        accumulator = self.accumulators[seat]
        self.encoder.encode_on(accumulator.page, match, seat)
        numbers, summed = accumulator.page.numbers, accumulator.summed
        place: i64 = 0
        end: i64 = self.inputs
        while place < end:
            if numbers[place] != summed[place]:
                self.add(accumulator, place, numbers[place])
            place += 1
        units, sums, hidden = self.units, accumulator.sums, self.hidden
        unit: i64 = 0
        while unit < hidden:
            units[unit] = sums[unit] if sums[unit] > 0 else 0
            unit += 1

    def add(self, accumulator: Accumulator, place: i64, bits: i32) -> None:
        """Add to the sums what a number that has changed makes of them."""
        change: i64 = self.counted(bits) - self.counted(accumulator.summed[place])
        accumulator.summed[place] = bits
        hidden, first, sums = self.hidden, self.first, accumulator.sums
        base: i64 = place * hidden
        unit: i64 = 0
        while unit < hidden:
            sums[unit] += i64(first[base + unit]) * change
            unit += 1

    def counted(self, bits: i32) -> i64:
        """A number of an observation, counted in units."""
        if bits == 0:
            return 0
        if bits == ONE:
            return UNIT
        return self.numbers[bits]


def deficits(guesses: list[float]) -> list[int]:
    """By how much each guess is behind the best one, in whole numbers from 0 down."""
    best = max(guesses)
    counted: list[int] = []
    for guess in guesses:
        less = best - guess
        counted.append(-int(UNIT * less + 0.5) if less < FAR else -FAR * UNIT)
    return counted


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
