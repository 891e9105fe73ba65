"""What the encoders of all games share.

An encoder writes an observation's numbers into a vector, and NumPy reads them from its memory.
Vectors know no numbers of 32 bits with a fraction, and longer ones would have to be converted each
time. So the vector holds the bits of such numbers, looked up in tables.

From one choice to the next little changes. A `Page` therefore remembers what its numbers were
written from, and only what differs is written over it. Any position of any game of the layout can
follow another; a page for each game is quickest.

The layout says where each field begins, and explains the fields.
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
#: How many parts an encoder remembers.
MOST_PARTS: Final = 4096


def bits_of(number: float) -> int:
    """A number as 32 bits hold it."""
    bits: int = struct.unpack("=i", struct.pack("=f", number))[0]
    return bits


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


class Part:
    """The numbers of something that states share and never change in place. The object itself is
    kept, too, so that no other one can get its id."""

    def __init__(self, of: object, when: i64, places: vec[i64], bits: vec[i32]) -> None:
        self.of = of
        self.when: i64 = when
        self.places = places
        self.bits = bits


class Page:
    """An observation's numbers, and what they were written from."""

    def __init__(self, size: int, notes: int, held: list[object], parts: int) -> None:
        self.numbers = vec[i32]([0] * size)
        self.memory: object = memoryview(self.numbers)
        #: What was put: a number, the bits of a set, or the index of a choice + 1. Close together,
        #: because many pages do not fit into the processor's cache. See `Encoder.slot_of`.
        self.last = vec[i64]([0] * (size + 1))
        self.seat: i64 = -1
        self.notes = vec[i64]([0] * notes)  # whatever else an encoder has to remember
        self.held = held  # shared objects that were written
        self.parts: list[Part | None] = [None] * parts


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    def __init__(
        self, frame: Frame, notes: int = 0, held: list[object] | None = None, parts: int = 0
    ) -> None:
        """The last three say what a page remembers; ``held`` are the objects of an empty one."""
        self.players: i64 = frame.players
        self.zeros = vec[i32]([0] * len(frame.unit))
        self.num_notes = notes
        self.nothing: list[object] = [] if held is None else held
        self.num_parts = parts
        self.page = self.new_page()
        self.numbers = self.page.numbers
        self.last = self.page.last
        self.own = self.page
        self.moved = True  # another seat observes than before
        # Which slot of a page's `last` belongs to a place; 0: none yet.
        self.slot_of = vec[i64]([0] * len(frame.unit))
        self.last_slot: i64 = 0
        self.parts: dict[int, Part] = {}  # by what they are of, see `put_part`
        # The part that is being made, see `add_to_part`.
        self.part_size: i64 = 0
        self.part_places = vec[i64]([0] * len(frame.unit))
        self.part_bits = self.zeros[:]
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

    def new_page(self) -> Page:
        return Page(len(self.zeros), self.num_notes, self.nothing[:], self.num_parts)

    def encode(self, match: Match, seat: int) -> object:
        """What the seat observes, as a vector whose memory can be read."""
        self.encode_on(self.own, match, seat)
        return self.numbers[:]

    def encode_on(self, page: Page, match: Match, seat: int) -> object:
        """The same, written over a page. Returns the page's memory, which the next call changes."""
        self.page = page
        self.numbers = page.numbers
        self.last = page.last
        self.moved = page.seat != seat
        self.part_size = 0
        page.seat = seat
        self.fill(match, seat)
        return page.memory

    def fill(self, match: Match, seat: int) -> None:
        """Write what the seat observes over the page."""
        raise NotImplementedError

    def put(self, at: i64, value: i64) -> None:
        """A number, which is cut off and divided as its field says."""
        slot: i64 = self.slot_of[at]
        if slot == 0:
            slot = self.new_slot(at)
        if self.last[slot] == value:
            return
        self.last[slot] = value
        self.numbers[at] = self.scaled(at, value)

    def put_all(self, at: i64, values: list[int]) -> None:
        """Numbers one after the other."""
        for value in values:
            slot: i64 = self.slot_of[at]
            if slot == 0 or self.last[slot] != value:
                self.put(at, value)
            at += 1

    def new_slot(self, at: i64) -> i64:
        self.last_slot += 1
        self.slot_of[at] = self.last_slot
        return self.last_slot

    def scaled(self, at: i64, value: i64) -> i32:
        """The bits of a number, cut off and divided as its field says."""
        scale: i64 = self.scale[at]
        if value < self.least[scale]:
            value = self.least[scale]
        elif value > self.most[scale]:
            value = self.most[scale]
        return self.bits[self.zero[scale] + value]

    def put_choice(self, at: i64, index: i64) -> None:
        """A flag for one of the places from ``at`` on; -1: for none."""
        slot: i64 = self.slot_of[at]
        if slot == 0:
            slot = self.new_slot(at)
        before: i64 = self.last[slot] - 1
        if before == index:
            return
        self.last[slot] = index + 1
        if before >= 0:
            self.numbers[at + before] = 0
        if index >= 0:
            self.numbers[at + index] = ONE

    def put_set(self, at: i64, bits: i64) -> None:
        """A flag for each member of a set."""
        slot: i64 = self.slot_of[at]
        if slot == 0:
            slot = self.new_slot(at)
        changed: i64 = self.last[slot] ^ bits
        if changed == 0:
            return
        self.last[slot] = bits
        numbers = self.numbers
        while changed:
            low: i64 = changed & -changed
            numbers[at + INDEX[low % 67]] ^= ONE
            changed ^= low

    def put_part(self, slot: i64, of: object, when: i64) -> bool:
        """Write the numbers of a shared object if they are remembered. ``slot`` says which part of
        the page it is; ``when`` is below 64 and keeps apart what the same object shows at different
        times."""
        shown = self.page.parts[slot]
        if shown is not None and shown.of is of and shown.when == when:
            return True
        if self.page is not self.own:
            return False
        part = self.parts.get(id(of) * 64 + when)
        if part is None:
            return False
        self._exchange(slot, shown, part)
        return True

    def add_to_part(self, at: i64, value: i64) -> None:
        """A number of the shared object whose part is made next; each place at most once."""
        i: i64 = self.part_size
        self.part_places[i] = at
        self.part_bits[i] = self.scaled(at, value)
        self.part_size = i + 1

    def make_part(self, slot: i64, of: object, when: i64) -> None:
        """Write the numbers of a shared object, and remember them. A page that belongs to one game
        seldom sees an object again once it shows another."""
        size: i64 = self.part_size
        part = Part(of, when, self.part_places[:size], self.part_bits[:size])
        self.part_size = 0
        if self.page is self.own:
            if len(self.parts) >= MOST_PARTS:
                self.parts = {}
            self.parts[id(part.of) * 64 + part.when] = part
        self._exchange(slot, self.page.parts[slot], part)

    def _exchange(self, slot: i64, shown: Part | None, part: Part) -> None:
        numbers = self.numbers
        i: i64 = 0
        end: i64 = 0
        if shown is not None:
            end = len(shown.places)
            while i < end:
                numbers[shown.places[i]] = 0
                i += 1
        i = 0
        end = len(part.places)
        while i < end:
            numbers[part.places[i]] = part.bits[i]
            i += 1
        self.page.parts[slot] = part

    def put_table(self, match: Match, seat: i64) -> Subject | None:
        """The fields that every game has. Returns the subject of the question the seat is asked,
        or None where it is not asked."""
        self.put_choice(self.seat, seat)
        decision = match.decision()
        turn_of: i64 = -1
        to_choose: i64 = -1
        kind: i64 = -1
        over: i64 = 0
        subject: Subject | None = None
        if decision is None:
            over = 1
        else:
            players = self.players
            active: i64 = match.state.active
            turn_of = (active - seat + players) % players
            chooser: i64 = decision.player
            to_choose = (chooser - seat + players) % players
            if chooser == seat:
                kind = self.kinds[decision.kind]
                subject = decision.subject
        self.put(self.over, over)
        self.put_choice(self.turn_of, turn_of)
        self.put_choice(self.to_choose, to_choose)
        self.put_choice(self.kind, kind)
        return subject
