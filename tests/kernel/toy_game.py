"""A small game of the tests' own: hidden hands, a hidden deck, dice, questions to other seats.

It shows that a game can be added without touching the kernel, as a plain Python subclass of the
(perhaps compiled) kernel classes, and it has what Faiyum has not: secrets of single seats, chance
during the game, and a turn in which another seat chooses.

In a turn a seat draws a card and then keeps or drops it, shows a card of its hand for its value,
rolls a die for coins, or asks the next seat, who says yes (a coin for both) or no. A seat without
cards while the deck is empty has nothing to choose. Whoever has most points after ``length`` turns
wins; ``length`` is the game's one option.
"""

from __future__ import annotations

from typing import Any

from sandtable.kernel.action_space import ActionSpace
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import TURN_OVER, Decision, Event, Flow, Game, State, Subject
from sandtable.kernel.rng import Rng

DRAW, KEEP, SHOW, ROLL, ASK, ANSWER, IDLE = range(7)


class CardSubject(Subject):
    """The card that was just drawn."""

    def __init__(self, card: int) -> None:
        self.card = card


class Secrets(State):
    def __init__(self, players: int, rng: Rng, like: Secrets | None = None) -> None:
        super().__init__(rng)
        self.players = players
        self.deck: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.shown: list[list[int]] = [[] for _ in range(players)]
        self.coins = [0] * players
        self.left = 0
        if like is not None:
            self.active, self.over, self.revealed = like.active, like.over, like.revealed
            self.deck = like.deck[:]
            self.hands = [hand[:] for hand in like.hands]
            self.shown = [shown[:] for shown in like.shown]
            self.coins = like.coins[:]
            self.left = like.left

    def copy(self) -> Secrets:
        return Secrets(self.players, self.rng.copy(), self)


class ToyGame(Game):
    name = "toy"
    title = "Toy game"
    min_players = 2
    max_players = 4
    rules_version = 3

    def __init__(self, edition: dict[str, Any]) -> None:
        book = ActionSpace()
        self.size: int = edition["cards"]
        self.draw = book.add("draw", [""])
        self.keep = book.add("keep", [""])
        self.drop = book.add("drop", [""])
        self.show = book.add("show", [str(card) for card in range(self.size)])
        self.roll = book.add("roll", [""])
        self.ask = book.add("ask", [""])
        self.yes = book.add("yes", [""])
        self.no = book.add("no", [""])
        super().__init__(edition, book)

    # -- options and editions ------------------------------------------------------------------

    def resolve_options(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        length = options.pop("length", 20)
        if type(length) is not int or not 1 <= length <= 200:
            raise BadOption(f"length is a number of turns from 1 to 200, not {length!r}")
        if options:
            raise BadOption(f"Toy game has no option {sorted(options)[0]!r}")
        return {"length": length}

    def option_help(self) -> list[dict[str, Any]]:
        return [{"name": "length", "values": [20, 40], "default": 20, "help": "Turns to play."}]

    def check_edition(self, edition: dict[str, Any]) -> list[str]:
        cards = edition.get("cards")
        if type(cards) is not int or not 8 <= cards <= 99:
            return [f"cards: expected a number from 8 to 99, found {cards!r}"]
        return []

    def with_edition(self, edition: dict[str, Any]) -> ToyGame:
        return ToyGame(edition)

    # -- the rules -----------------------------------------------------------------------------

    def setup(self, players: int, rng: Rng, options: dict[str, Any]) -> Secrets:
        s = Secrets(players, rng)
        s.deck = list(range(self.size))
        rng.stream("deck").shuffle(s.deck)
        s.hands = [sorted([s.deck.pop(), s.deck.pop()]) for _ in range(players)]
        s.left = options["length"]
        return s

    def turn(self, state: Secrets, log: list[Event] | None, known: Decision | None) -> Flow:
        s, seat = state, state.active
        told: list[Event] = [] if log is None else log
        options = self.options(s) if known is None else known.actions
        if not options:
            told.append((IDLE, seat))
        else:
            chosen = yield Decision(seat, "turn", None, options)
            if chosen == self.draw:
                card = s.deck.pop()
                s.revealed = True
                told.append((DRAW, seat, card))
                kept = yield Decision(seat, "keep", CardSubject(card), [self.keep, self.drop])
                told.append((KEEP, seat, int(kept == self.keep)))
                if kept == self.keep:
                    s.hands[seat] = sorted([*s.hands[seat], card])
            elif chosen == self.roll:
                eyes = s.rng.below(6) + 1
                s.revealed = True
                s.coins[seat] += eyes
                told.append((ROLL, seat, eyes))
            elif chosen == self.ask:
                other = (seat + 1) % s.players
                told.append((ASK, seat, other))
                answer = yield Decision(other, "answer", None, [self.yes, self.no])
                told.append((ANSWER, other, int(answer == self.yes)))
                if answer == self.yes:
                    s.coins[seat] += 1
                    s.coins[other] += 1
            else:
                card = chosen - self.show
                s.hands[seat] = [held for held in s.hands[seat] if held != card]
                s.shown[seat].append(card)
                told.append((SHOW, seat, card))
        s.left -= 1
        s.over = s.left == 0
        s.active = (seat + 1) % s.players
        yield TURN_OVER

    def options(self, s: Secrets) -> list[int]:
        shows = [self.show + card for card in s.hands[s.active]]
        return [self.draw, *shows, self.roll, self.ask] if s.deck else shows

    def scores(self, state: Secrets) -> list[int]:
        return [state.coins[seat] + sum(state.shown[seat]) for seat in range(state.players)]

    def winners(self, state: Secrets) -> list[int]:
        scores = self.scores(state)
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def breakdown(self, state: Secrets) -> list[dict[str, int]]:
        return [
            {"coins": state.coins[seat], "cards": sum(state.shown[seat])}
            for seat in range(state.players)
        ]

    # -- what is known -------------------------------------------------------------------------

    def view(self, state: Secrets, seat: int | None) -> dict[str, Any]:
        return {
            "deck": len(state.deck),
            "left": state.left,
            "hand": None if seat is None else state.hands[seat][:],
            "hands": [len(hand) for hand in state.hands],
            "shown": [shown[:] for shown in state.shown],
            "coins": state.coins[:],
        }

    def resample(self, start: Secrets, now: Secrets, seat: int | None, rng: Rng) -> Secrets:
        """Other hands and the deck are drawn anew; a card drawn in this turn keeps its place."""
        other = start.copy()
        drawn = len(start.deck) - len(now.deck)
        # The drawn card is known to its owner only.
        fixed = drawn if seat == start.active else 0
        top = start.deck[len(start.deck) - fixed :]
        pool = start.deck[: len(start.deck) - fixed]
        for one in range(start.players):
            if one != seat:
                pool = pool + start.hands[one]
        pool.sort()
        rng.shuffle(pool)
        for one in range(start.players):
            if one != seat:
                other.hands[one] = sorted(pool.pop() for _ in start.hands[one])
        other.deck = pool + top
        return other

    # -- for people ----------------------------------------------------------------------------

    def prompt(self, state: Secrets, decision: Decision) -> str:
        return {"turn": "What do you do?", "keep": "Keep it?", "answer": "Yes or no?"}[
            decision.kind
        ]

    def subject(self, subject: CardSubject) -> dict[str, Any]:
        return {"type": "card", "card": subject.card}

    def event(self, event: Event, seat: int | None) -> dict[str, Any] | None:
        kind, who = event[0], event[1]
        if kind == DRAW:
            return {"type": "draw", "seat": who, "card": event[2] if seat == who else None}
        if kind == KEEP and seat != who:
            return None
        words = ["draw", "keep", "show", "roll", "ask", "answer", "idle"]
        return {"type": words[kind], "seat": who, "value": event[2] if len(event) > 2 else 0}

    def log_lines(self, events: list[dict[str, Any]], names: list[str]) -> list[str]:
        return [f"{names[event['seat']]}: {event['type']}." for event in events]

    def explain(self, state: Secrets, seat: int) -> dict[str, str]:
        return {} if state.deck else {"draw": "the deck is empty"}


EDITION = {"game": "toy", "name": "standard", "format": 1, "cards": 14}


def make() -> ToyGame:
    return ToyGame(dict(EDITION))
