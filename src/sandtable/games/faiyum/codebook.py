"""Every choice Faiyum can offer, as ids."""

from __future__ import annotations

from sandtable.games.faiyum import names as n
from sandtable.games.faiyum.board import Board
from sandtable.kernel.bits import Spread
from sandtable.kernel.codebook import Codebook

#: A payment: wheat, grape, stone, fish, roses, and 1 where $3 replace a basic resource.
Vector = tuple[int, ...]

MAX_NUMBER = 70


def vector_text(vector: Vector) -> str:
    words = [*n.RESOURCES, "$3"]
    parts = [
        (str(amount) if amount > 1 else "") + word
        for amount, word in zip(vector, words, strict=False)
        if amount
    ]
    return "+".join(parts)


def payments() -> list[Vector]:
    """All payments a card can ask for at once: up to six units, small ones of any make-up."""
    found: list[Vector] = []
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
                                found.append(vector)
    return sorted(found, key=lambda v: (sum(v), [-amount for amount in v]))


def gains() -> list[Vector]:
    """Up to three resources of one's choice; roses only among up to two."""
    found: list[Vector] = []
    for rose in range(3):
        for fish in range(4):
            for stone in range(4):
                for grape in range(4):
                    for wheat in range(4):
                        vector = (wheat, grape, stone, fish, rose)
                        total = sum(vector)
                        if 1 <= total <= (2 if rose else 3):
                            found.append(vector)
    return sorted(found, key=lambda v: (sum(v), [-amount for amount in v]))


class Codes:
    """The first id of each group, and tables from things to ids."""

    def __init__(self, board: Board) -> None:
        book = Codebook()
        self.book = book
        own = [n.FARMER, n.TWO_ROADS, n.SETTLEMENT, *n.BLUE, *n.YELLOW]
        self.cards: list[int] = own
        self.card_names: list[str] = [card_word(card) for card in own]
        self.card_index: list[int] = [-1] * n.MAX_CARD
        for i, card in enumerate(own):
            self.card_index[card] = i
        self.play: int = book.add("play", self.card_names)
        self.cash: int = book.add("cash", self.card_names)
        self.buy: int = book.add("buy", self.card_names[3:]) - 3
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
        self.number: int = book.add("number", [str(i) for i in range(MAX_NUMBER)])
        self.hand: int = book.add("hand", self.card_names)
        self.stack: int = book.add("stack", [str(i + 1) for i in range(MAX_NUMBER)])
        self.this: int = book.add("this", [""])
        self.take: int = book.add("take", self.card_names[3:]) - 3
        self.remove: int = book.add("remove", self.card_names[3:]) - 3
        self.back: int = book.add("back", [""])
        self.renown: int = book.add("reputation", [""])
        self.lay: int = book.add("lay", [""])
        self.lift: int = book.add("lift", [""])
        self.done: int = book.add("done", [""])
        self.spaces = Spread(self.space)


def card_word(card: int) -> str:
    """How a card is written in notation."""
    for word, number in n.STARTING_NAMES.items():
        if number == card:
            return word
    return str(card)
