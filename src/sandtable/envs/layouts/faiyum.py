"""Faiyum as a tensor. All is public but the order of the cards to come."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sandtable.envs.layout import (
    Field,
    Layout,
    TableFill,
    Tensor,
    View,
    flags,
    one_hot,
    per_seat,
    table_fields,
)
from sandtable.games.faiyum import names as n
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.story import PROMPTS
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match

KINDS = list(PROMPTS)
FARMERS = n.STARTING.count(n.FARMER)
DECK = n.MAX_CARD // 2 - 1  # cards by number // 2 - 1: blue, yellow, disasters
#: Fields with a flag per space, and what the view calls it.
PLACES = {
    "crocodiles": "crocodile",
    "settlements": "settlement",
    "towns": "town",
    "palaces": "palace",
    "workshops": "workshop",
    "expansions": "expansion",
    "developed": "developed",
}


def make(game: Game, players: int) -> FaiyumLayout:
    assert isinstance(game, Faiyum)
    return FaiyumLayout(game, players)


class FaiyumLayout(Layout):
    def __init__(self, game: Faiyum, players: int) -> None:
        self.board = game.board
        self.cards: list[int] = game.codes.cards
        # Where an owned card stands among a seat's: the farmers first, each copy for itself.
        self.slots = FARMERS - 1 + len(self.cards)
        self.slot = [-1] * n.MAX_CARD
        for place, card in enumerate(self.cards):
            self.slot[card] = place if card == n.FARMER else FARMERS - 1 + place
        goals = len(game.goals)
        fields = [
            *self._map_fields(),
            *self._card_fields(),
            *table_fields(players, KINDS),
            *self._own_fields(players, goals),
            *self._number_fields(players),
        ]
        super().__init__(game, players, fields)
        self._table = TableFill(self, KINDS)
        self._bits_end = self.start["seat"]
        self._bits_at = self._bit_places()
        self._numbers = slice(self.start["blocks"], self.start["depth"])
        self._subject = self.start["subject"]
        self._goal = self.start["goal"] if players == 1 else 0
        self._hand = self.start["hand"]
        self._depth = self.start["depth"]
        self._card_place = {card: place for place, card in enumerate(self.cards)}
        self._deck: tuple[int, ...] = ()
        self._drawn = -1
        self._to_come = (0, 0)

    # -- the fields ----------------------------------------------------------------------------

    def _map_fields(self) -> list[Field]:
        board = self.board
        size = board.size
        road = {
            frozenset((board.names[a], board.names[b])): i
            for i, (a, b) in enumerate(board.road_places)
        }
        bridge = {
            frozenset((board.names[a], board.names[b])): i
            for i, (a, b) in enumerate(board.bridge_places)
        }

        def worker(how: str) -> Callable[[View], list[int]]:
            return lambda view: [int(space["worker"] == how) for space in view["spaces"]]

        def place(word: str) -> Callable[[View], list[int]]:
            return lambda view: [int(space[word]) for space in view["spaces"]]

        def bridges(view: View) -> list[int]:
            return flags(len(bridge), [bridge[frozenset(b["ends"])] for b in view["bridges"]])

        def grand(view: View) -> list[int]:
            built = [b for b in view["bridges"] if b["grand"]]
            return flags(len(bridge), [bridge[frozenset(b["ends"])] for b in built])

        def roads(view: View) -> list[int]:
            return flags(len(road), [road[frozenset(ends)] for ends in view["roads"]])

        return [
            Field("upright", (size,), "spaces with an upright worker", worker("upright")),
            Field("prone", (size,), "spaces with a prone worker", worker("prone")),
            *[
                Field(name, (size,), f"spaces: {word}", place(word))
                for name, word in PLACES.items()
            ],
            Field("roads", (len(road),), "places of roads, as in the codebook", roads),
            Field("bridges", (len(bridge),), "places of bridges, grand ones too", bridges),
            Field("grand_bridges", (len(bridge),), "places of grand bridges", grand),
        ]

    def _card_fields(self) -> list[Field]:
        def slots(current: bool) -> Callable[[View], list[int]]:
            return lambda view: _deck(
                [slot["card"] for slot in view["market"] if slot["current"] is current]
            )

        def tokens(view: View) -> list[int]:
            return _deck([slot["card"] for slot in view["market"] if slot["token"]])

        def to_come(word: str) -> Callable[[View], list[int]]:
            return lambda view: _deck(view["to_come"][word])

        return [
            Field("current", (DECK,), "cards 2, 4, ... 128 in the current market", slots(True)),
            Field("future", (DECK,), "cards in the future market", slots(False)),
            Field("tokens", (DECK,), "cards with a discount token", tokens),
            Field("draw_pile", (DECK,), "cards in the draw pile", to_come("draw_pile")),
            Field("final_stack", (DECK,), "cards in the final stack", to_come("final_stack")),
        ]

    def _number_fields(self, players: int) -> list[Field]:
        sites = self.board.site_list
        resources = ", ".join(n.RESOURCES)
        sources = ", ".join(n.SOURCES)
        return [
            Field(
                "blocks",
                (len(sites),),
                "blocks on the building sites",
                lambda v: [v["spaces"][site]["blocks"] for site in sites],
                most=max(n.BLOCKS.values()),
                unit=max(n.BLOCKS.values()),
            ),
            Field("turn", (1,), "the turn's number", lambda v: [v["turn"]], 400, 100),
            Field("last_turns", (1,), "these are last turns", lambda v: [int(v["last_turns"])]),
            Field(
                "tokens_free",
                (1,),
                "discount tokens above the market",
                lambda v: [v["tokens_free"]],
                n.TOKENS,
                n.TOKENS,
            ),
            Field(
                "pieces",
                (2,),
                "workers and roads left",
                lambda v: [v["supply"]["workers"], v["supply"]["roads"]],
                n.ROADS,
                n.ROADS,
            ),
            Field("money", (players,), "money", per_seat(lambda s: [s["money"]]), 200, 20),
            Field(
                "reputation",
                (players,),
                "reputation",
                per_seat(lambda s: [s["reputation"]]),
                500,
                100,
            ),
            Field(
                "resources",
                (players, len(n.RESOURCES)),
                resources,
                per_seat(lambda s: [s["resources"][word] for word in n.RESOURCES]),
                100,
                5,
            ),
            Field(
                "points",
                (players, n.NUM_SOURCES),
                f"reputation by source: {sources}",
                per_seat(lambda s: [s["points"][word] for word in n.SOURCES]),
                500,
                50,
                least=-500,
            ),
            Field("passed", (players,), "has passed", per_seat(lambda s: [int(s["passed"])])),
            Field(
                "depth",
                (players, self.slots),
                "cards on the own stack: 1 on top, 2 below it and so on; 0 not there",
                per_seat(self._depths),
                most=70,
                unit=10,
            ),
        ]

    def _own_fields(self, players: int, goals: int) -> list[Field]:
        cards = self.cards

        def subject(view: View) -> list[int]:
            asked = view["decision"]
            about = None if asked is None or not asked["subject"] else asked["subject"]
            return one_hot(len(cards), None if about is None else cards.index(about))

        def goal(view: View) -> list[int]:
            return one_hot(goals, None if view["goal"] is None else view["goal"] - 1)

        found = [Field("subject", (len(cards),), "the card the question is about", subject)]
        if players == 1:
            found.append(Field("goal", (goals,), "the goal of the campaign", goal))
        order = f"{FARMERS} farmers, two-roads, settlement, then 2, 4, ... 120"
        return [
            *found,
            Field(
                "hand",
                (players, self.slots),
                f"cards in hand: {order}",
                per_seat(lambda s: flags(self.slots, [at for at, _ in self._owned(s["hand"])])),
            ),
        ]

    def _owned(self, cards: list[int]) -> list[tuple[int, int]]:
        """Slot and place of each of a seat's cards; farmers fill theirs in the order given."""
        found = []
        farmers = 0
        for place, card in enumerate(cards):
            slot = self.slot[card]
            if card == n.FARMER:
                slot += farmers
                farmers += 1
            found.append((slot, place))
        return found

    def _depths(self, seat: View) -> list[int]:
        found = [0] * self.slots
        for slot, place in self._owned(seat["stack"][::-1]):
            found[slot] = place + 1
        return found

    # -- straight from the state ---------------------------------------------------------------

    def _bit_places(self) -> NDArray[np.intp]:
        """For each flag of the map and the market its bit among the words of `_words`."""
        board = self.board
        found: list[int] = []
        word = 0
        for _ in range(2 + len(PLACES)):
            found += [word * 64 + space for space in range(board.size)]
            word += 1
        found += [(word + a) * 64 + b for a, b in board.road_places]
        word += board.size
        for _ in range(2):
            found += [word * 64 + place for place in range(len(board.bridge_places))]
            word += 1
        for _ in range(5):
            found += [word * 64 + card for card in range(DECK)]
            word += 1
        return np.array(found, np.intp)

    def _words(self, s: State) -> list[int]:
        if s.deck is not self._deck or s.drawn != self._drawn:
            pile, final = s.deck[s.drawn : s.pile], s.deck[max(s.drawn, s.pile) :]
            self._deck, self._drawn = s.deck, s.drawn
            self._to_come = (_bits(pile), _bits(final))
        return [
            s.upright,
            s.prone,
            s.crocodiles,
            s.settlements,
            s.towns,
            s.palaces,
            s.workshops,
            s.expansions,
            s.developed,
            *s.links,
            s.bridges,
            s.grand,
            _bits(s.market[: n.CURRENT]),
            _bits(s.market[n.CURRENT :]),
            s.tokens >> 1,
            *self._to_come,
        ]

    def fill(self, match: Match, seat: int, raw: Tensor) -> None:
        s = match.state
        assert isinstance(s, State)
        words = np.array(self._words(s), np.uint64)
        bits = np.unpackbits(words.view(np.uint8), bitorder="little")
        raw[: self._bits_end] = bits[self._bits_at]
        blocks, passed = s.blocks, s.passed
        order = [*range(seat, self.players), *range(seat)]
        first, split = seat * n.NUM_SOURCES, seat * 5
        raw[self._numbers] = [
            *[blocks[site] for site in self.board.site_list],
            s.turns + 1,
            s.last_turns,
            s.tokens_free,
            s.workers_left,
            s.roads_left,
            *s.money[seat:],
            *s.money[:seat],
            *s.reputation[seat:],
            *s.reputation[:seat],
            *s.resources[split:],
            *s.resources[:split],
            *s.points[first:],
            *s.points[:first],
            *[passed >> other & 1 for other in order],
        ]
        places, subject = self._table.ones(match, seat)
        if subject:
            places.append(self._subject + self._card_place[subject])
        if s.goal:
            places.append(self._goal + s.goal - 1)
        slot, at = self.slot, self._hand
        for other in order:
            hand = s.hands[other]
            places += [at + slot[card] for card in hand]
            # Farmers come first in a hand, and each has a slot of its own.
            farmers = hand.count(n.FARMER)
            if farmers > 1:
                places += range(at, at + farmers)
            at += self.slots
        values = [1] * len(places)
        at = self._depth
        for other in order:
            stack = s.stacks[other][::-1]
            if stack:
                first = len(places)
                places += [at + slot[card] for card in stack]
                values += range(1, len(stack) + 1)
                if stack.count(n.FARMER) > 1:
                    self._part_farmers(places, first, stack)
            at += self.slots
        raw[places] = values

    @staticmethod
    def _part_farmers(places: list[int], first: int, stack: tuple[int, ...]) -> None:
        """Give each farmer of a stack a slot of its own, the topmost the first."""
        farmers = 0
        for place, card in enumerate(stack, first):
            if card == n.FARMER:
                places[place] += farmers
                farmers += 1


def _deck(cards: list[int]) -> list[int]:
    return flags(DECK, [card // 2 - 1 for card in cards])


def _bits(cards: tuple[int, ...]) -> int:
    found = 0
    for card in cards:
        found |= 1 << (card >> 1) - 1
    return found
