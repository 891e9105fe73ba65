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
ATTEMPTS = 100  # to find a good order of the groups


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
    for others in combinations(range(1, players), seats - 1):
        members = groups.setdefault(_company((0, *others), players), [])
        members += [(0, *order) for order in permutations(others)]
    # Within a group the order is arbitrary, but it must not begin with all that are alike.
    for company, members in groups.items():
        order = list(range(len(members)))
        seeded(str(company), "seatings").shuffle(order)
        groups[company] = [members[i] for i in order]
    order_of_groups = _mixed(list(groups), players)
    # Groups that look the same when everybody is moved on have fewer members: their turn comes
    # less often.
    rounds = max(len(members) for members in groups.values())
    blocks: list[tuple[int, ...]] = []
    for turn in range(rounds):
        for place, company in enumerate(order_of_groups):
            members = groups[company]
            every = rounds // len(members)
            if turn % every == place % every:
                blocks.append(members[turn // every])
    return blocks


def _mixed(companies: list[tuple[int, ...]], players: int) -> list[tuple[int, ...]]:
    """The groups in an order in which all pairs meet about equally often at every moment: the
    best of many.

    In a block all pairs of the same distance meet equally often, so only distances count.
    """
    meetings = [_meetings(company, players) for company in companies]
    best = list(range(len(companies)))
    least = _unevenness(best, meetings)
    for attempt in range(ATTEMPTS):
        order = list(range(len(companies)))
        seeded(attempt, "groups").shuffle(order)
        unevenness = _unevenness(order, meetings)
        if unevenness < least:
            best, least = order, unevenness
    return [companies[place] for place in best]


def _unevenness(order: list[int], meetings: list[list[int]]) -> int:
    """How far pairs are ever apart in the number of their meetings."""
    met = [0] * len(meetings[0])
    worst = 0
    for place in order:
        met = [sum(both) for both in zip(met, meetings[place], strict=True)]
        worst = max(worst, max(met, default=0) - min(met, default=0))
    return worst


def _meetings(company: tuple[int, ...], players: int) -> list[int]:
    """How often the pairs of each distance, from 1 up, meet in a block."""
    counts = [0] * (players // 2)
    for one, other in combinations(company, 2):
        distance = min((one - other) % players, (other - one) % players)
        counts[distance - 1] += 2 if 2 * distance == players else 1
    return counts


def _company(block: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Who meets, whatever the seats and however everybody is moved on."""
    return min(
        tuple(sorted((player + move) % players for player in block)) for move in range(players)
    )
