"""What is in the box, ready for play: map, cards, goals and the ids of all choices, and the words
for people."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.cards.deck import make_deck
from sandtable.kernel.messages import Catalog


class Components:
    def __init__(self, edition: dict[str, Any], max_players: int, words: Catalog) -> None:
        self.words = words
        self.board = Board(edition["board"])
        self.codes = Codes(self.board, edition["cards"])
        self.cards: dict[int, dict[str, Any]] = {card["number"]: card for card in edition["cards"]}
        self.deck: list[Card | None] = make_deck(edition["cards"], self.codes)
        self.goals: list[dict[str, Any]] = edition["campaign"]
        #: What each disaster is worth, by number of players.
        self.disasters: list[dict[int, int]] = [
            {
                number: int(self.cards[number]["reputation"].get(str(players), 0))
                for number in constants.DISASTERS
            }
            for players in range(max_players + 1)
        ]
