"""Faiyum as a tensor. All is public but the order of the cards to come."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import card_word
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.observation.encoder import FaiyumEncoder, pair_at
from sandtable.observation.encoder import Frame
from sandtable.observation.tensors import (
    Field,
    Layout,
    View,
    flags,
    one_hot,
    per_seat,
    table_fields,
)

#: The kinds of questions in the order of their flags; new ones go to the end.
KINDS = [
    "turn",
    "last",
    "harvest",
    "migrant",
    "migrant_step",
    "migrant_again",
    "site",
    "crocodile",
    "worker_off",
    "gems",
    "lay_down",
    "road",
    "road_pay",
    "bridge",
    "settlement",
    "town",
    "palace",
    "workshop",
    "expansion",
    "block",
    "pay",
    "pay_singly",
    "commerce",
    "gain",
    "swap",
    "times",
    "double",
    "steal",
    "bazaar",
    "all_rounder",
    "order",
    "escort",
    "hops",
    "sacrifice",
    "worker_home",
    "buy_back",
    "market_off",
]
FARMERS = constants.STARTING.count(constants.FARMER)
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


class FaiyumLayout(Layout):
    place_words = frozenset({"space", "road", "bridge", "number", "stack"})

    def __init__(self, game: Faiyum, players: int) -> None:
        self.board = game.board
        self.cards: list[int] = game.codes.cards
        self.drawn: list[int] = game.codes.drawn_cards  # as the fields of the deck count them
        # Where an owned card stands among a seat's: the farmers first, each copy for itself.
        self.slots = FARMERS - 1 + len(self.cards)
        self.slot: list[int] = [-1] * constants.MAX_CARD
        for place, card in enumerate(self.cards):
            self.slot[card] = place if card == constants.FARMER else FARMERS - 1 + place
        self.most_cards: int = game.codes.most  # that a seat can own
        goals = len(game.goals)
        fields = [
            *self._map_fields(),
            *self._card_fields(),
            *table_fields(players, KINDS),
            *self._own_fields(players, goals),
            *self._number_fields(players),
        ]
        super().__init__(game, players, fields)
        frame = Frame(players, self.start, self.least, self.most, self.unit, KINDS)
        self.use(FaiyumEncoder(frame, self.board, self.cards, self.drawn, self.slot))

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

        # Every pair of spaces, since a settlement may come to lie on nearly any of them.
        names = board.names
        pair = {
            frozenset((names[a], names[b])): pair_at(size, a, b)
            for a in range(size)
            for b in range(a + 1, size)
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

        def joined(view: View) -> list[int]:
            return flags(len(pair), [pair[frozenset(ends)] for ends in view["joined"]])

        return [
            Field("upright", (size,), "spaces with an upright worker", worker("upright")),
            Field("prone", (size,), "spaces with a prone worker", worker("prone")),
            *[
                Field(name, (size,), f"spaces: {word}", place(word))
                for name, word in PLACES.items()
            ],
            Field(
                "roads", (len(road),), "places of roads, in the order of their action ids", roads
            ),
            Field("bridges", (len(bridge),), "places of bridges, grand ones too", bridges),
            Field("grand_bridges", (len(bridge),), "places of grand bridges", grand),
            Field(
                "joined",
                (len(pair),),
                "pairs of spaces that were ever directly connected, by names a-b with a before b",
                joined,
            ),
        ]

    def _card_fields(self) -> list[Field]:
        size = len(self.drawn)
        place = {card: i for i, card in enumerate(self.drawn)}
        order = f"all that are drawn, {self.drawn[0]} to {self.drawn[-1]}, ascending"

        def deck(cards: list[int]) -> list[int]:
            return flags(size, [place[card] for card in cards])

        def slots(current: bool) -> Callable[[View], list[int]]:
            return lambda view: deck(
                [slot["card"] for slot in view["market"] if slot["current"] is current]
            )

        def tokens(view: View) -> list[int]:
            return deck([slot["card"] for slot in view["market"] if slot["token"]])

        def to_come(word: str) -> Callable[[View], list[int]]:
            return lambda view: deck(view["to_come"][word])

        return [
            Field("current", (size,), f"cards in the current market: {order}", slots(True)),
            Field("future", (size,), "cards in the future market", slots(False)),
            Field("tokens", (size,), "cards with a discount token", tokens),
            Field("draw_pile", (size,), "cards in the draw pile", to_come("draw_pile")),
            Field("final_stack", (size,), "cards in the final stack", to_come("final_stack")),
        ]

    def _number_fields(self, players: int) -> list[Field]:
        sites = self.board.site_list
        resources = ", ".join(constants.RESOURCES)
        sources = ", ".join(constants.SOURCES)
        return [
            Field(
                "blocks",
                (len(sites),),
                "blocks on the building sites",
                lambda v: [v["spaces"][site]["blocks"] for site in sites],
                most=max(constants.BLOCKS.values()),
                unit=max(constants.BLOCKS.values()),
            ),
            Field("turn", (1,), "the turn's number", lambda v: [v["turn"]], 400, 100),
            Field("last_turns", (1,), "these are last turns", lambda v: [int(v["last_turns"])]),
            Field(
                "tokens_free",
                (1,),
                "discount tokens above the market",
                lambda v: [v["tokens_free"]],
                constants.TOKENS,
                constants.TOKENS,
            ),
            Field(
                "pieces",
                (2,),
                "workers and roads left",
                lambda v: [v["supply"]["workers"], v["supply"]["roads"]],
                constants.ROADS,
                constants.ROADS,
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
                (players, len(constants.RESOURCES)),
                resources,
                per_seat(lambda s: [s["resources"][word] for word in constants.RESOURCES]),
                100,
                5,
            ),
            Field(
                "points",
                (players, constants.NUM_SOURCES),
                f"reputation by source: {sources}",
                per_seat(lambda s: [s["points"][word] for word in constants.SOURCES]),
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
                most=self.most_cards,
                unit=10,
            ),
        ]

    def _own_fields(self, players: int, goals: int) -> list[Field]:
        cards = self.cards

        def subject(view: View) -> list[int]:
            asked = view["decision"]
            about = None if asked is None else asked["subject"]
            return one_hot(len(cards), None if about is None else cards.index(about["card"]))

        def playing(view: View) -> list[int]:
            card = view["playing"]
            return one_hot(len(cards), None if card is None else cards.index(card))

        def goal(view: View) -> list[int]:
            return one_hot(goals, None if view["goal"] is None else view["goal"] - 1)

        fields = [
            Field("subject", (len(cards),), "the card the question is about", subject),
            Field("playing", (len(cards),), "the card whose action is under way", playing),
        ]
        if players == 1:
            fields.append(Field("goal", (goals,), "the goal of the campaign", goal))
        others = ", ".join(card_word(card) for card in sorted({*constants.STARTING[FARMERS:]}))
        order = f"{FARMERS} farmers, {others}, then the others ascending"
        return [
            *fields,
            Field(
                "hand",
                (players, self.slots),
                f"cards in hand: {order}",
                per_seat(lambda s: flags(self.slots, [at for at, _ in self._owned(s["hand"])])),
            ),
        ]

    def _owned(self, cards: list[int]) -> list[tuple[int, int]]:
        """Slot and place of each of a seat's cards; farmers fill theirs in the order given."""
        pieces = []
        farmers = 0
        for place, card in enumerate(cards):
            slot = self.slot[card]
            if card == constants.FARMER:
                slot += farmers
                farmers += 1
            pieces.append((slot, place))
        return pieces

    def _depths(self, seat: View) -> list[int]:
        depths = [0] * self.slots
        for slot, place in self._owned(seat["stack"][::-1]):
            depths[slot] = place + 1
        return depths
