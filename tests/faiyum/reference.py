"""Facts about a position worked out anew from its pieces, in the plainest way, to check the engine.

Spaces are names here, and roads pairs of names.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.state import State

Link = tuple[str, str]


@cache
def numbers(board: Board) -> dict[str, int]:
    return {name: i for i, name in enumerate(board.names)}


def bits(board: Board, names: Iterable[str]) -> int:
    result = 0
    for name in names:
        result |= 1 << numbers(board)[name]
    return result


@lru_cache(maxsize=20_000)
def names(board: Board, spaces: int) -> frozenset[str]:
    return frozenset(name for i, name in enumerate(board.names) if spaces >> i & 1)


def adjacent(board: Board, one: str) -> frozenset[str]:
    return names(board, board.neighbours[numbers(board)[one]])


class Network:
    """Roads and bridges with the places they join."""

    def __init__(self, board: Board, links: Iterable[Link], settlements: Iterable[str]) -> None:
        self.board = board
        self.joined: dict[str, list[str]] = {name: [] for name in board.names}
        for one, other in links:
            self.joined[one].append(other)
            self.joined[other].append(one)
        self.settlements = frozenset(settlements)
        self.places = self.settlements | names(board, board.sites)

    def direct(self, place: str) -> set[str]:
        """The places reached from a place without crossing another."""
        spaces: set[str] = set()
        edge, seen = [place], {place}
        while edge:
            for other in self.joined[edge.pop()]:
                if other in self.places:
                    spaces.add(other)
                elif other not in seen:
                    seen.add(other)
                    edge.append(other)
        return spaces - {place}

    def pairs(self) -> set[frozenset[str]]:
        return {frozenset((a, b)) for a in self.places for b in self.direct(a)}

    def with_ends(self, ends: int) -> set[str]:
        """Resource spaces without settlement that carry so many road and bridge ends."""
        return {
            name
            for name, others in self.joined.items()
            if len(others) == ends and name not in self.places
        }


def links_of(board: Board, state: State) -> list[Link]:
    number = numbers(board)
    return [
        (board.names[a], other)
        for a in range(board.size)
        for other in sorted(names(board, state.links[a]), key=number.__getitem__)
        if a < number[other]
    ]


def network_of(board: Board, state: State) -> Network:
    return Network(board, links_of(board, state), names(board, state.settlements))


def developed(board: Board, network: Network) -> set[str]:
    with_road = {name for name, others in network.joined.items() if others}
    return with_road | network.places | names(board, board.red)


def beside_settlements(board: Board, network: Network) -> set[str]:
    return {near for place in network.settlements for near in adjacent(board, place)}
