"""The whole of a game of Resafa at one moment.

Tuples, and the lists marked *shared*, are never changed in place: to change them, build new
ones. So a copy shares them, which is what makes it cheap. The generator is shared, too: it is
replaced before it is drawn from (`fresh_rng`). Hidden things lie in the order in which they will
come to light, so nothing is drawn at random within a turn.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants
from sandtable.games.resafa.edition.components import CELLS, Components
from sandtable.games.resafa.effects.language import HELD
from sandtable.games.resafa.effects.permanent import Permanent
from sandtable.games.resafa.geometry import AREA
from sandtable.kernel.bits import BIT, count
from sandtable.kernel.game import State as KernelState
from sandtable.kernel.rng import Rng


class Player:
    def __init__(self, like: Player | None = None) -> None:
        """A player without anything, or a copy of ``like``."""
        if like is not None:
            self.copy_from(like)
            return
        self.item: list[int] = [0] * HELD  # coins, and the warehouse
        self.vp = 0
        self.points: list[int] = [0] * constants.NUM_SOURCES  # VP by source
        # The caravan.
        self.camel = 0
        self.cargo_item = -1
        self.cargo = 0
        self.at = 0  # a centre, or Resafa
        # Tracks, tokens, bases. Tracks and rows as bytes of one number.
        self.tracks: i64 = 0
        self.squares = 0
        self.scarabs = 0
        self.rows: i64 = 0  # tokens by kind of row
        self.tokens: tuple[int, ...] = ()  # in their order: place * 2 + 1 if scarab
        self.bases: i64 = 0  # centres
        self.cubes = 0  # water cubes kept
        # Canals.
        self.canal_left: i64 = 0  # tiles
        self.canals = 0  # on the board, tanks too
        self.tanks = 0
        # The own area.
        self.grid: list[int] = []  # shared, by cell: face * 4 + rotation + 1; garden squares
        self.workshops: list[int] = []  # shared: faces, ordered by tile
        self.extra = 0  # extra productions
        self.cells: list[int] = []  # shared: ids of the cells for a new workshop
        self.small: list[int] = []  # shared: ids of the squares where a small tile fits
        self.large: list[int] = []  # shared: the same for a large one
        self.gardens = 0
        self.full_squares = 0
        # Cards. Special cards in two sets: pink and white ones, yellow and blue ones.
        self.pink_white: i64 = 0
        self.yellow_blue: i64 = 0  # from Components.first_yellow on
        self.unused: i64 = 0  # white and blue ones not used yet, by place in Components.usable
        self.helps: list[Permanent] = []  # shared: of permanent cards
        self.bonus: i64 = 0  # two bits per bonus card: how many
        self.sacks: i64 = 0
        self.sacks_shown: i64 = 0  # those everybody knows
        self.tiles: i64 = 0  # canal bonus tiles
        self.looked: i64 = 0  # stacks of special cards looked through
        # Action cards: slot k is the starting card with pair k, or what has replaced it.
        self.set = 0
        self.cards: list[int] = []  # shared: yellow cards by slot
        self.hand: i64 = 0
        self.pile: tuple[int, ...] = ()  # slots in the order in which they will be drawn
        self.played: tuple[int, ...] = ()  # slot * 2 + half, the oldest first
        self.shown_hand: i64 = 0  # slots everybody knows to be in the hand
        self.shown_pile: i64 = 0

    def copy_from(self, like: Player) -> None:
        self.item = like.item[:]
        self.vp = like.vp
        self.points = like.points[:]
        self.camel = like.camel
        self.cargo_item = like.cargo_item
        self.cargo = like.cargo
        self.at = like.at
        self.tracks = like.tracks
        self.squares = like.squares
        self.scarabs = like.scarabs
        self.rows = like.rows
        self.tokens = like.tokens
        self.bases = like.bases
        self.cubes = like.cubes
        self.canal_left = like.canal_left
        self.canals = like.canals
        self.tanks = like.tanks
        self.grid = like.grid
        self.workshops = like.workshops
        self.extra = like.extra
        self.cells = like.cells
        self.small = like.small
        self.large = like.large
        self.gardens = like.gardens
        self.full_squares = like.full_squares
        self.pink_white = like.pink_white
        self.yellow_blue = like.yellow_blue
        self.unused = like.unused
        self.helps = like.helps
        self.bonus = like.bonus
        self.sacks = like.sacks
        self.sacks_shown = like.sacks_shown
        self.tiles = like.tiles
        self.looked = like.looked
        self.set = like.set
        self.cards = like.cards
        self.hand = like.hand
        self.pile = like.pile
        self.played = like.played
        self.shown_hand = like.shown_hand
        self.shown_pile = like.shown_pile

    def start(self, edition: Components) -> None:
        """What every player begins with: caravan in Resafa, starting cards, all canal tiles."""
        self.at = edition.resafa
        self.cards = [-1] * edition.pairs
        self.canal_left = BIT[edition.canal_tiles] - 1

    def track(self, colour: i64) -> i64:
        """The space a marker stands on."""
        return self.tracks >> colour * 8 & 255

    def row(self, kind: i64) -> i64:
        """How many tokens lie in a row."""
        return self.rows >> kind * 8 & 255

    def token_count(self) -> int:
        return self.squares + self.scarabs

    def bonus_count(self) -> i64:
        return count(self.bonus & TWO_BITS_LOW) + 2 * count(self.bonus >> 1 & TWO_BITS_LOW)

    def owns(self, edition: Components, card: i64) -> bool:
        """Whether a special card is the player's, used or not."""
        if card < edition.first_yellow:
            return bool(self.pink_white >> card & 1)
        return bool(self.yellow_blue >> card - edition.first_yellow & 1)


class State(KernelState):
    def __init__(self, players: int, rng: Rng, like: State | None = None) -> None:
        """An empty table, or a copy of ``like``."""
        super().__init__(rng)
        self.players = players
        if like is not None:
            self._copy(like)
            return
        self.seats: list[Player] = [Player() for _ in range(players)]
        self.advanced = False  # everybody has looked through the cards that are not in the game
        self.phase: int = constants.SETTING_UP
        self.round = 1
        self.step = 0  # turns taken in this phase
        self.start = 0  # whose turn comes first; 1 is Resafabot in the solo game
        # Map.
        self.bases: list[int] = []  # shared: owner by centre * 4 + place
        self.trading: list[int] = []  # shared: face by centre
        # Water network.
        self.water: list[int] = [-1] * CELLS  # shared: owner * faces of a player + face
        self.built: i64 = 0  # cells with a canal tile
        self.water_bonus: list[int] = [-1] * CELLS  # shared: canal bonus tiles
        self.sources: i64 = 0  # cells whose cube still lies outside
        self.cubes: i64 = 0  # cells with a cube on their tile
        # Workshops and gardens.
        self.offer: list[int] = [-1] * 6  # shared: tiles by slot, level I first
        self.decks: list[list[int]] = [[], []]  # shared: tiles of level I and II
        self.drawn_1 = 0
        self.drawn_2 = 0
        self.small_left = 0
        self.large_left = 0
        # Cards. Three of each bonus deck lie open in every round.
        self.bonus: list[int] = [-1] * 12  # shared: display, colour * 3 + slot
        self.bonus_decks: list[list[int]] = []  # shared: by colour, level I before level II
        self.special: list[tuple[int, ...]] = []  # shared: stacks, the open card first
        self.open: i64 = 0  # stacks whose first card is open
        self.box: list[tuple[int, ...]] = []  # shared: cards of each stack not in the game
        self.sacks: tuple[int, ...] = ()  # a queue: drawn from the front, used ones go to the end
        self.sacks_known = 0  # how many at the end everybody has seen going there
        self.declared: i64 = 0  # cards declared in the canal action under way, as Player.bonus
        self.free_move = False  # the move that is asked for costs nothing
        self.discount: list[int] = []  # shared: off the cost of the main action under way
        self.flowing = -1  # where a water cube stands at a fork while its owner is asked
        self.flow_owner = -1
        # Resafabot.
        self.bot_deck: list[int] = []  # shared: solo cards
        self.bot_at = 0  # the card that will be turned over next
        self.bot_tracks: i64 = 0
        self.bot_stack: tuple[int, ...] = ()  # faces of its canal tiles, the top first
        self.bot_cell = -1  # where its marker lies
        self.bot_bases: i64 = 0  # centres
        self.bot_specials: list[int] = []  # shared: cards it has removed

    def copy(self) -> State:
        return State(self.players, self.rng, self)

    def _copy(self, like: State) -> None:
        self.active = like.active
        self.over = like.over
        self.revealed = like.revealed
        self.seats = [Player(player) for player in like.seats]
        self.advanced = like.advanced
        self.phase = like.phase
        self.round = like.round
        self.step = like.step
        self.start = like.start
        self.bases = like.bases
        self.trading = like.trading
        self.water = like.water
        self.built = like.built
        self.water_bonus = like.water_bonus
        self.sources = like.sources
        self.cubes = like.cubes
        self.offer = like.offer
        self.decks = like.decks
        self.drawn_1 = like.drawn_1
        self.drawn_2 = like.drawn_2
        self.small_left = like.small_left
        self.large_left = like.large_left
        self.bonus = like.bonus
        self.bonus_decks = like.bonus_decks
        self.special = like.special
        self.open = like.open
        self.box = like.box
        self.sacks = like.sacks
        self.sacks_known = like.sacks_known
        self.declared = like.declared
        self.free_move = like.free_move
        self.discount = like.discount
        self.flowing = like.flowing
        self.flow_owner = like.flow_owner
        self.bot_deck = like.bot_deck
        self.bot_at = like.bot_at
        self.bot_tracks = like.bot_tracks
        self.bot_stack = like.bot_stack
        self.bot_cell = like.bot_cell
        self.bot_bases = like.bot_bases
        self.bot_specials = like.bot_specials

    def fresh_rng(self) -> Rng:
        """The generator, made this state's own: copies may share it."""
        self.rng = self.rng.copy()
        return self.rng

    def takers(self) -> int:
        """How many take turns: the players, alone also Resafabot."""
        return 2 if self.players == 1 else self.players

    def bots_turn(self) -> bool:
        return self.players == 1 and (self.start + self.step) % 2 == 1


TWO_BITS_LOW: Final = 0x1555555555555555  # the lower bit of each pair: up to 31 bonus cards


def empty_grid() -> list[int]:
    return [0] * (AREA + 1)
