"""Who sits where: every way to seat the players, in an order that is balanced early on.

With k players at n seats the seatings come in blocks of k. A block takes one seating and moves
everybody on by one, again and again, so within a block every player sits on every seat once. The
blocks take turns among the groups of players that can meet, so that all pairs meet about equally
often; after all blocks every seating has been used once, and they begin again.
"""

from __future__ import annotations

from itertools import permutations

from sandtable.kernel.rng import seeded

MOST_PLAYERS = 20


class Seatings:
    def __init__(self, players: int, seats: int) -> None:
        self.players = players
        self.seats = seats
        self.blocks = _blocks(players, seats)

    def __len__(self) -> int:
        """How many different seatings there are."""
        return len(self.blocks) * self.players

    def seating(self, number: int) -> list[int]:
        """The players of a game by seat; games are numbered from 0."""
        block = self.blocks[number // self.players % len(self.blocks)]
        return [(player + number) % self.players for player in block]


def _blocks(players: int, seats: int) -> list[tuple[int, ...]]:
    """The first seating of each block; it has player 0 on the first seat."""
    groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for others in permutations(range(1, players), seats - 1):
        block = (0, *others)
        groups.setdefault(_company(block, players), []).append(block)
    # Within a group the order is arbitrary, but it must not begin with all that are alike.
    for company, members in groups.items():
        order = list(range(len(members)))
        seeded(str(company), "seatings").shuffle(order)
        groups[company] = [members[i] for i in order]
    # The group goes next of which the smallest share has been used.
    shares = sorted(
        ((i + 0.5) / len(members), company, i)
        for company, members in groups.items()
        for i in range(len(members))
    )
    return [groups[company][i] for _, company, i in shares]


def _company(block: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Who meets, whatever the seats and however everybody is moved on."""
    return min(
        tuple(sorted((player + move) % players for player in block)) for move in range(players)
    )
