"""Action ids in three parts, for policies that choose a kind, then a subject, then a place.

The parts are read from the notation of an action, ``word item``. The kind is the word. Where the
title says that the items of a word are places, the item is the place and there is no subject;
otherwise the first word of the item is the subject, and the rest of it, if there is one, the place.
So a card is the same subject whether it is played, bought or sold, and a space the same place
whatever happens there. No two actions have the same three parts.
"""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from sandtable.envs.layouts import layout
from sandtable.kernel.errors import BadOption, quoted
from sandtable.kernel.game import Game

#: The three parts, in their order.
FACTORS: Final = ("kind", "subject", "place")

Mask = NDArray[np.int8]


class ActionFactors:
    """``kinds``, ``subjects`` and ``places`` are the names of each part's values; value 0 of the
    last two is no subject and no place. ``table`` has the three values of every action id."""

    def __init__(self, game: Game) -> None:
        self.game = game
        place_words = layout(game, game.min_players).place_words
        space = game.action_space
        parts = [
            _split(word, item, word in place_words)
            for word, item in zip(space.words, space.items, strict=True)
        ]
        columns = list(zip(*parts, strict=True))
        self.kinds: list[str] = list(dict.fromkeys(columns[0]))
        self.subjects: list[str] = list(dict.fromkeys(["", *columns[1]]))
        self.places: list[str] = list(dict.fromkeys(["", *columns[2]]))
        names = [self.kinds, self.subjects, self.places]
        numbers = [{name: i for i, name in enumerate(known)} for known in names]
        self.table: NDArray[np.int64] = np.array(
            [[numbers[i][part] for i, part in enumerate(action)] for action in parts], np.int64
        )
        self.sizes: tuple[int, ...] = tuple(len(known) for known in names)
        self._names = names
        self._action = {tuple(row): action for action, row in enumerate(self.table.tolist())}

    def of(self, action: int) -> tuple[int, int, int]:
        """Kind, subject and place of an action, as numbers."""
        if not 0 <= action < len(self.table):
            raise BadOption(
                f"{action} is not an action id; ids run from 0 to {len(self.table) - 1}"
            )
        return cast("tuple[int, int, int]", tuple(self.table[action].tolist()))

    def names(self, action: int) -> tuple[str, str, str]:
        """The same in words."""
        kind, subject, place = self.of(action)
        return self.kinds[kind], self.subjects[subject], self.places[place]

    def action(self, kind: int, subject: int, place: int) -> int:
        """The id of three values."""
        result = self._action.get((int(kind), int(subject), int(place)))
        if result is None:
            raise BadOption(f"no action has the parts {kind}, {subject}, {place}")
        return result

    # -- masks ---------------------------------------------------------------------------------

    def possible(self, mask: Any, factor: str) -> Mask:
        """Which values of a factor the actions of a mask have. Masks may have further axes in front
        of the one of the actions."""
        column, size = self._column(factor)
        legal = np.asarray(mask) != 0
        result = np.zeros((*legal.shape[:-1], size), np.int8)
        *rows, actions = np.nonzero(legal)
        result[(*rows, column[actions])] = 1
        return result

    def narrow(self, mask: Any, factor: str, value: Any) -> Mask:
        """The actions of a mask in which a factor has a value, one for all rows or one for each."""
        column, _ = self._column(factor)
        same = column == np.asarray(value)[..., None]
        return cast("Mask", (np.asarray(mask) * same).astype(np.int8))

    def _column(self, factor: str) -> tuple[NDArray[np.int64], int]:
        if factor not in FACTORS:
            raise BadOption(f"a factor is one of {', '.join(FACTORS)}, not {quoted(factor)}")
        place = FACTORS.index(factor)
        return self.table[:, place], self.sizes[place]


def _split(word: str, item: str, is_place: bool) -> tuple[str, str, str]:
    if is_place:
        return word, "", item
    subject, _, place = item.partition(" ")
    return word, subject, place
