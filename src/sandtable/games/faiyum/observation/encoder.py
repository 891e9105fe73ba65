"""Faiyum's state as numbers. The fields are those of `layouts.faiyum`."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import CardSubject
from sandtable.kernel.bits import BIT, INDEX
from sandtable.kernel.match import Match
from sandtable.observation.encoder import ONE, Encoder, Frame


def pair_at(size: i64, one: i64, other: i64) -> i64:
    """Where a pair of spaces stands among all pairs, ``one`` being lower than ``other``."""
    return one * (2 * size - one - 1) // 2 + other - one - 1


class FaiyumEncoder(Encoder):
    def __init__(
        self, frame: Frame, board: Board, cards: list[int], drawn: list[int], slot: list[int]
    ) -> None:
        super().__init__(frame)
        self.board = board
        self.slot = slot  # where a card stands among a seat's, by card
        self.slots: i64 = max(slot) + 1
        self.card_place: list[int] = [-1] * constants.MAX_CARD
        for place, card in enumerate(cards):
            self.card_place[card] = place
        # Where a card stands among all that are drawn.
        self.drawn_place: list[int] = [-1] * constants.MAX_CARD
        for place, card in enumerate(drawn):
            self.drawn_place[card] = place
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
        self.goal: i64 = start.get("goal", 0)
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
        if isinstance(subject, CardSubject):
            self.numbers[self.subject + self.card_place[subject.card]] = ONE
        if s.playing:
            self.numbers[self.playing + self.card_place[s.playing]] = ONE
        if s.goal:
            self.numbers[self.goal + s.goal - 1] = ONE
        self._map(s)
        self._cards(s)
        self._table(s)
        place: i64 = 0
        while place < self.players:
            self._seat(s, (seat + place) % self.players, place)
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
        numbers, links, road_at = self.numbers, s.links, self.board.road_at
        one: i64 = 0
        while one < size:
            joined: i64 = links[one]
            if joined:
                # Of two joined spaces only the lower one tells; bridges lead further than roads.
                joined &= self.board.neighbours[one] & ~(BIT[one] - 1)
                while joined:
                    low: i64 = joined & -joined
                    joined ^= low
                    numbers[self.roads + road_at[one * 64 + INDEX[low % 67]]] = ONE
            met: i64 = s.met[one]
            if met:
                met &= ~(BIT[one] - 1)
                self.put_set(self.joined + pair_at(size, one, one + 1), met >> (one + 1))
            one += 1

    def _cards(self, s: State) -> None:
        numbers, place = self.numbers, self.drawn_place
        at: i64 = self.current
        slot: i64 = 0
        for card in s.market:
            if slot == constants.CURRENT:
                at = self.future
            numbers[at + place[card]] = ONE
            slot += 1
        for card in s.tokens:
            numbers[self.tokens + place[card]] = ONE
        deck = s.deck
        i: i64 = s.drawn
        end: i64 = s.pile
        at = self.draw_pile
        while i < end:
            numbers[at + place[deck[i]]] = ONE
            i += 1
        end = len(deck)
        at = self.final_stack
        while i < end:
            numbers[at + place[deck[i]]] = ONE
            i += 1

    def _table(self, s: State) -> None:
        at = self.blocks
        for site in self.board.site_list:
            self.put(at, s.blocks[site])
            at += 1
        at = self.turn
        self.put(at, s.turns + 1)
        self.put(at + 1, 1 if s.last_turns else 0)
        self.put(at + 2, s.tokens_free)
        self.put(at + 3, s.workers_left)
        self.put(at + 4, s.roads_left)

    def _seat(self, s: State, seat: i64, place: i64) -> None:
        """A seat's numbers and cards, at its place counted from the observer."""
        numbers = self.numbers
        self.put(self.money + place, s.money[seat])
        self.put(self.reputation + place, s.reputation[seat])
        i: i64 = 0
        while i < constants.NUM_RESOURCES:
            self.put(
                self.resources + place * constants.NUM_RESOURCES + i,
                s.resources[seat * constants.NUM_RESOURCES + i],
            )
            i += 1
        i = 0
        while i < constants.NUM_SOURCES:
            points = s.points[seat * constants.NUM_SOURCES + i]
            self.put(self.points + place * constants.NUM_SOURCES + i, points)
            i += 1
        if s.passed >> seat & 1:
            numbers[self.passed + place] = ONE
        # Each copy of the farmer has a slot of its own.
        at: i64 = self.hand + place * self.slots
        slot = self.slot
        farmers: i64 = 0
        for card in s.hands[seat]:
            if card == constants.FARMER:
                numbers[at + slot[card] + farmers] = ONE
                farmers += 1
            else:
                numbers[at + slot[card]] = ONE
        at = self.depth + place * self.slots
        farmers = 0
        stack = s.stacks[seat]
        i = len(stack)
        depth: i64 = 0
        while i:
            i -= 1
            depth += 1
            card = stack[i]
            if card == constants.FARMER:
                self.put(at + slot[card] + farmers, depth)
                farmers += 1
            else:
                self.put(at + slot[card], depth)
