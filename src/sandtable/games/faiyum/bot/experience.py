"""What games have taught about positions of Faiyum.

``FaiyumValue`` reasons about what a seat's cards can bring. How it really went is known from games:
each trait of a position is worth so many points to come, found by least squares over very many
positions (``sandtable tune --method learning``). What the reasoning says is one of the traits.
"""

from __future__ import annotations

from typing import Final

from sandtable.bots.engine.evaluation import Experience
from sandtable.games.faiyum import constants
from sandtable.games.faiyum.bot.features import many
from sandtable.games.faiyum.bot.value import FaiyumValue
from sandtable.games.faiyum.edition.loading import standard
from sandtable.games.faiyum.state import State
from sandtable.kernel.game import Game

#: Draws at the beginning, roughly: time is counted in games left.
GAME: Final = 54.0
#: Places for a number per kind of card.
CARDS: Final = 64
#: Where the traits about cards begin; those before are told in order.
HAND: Final = 64
STACK: Final = HAND + CARDS
OWN: Final = STACK + CARDS
OFFER: Final = OWN + CARDS
TRAITS: Final = OFFER + CARDS


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


class FaiyumExperience(FaiyumValue):
    def __init__(self, game: Game, weights: dict[str, float], experience: Experience) -> None:
        super().__init__(game, weights)
        # By number of players: for ordinary turns, and for the last ones.
        self.in_turns: list[list[float]] = [[]]
        self.in_last: list[list[float]] = [[]]
        for players in range(game.min_players, game.max_players + 1):
            turns, last = self.lessons(players)
            self.in_turns.append(taught(experience, turns))
            self.in_last.append(taught(experience, last))
        self.worths: list[float] = []  # of each trait
        learnt = learnt_places()
        self.places: list[int] = [learnt.get(card, -1) for card in range(constants.MAX_CARD)]
        self.sum = 0.0
        self.place = 0
        self.noting = False
        self.noted: list[float] = []

    def lessons(self, players: int) -> list[str]:
        return [f"{players} turns", f"{players} last"]

    def lesson(self, state: State) -> str:
        return self.lessons(state.players)[1 if state.last_turns else 0]

    def sure(self, state: State, seat: int) -> float:
        return float(state.reputation[seat])

    def traits(self, state: State, seat: int) -> list[float]:
        if state.passed >> seat & 1:
            return []
        self.look(state)
        reasoned = super().to_come(state, seat)
        self.noting = True
        self.noted = [0.0] * TRAITS
        self.tell_all(state, seat, reasoned)
        self.noting = False
        return self.noted

    def to_come(self, s: State, seat: int) -> float:
        reasoned = super().to_come(s, seat)
        worths = (self.in_last if s.last_turns else self.in_turns)[s.players]
        if not worths:
            return reasoned
        self.worths = worths
        self.sum = 0.0
        self.tell_all(s, seat, reasoned)
        # In the last turns one can pass at any time, and keeps what one has.
        return max(0.0, self.sum) if s.last_turns else self.sum

    def put(self, place: int, amount: float) -> None:
        if self.noting:
            self.noted[place] += amount
        else:
            self.sum += self.worths[place] * amount

    def tell(self, amount: float) -> None:
        """The next trait."""
        self.put(self.place, amount)
        self.place += 1

    def tell_all(self, s: State, seat: int, reasoned: float) -> None:
        time = self.position.draws / GAME
        self.place = 0
        self.tell(1.0)
        self.tell(time)
        self.tell(time * time)
        self.tell(time**0.5)
        self.tell(s.disasters_seen / float(len(constants.DISASTERS)))
        moves = 1.0 if s.active == seat else 0.0
        self.tell(moves)
        self.tell(time * moves)
        self.tell_goods(s, seat, time)
        self.tell_cards(s, seat, time)
        self.tell(reasoned / 50.0)
        if not s.last_turns:
            yields = self.seat_yields[seat]
            active = self.seat_active[seat] / 8.0
            self.tell(yields)
            self.tell(yields * time)
            self.tell(yields * time * time)
            self.tell(active)
            self.tell(active * time)
        else:
            self.place += 5
        self.tell_board(s, time)
        self.tell(s.reputation[seat] / 50.0)
        if s.players > 1:
            self.tell_others(s, seat, time)
        assert self.place <= HAND

    def tell_goods(self, s: State, seat: int, time: float) -> None:
        money = s.money[seat]
        some = min(money, 9) / 9.0
        self.tell(money / 10.0)
        self.tell(min(money, 4) / 4.0)
        self.tell(some)
        self.tell(time * money / 10.0)
        self.tell(time * some)
        at = seat * constants.NUM_RESOURCES
        units = 0
        for resource in range(constants.NUM_RESOURCES):
            have = s.resources[at + resource]
            units += have
            self.tell(have / 5.0)
            self.tell(min(have, 3) / 3.0)
        self.tell(time * units / 10.0)
        self.tell(min(units, 6) / 6.0)
        self.tell(min(units, 12) / 12.0)

    def tell_cards(self, s: State, seat: int, time: float) -> None:
        hand = s.hands[seat]
        stack = s.stacks[seat]
        held = len(hand) / 8.0
        played = len(stack) / 10.0
        cards = len(hand) + len(stack)
        crowd = cards * cards / 200.0
        self.tell(held)
        self.tell(played)
        self.tell(time * held)
        self.tell(time * played)
        self.tell(crowd)
        self.tell(time * crowd)
        for card in hand:
            place = self.places[card]
            if place >= 0:
                self.put(HAND + place, 1.0)
                self.put(OWN + place, time)
        for card in stack:
            place = self.places[card]
            if place >= 0:
                self.put(STACK + place, 1.0)
                self.put(OWN + place, time)
        for card in s.market[: constants.CURRENT]:
            if card < constants.WASTELAND and self.places[card] >= 0:
                self.put(OFFER + self.places[card], 1.0)

    def tell_board(self, s: State, time: float) -> None:
        at = self.position.exist_at
        settlements = at[constants.AT_SETTLEMENT] / 16.0
        towns = at[constants.AT_TOWN] / 9.0
        workshops = at[constants.AT_WORKSHOP] / 9.0
        crocodiles = many(s.crocodiles) / 20.0
        self.tell(settlements)
        self.tell(towns)
        self.tell(workshops)
        self.tell(crocodiles)
        self.tell(time * settlements)
        self.tell(time * towns)
        self.tell(time * workshops)
        self.tell(time * crocodiles)
        self.tell(self.position.upright / 8.0)
        self.tell(self.position.land / 30.0)
        self.tell(self.position.best_blocks / 5.0)
        self.tell(many(self.position.spots) / 10.0)
        for piece in range(1, len(self.position.left)):
            self.tell(self.position.left[piece] / 5.0)

    def tell_others(self, s: State, seat: int, time: float) -> None:
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
        self.tell(held / others / 8.0)
        self.tell(played / others / 10.0)
        self.tell(money / others / 10.0)
        self.tell(time * held / others / 8.0)
        self.tell(passed / others)


def taught(experience: Experience, lesson: str) -> list[float]:
    """What each trait is worth in a lesson; nothing where it was not learnt, or by other traits."""
    worths = [float(worth) for worth in experience.get(lesson, [])]
    return worths if len(worths) == TRAITS else []
