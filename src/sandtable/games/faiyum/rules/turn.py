"""What a card or an action works with: the state, the seat whose turn it is, and the asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.state import State
from sandtable.kernel.bits import BIT, INDEX
from sandtable.kernel.game import Decision, Event, Step

if TYPE_CHECKING:
    from sandtable.games.faiyum.edition.components import Components


class Turn:
    card: int = 0  # the card that is being played
    action: int = 0  # the card whose action is carried out: another one under PAPYRUS
    gone: bool = False  # the played card leaves the game instead of going on the stack
    three_used: bool = False  # $3 have replaced a resource in this action
    source: int = 0  # where reputation is booked
    farm: i64 = -1  # where a farmer could go when the turn began, once it is known
    purse: i64 = 0  # the seat's resources as prices compare them, once they are known
    units: int = 0  # how many they are

    def __init__(self, state: State, edition: Components, log: list[Event] | None) -> None:
        self.state = state
        self.edition = edition
        self.board: Board = edition.board
        self.codes: Codes = edition.codes
        self.log = log
        self.player: int = state.active

    def say(self, key: str, **values: object) -> str:
        """A sentence for people."""
        return self.edition.words.say(key, **values)

    # -- asking --------------------------------------------------------------------------------

    def choose(self, kind: str, options: list[int]) -> Step:
        """Ask the seat; a single option is taken silently."""
        if len(options) == 1:
            return options[0]
        subject = self.codes.subjects[self.action]
        chosen = yield Decision(self.player, kind, subject, options)
        return chosen

    def choose_space(self, kind: str, spaces: i64) -> Step:
        """Ask for one of the spaces; returns its number."""
        chosen = yield from self.choose(kind, self.codes.spaces.ids(spaces))
        return chosen - self.codes.space

    # -- events --------------------------------------------------------------------------------

    def emit(self, code: int, one: int = 0, two: int = 0, three: int = 0) -> None:
        log = self.log
        if log is not None:
            log.append((code, self.player, one, two, three))

    # -- owning --------------------------------------------------------------------------------

    def owned(self, resource: int) -> int:
        return self.state.resources[self.player * constants.NUM_RESOURCES + resource]

    def money(self) -> int:
        return self.state.money[self.player]

    def gain(self, resource: int, amount: int) -> None:
        self.state.resources[self.player * constants.NUM_RESOURCES + resource] += amount
        if self.log is not None:
            self.emit(events.GAIN, resource, amount)

    def give_up(self, resource: int, amount: int) -> None:
        self.state.resources[self.player * constants.NUM_RESOURCES + resource] -= amount
        if self.log is not None:
            self.emit(events.PAY, resource, amount)

    def earn(self, amount: int) -> None:
        if amount:
            self.state.money[self.player] += amount
            if self.log is not None:
                self.emit(events.MONEY, amount)

    def spend(self, amount: int) -> None:
        if amount:
            self.state.money[self.player] -= amount
            if self.log is not None:
                self.emit(events.SPEND, amount)

    def score(self, amount: int) -> None:
        self.score_from(self.source, amount)

    def score_from(self, source: int, amount: int) -> None:
        if amount:
            s = self.state
            s.reputation[self.player] += amount
            points = s.points[:]
            points[self.player * constants.NUM_SOURCES + source] += amount
            s.points = points
            if self.log is not None:
                self.emit(events.REPUTATION, amount)

    # -- workers -------------------------------------------------------------------------------

    def free_land(self) -> i64:
        """Undeveloped resource spaces without a worker."""
        s = self.state
        return self.board.resource & ~(s.developed | s.upright | s.prone)

    def can_farm(self) -> i64:
        """The same before anything has changed in this turn; worked out once."""
        if self.farm < 0:
            self.farm = self.farm_land()
        return self.farm

    def farm_land(self) -> i64:
        """Where a farmer may go: free land beside a worker, or anywhere if there is no worker."""
        s = self.state
        free = self.free_land()
        workers: i64 = s.upright | s.prone
        if workers == 0:
            return free
        beside: i64 = 0
        neighbours = self.board.neighbours
        while workers:
            low: i64 = workers & -workers
            beside |= neighbours[INDEX[low % 67]]
            workers ^= low
        return free & beside

    def place_worker(self, space: i64) -> None:
        s = self.state
        s.upright |= BIT[space]
        s.workers_left -= 1
        if self.log is not None:
            self.emit(events.WORKER, space)

    def remove_worker(self, space: i64) -> None:
        s = self.state
        bit: i64 = BIT[space]
        s.upright &= ~bit
        s.prone &= ~bit
        s.workers_left += 1
        if self.log is not None:
            self.emit(events.WORKER_OFF, space)

    def chase_crocodile(self, space: i64) -> int:
        """Remove the crocodile of a harvested space; returns the $1 it is worth, or 0."""
        s = self.state
        bit: i64 = BIT[space]
        if not s.crocodiles & bit:
            return 0
        s.crocodiles &= ~bit
        near: i64 = self.board.neighbours[space]
        if near & (s.settlements | self.board.sites | s.open_ends):
            s.free_roads = None  # a road may now lead here
        if self.log is not None:
            self.emit(events.CROCODILE, space)
        return 1

    # -- cards ---------------------------------------------------------------------------------

    def drop_from_hand(self, card: int) -> None:
        hand = self.state.hands[self.player]
        at = hand.index(card)
        self.state.hands[self.player] = hand[:at] + hand[at + 1 :]

    def add_to_hand(self, card: int) -> None:
        hand = self.state.hands[self.player]
        at = 0
        while at < len(hand) and hand[at] < card:
            at += 1
        self.state.hands[self.player] = (*hand[:at], card, *hand[at:])
