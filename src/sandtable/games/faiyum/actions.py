"""Every choice Faiyum can offer, as ids."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.subjects import CardSubject
from sandtable.kernel.action_space import ActionSpace
from sandtable.kernel.bits import MemberLists

#: A payment: wheat, grape, stone, fish, roses, and 1 where $3 replace a basic resource.
Vector = tuple[int, ...]

MAX_NUMBER = 70


def vector_text(vector: Vector) -> str:
    words = [*constants.RESOURCES, f"${constants.STAND_IN}"]
    parts = [
        (str(amount) if amount > 1 else "") + word
        for amount, word in zip(vector, words, strict=False)
        if amount
    ]
    return "+".join(parts)


def payments() -> list[Vector]:
    """All payments a card can ask for at once: up to six units, small ones of any make-up."""
    vectors: list[Vector] = []
    for dollar in range(2):
        for rose in range(7):
            for fish in range(4):
                for stone in range(4):
                    for grape in range(4):
                        for wheat in range(4):
                            vector = (wheat, grape, stone, fish, rose, dollar)
                            total = sum(vector)
                            small = total <= 3
                            large = total <= 6 and max(vector[:3]) <= 2 and fish <= 1
                            if total and (small or large):
                                vectors.append(vector)
    return sorted(vectors, key=lambda v: (sum(v), [-amount for amount in v]))


def gains() -> list[Vector]:
    """Up to three resources of one's choice; roses only among up to two."""
    vectors: list[Vector] = []
    for rose in range(3):
        for fish in range(4):
            for stone in range(4):
                for grape in range(4):
                    for wheat in range(4):
                        vector = (wheat, grape, stone, fish, rose)
                        total = sum(vector)
                        if 1 <= total <= (2 if rose else 3):
                            vectors.append(vector)
    return sorted(vectors, key=lambda v: (sum(v), [-amount for amount in v]))


class Codes:
    """The first id of each group, and tables from things to ids."""

    def __init__(self, board: Board, cards: list[dict[str, Any]]) -> None:
        book = ActionSpace()
        self.book = book
        for_sale = [card for card in cards if starts_outside_hands(card)]
        # Cards of the draw pile, and those that begin in the final stack beside the disasters.
        self.blue: list[int] = sorted(c["number"] for c in for_sale if not c.get("final"))
        self.yellow: list[int] = sorted(c["number"] for c in for_sale if c.get("final"))
        # All cards players can own, and those of them that can lie in the market.
        self.market_cards: list[int] = sorted(self.blue + self.yellow)
        self.cards: list[int] = sorted({*constants.STARTING, *self.market_cards})
        #: All cards that are drawn in a game, ascending.
        self.drawn_cards: list[int] = sorted(self.market_cards + constants.DISASTERS)
        owned = [card_word(card) for card in self.cards]
        sold = [card_word(card) for card in self.market_cards]
        self.play: int = book.add("play", owned)
        self.cash: int = book.add("cash", owned)
        self.buy: int = book.add("buy", sold)
        self.admin: int = book.add("administration", [""])
        self.pass_: int = book.add("pass", [""])
        self.space: int = book.add("space", board.names)
        roads = [f"{board.names[a]}-{board.names[b]}" for a, b in board.road_places]
        self.road: int = book.add("road", roads)
        bridges = [f"{board.names[a]}-{board.names[b]}" for a, b in board.bridge_places]
        self.bridge: int = book.add("bridge", bridges)
        self.payments: list[Vector] = payments()
        self.pay: int = book.add("pay", [vector_text(v) for v in self.payments])
        self.pay_id: dict[Vector, int] = {v: self.pay + i for i, v in enumerate(self.payments)}
        self.pay_one: list[int] = [
            self.pay_id[tuple(1 if i == j else 0 for i in range(6))] for j in range(6)
        ]
        self.gains: list[Vector] = gains()
        self.gain: int = book.add("gain", [vector_text(v) for v in self.gains])
        self.gain_id: dict[Vector, int] = {v: self.gain + i for i, v in enumerate(self.gains)}
        # No count is higher than the cards one seat can own.
        self.most: int = max(MAX_NUMBER, len(constants.STARTING) + len(self.market_cards) + 1)
        self.number: int = book.add("number", [str(i) for i in range(self.most)])
        self.hand: int = book.add("hand", owned)
        self.stack: int = book.add("stack", [str(i + 1) for i in range(self.most)])
        self.this: int = book.add("this", [""])
        self.take: int = book.add("take", sold)
        self.remove: int = book.add("remove", sold)
        self.back: int = book.add("back", [""])
        self.renown: int = book.add("reputation", [""])
        self.lay: int = book.add("lay", [""])
        self.lift: int = book.add("lift", [""])
        self.done: int = book.add("done", [""])
        self.spaces = MemberLists(self.space)
        #: What questions are about, by card number; 0 is no card.
        self.subjects: list[CardSubject | None] = [None] * constants.MAX_CARD
        for card in self.cards:
            self.subjects[card] = CardSubject(card)
        self.play_of = by_card(self.play, self.cards)
        self.cash_of = by_card(self.cash, self.cards)
        self.hand_of = by_card(self.hand, self.cards)
        self.buy_of = by_card(self.buy, self.market_cards)
        self.take_of = by_card(self.take, self.market_cards)
        self.remove_of = by_card(self.remove, self.market_cards)


def starts_outside_hands(card: dict[str, Any]) -> bool:
    """Whether a card of the edition can be bought: all but starting cards and disasters."""
    number: int = card["number"]
    return number not in constants.STARTING and number not in constants.DISASTERS


def by_card(base: int, cards: list[int]) -> list[int]:
    """The ids of a group of cards, by card number."""
    ids = [-1] * constants.MAX_CARD
    for i, card in enumerate(cards):
        ids[card] = base + i
    return ids


def card_word(card: int) -> str:
    """How a card is written in notation."""
    for word, number in constants.STARTING_NAMES.items():
        if number == card:
            return word
    return str(card)
