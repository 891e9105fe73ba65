"""Cards and positions in numbers, for evaluations. Every family fills in those of its cards."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.state import State

# Kinds of pieces whose number is limited.
NO_PIECE: Final = 0
ROAD_PAIR: Final = 1
SETTLEMENT: Final = 2
TOWN: Final = 3
WORKSHOP: Final = 4
EXPANSION: Final = 5
BLOCK: Final = 6
BRIDGE: Final = 7
GRAND_BRIDGE: Final = 8
PALACE: Final = 9
PIECES: Final = 10


class CardFeatures:
    """What one use of a card brings and takes."""

    def __init__(self, data: dict[str, Any]) -> None:
        gain: dict[str, int] = data.get("gain", {})
        pay: dict[str, Any] = data.get("pay", {})
        self.make: list[int] = [gain.get(word, 0) for word in constants.RESOURCES]
        self.make_any = 0.0  # of the player's choice, or as the space chosen has it
        self.need: list[int] = [pay.get(word, 0) for word in constants.RESOURCES[:4]]
        self.need_any: int = pay["different"][0] if "different" in pay else pay.get("any", 0)
        self.needs_cash: int = pay.get("money", 0)  # money that has to be at hand
        self.reputation = float(gain.get("reputation", 0))
        self.money = float(gain.get("money", 0) - self.needs_cash)
        # Where a worker goes (an index of constants.POSTS), and what it yields by the space.
        self.post = -1
        self.matching = 0  # resources of the space's own kind
        self.counts_blocks = False  # reputation for the blocks of the site
        self.counts_connected = False  # reputation for what is directly connected
        self.on_channel = False  # supplies settlements on the channel
        # Where one chooses how much to pay.
        self.each_costs = 0.0  # dollars for each
        self.each_brings = 0.0  # dollars for each
        self.each_scores = 0.0  # reputation for each
        self.scores: list[float] = []  # reputation by how many
        # The limited piece it places, and how many.
        self.piece = NO_PIECE
        self.pieces = 0
        #: In the last turns it is worth what the position makes of it.
        self.depends_on_position = False
        self.takes = 0
        self.makes = 0.0
        self.is_sink = False

    def add_up(self) -> None:
        self.takes = self.need_any + sum(self.need)
        self.makes = self.make_any + sum(self.make)
        self.is_sink = self.takes > 0 or self.needs_cash > 0


class PositionFeatures:
    """What a position offers to the use of cards. ``gain``, ``cash`` and ``units`` are what one use
    brings; the cards correct them by the position."""

    def __init__(self, board: Board, weights: dict[str, float]) -> None:
        self.board = board
        self.blocked: float = weights["blocked"]
        self.connection: float = weights["connection"]
        self.thinning: float = weights["thinning"]
        self.free_card: float = weights["free_card"]
        self.state: State | None = None
        self.draws = 0.0  # until the last turns
        self.land = 0  # where harvesters can go
        self.crocodile_share = 0.0  # how much of it has a crocodile
        self.upright = 0
        self.free_at: list[int] = [0] * len(constants.POSTS)  # free spaces
        self.exist_at: list[int] = [0] * len(constants.POSTS)  # all such spaces
        self.blocks_left = 0
        self.best_blocks = 0
        self.spots: i64 = 0  # where settlements could go
        self.left: list[int] = [0] * PIECES
        self.shares: list[float] = [1.0] * PIECES  # the part of the uses they suffice for
        # One use of a card.
        self.gain = 0.0  # reputation
        self.cash = 0.0  # dollars
        self.units = 0.0  # resources, in units of a basic one in balance
        # How dear each resource is beside the others.
        self.size: list[float] = [1.0] * len(constants.RESOURCES)
        self.dearest = 1.0
        self.cheapest = 1.0
        # What is left to spend in the last turns.
        self.last_units = 0.0
        self.last_money = 0.0

    def position(self) -> State:
        state = self.state
        assert state is not None
        return state

    def weaken(self, part: float) -> None:
        self.gain *= part
        self.cash *= part
        self.units *= part

    def supply(self, piece: int, now: bool) -> None:
        """A card whose pieces run out: nothing when they are gone, less when they will be soon."""
        if now:
            if self.left[piece] <= 0:
                self.weaken(0.0)
        else:
            self.weaken(self.shares[piece])
