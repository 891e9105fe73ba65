"""What the encoders of all games share.

An encoder writes an observation's numbers into a vector, and NumPy reads them from its memory.
Where each field begins it is told by the layout, which is also where fields are explained.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from sandtable.kernel.bits import INDEX
from sandtable.kernel.match import Match


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
        self.zeros = vec[float]([0.0] * len(frame.unit))
        self.numbers = self.zeros[:]
        self.least = vec[i64](frame.least)
        self.most = vec[i64](frame.most)
        self.factor = vec[float]([1 / unit for unit in frame.unit])
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

    def flag(self, at: i64) -> None:
        self.numbers[at] = 1.0

    def put(self, at: i64, value: i64) -> None:
        """A number, cut off and divided as its field says."""
        if value < self.least[at]:
            value = self.least[at]
        elif value > self.most[at]:
            value = self.most[at]
        self.numbers[at] = float(value) * self.factor[at]

    def count(self, at: i64) -> None:
        """One more of something there are never too many of."""
        self.numbers[at] += self.factor[at]

    def put_set(self, at: i64, bits: i64) -> None:
        """A flag for each member of a set."""
        numbers = self.numbers
        while bits:
            low: i64 = bits & -bits
            numbers[at + INDEX[low % 67]] = 1.0
            bits ^= low

    def put_table(self, match: Match, seat: i64) -> int:
        """The fields that every game has. Returns the subject of the question the seat is asked,
        or -1 where it is not asked."""
        numbers = self.numbers
        numbers[self.seat + seat] = 1.0
        decision = match.decision()
        if decision is None:
            numbers[self.over] = 1.0
            return -1
        players = self.players
        active: i64 = match.state.active
        numbers[self.turn_of + (active - seat + players) % players] = 1.0
        chooser: i64 = decision.player
        numbers[self.to_choose + (chooser - seat + players) % players] = 1.0
        if chooser != seat:
            return -1
        numbers[self.kind + self.kinds[decision.kind]] = 1.0
        return decision.subject
