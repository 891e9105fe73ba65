"""The whole of a game of Faiyum at one moment.

Tuples, and the lists marked *shared*, are never changed in place: to change them, build new
ones. So a copy shares them, which is what makes it cheap.
"""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.board import Board
from sandtable.kernel.bits import BIT, members
from sandtable.kernel.game import State as KernelState
from sandtable.kernel.rng import Rng


class State(KernelState):
    def __init__(self, players: int, rng: Rng, like: State | None = None) -> None:
        """An empty table, or a copy of ``like``."""
        super().__init__(rng)
        self.players = players
        if like is not None:
            self._copy(like)
            return
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
        self.free_roads: list[int] | None = None  # shared: where roads may be built, once known
        self.near: i64 = 0  # spaces beside a settlement
        self.roads_left: i64 = constants.ROADS
        self.workers_left: i64 = constants.WORKERS
        # Cards.
        self.deck: tuple[int, ...] = ()  # draw pile, then final stack; the order is hidden
        self.drawn = 0  # cards of the deck drawn so far
        self.pile = 0  # how many cards of the deck are the draw pile
        self.market: tuple[int, ...] = ()  # ascending
        self.tokens: tuple[int, ...] = ()  # cards with a discount token
        self.tokens_free = 0  # tokens above the market
        self.disasters_seen = 0
        self.last_turns = False
        # Players.
        self.money: list[int] = [0] * players
        self.reputation: list[int] = [0] * players
        self.resources: list[int] = [0] * (
            constants.NUM_RESOURCES * players
        )  # seat * constants.NUM_RESOURCES + resource
        self.hands: list[tuple[int, ...]] = [()] * players  # ascending
        self.stacks: list[tuple[int, ...]] = [()] * players  # the top is last
        self.passed: i64 = 0  # seats that have passed
        self.points: list[int] = [0] * (
            constants.NUM_SOURCES * players
        )  # shared: reputation by source
        self.turns = 0
        self.playing = 0  # the card whose action is under way; 0: none
        self.goal = 0  # the solo campaign's goal, counted from 1; 0: none

    def copy(self) -> State:
        # Nothing is drawn after set-up, so the generator can be shared.
        return State(self.players, self.rng, self)

    def caches(self) -> list[str]:
        return ["free_roads"]

    def _copy(self, like: State) -> None:
        self.active = like.active
        self.over = like.over
        self.revealed = like.revealed
        self.crocodiles = like.crocodiles
        self.upright = like.upright
        self.prone = like.prone
        self.settlements = like.settlements
        self.towns = like.towns
        self.palaces = like.palaces
        self.workshops = like.workshops
        self.expansions = like.expansions
        self.developed = like.developed
        self.open_ends = like.open_ends
        self.full_ends = like.full_ends
        self.links = like.links
        self.met = like.met
        self.blocks = like.blocks
        self.bridges = like.bridges
        self.grand = like.grand
        self.free_roads = like.free_roads
        self.near = like.near
        self.roads_left = like.roads_left
        self.workers_left = like.workers_left
        self.deck = like.deck
        self.drawn = like.drawn
        self.pile = like.pile
        self.market = like.market
        self.tokens = like.tokens
        self.tokens_free = like.tokens_free
        self.disasters_seen = like.disasters_seen
        self.last_turns = like.last_turns
        self.money = like.money[:]
        self.reputation = like.reputation[:]
        self.resources = like.resources[:]
        self.hands = like.hands[:]
        self.stacks = like.stacks[:]
        self.passed = like.passed
        self.points = like.points
        self.turns = like.turns
        self.playing = like.playing
        self.goal = like.goal


def prepare_board(s: State, b: Board) -> None:
    """The map as it is at the start: crocodiles, the red settlement, the road on the dam."""
    s.crocodiles = b.swamp
    s.settlements = b.red
    s.links = [0] * b.size
    s.met = [0] * b.size
    s.blocks = [0] * b.size
    one, other = b.dam
    s.links[one] = BIT[other]
    s.links[other] = BIT[one]
    ends: i64 = BIT[one] | BIT[other]
    s.open_ends = ends
    s.developed = b.sites | b.red | ends
    s.roads_left = constants.ROADS - 1
    for space in members(b.red):
        s.near |= b.neighbours[space]
