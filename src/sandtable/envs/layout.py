"""Observations as tensors: a fixed list of named fields for each game and number of players.

A field says which numbers of ``view(seat)`` it holds, so an observation never holds more than the
seat may know. ``of_view`` builds it from the view and is the definition; ``of_match`` builds the
same straight from the state, which is many times quicker. Tests hold the two against each other.

In the tensor a number is cut off at the field's ``least`` and ``most`` and divided by its ``unit``,
so that most of them lie between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match

View = dict[str, Any]
Tensor = NDArray[np.float32]
Mask = NDArray[np.int8]


class Field:
    """A named part of an observation."""

    def __init__(
        self,
        name: str,
        shape: tuple[int, ...],
        meaning: str,
        read: Callable[[View], Sequence[int]],
        most: int = 1,
        unit: int = 1,
        least: int = 0,
    ) -> None:
        self.name = name
        self.shape = shape
        self.meaning = meaning
        self.read = read  # the whole numbers of a view that the field holds
        self.most = most
        self.unit = unit
        self.least = least
        self.size: int = prod(shape)


class Layout:
    """The fields of a game for one number of players, one after the other in a flat tensor."""

    def __init__(self, game: Game, players: int, fields: list[Field]) -> None:
        self.game = game
        self.players = players
        self.fields = fields
        self.start: dict[str, int] = {}
        self.size = 0
        for field in fields:
            if field.name in self.start:
                raise ValueError(f"two fields are both called {field.name}")
            self.start[field.name] = self.size
            self.size += field.size
        least = _spread(fields, [field.least for field in fields])
        most = _spread(fields, [field.most for field in fields])
        factor = 1 / _spread(fields, [field.unit for field in fields])
        self.low: Tensor = least * factor
        self.high: Tensor = most * factor
        # Flags are what they are; only from the first to the last other field there is work to do.
        plain = (least == 0) & (most == 1) & (factor == 1)
        others = np.flatnonzero(~plain)
        self._work = slice(others[0], others[-1] + 1) if len(others) else slice(0, 0)
        self._least = least[self._work]
        self._most = most[self._work]
        self._factor = factor[self._work]

    # -- observing -----------------------------------------------------------------------------

    def of_view(self, view: View) -> Tensor:
        """The observation of a seat from what ``view(seat)`` of a match or a table gave."""
        if view["seat"] is None:
            raise BadOption("an observation belongs to a seat; this is the view of a spectator")
        raw = np.zeros(self.size, np.float32)
        self._read(view, raw)
        return self._scaled(raw)

    def of_match(self, match: Match, seat: int) -> Tensor:
        """The same straight from a match."""
        raw = np.zeros(self.size, np.float32)
        self.fill(match, seat, raw)
        return self._scaled(raw)

    def fill(self, match: Match, seat: int, raw: Tensor) -> None:
        """Write the whole numbers of an observation into zeros. Games know quicker ways."""
        self._read(match.view(seat), raw)

    def mask(self, actions: list[int]) -> Mask:
        """Which actions are legal: 1 or 0 by action id."""
        found = np.zeros(self.game.num_actions, np.int8)
        found[actions] = 1
        return found

    def _read(self, view: View, raw: Tensor) -> None:
        for field in self.fields:
            numbers = field.read(view)
            if len(numbers) != field.size:
                raise ValueError(f"{field.name} has {field.size} numbers, not {len(numbers)}")
            start = self.start[field.name]
            raw[start : start + field.size] = numbers

    def _scaled(self, raw: Tensor) -> Tensor:
        work = raw[self._work]
        np.maximum(work, self._least, out=work)
        np.minimum(work, self._most, out=work)
        np.multiply(work, self._factor, out=work)
        return raw

    # -- explaining ----------------------------------------------------------------------------

    def parts(self, tensor: Tensor) -> dict[str, Tensor]:
        """The fields of an observation by name, shaped; they share its memory."""
        found: dict[str, Tensor] = {}
        for field in self.fields:
            start = self.start[field.name]
            found[field.name] = tensor[start : start + field.size].reshape(field.shape)
        return found

    def describe(self) -> str:
        """The layout as a table in Markdown."""
        lines = ["| from | field | shape | divided by | meaning |", "|---:|---|---|---:|---|"]
        for field in self.fields:
            shape = " x ".join(str(length) for length in field.shape)
            start = self.start[field.name]
            lines.append(
                f"| {start} | `{field.name}` | {shape} | {field.unit} | {field.meaning} |"
            )
        return "\n".join(lines)


def _spread(fields: list[Field], values: list[int]) -> Tensor:
    sizes = [field.size for field in fields]
    return np.repeat(np.array(values, np.float32), sizes)


# -- reading views ---------------------------------------------------------------------------------


def one_hot(size: int, index: int | None) -> list[int]:
    """Zeros with a one at the index; without an index zeros only."""
    found = [0] * size
    if index is not None:
        found[index] = 1
    return found


def flags(size: int, indices: Sequence[int]) -> list[int]:
    """Zeros with ones at the indices."""
    found = [0] * size
    for index in indices:
        found[index] = 1
    return found


def in_order(view: View) -> list[View]:
    """The seats as the observer counts them: itself first, then in the order of the seats."""
    seats: list[View] = view["seats"]
    own: int = view["seat"]
    return seats[own:] + seats[:own]


def per_seat(read: Callable[[View], Sequence[int]]) -> Callable[[View], list[int]]:
    """Reads something of every seat, the observer's own first."""
    return lambda view: [number for seat in in_order(view) for number in read(seat)]


def table_fields(players: int, kinds: list[str]) -> list[Field]:
    """What every game has: who is who, whose turn it is, and what kind of choice is asked."""

    def relative(word: str) -> Callable[[View], list[int]]:
        def read(view: View) -> list[int]:
            seat = view[word]
            return one_hot(players, None if seat is None else (seat - view["seat"]) % players)

        return read

    def kind(view: View) -> list[int]:
        asked = view["decision"]
        return one_hot(len(kinds), None if asked is None else kinds.index(asked["kind"]))

    return [
        Field("seat", (players,), "the own seat", lambda v: one_hot(players, v["seat"])),
        Field("turn_of", (players,), "whose turn it is, own seat first", relative("turn_of")),
        Field("to_choose", (players,), "who has to choose, own seat first", relative("to_choose")),
        Field("over", (1,), "the game is over", lambda v: [int(v["over"])]),
        Field("kind", (len(kinds),), "what the own seat is asked, if it is asked", kind),
    ]


class TableFill:
    """Writes the fields of `table_fields` straight from a match."""

    def __init__(self, layout: Layout, kinds: list[str]) -> None:
        self.players = layout.players
        self.seat = layout.start["seat"]
        self.turn_of = layout.start["turn_of"]
        self.to_choose = layout.start["to_choose"]
        self.over = layout.start["over"]
        first = layout.start["kind"]
        self.kinds = {kind: first + i for i, kind in enumerate(kinds)}

    def ones(self, match: Match, seat: int) -> tuple[list[int], int | None]:
        """Where ones go; and the subject of the question where the seat is asked."""
        decision = match.decision()
        if decision is None:
            return [self.seat + seat, self.over], None
        players = self.players
        found = [
            self.seat + seat,
            self.turn_of + (match.state.active - seat) % players,
            self.to_choose + (decision.player - seat) % players,
        ]
        if decision.player != seat:
            return found, None
        found.append(self.kinds[decision.kind])
        return found, decision.subject
