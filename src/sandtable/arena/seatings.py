"""Who sits where: every way to seat the players, in an order that is balanced early on.

With k players at n seats the seatings come in blocks of k. A block takes one seating and moves
everybody on by one, again and again, so within a block every player sits on every seat once. The
blocks take turns among the groups of players that can meet, so that all pairs meet about equally
often; after all blocks every seating has been used once, and they begin again.
"""

from __future__ import annotations

from itertools import combinations, permutations

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
    order_of_groups = _mixed(list(groups), players)
    # Groups that look the same when everybody is moved on have fewer members: their turn comes
    # less often.
    rounds = max(len(members) for members in groups.values())
    found: list[tuple[int, ...]] = []
    for turn in range(rounds):
        for company in order_of_groups:
            members = groups[company]
            every = rounds // len(members)
            if turn % every == 0:
                found.append(members[turn // every])
    return found


def _mixed(companies: list[tuple[int, ...]], players: int) -> list[tuple[int, ...]]:
    """The groups in an order in which all pairs meet about equally often at every moment.

    In a block all pairs of the same distance meet equally often, so only distances count.
    """
    met = [0] * (players // 2 + 1)
    left = sorted(companies)
    found: list[tuple[int, ...]] = []
    while left:
        best = min(left, key=lambda company: _unevenness(met, _meetings(company, players)))
        left.remove(best)
        found.append(best)
        met = [sum(both) for both in zip(met, _meetings(best, players), strict=True)]
    return found


def _meetings(company: tuple[int, ...], players: int) -> list[int]:
    """How often the pairs of each distance meet in a block."""
    found = [0] * (players // 2 + 1)
    for one, other in combinations(company, 2):
        distance = min((one - other) % players, (other - one) % players)
        found[distance] += 2 if 2 * distance == players else 1
    return found


def _unevenness(met: list[int], more: list[int]) -> int:
    return sum((before + new) ** 2 for before, new in zip(met, more, strict=True))


def _company(block: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Who meets, whatever the seats and however everybody is moved on."""
    return min(
        tuple(sorted((player + move) % players for player in block)) for move in range(players)
    )
