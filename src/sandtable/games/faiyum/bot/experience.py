"""What games have taught about positions of Faiyum.

``SeatValue`` reasons about what a seat's cards can bring. How it really went is known from games:
each trait of a position is worth so many points to come, found by least squares over very many
positions (``sandtable tune --method learning``). What the reasoning says is one of the traits.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.bots.engine.evaluation import Experience
from sandtable.bots.engine.traits import Traits, Worth, worth_in
from sandtable.games.faiyum import constants
from sandtable.games.faiyum.bot.features import many
from sandtable.games.faiyum.bot.value import SeatValue
from sandtable.games.faiyum.edition.loading import standard
from sandtable.games.faiyum.state import State
from sandtable.kernel.game import Game

#: Draws at the beginning, roughly: time is counted in games left.
GAME: Final = 54.0
#: Places for a number per kind of card.
CARDS: Final = 64
#: Where the traits about cards begin; those before it have no fixed places.
HAND: Final = 64
STACK: Final = HAND + CARDS
OWN: Final = STACK + CARDS
OFFER: Final = OWN + CARDS
TRAITS: Final = OFFER + CARDS


@cache
def learnt_places() -> dict[int, int]:
    """A place from 1 on for each card of the standard edition, which the games were played with:
    first the cards that are bought, then the starting cards. Of others nothing was learnt."""
    numbers = sorted(int(card["number"]) for card in standard()["cards"])
    bought = [
        number
        for number in numbers
        if number not in constants.STARTING and number not in constants.DISASTERS
    ]
    starting = sorted(set(constants.STARTING))
    return {number: place for place, number in enumerate(bought + starting, 1)}


class FaiyumExperience(SeatValue):
    def __init__(self, game: Game, weights: dict[str, float], experience: Experience) -> None:
        super().__init__(game, weights)
        self.seen = Traits(TRAITS)
        self.learnt = experience
        self.worths: list[Worth | None] = []  # for ordinary turns, and for the last ones
        self.players = 0  # of these worths
        learnt = learnt_places()
        self.places: list[int] = [learnt.get(card, -1) for card in range(constants.MAX_CARD)]

    def phases(self, players: int) -> list[str]:
        return [f"{players} turns", f"{players} last"]

    def set_worths(self, players: int) -> None:
        self.worths = [worth_in(self.learnt, phase, TRAITS) for phase in self.phases(players)]
        self.players = players

    def phase(self, state: State) -> str:
        return self.phases(state.players)[1 if state.last_turns else 0]

    def forget_end(self, part: float) -> None:
        self.least_draws = part * GAME

    def traits(self, state: State, seat: int) -> list[float]:
        if state.passed >> seat & 1:
            return []
        self.update(state)
        reasoned = super().to_come(state, seat)
        self.add_all(state, seat, reasoned)
        return self.seen.values()

    def to_come(self, s: State, seat: int) -> float:
        reasoned = super().to_come(s, seat)
        if s.players != self.players:
            self.set_worths(s.players)
        worth = self.worths[1 if s.last_turns else 0]
        if worth is None:
            return reasoned
        self.add_all(s, seat, reasoned)
        to_come = self.seen.worth(worth)
        # In the last turns one can pass at any time, and keeps what one has.
        return max(0.0, to_come) if s.last_turns else to_come

    def add_all(self, s: State, seat: int, reasoned: float) -> None:
        time = self.position.draws / GAME
        traits = self.seen
        traits.clear()
        traits.add(1.0)
        traits.add(time)
        traits.add(time * time)
        traits.add(time**0.5)
        traits.add(s.disasters_seen / float(len(constants.DISASTERS)))
        moves = 1.0 if s.active == seat else 0.0
        traits.add(moves)
        traits.add(time * moves)
        self.add_goods(s, seat, time)
        self.add_cards(s, seat, time)
        traits.add(reasoned / 50.0)
        if not s.last_turns:
            yields = self.seat_yields[seat]
            active = self.seat_active[seat] / 8.0
            traits.add(yields)
            traits.add(yields * time)
            traits.add(yields * time * time)
            traits.add(active)
            traits.add(active * time)
        else:
            traits.place += 5
        self.add_board(s, time)
        traits.add(s.reputation[seat] / 50.0)
        if s.players > 1:
            self.add_others(s, seat, time)
        assert traits.place <= HAND

    def add_goods(self, s: State, seat: int, time: float) -> None:
        traits = self.seen
        money = s.money[seat]
        some = min(money, 9) / 9.0
        traits.add(money / 10.0)
        traits.add(min(money, 4) / 4.0)
        traits.add(some)
        traits.add(time * money / 10.0)
        traits.add(time * some)
        at = seat * constants.NUM_RESOURCES
        units = 0
        for resource in range(constants.NUM_RESOURCES):
            have = s.resources[at + resource]
            units += have
            traits.add(have / 5.0)
            traits.add(min(have, 3) / 3.0)
        traits.add(time * units / 10.0)
        traits.add(min(units, 6) / 6.0)
        traits.add(min(units, 12) / 12.0)

    def add_cards(self, s: State, seat: int, time: float) -> None:
        traits = self.seen
        hand = s.hands[seat]
        stack = s.stacks[seat]
        held = len(hand) / 8.0
        played = len(stack) / 10.0
        cards = len(hand) + len(stack)
        crowd = cards * cards / 200.0
        traits.add(held)
        traits.add(played)
        traits.add(time * held)
        traits.add(time * played)
        traits.add(crowd)
        traits.add(time * crowd)
        for card in hand:
            place = self.places[card]
            if place >= 0:
                traits.add_at(HAND + place, 1.0)
                traits.add_at(OWN + place, time)
        for card in stack:
            place = self.places[card]
            if place >= 0:
                traits.add_at(STACK + place, 1.0)
                traits.add_at(OWN + place, time)
        for card in s.market[: constants.CURRENT]:
            if card < constants.WASTELAND and self.places[card] >= 0:
                traits.add_at(OFFER + self.places[card], 1.0)

    def add_board(self, s: State, time: float) -> None:
        traits = self.seen
        at = self.position.exist_at
        settlements = at[constants.AT_SETTLEMENT] / 16.0
        towns = at[constants.AT_TOWN] / 9.0
        workshops = at[constants.AT_WORKSHOP] / 9.0
        crocodiles = many(s.crocodiles) / 20.0
        traits.add(settlements)
        traits.add(towns)
        traits.add(workshops)
        traits.add(crocodiles)
        traits.add(time * settlements)
        traits.add(time * towns)
        traits.add(time * workshops)
        traits.add(time * crocodiles)
        traits.add(self.position.upright / 8.0)
        traits.add(self.position.land / 30.0)
        traits.add(self.position.best_blocks / 5.0)
        traits.add(many(self.position.spots) / 10.0)
        for piece in range(1, len(self.position.left)):
            traits.add(self.position.left[piece] / 5.0)

    def add_others(self, s: State, seat: int, time: float) -> None:
        traits = self.seen
        held = 0
        played = 0
        money = 0
        passed = 0
        for other in range(s.players):
            if other != seat:
                held += len(s.hands[other])
                played += len(s.stacks[other])
                money += s.money[other]
                passed += int(s.passed >> other & 1)
        others = float(s.players - 1)
        traits.add(held / others / 8.0)
        traits.add(played / others / 10.0)
        traits.add(money / others / 10.0)
        traits.add(time * held / others / 8.0)
        traits.add(passed / others)
