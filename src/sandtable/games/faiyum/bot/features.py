"""A position of Faiyum at a glance: what the board offers, and what one use of a card brings."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.bots.engine.evaluation import Evaluation
from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.bot import facts
from sandtable.games.faiyum.bot.facts import Fact
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.rules import roads
from sandtable.games.faiyum.state import State
from sandtable.kernel.bits import INDEX, count
from sandtable.kernel.game import Game


def many(bits: i64) -> int:
    """How many a set holds, as a number that mixes with floats."""
    return int(count(bits))


class FaiyumLook(Evaluation):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        assert isinstance(game, Faiyum)
        self.rules: Faiyum = game
        self.board: Board = game.board
        self.codes: Codes = game.codes
        nothing = Fact({"number": 0, "family": "disaster"}, weights)
        self.facts: list[Fact] = [nothing] * constants.MAX_CARD
        for number, data in game.cards.items():
            self.facts[number] = Fact(data, weights)
        self.w_blocked: float = weights["blocked"]
        self.w_connection: float = weights["connection"]
        self.w_thinning: float = weights["thinning"]
        self.w_free_card: float = weights["free_card"]
        # What the board offers in the position looked at.
        self.state: State | None = None
        self.draws = 0.0  # until the last turns
        self.land = 0  # where harvesters can go
        self.crocodile_share = 0.0  # how much of it has a crocodile
        self.upright = 0
        self.free_at: list[int] = [0] * 7  # free spaces by facts.WHERE
        self.exist_at: list[int] = [0] * 7  # all such spaces
        self.blocks_left = 0
        self.best_blocks = 0
        self.spots: i64 = 0  # where settlements could go
        self.cycles = 1.0  # how often a card will still come round
        self.left: list[int] = [0] * facts.PIECES
        self.shares: list[float] = [1.0] * facts.PIECES
        # What one use of a card brings, set by ``sense``.
        self.gain = 0.0  # reputation
        self.cash = 0.0  # dollars
        self.units = 0.0  # resources, in units of a basic one in balance
        # How dear each resource is beside the others.
        self.size: list[float] = [1.0] * 5
        self.dearest = 1.0
        self.cheapest = 1.0

    def draws_left(self, s: State) -> float:
        """How many cards will be drawn before the last turns begin, on average."""
        if s.last_turns:
            return 0.0
        waiting = len(constants.DISASTERS) - s.disasters_seen
        total = len(s.deck)
        if s.drawn < s.pile:
            final = total - s.pile
            return s.pile - s.drawn + waiting * (final + 1) / (waiting + 1)
        return waiting * (total - s.drawn + 1) / (waiting + 1)

    def look(self, s: State) -> None:
        """Take in what is the same for all seats."""
        b = self.board
        self.state = s
        self.draws = self.draws_left(s)
        workers: i64 = s.upright | s.prone
        free: i64 = ~workers
        wild: i64 = b.resource & ~(s.developed | workers)
        self.land = many(wild)
        self.crocodile_share = many(wild & s.crocodiles) / self.land if self.land else 0.0
        self.upright = many(s.upright)
        at = self.free_at
        exist = self.exist_at
        exist[0] = many(s.settlements)
        at[0] = many(s.settlements & free)
        exist[1] = many(s.towns)
        at[1] = many(s.towns & free)
        exist[2] = many(s.workshops)
        at[2] = many(s.workshops & free)
        for kind in range(3):
            land: i64 = b.of_kind[kind]
            land &= s.workshops
            exist[3 + kind] = many(land)
            at[3 + kind] = many(land & free)
        exist[6] = many(b.sites)
        at[6] = many(b.sites & free)
        left = 0
        best = 0
        for site in b.site_list:
            blocks = s.blocks[site]
            left += b.block_limit[site] - blocks
            if blocks > best:
                best = blocks
        self.blocks_left = left
        self.best_blocks = best
        self.spots = b.resource & ~(s.crocodiles | s.settlements | s.workshops | s.near)
        self.count_pieces(s)

    # -- one use of a card ---------------------------------------------------------------------

    def sense(self, number: int, now: bool) -> None:
        """Sets ``gain``, ``cash`` and ``units`` to what one use of a card brings; ``now``: in this
        position, else later on."""
        f = self.facts[number]
        self.gain = f.reputation + f.bonus
        self.cash = f.money
        units = f.make_any * self.dearest - f.need_any * self.cheapest
        if f.makes or f.takes:
            for kind in range(5):
                units += f.make[kind] * self.size[kind]
            for kind in range(4):
                units -= f.need[kind] * self.size[kind]
        self.units = units
        family = f.family
        if family == facts.COMMERCE:
            where = f.where
            if not self.exist_at[where]:
                self.weaken(0.5)
            elif now and not self.free_at[where]:
                self.weaken(self.w_blocked)
        elif family == facts.HARVEST:
            if self.land:
                self.cash += self.crocodile_share * f.up_to
                if self.land < 6:
                    self.weaken(0.9)
            else:
                self.weaken(0.0)
        elif family != facts.PLAIN:
            self.special(f, now)

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

    def count_pieces(self, s: State) -> None:
        """For each kind of piece how many are left, and what part of the uses they suffice for."""
        left = self.left
        left[facts.ROAD] = int(s.roads_left) // 2
        left[facts.HOUSE] = constants.SETTLEMENTS - self.exist_at[0]
        left[facts.TOWN_PIECE] = constants.TOWNS - self.exist_at[1]
        left[facts.SHOP] = constants.WORKSHOPS - self.exist_at[2]
        left[facts.ANNEX] = constants.EXPANSIONS - many(s.expansions)
        left[facts.BLOCK] = self.blocks_left
        left[facts.SPAN] = constants.BRIDGES - many(s.bridges & ~s.grand)
        left[facts.GRAND_SPAN] = constants.GRAND_BRIDGES - many(s.grand)
        left[facts.ROYAL] = constants.PALACES - many(s.palaces)
        pending = [0] * facts.PIECES
        wanted = [0] * facts.PIECES
        for seat in range(s.players):
            for number in s.hands[seat]:
                f = self.facts[number]
                if f.piece:
                    pending[f.piece] += f.pieces
                    wanted[f.piece] += f.pieces
            for number in s.stacks[seat]:
                f = self.facts[number]
                if f.piece:
                    wanted[f.piece] += f.pieces
        for piece in range(1, facts.PIECES):
            share = 1.0
            uses = wanted[piece] * self.cycles
            rest = left[piece] - pending[piece]
            if uses > 0.0 and rest < uses:
                share = max(0.0, rest / uses)
            self.shares[piece] = share

    def special(self, f: Fact, now: bool) -> None:
        """The families whose use depends on the board."""
        s = self.state
        assert s is not None
        family = f.family
        if family == facts.ROADS:
            self.gain += 2 * self.w_connection
            self.supply(facts.ROAD, now)
        elif family == facts.SETTLEMENT:
            self.gain += self.w_connection
            self.supply(facts.HOUSE, now)
            if now and not self.spots:
                self.weaken(self.w_blocked)
        elif family == facts.TOWN:
            self.supply(facts.TOWN_PIECE, now)
            if self.exist_at[0] == self.exist_at[1]:
                self.weaken(self.w_blocked)
        elif family == facts.WORKSHOP:
            self.supply(facts.SHOP, now)
            if now:
                land: i64 = self.board.of_kind[f.kind]
                if not land & s.developed & ~(s.settlements | s.workshops):
                    self.weaken(self.w_blocked)
        elif family == facts.PER_PIECE:
            pieces = f.per_town * self.exist_at[1] + f.per_workshop * self.exist_at[2]
            self.cash += pieces
            if now and not self.free_at[f.where]:
                self.weaken(self.w_blocked)
            elif not now:
                self.cash += self.draws / 20.0
        elif family == facts.HUNT:
            if not s.crocodiles or not self.free_at[facts.SITE]:
                self.weaken(0.5)
        elif family == facts.MIGRANT:
            self.cash += 2 * self.crocodile_share
            if not self.upright or self.land <= 3:
                self.weaken(0.6)
        elif family == facts.NOVICES:
            if self.upright < f.up_to and now:
                self.cash = 2.0 * self.upright
        elif family == facts.GEMS:
            if now and s.prone:
                self.cash = 3.0 * many(s.prone)
            elif self.upright < 4:
                self.weaken(0.7)
        elif family == facts.HERMIT:
            self.cash += self.crocodile_share
            if now:
                if not self.hermit_land():
                    self.weaken(0.0)
            elif self.land < 15:
                self.weaken(0.5)
        elif family == facts.BRIDGE:
            self.gain += self.w_connection
            self.supply(facts.SPAN, now)
        elif family == facts.GRAND:
            self.supply(facts.GRAND_SPAN, now)
        elif family == facts.PALACE:
            self.supply(facts.ROYAL, now)
            if not s.towns & ~s.palaces:
                self.weaken(self.w_blocked)
        elif family == facts.EXPANSION:
            self.supply(facts.ANNEX, now)
            if not s.workshops & ~s.expansions:
                self.weaken(self.w_blocked)
        elif family == facts.SACRIFICE:
            self.gain += self.w_thinning
            self.supply(facts.BLOCK, now)
        elif family == facts.MONUMENT:
            if self.blocks_left < f.up_to and now:
                self.weaken(self.blocks_left / f.up_to)
            else:
                self.supply(facts.BLOCK, now)
        elif family == facts.MASONS:
            self.supply(facts.BLOCK, now)
        else:
            self.rarer(f, now)

    def rarer(self, f: Fact, now: bool) -> None:
        s = self.state
        assert s is not None
        family = f.family
        if family == facts.FESTIVAL:
            self.feast(f)
        elif family == facts.PHARAOH:
            self.gain += self.parade(now)
        elif family == facts.MUMMY:
            self.gain += self.best_blocks + 6.0
            self.units -= 6.0 * self.cheapest
        elif family == facts.TREASURER:
            self.gain += 8.0
            self.cash -= 16.0
        elif family == facts.FIVE_ROADS:
            self.gain += 3 * self.w_connection
            self.supply(facts.ROAD, now)
        elif family == facts.FREE_CARD:
            self.cash += self.w_free_card * self.draws / (self.draws + 6.0)
        elif family == facts.ORDER:
            self.gain += self.w_thinning
        elif family == facts.ESCORT:
            if self.exist_at[0] < 4:
                self.weaken(0.6)
        elif family == facts.PAPYRUS:
            self.gain += 2.0

    def hermit_land(self) -> bool:
        s, b = self.state, self.board
        assert s is not None
        busy: i64 = s.developed | s.upright | s.prone
        rest: i64 = b.resource & ~busy
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            near: i64 = b.neighbours[INDEX[low % 67]]
            if not near & busy:
                return True
        return False

    def feast(self, f: Fact) -> None:
        """A festival: settlements that can be supplied, towns count twice; each costs a unit."""
        s = self.state
        assert s is not None
        if f.on_channel:
            guests: i64 = s.settlements & self.board.channel
        else:
            guests = 0
            for group in roads.groups(s, self.board):
                if count(group) > count(guests):
                    guests = group
        towns = many(guests & s.towns)
        others = many(guests) - towns
        self.gain += 2.0 * towns
        self.units -= towns * self.cheapest
        if self.draws < 8.0:
            self.gain += others
            self.units -= others * self.cheapest

    def parade(self, now: bool) -> float:
        """The pharaoh's best visit."""
        s, b = self.state, self.board
        assert s is not None
        best = 0
        rest: i64 = s.towns
        if now:
            rest &= ~(s.upright | s.prone)
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            total = 2 + roads.grandeur(s, roads.direct(s, b, INDEX[low % 67]))
            if total > best:
                best = total
        return float(best) if now else max(3.0, float(best))
