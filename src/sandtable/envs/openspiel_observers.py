"""What OpenSpiel's players observe: what they see now, all they have seen and chosen, and what
everybody may know."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from sandtable.kernel.match import Match
from sandtable.observation.tensors import Layout, Tensor

if TYPE_CHECKING:
    from sandtable.envs.openspiel import SpielState

#: How many of a player's own choices an information state has room for; of more, the last ones.
MAX_CHOICES = 1024
_DIGEST_BYTES = 16


class Memory:
    """What each player saw whenever they had to choose, and what they chose.

    All that was seen goes into a hash: texts of hundreds of positions would be too long, and what
    counts is that players who have seen different things have different information states.
    """

    __slots__ = ("_digests", "_layout", "choices")

    def __init__(self, layout: Layout, digests: list[bytes], choices: list[list[int]]) -> None:
        self._layout = layout
        self._digests = digests
        self.choices = choices

    def add(self, match: Match, action: int) -> None:
        """The player who is to choose makes this choice."""
        player = match.current_player
        assert player is not None
        digest = hashlib.blake2b(self._digests[player], digest_size=_DIGEST_BYTES)
        digest.update(self._layout.of_match(match, player).tobytes())
        digest.update(action.to_bytes(4, "big"))
        self._digests[player] = digest.digest()
        self.choices[player].append(action)

    def seen(self, player: int) -> str:
        """A short text that differs where a player has seen or chosen something else."""
        return self._digests[player].hex()

    def copy(self) -> Memory:
        return Memory(self._layout, self._digests[:], [own[:] for own in self.choices])


def memory_of(layout: Layout, match: Match, actions: list[int]) -> Memory:
    """The memory of a match that begins here and continues with these actions."""
    players = layout.players
    memory = Memory(layout, [b""] * players, [[] for _ in range(players)])
    for action in actions:
        memory.add(match, action)
        match.apply(action)
    return memory


def _numbers(layout: Layout, match: Match, player: int) -> str:
    """An observation as text: the places of all numbers that are not 0."""
    numbers = layout.of_match(match, player)
    return " ".join(f"{i}:{numbers[i]:g}" for i in np.flatnonzero(numbers))


class SeatObserver:
    """What a player sees now, as the layout of the game says."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tensor: Tensor = np.zeros(layout.size, np.float32)
        self.write = layout.writer(self.tensor)
        self.dict: dict[str, Tensor] = layout.parts(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        match = state.position.match
        if match is None:
            self.tensor.fill(0)
        else:
            self.write(match, player)

    def string_from(self, state: SpielState, player: int) -> str:
        match = state.position.match
        return "" if match is None else _numbers(self.layout, match, player)


class InformationStateObserver:
    """What a player sees now, and all that this player has seen and chosen before.

    The text has a hash of everything the player saw at earlier choices, so it tells any two
    information states apart. The tensor has the player's own choices in order, each as its id plus
    one, divided by the number of actions.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tensor: Tensor = np.zeros(layout.size + MAX_CHOICES, np.float32)
        self._now = self.tensor[: layout.size]
        self._choices = self.tensor[layout.size :]
        self._write = layout.writer(self._now)
        self.dict: dict[str, Tensor] = {**layout.parts(self._now), "choices": self._choices}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        match = state.position.match
        if match is None:
            return
        self._write(match, player)
        choices = state.position.memory().choices[player][-MAX_CHOICES:]
        actions = self.layout.game.num_actions
        self._choices[: len(choices)] = (np.array(choices, np.float32) + 1) / actions

    def string_from(self, state: SpielState, player: int) -> str:
        match = state.position.match
        if match is None:
            return ""
        memory = state.position.memory()
        chosen = " ".join(str(action) for action in memory.choices[player])
        now = _numbers(self.layout, match, player)
        return f"player {player}; chose {chosen}; saw {memory.seen(player)}; sees {now}"


class PublicObserver:
    """What everybody may know: a spectator's view, as JSON. There is no tensor of it."""

    tensor: Tensor | None = None

    def __init__(self) -> None:
        self.dict: dict[str, Tensor] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There is no tensor to fill."""

    def string_from(self, state: SpielState, player: int) -> str:
        match = state.position.match
        return "" if match is None else self.text(match, player)

    def text(self, match: Match, player: int) -> str:
        return json.dumps(match.view(None), sort_keys=True)


class PrivateObserver(PublicObserver):
    """What a player knows beyond what everybody knows: where the two views differ."""

    def text(self, match: Match, player: int) -> str:
        known = _beyond(match.view(player), match.view(None))
        if known.get("decision"):
            del known["decision"]["prompt"]  # words for people, which change with the version
        return json.dumps(known, sort_keys=True)


def _beyond(own: Any, public: Any) -> Any:
    """The parts of one view that the other one lacks or shows differently."""
    if not isinstance(own, dict) or not isinstance(public, dict):
        return own
    return {
        key: _beyond(value, public.get(key))
        for key, value in own.items()
        if key not in public or public[key] != value
    }
