"""Resafa's state as numbers. The fields are those of `layouts.resafa`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants
from sandtable.games.resafa.edition.components import LEVEL_1
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import AREA, SIZE
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.observation.subjects import Places
from sandtable.games.resafa.rules import hand, provisions
from sandtable.games.resafa.state import Player, State
from sandtable.games.resafa.subjects import JourneySubject, RotationSubject
from sandtable.kernel.bits import INDEX, count
from sandtable.kernel.game import Subject
from sandtable.kernel.match import Match
from sandtable.observation.encoder import ONE, Encoder, Frame

#: Where an action card can be.
PLACES: Final = ["hand", "pile", "played", "hidden"]
IN_HAND: Final = 0
IN_PILE: Final = 1
PLAYED: Final = 2
HIDDEN: Final = 3
NUM_PLACES: Final = 4
SQUARES: Final = AREA // 2  # garden squares of an area
COLOURS: Final = 4


class ResafaEncoder(Encoder):
    def __init__(self, frame: Frame, rules: LookupTables) -> None:
        super().__init__(frame)
        self.lookup = rules
        edition = rules.edition
        self.places = Places(edition)
        self.sacks: i64 = len(edition.sack_ids)
        self.bonus_cards: i64 = len(edition.bonus_ids)
        self.bonus_tiles: i64 = len(edition.canal_bonus_ids)
        self.canal_tiles: i64 = edition.canal_tiles
        self.faces: i64 = edition.canal_faces
        self.centres: i64 = edition.centres
        self.trading_faces: i64 = 2 * len(edition.trading_ids)
        self.tiles: i64 = len(edition.workshop_ids)
        self.built: i64 = self.tiles - LEVEL_1
        self.specials: i64 = len(edition.special_ids)
        self.first_yellow: i64 = edition.first_yellow
        self.yellow: i64 = edition.first_blue - edition.first_yellow
        self.pairs: i64 = edition.pairs
        self.sets: i64 = len(edition.set_ids)
        self.owners: i64 = frame.players + 1 if frame.players == 1 else frame.players
        # Where the fields begin. Looking them up each time would cost more than filling them.
        start = frame.start
        self.at_subject: i64 = start["subject"]
        self.at_heading: i64 = start["heading"]
        self.at_turning: i64 = start["turning"]
        self.at_turning_at: i64 = start["turning_at"]
        self.at_canal_owner: i64 = start["canal_owner"]
        self.at_canal_face: i64 = start["canal_face"]
        self.at_canal_bonus: i64 = start["canal_bonus"]
        self.at_special: i64 = start["special"]
        self.at_used: i64 = start["used"]
        self.at_points: i64 = start["points"]
        self.at_garden: i64 = start["garden"]
        self.at_phase: i64 = start["phase"]
        self.at_start: i64 = start["start"]
        self.at_advanced: i64 = start["advanced"]
        self.at_round: i64 = start["round"]
        self.at_turn: i64 = start["turn"]
        self.at_trading: i64 = start["trading"]
        self.at_bases: i64 = start["bases"]
        self.at_sources: i64 = start["sources"]
        self.at_cubes: i64 = start["cubes"]
        self.at_offer: i64 = start["offer"]
        self.at_level_1: i64 = start["level_1"]
        self.at_level_2: i64 = start["level_2"]
        self.at_gardens_left: i64 = start["gardens_left"]
        self.at_display: i64 = start["display"]
        self.at_bonus_to_come: i64 = start["bonus_to_come"]
        self.at_sacks_left: i64 = start["sacks_left"]
        self.at_sack_order: i64 = start["sack_order"]
        self.at_declared: i64 = start["declared"]
        self.at_open: i64 = start["open"]
        self.at_known: i64 = start["known"]
        self.at_looked: i64 = start["looked"]
        self.at_hidden: i64 = start["hidden"]
        self.at_not_in_game: i64 = start["not_in_game"]
        self.at_caravan: i64 = start["caravan"]
        self.at_cargo_item: i64 = start["cargo_item"]
        self.at_canal_tiles: i64 = start["canal_tiles"]
        self.at_bonus_tiles: i64 = start["bonus_tiles"]
        self.at_workshops: i64 = start["workshops"]
        self.at_backs: i64 = start["backs"]
        self.at_vp: i64 = start["vp"]
        self.at_items: i64 = start["items"]
        self.at_camels: i64 = start["camels"]
        self.at_cargo: i64 = start["cargo"]
        self.at_tracks: i64 = start["tracks"]
        self.at_squares: i64 = start["squares"]
        self.at_scarabs: i64 = start["scarabs"]
        self.at_tokens: i64 = start["tokens"]
        self.at_water_cubes: i64 = start["water_cubes"]
        self.at_canals: i64 = start["canals"]
        self.at_tanks: i64 = start["tanks"]
        self.at_productions: i64 = start["productions"]
        self.at_gardens: i64 = start["gardens"]
        self.at_full_squares: i64 = start["full_squares"]
        self.at_sack_cards: i64 = start["sack_cards"]
        self.at_bonus_cards: i64 = start["bonus_cards"]
        self.at_sacks: i64 = start["sacks"]
        self.at_in_hand: i64 = start["in_hand"]
        self.at_set: i64 = start["set"]
        self.at_hand_and_pile: i64 = start["hand_and_pile"]
        self.at_action_cards: i64 = start["action_cards"]
        self.at_yellow: i64 = start["yellow"]
        self.at_played: i64 = start["played"]
        self.at_second: i64 = start["second"]
        self.at_turned: i64 = start["turned"]
        self.at_cells: i64 = start["cells"]
        self.at_bot_marker: i64 = start.get("bot_marker", 0)
        self.at_bot_next: i64 = start.get("bot_next", 0)
        self.at_bot_played: i64 = start.get("bot_played", 0)
        self.at_bot_canal: i64 = start.get("bot_canal", 0)
        self.at_bot_canals: i64 = start.get("bot_canals", 0)
        self.at_bot_bases: i64 = start.get("bot_bases", 0)
        self.at_bot_removed: i64 = start.get("bot_removed", 0)
        self.at_bot_tracks: i64 = start.get("bot_tracks", 0)

    def owner(self, owner: i64, seat: i64) -> i64:
        """A seat as the observer counts it; the bot comes last."""
        if owner == constants.BOT:
            return self.owners - 1
        return (owner - seat + self.players) % self.players

    def fill(self, match: Match, seat: int) -> None:
        state = match.state
        assert isinstance(state, State)
        self._subject(self.put_table(match, seat))
        self._round(state, seat)
        self._board(state, seat)
        self._cards(state, seat)
        place: i64 = 0
        while place < self.players:
            number: i64 = (seat + place) % self.players
            player = state.seats[number]
            self._belongings(player, place)
            self._own_cards(player, place, number == seat)
            place += 1
        self._area(state.seats[seat])
        if state.players == 1:
            self._bot(state)

    def _subject(self, subject: Subject | None) -> None:
        """What the question is about."""
        if isinstance(subject, RotationSubject):
            self.numbers[self.at_turning + subject.face] = ONE
            self.put(self.at_turning_at, subject.cell % SIZE + 1)
            self.put(self.at_turning_at + 1, subject.cell // SIZE + 1)
            return
        if isinstance(subject, JourneySubject):
            self.numbers[self.at_heading + subject.centre] = ONE
            return
        place = self.places.of(subject)
        if place >= 0:
            self.numbers[self.at_subject + place] = ONE

    def _round(self, state: State, seat: i64) -> None:
        numbers = self.numbers
        numbers[self.at_phase + state.phase] = ONE
        first: i64 = constants.BOT if state.players == 1 and state.start == 1 else state.start
        numbers[self.at_start + self.owner(first, seat)] = ONE
        if state.advanced:
            numbers[self.at_advanced] = ONE
        self.put(self.at_round, state.round)
        if state.phase == constants.PLAYING:
            self.put(self.at_turn, state.step // state.takers() + 1)

    # -- the board -----------------------------------------------------------------------------

    def _board(self, state: State, seat: i64) -> None:
        numbers = self.numbers
        at = self.at_trading
        for face in state.trading:
            numbers[at + face] = ONE
            at += self.trading_faces
        at = self.at_bases
        spaces = self.lookup.spaces[state.players]
        place: i64 = 0
        for base in state.bases:
            if base >= 0 and spaces[place]:
                numbers[at + place * self.owners + self.owner(base, seat)] = ONE
            place += 1
        built: i64 = state.built
        while built:
            low: i64 = built & -built
            built ^= low
            cell: i64 = INDEX[low % 67]
            tile: i64 = state.water[cell]
            owner: i64 = self.owner(tile // self.faces, seat)
            numbers[self.at_canal_owner + cell * self.owners + owner] = ONE
            numbers[self.at_canal_face + cell * self.faces + tile % self.faces] = ONE
        at = self.at_canal_bonus
        for bonus in state.water_bonus:
            if bonus >= 0:
                numbers[at + bonus] = ONE
            at += self.bonus_tiles
        self.put_set(self.at_sources, state.sources)
        self.put_set(self.at_cubes, state.cubes)

    # -- cards and tiles on the table ----------------------------------------------------------

    def _cards(self, state: State, seat: i64) -> None:
        numbers = self.numbers
        at = self.at_offer
        for tile in state.offer:
            if tile >= 0:
                numbers[at + tile - LEVEL_1] = ONE
            at += self.built
        at = self.at_level_1 - LEVEL_1
        i: i64 = 0
        for i in range(state.drawn_1, len(state.decks[0])):
            numbers[at + state.decks[0][i]] = ONE
        at = self.at_level_2 - LEVEL_1
        for i in range(state.drawn_2, len(state.decks[1])):
            numbers[at + state.decks[1][i]] = ONE
        at = self.at_gardens_left
        self.put(at, state.small_left)
        self.put(at + 1, state.large_left)
        at = self.at_display
        for card in state.bonus:
            if card >= 0:
                numbers[at + card] = ONE
            at += self.bonus_cards
        at = self.at_bonus_to_come
        for colour in range(len(state.bonus_decks)):
            for cards in provisions.bonus_to_come(self.lookup.edition, state, colour):
                for card in cards:
                    self.count(at + card)
                at += self.bonus_cards
        self._stacks(state, seat)
        self.put(self.at_sacks_left, len(state.sacks))
        at = self.at_sack_order
        for place in range(1, state.sacks_known + 1):
            self.put(at + state.sacks[-place], place)
        self._put_bonus(self.at_declared, state.declared)

    def _stacks(self, state: State, seat: i64) -> None:
        numbers = self.numbers
        up, known = self.at_open, self.at_known
        looked: i64 = self.at_looked
        hidden: i64 = self.at_hidden
        stack: i64 = 0
        for cards in state.special:
            is_open = state.open >> stack & 1 == 1
            first = 1 if is_open else 0
            if is_open and cards:
                numbers[up + cards[0]] = ONE
            self.put(hidden + stack, max(0, len(cards) - first))
            if state.advanced or state.seats[seat].looked >> stack & 1:
                numbers[looked + stack] = ONE
                for i in range(first, len(cards)):
                    numbers[known + cards[i]] = ONE
            stack += 1
        if state.advanced:
            out = self.at_not_in_game
            for box in state.box:
                for card in box:
                    numbers[out + card] = ONE

    def _put_bonus(self, at: i64, cards: i64) -> None:
        """Bonus cards, two bits each."""
        while cards:
            if cards & 3:
                self.put(at, cards & 3)
            cards >>= 2
            at += 1

    # -- players -------------------------------------------------------------------------------

    def _belongings(self, area: Player, place: i64) -> None:
        numbers = self.numbers
        numbers[self.at_caravan + place * (self.centres + 1) + area.at] = ONE
        if area.cargo:
            numbers[self.at_cargo_item + place * fx.HELD + area.cargo_item] = ONE
        self.put_set(self.at_canal_tiles + place * self.canal_tiles, area.canal_left)
        self.put_set(self.at_bonus_tiles + place * self.bonus_tiles, area.tiles)
        tiles: i64 = self.at_workshops + place * self.tiles
        backs: i64 = self.at_backs + place * self.tiles
        for face in area.workshops:
            tile: i64 = face >> 1
            numbers[tiles + tile] = ONE
            if face & 1:
                numbers[backs + tile] = ONE
        self.put(self.at_vp + place, area.vp)
        at: i64 = self.at_items + place * fx.HELD
        for amount in area.item:
            self.put(at, amount)
            at += 1
        self.put(self.at_camels + place, area.camel)
        self.put(self.at_cargo + place, area.cargo)
        at = self.at_tracks + place * COLOURS
        colour: i64 = 0
        while colour < COLOURS:
            self.put(at + colour, area.track(colour))
            colour += 1
        self.put(self.at_squares + place, area.squares)
        self.put(self.at_scarabs + place, area.scarabs)
        at = self.at_tokens + place * 8
        for token in area.tokens:
            self.count(at + token)
        self.put(self.at_water_cubes + place, area.cubes)
        self.put(self.at_canals + place, area.canals)
        self.put(self.at_tanks + place, area.tanks)
        self.put(self.at_productions + place, 2 + area.extra)
        self.put(self.at_gardens + place, area.gardens)
        self.put(self.at_full_squares + place, area.full_squares)
        at = self.at_points + place * constants.NUM_SOURCES
        for amount in area.points:
            self.put(at, amount)
            at += 1

    def _own_cards(self, area: Player, place: i64, own: bool) -> None:
        numbers = self.numbers
        at: i64 = self.at_special + place * self.specials
        self.put_set(at, area.pink_white)
        self.put_set(at + self.first_yellow, area.yellow_blue)
        at = self.at_used + place * self.specials
        self._put_used(at, area.pink_white, 0, area.unused)
        self._put_used(at, area.yellow_blue, self.first_yellow, area.unused)
        self.put_set(
            self.at_sack_cards + place * self.sacks, area.sacks if own else area.sacks_shown
        )
        self._put_bonus(self.at_bonus_cards + place * self.bonus_cards, area.bonus)
        self.put(self.at_sacks + place, count(area.sacks))
        self.put(self.at_in_hand + place, hand.cards_in_hand(area))
        # Action cards.
        numbers[self.at_set + place * self.sets + area.set] = ONE
        at = self.at_hand_and_pile + place * 2
        self.put(at, count(area.hand))
        self.put(at + 1, len(area.pile))
        first: i64 = self.at_action_cards + place * self.pairs * NUM_PLACES
        yellow: i64 = self.at_yellow + place * self.pairs * self.yellow
        played: i64 = 0
        order: i64 = 0
        slot: i64 = 0
        for entry in area.played:
            slot = entry >> 1
            played |= 1 << slot
            order += 1
            self.put(self.at_played + place * self.pairs + slot, order)
            if entry & 1:
                numbers[self.at_second + place * self.pairs + slot] = ONE
        shown: i64 = area.shown_hand | area.shown_pile
        for slot in range(self.pairs):
            where: i64 = HIDDEN
            if played >> slot & 1:
                where = PLAYED
            elif own or not area.pile or shown >> slot & 1:
                where = IN_HAND if area.hand >> slot & 1 else IN_PILE
            numbers[first + slot * NUM_PLACES + where] = ONE
            card: i64 = area.cards[slot]
            if card >= 0:
                numbers[yellow + slot * self.yellow + card - self.first_yellow] = ONE

    def _put_used(self, at: i64, owned: i64, first: i64, unused: i64) -> None:
        """Of the cards of one set that are owned those that have been used up."""
        usable = self.lookup.usable_index
        while owned:
            low: i64 = owned & -owned
            owned ^= low
            card: i64 = first + INDEX[low % 67]
            index: i64 = usable[card]
            if index >= 0 and not unused >> index & 1:
                self.numbers[at + card] = ONE

    def _area(self, area: Player) -> None:
        """The own workshops and gardens, as they lie."""
        numbers = self.numbers
        turned, cells, garden = self.at_turned, self.at_cells, self.at_garden
        cell: i64 = -1
        for found in area.yard:
            cell += 1
            if not found:
                continue
            value: i64 = found
            if cell % 2 == 0:
                tile: i64 = (value - 1) // 8
                numbers[turned + tile * 4 + (value - 1) % 4] = ONE
                self.put(cells + tile * 2, cell % SIZE + 1)
                self.put(cells + tile * 2 + 1, cell // SIZE + 1)
            else:
                self.put_set(garden + cell // 2 * 4, value & 15)

    def _bot(self, state: State) -> None:
        numbers = self.numbers
        numbers[self.at_bot_marker + state.bot_cell] = ONE
        numbers[self.at_bot_next + state.bot_deck[state.bot_at]] = ONE
        at = self.at_bot_played
        for i in range(state.bot_at):
            numbers[at + state.bot_deck[i]] = ONE
        if state.bot_stack:
            numbers[self.at_bot_canal + state.bot_stack[0]] = ONE
        self.put(self.at_bot_canals, len(state.bot_stack))
        self.put_set(self.at_bot_bases, state.bot_bases)
        at = self.at_bot_removed
        for card in state.bot_specials:
            numbers[at + card] = ONE
        at = self.at_bot_tracks
        colour: i64 = 0
        while colour < COLOURS:
            self.put(at + colour, state.bot_tracks >> colour * 8 & 255)
            colour += 1
