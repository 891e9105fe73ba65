"""Resafa's state as numbers. The fields are those of `layouts.resafa`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.envs.encoders.base import Encoder, Frame
from sandtable.games.resafa import effects as fx
from sandtable.games.resafa import hand
from sandtable.games.resafa import names as n
from sandtable.games.resafa.codebook import SLOTS, USABLE
from sandtable.games.resafa.components import (
    BASE_SPACES,
    BONUS_CARDS,
    CANAL_BONUS_TILES,
    CANAL_TILES,
    CELLS,
    CENTRES,
    LEVEL_1,
    PAIRS,
    SACK_CARDS,
    SPECIAL_CARDS,
    WORKSHOP_TILES,
)
from sandtable.games.resafa.geometry import AREA, SIZE
from sandtable.games.resafa.resample import BONUS_LEVEL
from sandtable.games.resafa.rules import Rules
from sandtable.games.resafa.state import Player, State
from sandtable.kernel.match import Match

#: Where an action card can be.
PLACES: Final = ["hand", "pile", "played", "hidden"]
IN_HAND: Final = 0
IN_PILE: Final = 1
PLAYED: Final = 2
HIDDEN: Final = 3
SQUARES: Final = AREA // 2  # garden squares of an area
FACES: Final = 2 * CANAL_TILES
BUILT: Final = WORKSHOP_TILES - LEVEL_1
SPECIAL_HALF: Final = 36  # special cards lie in two sets of so many
YELLOW: Final = 18
CARDS_OF_ALL: Final = 4  # colours


class ResafaEncoder(Encoder):
    def __init__(self, frame: Frame, rules: Rules) -> None:
        super().__init__(frame)
        self.r = rules
        self.start = frame.start
        self.owners: i64 = frame.players + 1 if frame.players == 1 else frame.players
        # Where the fields begin that many numbers go to; others are looked up.
        start = frame.start
        self.subject: i64 = start["subject"]
        self.canal_owner: i64 = start["canal_owner"]
        self.canal_face: i64 = start["canal_face"]
        self.canal_bonus: i64 = start["canal_bonus"]
        self.special: i64 = start["special"]
        self.used: i64 = start["used"]
        self.points: i64 = start["points"]
        self.garden: i64 = start["garden"]

    def at(self, field: str) -> i64:
        return self.start[field]

    def owner(self, owner: i64, seat: i64) -> i64:
        """A seat as the observer counts it; the bot comes last."""
        if owner == n.BOT:
            return self.owners - 1
        return (owner - seat + self.players) % self.players

    def fill(self, match: Match, seat: int) -> None:
        s = match.state
        assert isinstance(s, State)
        subject: i64 = self.put_table(match, seat)
        if subject >= 0:
            self.numbers[self.subject + subject] = 1.0
        self._round(s, seat)
        self._board(s, seat)
        self._cards(s, seat)
        place: i64 = 0
        while place < self.players:
            number: i64 = (seat + place) % self.players
            player = s.seats[number]
            self._belongings(player, place)
            self._own_cards(player, place, number == seat)
            place += 1
        self._area(s.seats[seat])
        if s.players == 1:
            self._bot(s)

    def _round(self, s: State, seat: i64) -> None:
        numbers = self.numbers
        numbers[self.at("phase") + s.phase] = 1.0
        first: i64 = n.BOT if s.players == 1 and s.start == 1 else s.start
        numbers[self.at("start") + self.owner(first, seat)] = 1.0
        if s.advanced:
            numbers[self.at("advanced")] = 1.0
        self.put(self.at("round"), s.round)
        if s.phase == n.PLAYING:
            self.put(self.at("turn"), s.step // s.takers() + 1)

    # -- the board -----------------------------------------------------------------------------

    def _board(self, s: State, seat: i64) -> None:
        numbers = self.numbers
        at = self.at("trading")
        for face in s.trading:
            numbers[at + face] = 1.0
            at += 2 * CENTRES
        at = self.at("bases")
        spaces = self.r.spaces[s.players]
        for place in range(CENTRES * BASE_SPACES):
            owner = s.bases[place]
            if owner >= 0 and spaces[place]:
                numbers[at + place * self.owners + self.owner(owner, seat)] = 1.0
        cell: i64 = 0
        while cell < CELLS:
            tile: i64 = s.water[cell]
            if tile >= 0:
                owner = self.owner(tile // FACES, seat)
                numbers[self.canal_owner + cell * self.owners + owner] = 1.0
                numbers[self.canal_face + cell * FACES + tile % FACES] = 1.0
            bonus: i64 = s.water_bonus[cell]
            if bonus >= 0:
                numbers[self.canal_bonus + cell * CANAL_BONUS_TILES + bonus] = 1.0
            cell += 1
        self.put_set(self.at("sources"), s.sources)
        self.put_set(self.at("cubes"), s.cubes)

    # -- cards and tiles on the table ----------------------------------------------------------

    def _cards(self, s: State, seat: i64) -> None:
        numbers = self.numbers
        at = self.at("offer")
        for tile in s.offer:
            if tile >= 0:
                numbers[at + tile - LEVEL_1] = 1.0
            at += BUILT
        at = self.at("level_1") - LEVEL_1
        for i in range(s.drawn_1, len(s.decks[0])):
            numbers[at + s.decks[0][i]] = 1.0
        at = self.at("level_2") - LEVEL_1
        for i in range(s.drawn_2, len(s.decks[1])):
            numbers[at + s.decks[1][i]] = 1.0
        at = self.at("gardens_left")
        self.put(at, s.small_left)
        self.put(at + 1, s.large_left)
        at = self.at("display")
        for card in s.bonus:
            if card >= 0:
                numbers[at + card] = 1.0
            at += BONUS_CARDS
        at = self.at("bonus_to_come")
        for deck in s.bonus_decks:
            for i in range(s.round * SLOTS, len(deck)):
                level: i64 = 0 if i < BONUS_LEVEL else BONUS_CARDS
                self.count(at + level + deck[i])
            at += 2 * BONUS_CARDS
        self._stacks(s, seat)
        self.put(self.at("sacks_left"), len(s.sacks))
        at = self.at("sack_order")
        for i in range(1, s.sacks_known + 1):
            self.put(at + s.sacks[-i], i)
        self._put_bonus(self.at("declared"), s.declared)

    def _stacks(self, s: State, seat: i64) -> None:
        numbers = self.numbers
        up, known = self.at("open"), self.at("known")
        looked: i64 = self.at("looked")
        hidden: i64 = self.at("hidden")
        stack: i64 = 0
        for cards in s.special:
            is_open = s.open >> stack & 1 == 1
            first = 1 if is_open else 0
            if is_open and cards:
                numbers[up + cards[0]] = 1.0
            self.put(hidden + stack, max(0, len(cards) - first))
            if s.advanced or s.seats[seat].looked >> stack & 1:
                numbers[looked + stack] = 1.0
                for i in range(first, len(cards)):
                    numbers[known + cards[i]] = 1.0
            stack += 1
        if s.advanced:
            out = self.at("not_in_game")
            for box in s.box:
                for card in box:
                    numbers[out + card] = 1.0

    def _put_bonus(self, at: i64, cards: i64) -> None:
        """Bonus cards, two bits each."""
        while cards:
            if cards & 3:
                self.put(at, cards & 3)
            cards >>= 2
            at += 1

    # -- players -------------------------------------------------------------------------------

    def _belongings(self, p: Player, place: i64) -> None:
        numbers = self.numbers
        numbers[self.at("caravan") + place * (CENTRES + 1) + p.at] = 1.0
        if p.cargo:
            numbers[self.at("cargo_item") + place * fx.HELD + p.cargo_item] = 1.0
        self.put_set(self.at("canal_tiles") + place * CANAL_TILES, p.canal_left)
        self.put_set(self.at("bonus_tiles") + place * CANAL_BONUS_TILES, p.tiles)
        tiles: i64 = self.at("workshops") + place * WORKSHOP_TILES
        backs: i64 = self.at("backs") + place * WORKSHOP_TILES
        for face in p.workshops:
            numbers[tiles + face // 2] = 1.0
            if face % 2:
                numbers[backs + face // 2] = 1.0
        self.put(self.at("vp") + place, p.vp)
        at: i64 = self.at("items") + place * fx.HELD
        for amount in p.item:
            self.put(at, amount)
            at += 1
        self.put(self.at("camels") + place, p.camel)
        self.put(self.at("cargo") + place, p.cargo)
        at = self.at("tracks") + place * CARDS_OF_ALL
        colour: i64 = 0
        while colour < CARDS_OF_ALL:
            self.put(at + colour, p.track(colour))
            colour += 1
        self.put(self.at("squares") + place, p.squares)
        self.put(self.at("scarabs") + place, p.scarabs)
        at = self.at("tokens") + place * 8
        for token in p.tokens:
            self.count(at + token)
        self.put(self.at("water_cubes") + place, p.cubes)
        self.put(self.at("canals") + place, p.canals)
        self.put(self.at("tanks") + place, p.tanks)
        self.put(self.at("productions") + place, 2 + p.extra)
        self.put(self.at("gardens") + place, p.gardens)
        self.put(self.at("full_squares") + place, p.full_squares)
        at = self.points + place * n.NUM_SOURCES
        for amount in p.points:
            self.put(at, amount)
            at += 1

    def _own_cards(self, p: Player, place: i64, own: bool) -> None:
        numbers = self.numbers
        at: i64 = self.special + place * SPECIAL_CARDS
        self.put_set(at, p.pink_white)
        self.put_set(at + SPECIAL_HALF, p.yellow_blue)
        at = self.used + place * SPECIAL_CARDS
        usable = self.r.usable_index
        for card in USABLE:
            if usable[card] >= 0 and p.owns(card) and not p.unused >> usable[card] & 1:
                numbers[at + card] = 1.0
        self.put_set(self.at("sack_cards") + place * SACK_CARDS, p.sacks if own else p.sacks_shown)
        self._put_bonus(self.at("bonus_cards") + place * BONUS_CARDS, p.bonus)
        self.put(self.at("sacks") + place, int(p.sacks).bit_count())
        self.put(self.at("in_hand") + place, hand.cards_in_hand(p))
        # Action cards.
        numbers[self.at("set") + place * 4 + p.set] = 1.0
        at = self.at("hand_and_pile") + place * 2
        self.put(at, int(p.hand).bit_count())
        self.put(at + 1, len(p.pile))
        first: i64 = self.at("action_cards") + place * PAIRS * len(PLACES)
        yellow: i64 = self.at("yellow") + place * PAIRS * YELLOW
        played: i64 = 0
        order = 0
        for entry in p.played:
            slot = entry // 2
            played |= 1 << slot
            order += 1
            self.put(self.at("played") + place * PAIRS + slot, order)
            if entry % 2:
                numbers[self.at("second") + place * PAIRS + slot] = 1.0
        shown: i64 = p.shown_hand | p.shown_pile
        for slot in range(PAIRS):
            where = HIDDEN
            if played >> slot & 1:
                where = PLAYED
            elif own or not p.pile or shown >> slot & 1:
                where = IN_HAND if p.hand >> slot & 1 else IN_PILE
            numbers[first + slot * len(PLACES) + where] = 1.0
            if p.cards[slot] >= 0:
                numbers[yellow + slot * YELLOW + p.cards[slot] - SPECIAL_HALF] = 1.0

    def _area(self, p: Player) -> None:
        """The own workshops and gardens, as they lie."""
        numbers = self.numbers
        turned, cells, garden = self.at("turned"), self.at("cells"), self.garden
        yard = p.yard
        cell: i64 = 0
        while cell < AREA:
            value: i64 = yard[cell]
            if value and cell % 2 == 0:
                tile: i64 = (value - 1) // 8
                numbers[turned + tile * 4 + (value - 1) % 4] = 1.0
                self.put(cells + tile * 2, cell % SIZE + 1)
                self.put(cells + tile * 2 + 1, cell // SIZE + 1)
            elif value:
                at: i64 = garden + cell // 2 * 4
                self.put(at, value & 1)
                self.put(at + 1, value >> 1 & 1)
                self.put(at + 2, value >> 2 & 1)
                self.put(at + 3, value >> 3 & 1)
            cell += 1

    def _bot(self, s: State) -> None:
        numbers = self.numbers
        numbers[self.at("bot_marker") + s.bot_cell] = 1.0
        numbers[self.at("bot_next") + s.bot_deck[s.bot_at]] = 1.0
        at = self.at("bot_played")
        for i in range(s.bot_at):
            numbers[at + s.bot_deck[i]] = 1.0
        if s.bot_stack:
            numbers[self.at("bot_canal") + s.bot_stack[0]] = 1.0
        self.put(self.at("bot_canals"), len(s.bot_stack))
        self.put_set(self.at("bot_bases"), s.bot_bases)
        at = self.at("bot_removed")
        for card in s.bot_specials:
            numbers[at + card] = 1.0
        at = self.at("bot_tracks")
        colour: i64 = 0
        while colour < CARDS_OF_ALL:
            self.put(at + colour, s.bot_tracks >> colour * 8 & 255)
            colour += 1
