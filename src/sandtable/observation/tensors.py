"""Observations as tensors: a fixed list of named fields for each game and number of players.

A field says which numbers of ``view(seat)`` it holds, so an observation never holds more than the
seat may know. ``of_view`` builds it from the view and is the definition; ``of_match`` gets it from
the game's encoder, straight from the state and many times quicker. Tests compare the two.

In the tensor a number is cut off at the field's ``least`` and ``most`` and divided by its ``unit``,
so that most of them lie between 0 and 1.

NumPy is imported where tensors are made: bots read encoders and need none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, cast

from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.observation.encoder import Encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

View = dict[str, Any]
Tensor: TypeAlias = "NDArray[np.float32]"


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

    #: Words of the game's action space whose items are places.
    place_words: ClassVar[frozenset[str]] = frozenset()

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
        self.least = [field.least for field in fields for _ in range(field.size)]
        self.most = [field.most for field in fields for _ in range(field.size)]
        self.unit = [field.unit for field in fields for _ in range(field.size)]
        self._encoder: Encoder | None = None

    @cached_property
    def low(self) -> Tensor:
        """The least each number can be."""
        return self._divided(self.least)

    @cached_property
    def high(self) -> Tensor:
        """The most each number can be."""
        return self._divided(self.most)

    def digest(self) -> str:
        """A short text that differs between layouts whose numbers have different meanings."""
        fields = [(f.name, f.shape, f.least, f.most, f.unit) for f in self.fields]
        return hashlib.blake2b(repr(fields).encode(), digest_size=8).hexdigest()

    def use(self, encoder: Encoder) -> None:
        """Take observations of matches from an encoder instead of the view."""
        self._encoder = encoder

    def encoder(self) -> Encoder | None:
        return self._encoder

    # -- observing -----------------------------------------------------------------------------

    def of_view(self, view: View) -> Tensor:
        """The observation of a seat from what ``view(seat)`` of a match or a table gave."""
        if view["seat"] is None:
            raise BadOption("an observation belongs to a seat; this is the view of a spectator")
        import numpy as np

        numbers: list[int] = []
        for field in self.fields:
            read = field.read(view)
            if len(read) != field.size:
                raise ValueError(f"{field.name} has {field.size} numbers, not {len(read)}")
            numbers += read
        return self._divided(np.clip(numbers, self.least, self.most).tolist())

    def of_match(self, match: Match, seat: int) -> Tensor:
        """The same straight from a match."""
        import numpy as np

        if self._encoder is None:
            return self.of_view(match.view(seat))
        numbers = cast("memoryview", self._encoder.encode(match, seat))
        return np.frombuffer(numbers, np.float32).copy()

    def write(self, match: Match, seat: int, tensor: Tensor) -> None:
        """The same into a tensor that is there already."""
        import numpy as np

        if self._encoder is None:
            tensor[:] = self.of_view(match.view(seat))
        else:
            numbers = cast("memoryview", self._encoder.encode(match, seat))
            tensor[:] = np.frombuffer(numbers, np.float32)

    def writer(self, tensor: Tensor) -> Callable[[Match, int], None]:
        """The same for writing into one tensor again and again; it must be contiguous."""
        encoder = self._encoder
        if encoder is None:

            def write(match: Match, seat: int) -> None:
                tensor[:] = self.of_view(match.view(seat))

        else:
            encode = encoder.encode
            memory: Any = tensor.data.cast("B").cast("i")  # as encoders write

            def write(match: Match, seat: int) -> None:
                memory[:] = encode(match, seat)

        return write

    def _divided(self, numbers: list[int]) -> Tensor:
        import numpy as np

        # Worked out as encoders do: with the inverse of the unit, and rounded at the end.
        pairs = zip(numbers, self.unit, strict=True)
        return np.array([number * (1 / unit) for number, unit in pairs], np.float64).astype(
            np.float32
        )

    # -- explaining ----------------------------------------------------------------------------

    def parts(self, tensor: Tensor) -> dict[str, Tensor]:
        """The fields of an observation by name, shaped; they share its memory."""
        tensors: dict[str, Tensor] = {}
        for field in self.fields:
            start = self.start[field.name]
            tensors[field.name] = tensor[start : start + field.size].reshape(field.shape)
        return tensors

    def describe(self) -> str:
        """The layout as a table in Markdown."""
        lines = ["| from | field | shape | divided by | meaning |", "|---:|---|---|---:|---|"]
        for field in self.fields:
            shape = " x ".join(str(length) for length in field.shape)
            start = self.start[field.name]
            lines.append(f"| {start} | `{field.name}` | {shape} | {field.unit} | {field.meaning} |")
        return "\n".join(lines)


# -- reading views ---------------------------------------------------------------------------------


def one_hot(size: int, index: int | None) -> list[int]:
    """Zeros with a one at the index; without an index zeros only."""
    values = [0] * size
    if index is not None:
        values[index] = 1
    return values


def flags(size: int, indices: Sequence[int]) -> list[int]:
    """Zeros with ones at the indices."""
    values = [0] * size
    for index in indices:
        values[index] = 1
    return values


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
