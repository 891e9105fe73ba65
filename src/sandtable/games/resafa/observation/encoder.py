"""Resafa's state as numbers. The fields are those of ``layout.py``."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i32, i64

from sandtable.games.resafa import constants
from sandtable.games.resafa.edition.components import LEVEL_1
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import AREA, SIZE
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.observation.subjects import Places
from sandtable.games.resafa.rules import hand, provisions
from sandtable.games.resafa.state import Player, State
from sandtable.games.resafa.subjects import JourneySubject, RotationSubject
from sandtable.kernel.bits import BIT, INDEX, count
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
TOKEN_KINDS: Final = 8
NO_BOX: Final[list[tuple[int, ...]]] = []

#: Shared objects that a page holds; from SEATS on those of every seat.
TRADING: Final = 0
BASES: Final = 1
WATER: Final = 2
WATER_BONUS: Final = 3
OFFER: Final = 4
DECK_1: Final = 5
DECK_2: Final = 6
DISPLAY: Final = 7
STACKS: Final = 8
BOX: Final = 9
SACKS: Final = 10
BOT_DECK: Final = 11
BOT_SPECIALS: Final = 12
SEATS: Final = 13
WORKSHOPS: Final = 0
TOKENS: Final = 1
CARDS: Final = 2
PLAYED_CARDS: Final = 3
PILE: Final = 4
OF_SEAT: Final = 5
#: Further numbers that it notes; from SEAT_NOTES on those of every seat.
BUILT: Final = 0
DRAWN_1: Final = 1
DRAWN_2: Final = 2
OPEN: Final = 3
LOOKED: Final = 4
SACKS_KNOWN: Final = 5
DECLARED: Final = 6
BOT_AT: Final = 7
BOT_TRACKS: Final = 8
SEAT_NOTES: Final = 9
BONUS: Final = 0
PINK_WHITE: Final = 1
YELLOW_BLUE: Final = 2
UNUSED: Final = 3
HAND: Final = 4
KNOWN: Final = 5
SACK_CARDS: Final = 6
TRACKS: Final = 7
TOKENS_AND_CAMELS: Final = 8
BUILDINGS: Final = 9
OF_SEAT_NOTES: Final = 10
#: Parts that are remembered.
BONUS_TO_COME: Final = 0
GRID: Final = 1
NUM_PARTS: Final = 2


class ResafaEncoder(Encoder):
    def __init__(self, frame: Frame, rules: LookupTables) -> None:
        nothing: list[object] = [[], [], [], [], [], [], [], [], [], [], (), [], []]
        for _ in range(frame.players):
            nothing += [[], (), [], (), ()]
        super().__init__(frame, SEAT_NOTES + OF_SEAT_NOTES * frame.players, nothing, NUM_PARTS)
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
        self._cards(state)
        self._stacks(state, state.seats[seat].looked)
        place: i64 = 0
        while place < self.players:
            number: i64 = (seat + place) % self.players
            player = state.seats[number]
            self._belongings(player, place)
            self._special_cards(player, place)
            self._own_cards(player, place, number == seat)
            place += 1
        grid = state.seats[seat].grid
        if not self.put_part(GRID, grid, 0):
            self._area(grid)
        if state.players == 1:
            self._bot(state)

    def _subject(self, subject: Subject | None) -> None:
        """What the question is about."""
        place: i64 = -1
        turning: i64 = -1
        heading: i64 = -1
        column: i64 = 0
        row: i64 = 0
        if isinstance(subject, RotationSubject):
            turning = subject.face
            column = subject.cell % SIZE + 1
            row = subject.cell // SIZE + 1
        elif isinstance(subject, JourneySubject):
            heading = subject.centre
        elif subject is not None:
            place = self.places.of(subject)
        self.put_choice(self.at_turning, turning)
        self.put(self.at_turning_at, column)
        self.put(self.at_turning_at + 1, row)
        self.put_choice(self.at_heading, heading)
        self.put_choice(self.at_subject, place)

    def _round(self, state: State, seat: i64) -> None:
        self.put_choice(self.at_phase, state.phase)
        first: i64 = constants.BOT if state.players == 1 and state.start == 1 else state.start
        self.put_choice(self.at_start, self.owner(first, seat))
        self.put(self.at_advanced, 1 if state.advanced else 0)
        self.put(self.at_round, state.round)
        playing = state.phase == constants.PLAYING
        self.put(self.at_turn, state.step // state.takers() + 1 if playing else 0)

    # -- the board -----------------------------------------------------------------------------

    def _board(self, state: State, seat: i64) -> None:
        held = self.page.held
        if held[TRADING] is not state.trading:
            held[TRADING] = state.trading
            self._put_choices(self.at_trading, self.trading_faces, state.trading, 0)
        if self.moved or held[BASES] is not state.bases:
            held[BASES] = state.bases
            self._bases(state, seat)
        notes = self.page.notes
        if self.moved or held[WATER] is not state.water or notes[BUILT] != state.built:
            self._canals(state, notes[BUILT], seat)
            held[WATER] = state.water
            notes[BUILT] = state.built
        if held[WATER_BONUS] is not state.water_bonus:
            held[WATER_BONUS] = state.water_bonus
            self._put_choices(self.at_canal_bonus, self.bonus_tiles, state.water_bonus, 0)
        self.put_set(self.at_sources, state.sources)
        self.put_set(self.at_cubes, state.cubes)

    def _put_choices(self, at: i64, size: i64, chosen: list[int], first: i64) -> None:
        """Choices one after the other, each among things that are counted from ``first`` on."""
        for thing in chosen:
            self.put_choice(at, thing - first if thing >= 0 else -1)
            at += size

    def _bases(self, state: State, seat: i64) -> None:
        at = self.at_bases
        spaces = self.lookup.spaces[state.players]
        place: i64 = 0
        for base in state.bases:
            there = base >= 0 and spaces[place]
            self.put_choice(at, self.owner(base, seat) if there else -1)
            at += self.owners
            place += 1

    def _canals(self, state: State, before: i64, seat: i64) -> None:
        built: i64 = state.built
        cells: i64 = built | before
        while cells:
            low: i64 = cells & -cells
            cells ^= low
            cell: i64 = INDEX[low % 67]
            owner: i64 = -1
            face: i64 = -1
            if built & low:
                tile: i64 = state.water[cell]
                owner = self.owner(tile // self.faces, seat)
                face = tile % self.faces
            self.put_choice(self.at_canal_owner + cell * self.owners, owner)
            self.put_choice(self.at_canal_face + cell * self.faces, face)

    # -- cards and tiles on the table ----------------------------------------------------------

    def _cards(self, state: State) -> None:
        page = self.page
        held, notes = page.held, page.notes
        if held[OFFER] is not state.offer:
            held[OFFER] = state.offer
            self._put_choices(self.at_offer, self.built, state.offer, LEVEL_1)
        self._deck(self.at_level_1 - LEVEL_1, DECK_1, state.decks[0], DRAWN_1, state.drawn_1)
        self._deck(self.at_level_2 - LEVEL_1, DECK_2, state.decks[1], DRAWN_2, state.drawn_2)
        at = self.at_gardens_left
        self.put(at, state.small_left)
        self.put(at + 1, state.large_left)
        if held[DISPLAY] is not state.bonus:
            held[DISPLAY] = state.bonus
            self._put_choices(self.at_display, self.bonus_cards, state.bonus, 0)
        if not self.put_part(BONUS_TO_COME, state.bonus_decks, state.round):
            self._bonus_to_come(state)
        self.put(self.at_sacks_left, len(state.sacks))
        if held[SACKS] is not state.sacks or notes[SACKS_KNOWN] != state.sacks_known:
            self._put_order(cast("tuple[int, ...]", held[SACKS]), notes[SACKS_KNOWN], False)
            self._put_order(state.sacks, state.sacks_known, True)
            held[SACKS] = state.sacks
            notes[SACKS_KNOWN] = state.sacks_known
        self._put_bonus(self.at_declared, DECLARED, state.declared)

    def _deck(self, at: i64, slot: i64, deck: list[int], note: i64, drawn: i64) -> None:
        """A flag for everything in a deck that has not been drawn."""
        held, notes = self.page.held, self.page.notes
        before = cast("list[int]", held[slot])
        if before is deck and notes[note] <= drawn:
            if notes[note] < drawn:
                self._put_rest(at, deck, notes[note], drawn, 0)
        else:
            self._put_rest(at, before, notes[note], len(before), 0)
            self._put_rest(at, deck, drawn, len(deck), ONE)
            held[slot] = deck
        notes[note] = drawn

    def _put_rest(self, at: i64, deck: list[int], i: i64, end: i64, flag: i32) -> None:
        numbers = self.numbers
        while i < end:
            numbers[at + deck[i]] = flag
            i += 1

    def _bonus_to_come(self, state: State) -> None:
        at = self.at_bonus_to_come
        for colour in range(len(state.bonus_decks)):
            for cards in provisions.bonus_to_come(self.lookup.edition, state, colour):
                counts: i64 = 0  # two bits each, as `Player.bonus`
                for card in cards:
                    counts += BIT[2 * card]
                place: i64 = at
                while counts:
                    if counts & 3:
                        self.add_to_part(place, counts & 3)
                    counts >>= 2
                    place += 1
                at += self.bonus_cards
        self.make_part(BONUS_TO_COME, state.bonus_decks, state.round)

    def _put_order(self, sacks: tuple[int, ...], known: i64, there: bool) -> None:
        """The places of the sack cards at the end that everybody knows."""
        end: i64 = len(sacks)
        place: i64 = 1
        while place <= known:
            self.put(self.at_sack_order + sacks[end - place], place if there else 0)
            place += 1

    def _stacks(self, state: State, looked: i64) -> None:
        page = self.page
        held, notes = page.held, page.notes
        if state.advanced:
            looked = BIT[len(state.special)] - 1
        box: list[tuple[int, ...]] = state.box if state.advanced else NO_BOX
        if held[BOX] is not box:
            self._put_box(cast("list[tuple[int, ...]]", held[BOX]), 0)
            self._put_box(box, ONE)
            held[BOX] = box
        if held[STACKS] is state.special and notes[OPEN] == state.open and notes[LOOKED] == looked:
            return
        before = cast("list[tuple[int, ...]]", held[STACKS])
        self._put_stacks(before, notes[OPEN], notes[LOOKED], 0)
        self._put_stacks(state.special, state.open, looked, ONE)
        held[STACKS] = state.special
        notes[OPEN] = state.open
        notes[LOOKED] = looked
        self.put_set(self.at_looked, looked)
        hidden = self.at_hidden
        stack: i64 = 0
        for cards in state.special:
            seen: i64 = state.open >> stack & 1
            self.put(hidden + stack, len(cards) - seen if cards else 0)
            stack += 1

    def _put_stacks(
        self, special: list[tuple[int, ...]], is_open: i64, looked: i64, flag: i32
    ) -> None:
        numbers = self.numbers
        stack: i64 = 0
        for cards in special:
            i: i64 = is_open >> stack & 1
            if i and cards:
                numbers[self.at_open + cards[0]] = flag
            if looked >> stack & 1:
                end: i64 = len(cards)
                while i < end:
                    numbers[self.at_known + cards[i]] = flag
                    i += 1
            stack += 1

    def _put_box(self, boxes: list[tuple[int, ...]], flag: i32) -> None:
        for box in boxes:
            for card in box:
                self.numbers[self.at_not_in_game + card] = flag

    def _put_bonus(self, at: i64, note: i64, cards: i64) -> None:
        """Bonus cards, two bits each."""
        notes = self.page.notes
        changed: i64 = notes[note] ^ cards
        if changed == 0:
            return
        notes[note] = cards
        while changed:
            if changed & 3:
                self.put(at, cards & 3)
            changed >>= 2
            cards >>= 2
            at += 1

    # -- players -------------------------------------------------------------------------------

    def _belongings(self, area: Player, place: i64) -> None:
        self.put_choice(self.at_caravan + place * (self.centres + 1), area.at)
        self.put_choice(self.at_cargo_item + place * fx.HELD, area.cargo_item if area.cargo else -1)
        self.put_set(self.at_canal_tiles + place * self.canal_tiles, area.canal_left)
        self.put_set(self.at_bonus_tiles + place * self.bonus_tiles, area.tiles)
        held = self.page.held
        slot: i64 = SEATS + place * OF_SEAT
        if held[slot + WORKSHOPS] is not area.workshops:
            self._put_workshops(cast("list[int]", held[slot + WORKSHOPS]), place, 0)
            self._put_workshops(area.workshops, place, ONE)
            held[slot + WORKSHOPS] = area.workshops
        if held[slot + TOKENS] is not area.tokens:
            held[slot + TOKENS] = area.tokens
            self._tokens(area.tokens, place)
        self.put(self.at_vp + place, area.vp)
        self.put_all(self.at_items + place * fx.HELD, area.item)
        self.put_all(self.at_points + place * constants.NUM_SOURCES, area.points)
        self._pieces(area, place)

    def _pieces(self, area: Player, place: i64) -> None:
        """Small numbers that seldom change: ten bits of each make up the note to compare."""
        notes = self.page.notes
        note: i64 = SEAT_NOTES + place * OF_SEAT_NOTES
        if notes[note + TRACKS] != area.tracks:
            notes[note + TRACKS] = area.tracks
            self._put_tracks(self.at_tracks + place * COLOURS, area.tracks)
        held: i64 = area.camel
        held = held << 10 | i64(area.cargo)
        held = held << 10 | i64(area.squares)
        held = held << 10 | i64(area.scarabs)
        if notes[note + TOKENS_AND_CAMELS] != held:
            notes[note + TOKENS_AND_CAMELS] = held
            self.put(self.at_camels + place, area.camel)
            self.put(self.at_cargo + place, area.cargo)
            self.put(self.at_squares + place, area.squares)
            self.put(self.at_scarabs + place, area.scarabs)
        built: i64 = area.cubes + 1  # a note is never 0, as on a new page
        built = built << 10 | i64(area.canals)
        built = built << 10 | i64(area.tanks)
        built = built << 10 | i64(area.extra)
        built = built << 10 | i64(area.gardens)
        built = built << 10 | i64(area.full_squares)
        if notes[note + BUILDINGS] != built:
            notes[note + BUILDINGS] = built
            self.put(self.at_water_cubes + place, area.cubes)
            self.put(self.at_canals + place, area.canals)
            self.put(self.at_tanks + place, area.tanks)
            self.put(self.at_productions + place, 2 + area.extra)
            self.put(self.at_gardens + place, area.gardens)
            self.put(self.at_full_squares + place, area.full_squares)

    def _put_tracks(self, at: i64, tracks: i64) -> None:
        """Four tracks, each a byte of the number."""
        colour: i64 = 0
        while colour < COLOURS:
            self.put(at + colour, tracks & 255)
            tracks >>= 8
            colour += 1

    def _put_workshops(self, faces: list[int], place: i64, flag: i32) -> None:
        numbers = self.numbers
        tiles: i64 = self.at_workshops + place * self.tiles
        backs: i64 = self.at_backs + place * self.tiles
        for face in faces:
            tile: i64 = face >> 1
            numbers[tiles + tile] = flag
            if face & 1:
                numbers[backs + tile] = flag

    def _tokens(self, tokens: tuple[int, ...], place: i64) -> None:
        counts: i64 = 0  # seven bits for each kind
        for token in tokens:
            counts += BIT[token * 7]
        at: i64 = self.at_tokens + place * TOKEN_KINDS
        i: i64 = 0
        while i < TOKEN_KINDS:
            self.put(at + i, counts & 127)
            counts >>= 7
            i += 1

    def _special_cards(self, area: Player, place: i64) -> None:
        notes = self.page.notes
        note: i64 = SEAT_NOTES + place * OF_SEAT_NOTES
        if (
            notes[note + PINK_WHITE] == area.pink_white
            and notes[note + YELLOW_BLUE] == area.yellow_blue
            and notes[note + UNUSED] == area.unused
        ):
            return
        notes[note + PINK_WHITE] = area.pink_white
        notes[note + YELLOW_BLUE] = area.yellow_blue
        notes[note + UNUSED] = area.unused
        first = self.first_yellow
        at: i64 = self.at_special + place * self.specials
        self.put_set(at, area.pink_white)
        self.put_set(at + first, area.yellow_blue)
        at = self.at_used + place * self.specials
        self.put_set(at, self._used(area.pink_white, 0, area.unused))
        self.put_set(at + first, self._used(area.yellow_blue, first, area.unused))

    def _used(self, owned: i64, first: i64, unused: i64) -> i64:
        """Of the cards of one set that are owned those that have been used up."""
        usable = self.lookup.usable_index
        used: i64 = 0
        while owned:
            low: i64 = owned & -owned
            owned ^= low
            index: i64 = usable[first + INDEX[low % 67]]
            if index >= 0 and not unused >> index & 1:
                used |= low
        return used

    def _own_cards(self, area: Player, place: i64, own: bool) -> None:
        self.put_set(
            self.at_sack_cards + place * self.sacks, area.sacks if own else area.sacks_shown
        )
        self.put_choice(self.at_set + place * self.sets, area.set)
        held, notes = self.page.held, self.page.notes
        slot: i64 = SEATS + place * OF_SEAT
        note: i64 = SEAT_NOTES + place * OF_SEAT_NOTES
        known: i64 = area.shown_hand | area.shown_pile
        if own or not area.pile:
            known = -1
        if held[slot + CARDS] is not area.cards:
            held[slot + CARDS] = area.cards
            yellow: i64 = self.at_yellow + place * self.pairs * self.yellow
            self._put_choices(yellow, self.yellow, area.cards, self.first_yellow)
        if (
            notes[note + HAND] == area.hand
            and notes[note + SACK_CARDS] == area.sacks
            and notes[note + BONUS] == area.bonus
            and notes[note + KNOWN] == known
            and held[slot + PLAYED_CARDS] is area.played
            and held[slot + PILE] is area.pile
            and not self.moved
        ):
            return
        self._put_bonus(self.at_bonus_cards + place * self.bonus_cards, note + BONUS, area.bonus)
        self.put(self.at_sacks + place, count(area.sacks))
        self.put(self.at_in_hand + place, hand.cards_in_hand(area))
        at: i64 = self.at_hand_and_pile + place * 2
        self.put(at, count(area.hand))
        self.put(at + 1, len(area.pile))
        if held[slot + PLAYED_CARDS] is not area.played:
            before = cast("tuple[int, ...]", held[slot + PLAYED_CARDS])
            self._played(before, area.played, place)
        self._action_cards(area, place, known)
        notes[note + HAND] = area.hand
        notes[note + SACK_CARDS] = area.sacks
        notes[note + KNOWN] = known
        held[slot + PLAYED_CARDS] = area.played
        held[slot + PILE] = area.pile

    def _action_cards(self, area: Player, place: i64, known: i64) -> None:
        """Where each of them is."""
        played: i64 = 0
        for entry in area.played:
            played |= BIT[entry >> 1]
        at: i64 = self.at_action_cards + place * self.pairs * NUM_PLACES
        card: i64 = 0
        while card < self.pairs:
            where: i64 = HIDDEN
            if played >> card & 1:
                where = PLAYED
            elif known >> card & 1:
                where = IN_HAND if area.hand >> card & 1 else IN_PILE
            self.put_choice(at, where)
            at += NUM_PLACES
            card += 1

    def _played(self, before: tuple[int, ...], now: tuple[int, ...], place: i64) -> None:
        at: i64 = self.at_played + place * self.pairs
        order: i64 = 0
        slots: i64 = 0
        second: i64 = 0
        for entry in now:
            order += 1
            slot: i64 = entry >> 1
            slots |= BIT[slot]
            if entry & 1:
                second |= BIT[slot]
            self.put(at + slot, order)
        for entry in before:
            slot = entry >> 1
            if not slots >> slot & 1:
                self.put(at + slot, 0)
        self.put_set(self.at_second + place * self.pairs, second)

    def _area(self, grid: list[int]) -> None:
        """The own workshops and gardens, as they lie."""
        turned, cells, garden = self.at_turned, self.at_cells, self.at_garden
        cell: i64 = -1
        for placed in grid:
            cell += 1
            if not placed:
                continue
            value: i64 = placed
            if cell % 2 == 0:
                tile: i64 = (value - 1) // 8
                self.add_to_part(turned + tile * 4 + (value - 1) % 4, 1)
                self.add_to_part(cells + tile * 2, cell % SIZE + 1)
                self.add_to_part(cells + tile * 2 + 1, cell // SIZE + 1)
            else:
                third: i64 = 0
                while third < 4:
                    if value >> third & 1:
                        self.add_to_part(garden + cell // 2 * 4 + third, 1)
                    third += 1
        self.make_part(GRID, grid, 0)

    def _bot(self, state: State) -> None:
        held, notes = self.page.held, self.page.notes
        self.put_choice(self.at_bot_marker, state.bot_cell)
        self.put_choice(self.at_bot_next, state.bot_deck[state.bot_at])
        if held[BOT_DECK] is not state.bot_deck or notes[BOT_AT] != state.bot_at:
            before = cast("list[int]", held[BOT_DECK])
            self._put_rest(self.at_bot_played, before, 0, notes[BOT_AT], 0)
            self._put_rest(self.at_bot_played, state.bot_deck, 0, state.bot_at, ONE)
            held[BOT_DECK] = state.bot_deck
            notes[BOT_AT] = state.bot_at
        self.put_choice(self.at_bot_canal, state.bot_stack[0] if state.bot_stack else -1)
        self.put(self.at_bot_canals, len(state.bot_stack))
        self.put_set(self.at_bot_bases, state.bot_bases)
        if held[BOT_SPECIALS] is not state.bot_specials:
            removed = cast("list[int]", held[BOT_SPECIALS])
            self._put_rest(self.at_bot_removed, removed, 0, len(removed), 0)
            now = state.bot_specials
            self._put_rest(self.at_bot_removed, now, 0, len(now), ONE)
            held[BOT_SPECIALS] = now
        if notes[BOT_TRACKS] != state.bot_tracks:
            notes[BOT_TRACKS] = state.bot_tracks
            self._put_tracks(self.at_bot_tracks, state.bot_tracks)
