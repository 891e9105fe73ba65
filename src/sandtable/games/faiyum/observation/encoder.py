"""Faiyum's state as numbers. The fields are those of ``layout.py``."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i32, i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import CardSubject
from sandtable.kernel.bits import BIT, INDEX
from sandtable.kernel.match import Match
from sandtable.observation.encoder import ONE, Encoder, Frame

#: Shared objects that a page holds; from SEATS on hand and stack of every seat.
LINKS: Final = 0
MET: Final = 1
BLOCKS: Final = 2
POINTS: Final = 3
DECK: Final = 4
MARKET: Final = 5
TOKENS: Final = 6
SEATS: Final = 7
#: Further numbers that it notes.
DRAWN: Final = 0
PILE: Final = 1
NOTES: Final = 2


def pair_at(size: i64, one: i64, other: i64) -> i64:
    """Where a pair of spaces stands among all pairs, ``one`` being lower than ``other``."""
    return one * (2 * size - one - 1) // 2 + other - one - 1


class FaiyumEncoder(Encoder):
    def __init__(
        self, frame: Frame, board: Board, cards: list[int], drawn: list[int], slot: list[int]
    ) -> None:
        nowhere = [0] * board.size
        nothing: list[object] = [nowhere, nowhere, nowhere, [], (), (), ()]
        nothing += [()] * (2 * frame.players)
        super().__init__(frame, NOTES, nothing)
        self.board = board
        self.slot = vec[i64](slot)  # where a card stands among a seat's, by card
        self.slots: i64 = max(slot) + 1
        card_place = [-1] * constants.MAX_CARD
        for place, card in enumerate(cards):
            card_place[card] = place
        self.card_place = vec[i64](card_place)
        # Where a card stands among all that are drawn.
        drawn_place = [-1] * constants.MAX_CARD
        for place, card in enumerate(drawn):
            drawn_place[card] = place
        self.drawn_place = vec[i64](drawn_place)
        start = frame.start
        self.upright: i64 = start["upright"]
        self.size: i64 = board.size
        self.roads: i64 = start["roads"]
        self.bridges: i64 = start["bridges"]
        self.grand: i64 = start["grand_bridges"]
        self.joined: i64 = start["joined"]
        self.playing: i64 = start["playing"]
        self.current: i64 = start["current"]
        self.future: i64 = start["future"]
        self.tokens: i64 = start["tokens"]
        self.draw_pile: i64 = start["draw_pile"]
        self.final_stack: i64 = start["final_stack"]
        self.subject: i64 = start["subject"]
        self.goal: i64 = start.get("goal", -1)
        self.hand: i64 = start["hand"]
        self.blocks: i64 = start["blocks"]
        self.turn: i64 = start["turn"]
        self.money: i64 = start["money"]
        self.reputation: i64 = start["reputation"]
        self.resources: i64 = start["resources"]
        self.points: i64 = start["points"]
        self.passed: i64 = start["passed"]
        self.depth: i64 = start["depth"]

    def fill(self, match: Match, seat: int) -> None:
        s = match.state
        assert isinstance(s, State)
        subject = self.put_table(match, seat)
        about: i64 = -1
        if isinstance(subject, CardSubject):
            about = self.card_place[subject.card]
        self.put_choice(self.subject, about)
        self.put_choice(self.playing, self.card_place[s.playing] if s.playing else -1)
        if self.goal >= 0:
            self.put_choice(self.goal, s.goal - 1)
        self._map(s)
        self._cards(s)
        self._table(s)
        held = self.page.held
        scored = self.moved or held[POINTS] is not s.points
        held[POINTS] = s.points
        place: i64 = 0
        while place < self.players:
            owner: i64 = (seat + place) % self.players
            self._seat(s, owner, place)
            if scored:
                self._points(s, owner, place)
            place += 1

    def _map(self, s: State) -> None:
        at, size = self.upright, self.size
        self.put_set(at, s.upright)
        self.put_set(at + size, s.prone)
        self.put_set(at + 2 * size, s.crocodiles)
        self.put_set(at + 3 * size, s.settlements)
        self.put_set(at + 4 * size, s.towns)
        self.put_set(at + 5 * size, s.palaces)
        self.put_set(at + 6 * size, s.workshops)
        self.put_set(at + 7 * size, s.expansions)
        self.put_set(at + 8 * size, s.developed)
        self.put_set(self.bridges, s.bridges)
        self.put_set(self.grand, s.grand)
        held = self.page.held
        if held[LINKS] is not s.links:
            self._roads(cast("list[int]", held[LINKS]), s.links)
            held[LINKS] = s.links
        if held[MET] is not s.met:
            self._joined(cast("list[int]", held[MET]), s.met)
            held[MET] = s.met
        if held[BLOCKS] is not s.blocks:
            held[BLOCKS] = s.blocks
            at = self.blocks
            for site in self.board.site_list:
                self.put(at, s.blocks[site])
                at += 1

    def _roads(self, before: list[int], now: list[int]) -> None:
        numbers, road_at, neighbours = self.numbers, self.board.road_at, self.board.neighbours
        one: i64 = 0
        while one < self.size:
            was: i64 = before[one]
            links: i64 = now[one]
            if was != links:
                # Of two joined spaces only the lower one tells; bridges lead further than roads.
                changed: i64 = (was ^ links) & neighbours[one] & ~(BIT[one] - 1)
                while changed:
                    low: i64 = changed & -changed
                    changed ^= low
                    numbers[self.roads + road_at[one * 64 + INDEX[low % 67]]] ^= ONE
            one += 1

    def _joined(self, before: list[int], now: list[int]) -> None:
        numbers, size = self.numbers, self.size
        one: i64 = 0
        while one < size:
            was: i64 = before[one]
            met: i64 = now[one]
            if was != met:
                changed: i64 = ((was ^ met) & ~(BIT[one] - 1)) >> (one + 1)
                at: i64 = self.joined + pair_at(size, one, one + 1)
                while changed:
                    low: i64 = changed & -changed
                    changed ^= low
                    numbers[at + INDEX[low % 67]] ^= ONE
            one += 1

    def _cards(self, s: State) -> None:
        page = self.page
        held, notes = page.held, page.notes
        if held[MARKET] is not s.market:
            self._put_market(cast("tuple[int, ...]", held[MARKET]), 0)
            self._put_market(s.market, ONE)
            held[MARKET] = s.market
        if held[TOKENS] is not s.tokens:
            self._put_tokens(cast("tuple[int, ...]", held[TOKENS]), 0)
            self._put_tokens(s.tokens, ONE)
            held[TOKENS] = s.tokens
        drawn: i64 = s.drawn
        pile: i64 = s.pile
        before = cast("tuple[int, ...]", held[DECK])
        if before is s.deck and notes[PILE] == pile and notes[DRAWN] <= drawn:
            if notes[DRAWN] < drawn:
                self._put_deck(before, notes[DRAWN], drawn, pile, 0)
                notes[DRAWN] = drawn
            return
        self._put_deck(before, notes[DRAWN], len(before), notes[PILE], 0)
        self._put_deck(s.deck, drawn, len(s.deck), pile, ONE)
        held[DECK] = s.deck
        notes[DRAWN] = drawn
        notes[PILE] = pile

    def _put_market(self, cards: tuple[int, ...], flag: i32) -> None:
        numbers, place = self.numbers, self.drawn_place
        at: i64 = self.current
        slot: i64 = 0
        for card in cards:
            if slot == constants.CURRENT:
                at = self.future
            numbers[at + place[card]] = flag
            slot += 1

    def _put_tokens(self, cards: tuple[int, ...], flag: i32) -> None:
        for card in cards:
            self.numbers[self.tokens + self.drawn_place[card]] = flag

    def _put_deck(self, deck: tuple[int, ...], i: i64, end: i64, pile: i64, flag: i32) -> None:
        """Flags of the cards from one place of the deck to another."""
        numbers, place = self.numbers, self.drawn_place
        while i < end:
            at: i64 = self.draw_pile if i < pile else self.final_stack
            numbers[at + place[deck[i]]] = flag
            i += 1

    def _table(self, s: State) -> None:
        at = self.turn
        self.put(at, s.turns + 1)
        self.put(at + 1, 1 if s.last_turns else 0)
        self.put(at + 2, s.tokens_free)
        self.put(at + 3, s.workers_left)
        self.put(at + 4, s.roads_left)

    def _seat(self, s: State, seat: i64, place: i64) -> None:
        """A seat's numbers and cards, at its place counted from the observer."""
        self.put(self.money + place, s.money[seat])
        self.put(self.reputation + place, s.reputation[seat])
        i: i64 = 0
        while i < constants.NUM_RESOURCES:
            self.put(
                self.resources + place * constants.NUM_RESOURCES + i,
                s.resources[seat * constants.NUM_RESOURCES + i],
            )
            i += 1
        self.put(self.passed + place, s.passed >> seat & 1)
        held = self.page.held
        hand = SEATS + 2 * place
        if held[hand] is not s.hands[seat]:
            self._put_hand(cast("tuple[int, ...]", held[hand]), place, 0)
            self._put_hand(s.hands[seat], place, ONE)
            held[hand] = s.hands[seat]
        if held[hand + 1] is not s.stacks[seat]:
            self._put_stack(cast("tuple[int, ...]", held[hand + 1]), place, False)
            self._put_stack(s.stacks[seat], place, True)
            held[hand + 1] = s.stacks[seat]

    def _points(self, s: State, seat: i64, place: i64) -> None:
        i: i64 = 0
        while i < constants.NUM_SOURCES:
            points = s.points[seat * constants.NUM_SOURCES + i]
            self.put(self.points + place * constants.NUM_SOURCES + i, points)
            i += 1

    def _put_hand(self, cards: tuple[int, ...], place: i64, flag: i32) -> None:
        """Each copy of the farmer has a slot of its own."""
        numbers, slot = self.numbers, self.slot
        at: i64 = self.hand + place * self.slots
        farmers: i64 = 0
        for card in cards:
            if card == constants.FARMER:
                numbers[at + slot[card] + farmers] = flag
                farmers += 1
            else:
                numbers[at + slot[card]] = flag

    def _put_stack(self, stack: tuple[int, ...], place: i64, there: bool) -> None:
        slot = self.slot
        at: i64 = self.depth + place * self.slots
        farmers: i64 = 0
        depth: i64 = 0
        i: i64 = len(stack)
        while i:
            i -= 1
            depth += 1
            card = stack[i]
            if card == constants.FARMER:
                self.put(at + slot[card] + farmers, depth if there else 0)
                farmers += 1
            else:
                self.put(at + slot[card], depth if there else 0)
