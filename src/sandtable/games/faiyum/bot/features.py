"""The features of a position of Faiyum: what the board offers and what one use of a card brings."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.cards import features
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.cards.deck import make_card
from sandtable.games.faiyum.cards.features import PositionFeatures
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.state import State
from sandtable.kernel.bits import count
from sandtable.kernel.game import Game


def many(bits: i64) -> int:
    """How many a set holds, as a number that mixes with floats."""
    return int(count(bits))


class Features:
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        assert isinstance(game, Faiyum)
        self.rules: Faiyum = game
        self.board: Board = game.board
        self.codes: Codes = game.codes
        # By number; a disaster stands where there is no card to play.
        nothing = make_card(game.cards[constants.WASTELAND], game.codes)
        self.cards: list[Card] = [card or nothing for card in game.deck]
        self.bonus: list[float] = [
            weights.get(f"card_{number}", 0.0) for number in range(len(game.deck))
        ]
        self.position = PositionFeatures(game.board, weights)
        self.cycles = 1.0  # how often a card will still come round
        self.least_draws = 0.0  # that are believed to be left, whatever is

    def draws_left(self, s: State) -> float:
        """How many cards will be drawn before the last turns begin, on average."""
        if s.last_turns:
            return 0.0
        waiting = len(constants.DISASTERS) - s.disasters_seen
        total = len(s.deck)
        draws = waiting * (total - max(s.drawn, s.pile) + 1) / (waiting + 1)
        if s.drawn < s.pile:
            draws += s.pile - s.drawn
        return max(draws, self.least_draws)

    def update(self, s: State) -> None:
        """Work out what is the same for all seats."""
        b = self.board
        p = self.position
        p.state = s
        p.draws = self.draws_left(s)
        workers: i64 = s.upright | s.prone
        free: i64 = ~workers
        wild: i64 = b.resource & ~(s.developed | workers)
        p.land = many(wild)
        p.crocodile_share = many(wild & s.crocodiles) / p.land if p.land else 0.0
        p.upright = many(s.upright)
        at = p.free_at
        exist = p.exist_at
        exist[constants.AT_SETTLEMENT] = many(s.settlements)
        at[constants.AT_SETTLEMENT] = many(s.settlements & free)
        exist[constants.AT_TOWN] = many(s.towns)
        at[constants.AT_TOWN] = many(s.towns & free)
        exist[constants.AT_WORKSHOP] = many(s.workshops)
        at[constants.AT_WORKSHOP] = many(s.workshops & free)
        for kind in range(constants.BASIC):
            land: i64 = b.of_kind[kind]
            land &= s.workshops
            exist[constants.AT_KIND + kind] = many(land)
            at[constants.AT_KIND + kind] = many(land & free)
        exist[constants.AT_SITE] = many(b.sites)
        at[constants.AT_SITE] = many(b.sites & free)
        left = 0
        best = 0
        for site in b.site_list:
            blocks = s.blocks[site]
            left += b.block_limit[site] - blocks
            if blocks > best:
                best = blocks
        p.blocks_left = left
        p.best_blocks = best
        p.spots = b.resource & ~(s.crocodiles | s.settlements | s.workshops | s.near)
        self.count_pieces(s)

    def count_pieces(self, s: State) -> None:
        """For each kind of piece how many are left, and what part of the uses they suffice for."""
        p = self.position
        left = p.left
        left[features.ROAD_PAIR] = int(s.roads_left) // 2
        left[features.SETTLEMENT] = constants.SETTLEMENTS - p.exist_at[constants.AT_SETTLEMENT]
        left[features.TOWN] = constants.TOWNS - p.exist_at[constants.AT_TOWN]
        left[features.WORKSHOP] = constants.WORKSHOPS - p.exist_at[constants.AT_WORKSHOP]
        left[features.EXPANSION] = constants.EXPANSIONS - many(s.expansions)
        left[features.BLOCK] = p.blocks_left
        left[features.BRIDGE] = constants.BRIDGES - many(s.bridges & ~s.grand)
        left[features.GRAND_BRIDGE] = constants.GRAND_BRIDGES - many(s.grand)
        left[features.PALACE] = constants.PALACES - many(s.palaces)
        pending = [0] * features.PIECES
        wanted = [0] * features.PIECES
        for seat in range(s.players):
            for number in s.hands[seat]:
                f = self.cards[number].features
                if f.piece:
                    pending[f.piece] += f.pieces
                    wanted[f.piece] += f.pieces
            for number in s.stacks[seat]:
                f = self.cards[number].features
                if f.piece:
                    wanted[f.piece] += f.pieces
        for piece in range(1, features.PIECES):
            share = 1.0
            uses = wanted[piece] * self.cycles
            rest = left[piece] - pending[piece]
            if uses > 0.0 and rest < uses:
                share = max(0.0, rest / uses)
            p.shares[piece] = share

    def set_use(self, number: int, now: bool) -> None:
        """Sets ``gain``, ``cash`` and ``units`` of the position to what one use of a card brings;
        ``now``: in this position, else later on."""
        card = self.cards[number]
        f = card.features
        p = self.position
        p.gain = f.reputation + self.bonus[number]
        p.cash = f.money
        units = f.make_any * p.dearest - f.need_any * p.cheapest
        if f.makes or f.takes:
            size = p.size
            for kind in range(constants.NUM_RESOURCES):
                units += f.make[kind] * size[kind]
            for kind in range(4):
                units -= f.need[kind] * size[kind]
        p.units = units
        card.adjust(p, now)
