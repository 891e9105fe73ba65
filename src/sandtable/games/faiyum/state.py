"""The whole of a game of Faiyum at one moment.

Tuples, and the lists marked *shared*, are never changed in place: whoever changes them builds new
ones. So a copy shares them, which is what makes it cheap.
"""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.faiyum import names as n
from sandtable.games.faiyum.board import Board
from sandtable.kernel.bits import members
from sandtable.kernel.game import State as KernelState
from sandtable.kernel.rng import Rng


class State(KernelState):
    def __init__(self, players: int, rng: Rng) -> None:
        super().__init__(rng)
        self.players = players
        # The map. Spaces as bit sets.
        self.crocodiles: i64 = 0
        self.upright: i64 = 0  # workers standing
        self.prone: i64 = 0  # workers laid down by the gem searchers
        self.settlements: i64 = 0  # towns are settlements too
        self.towns: i64 = 0
        self.palaces: i64 = 0
        self.workshops: i64 = 0
        self.expansions: i64 = 0
        self.developed: i64 = 0
        self.open_ends: i64 = 0  # resource spaces without settlement with one road or bridge end
        self.full_ends: i64 = 0  # the same with two ends
        self.links: list[int] = []  # shared: per space the spaces it is joined to by road or bridge
        self.met: list[int] = []  # shared: per space the places it was ever directly connected to
        self.blocks: list[int] = []  # shared: building blocks per space
        self.bridges: i64 = 0  # bridge places taken, by number
        self.grand: i64 = 0  # those of them that are grand bridges
        self.near: i64 = 0  # spaces beside a settlement
        self.roads_left: i64 = n.ROADS
        self.workers_left: i64 = n.WORKERS
        # Cards.
        self.deck: tuple[int, ...] = ()  # draw pile, then final stack; the order is hidden
        self.drawn = 0  # cards of the deck drawn so far
        self.pile = 0  # how many cards of the deck are the draw pile
        self.market: tuple[int, ...] = ()  # ascending
        self.tokens: i64 = 0  # cards with a discount token, bit number // 2
        self.tokens_free = 0  # tokens above the market
        self.disasters_seen = 0
        self.last_turns = False
        # Players.
        self.money: list[int] = [0] * players
        self.reputation: list[int] = [0] * players
        self.resources: list[int] = [0] * (5 * players)  # seat * 5 + resource
        self.hands: list[tuple[int, ...]] = [()] * players  # ascending
        self.stacks: list[tuple[int, ...]] = [()] * players  # the top is last
        self.passed: i64 = 0  # seats that have passed
        self.points: list[int] = [0] * (n.NUM_SOURCES * players)  # reputation by source
        self.turns = 0
        self.goal = 0  # the solo campaign's goal, counted from 1; 0: none

    def copy(self) -> State:
        other = State.__new__(State)
        other.rng = self.rng  # nothing is drawn after set-up, so it can be shared
        other.active = self.active
        other.over = self.over
        other.revealed = self.revealed
        other.players = self.players
        other.crocodiles = self.crocodiles
        other.upright = self.upright
        other.prone = self.prone
        other.settlements = self.settlements
        other.towns = self.towns
        other.palaces = self.palaces
        other.workshops = self.workshops
        other.expansions = self.expansions
        other.developed = self.developed
        other.open_ends = self.open_ends
        other.full_ends = self.full_ends
        other.links = self.links
        other.met = self.met
        other.blocks = self.blocks
        other.bridges = self.bridges
        other.grand = self.grand
        other.near = self.near
        other.roads_left = self.roads_left
        other.workers_left = self.workers_left
        other.deck = self.deck
        other.drawn = self.drawn
        other.pile = self.pile
        other.market = self.market
        other.tokens = self.tokens
        other.tokens_free = self.tokens_free
        other.disasters_seen = self.disasters_seen
        other.last_turns = self.last_turns
        other.money = self.money[:]
        other.reputation = self.reputation[:]
        other.resources = self.resources[:]
        other.hands = self.hands[:]
        other.stacks = self.stacks[:]
        other.passed = self.passed
        other.points = self.points[:]
        other.turns = self.turns
        other.goal = self.goal
        return other


def prepare_board(s: State, b: Board) -> None:
    """The map as it is at the start: crocodiles, the red settlement, the road on the dam."""
    s.crocodiles = b.swamp
    s.settlements = b.red
    s.links = [0] * b.size
    s.met = [0] * b.size
    s.blocks = [0] * b.size
    one, other = b.dam
    s.links[one] = 1 << other
    s.links[other] = 1 << one
    ends: i64 = 1 << one | 1 << other
    s.open_ends = ends
    s.developed = b.sites | b.red | ends
    s.roads_left = n.ROADS - 1
    for space in members(b.red):
        s.near |= b.neighbours[space]
