"""The map as tables: who borders whom, what grows where, where roads and bridges may run."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from sandtable.games.faiyum.constants import BLOCKS, RED, SPACE_KINDS, STONE
from sandtable.kernel.bits import members

DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


class Board:
    """Spaces are numbered in the order of the edition; sets of them are bit sets."""

    def __init__(self, data: dict[str, Any]) -> None:
        spaces: list[dict[str, Any]] = data["spaces"]
        self.names: list[str] = [space["name"] for space in spaces]
        self.size: int = len(spaces)
        self.kind: list[int] = [SPACE_KINDS.index(space["kind"]) for space in spaces]
        self.neighbours: list[int] = self._neighbours(spaces)
        self.of_kind: list[int] = [0] * len(SPACE_KINDS)
        for i, kind in enumerate(self.kind):
            self.of_kind[kind] |= 1 << i
        self.resource: i64 = self.of_kind[0] | self.of_kind[1] | self.of_kind[2]
        self.swamp: i64 = self.of_kind[0] | self.of_kind[1]  # a crocodile on each at the start
        self.sites: i64 = self.of_kind[3] | self.of_kind[4] | self.of_kind[5]
        self.site_list: list[int] = members(self.sites)
        self.block_limit: list[int] = [BLOCKS.get(kind, 0) for kind in self.kind]
        self.red: i64 = self.of_kind[RED]
        self.channel: i64 = self._flag(spaces, "channel")
        self.lake: i64 = self._flag(spaces, "lake")
        self.large: i64 = 0
        for i, space in enumerate(spaces):
            if space["bank"] == "large":
                self.large |= 1 << i
        index = {name: i for i, name in enumerate(self.names)}
        self.dam: tuple[int, int] = (index[data["dam"][0]], index[data["dam"][1]])
        # Places for roads: pairs of adjacent spaces, the lower first.
        self.road_places: list[tuple[int, int]] = []
        self.road_at: list[int] = [-1] * (64 * 64)
        for a in range(self.size):
            for b in members(self.neighbours[a]):
                if a < b:
                    self.road_at[a * 64 + b] = self.road_at[b * 64 + a] = len(self.road_places)
                    self.road_places.append((a, b))
        self.bridge_places: list[tuple[int, int]] = [
            (min(index[a], index[b]), max(index[a], index[b])) for a, b in data["bridges"]
        ]
        # For each road place the basic resources that pay for it, as a bit set of resources.
        self.road_pay: list[int] = [
            self._pay_bit(a) | self._pay_bit(b) for a, b in self.road_places
        ]
        #: How spaces are shown, by what lies on them: see view.py.
        self.space_views: dict[int, dict[str, Any]] = {}

    def _pay_bit(self, space: int) -> int:
        kind = self.kind[space]
        return 1 << kind if kind <= STONE else 0

    @staticmethod
    def _flag(spaces: list[dict[str, Any]], key: str) -> int:
        bits = 0
        for i, space in enumerate(spaces):
            if space[key]:
                bits |= 1 << i
        return bits

    @staticmethod
    def _neighbours(spaces: list[dict[str, Any]]) -> list[int]:
        """Neighbouring hexes of the same bank; across the channel nothing is adjacent."""
        at = {(space["q"], space["r"]): i for i, space in enumerate(spaces)}
        neighbours = [0] * len(spaces)
        for i, space in enumerate(spaces):
            for dq, dr in DIRECTIONS:
                j = at.get((space["q"] + dq, space["r"] + dr), -1)
                if j >= 0 and spaces[j]["bank"] == space["bank"]:
                    neighbours[i] |= 1 << j
        return neighbours
