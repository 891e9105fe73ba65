"""What sets two positions of Faiyum apart: goods, cards, pieces on the map, the market, time."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sandtable.bots.reasons import Difference, Fields, Reasons, more_and_less
from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import card_word
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.rules import market
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.text import advantages
from sandtable.kernel.bits import members

#: Pieces on the map by their sets, with what else of the state follows from them.
PIECES: dict[str, tuple[str, ...]] = {
    "settlement": ("settlements", "near", "developed"),
    "town": ("towns",),
    "palace": ("palaces",),
    "workshop": ("workshops", "developed"),
    "expansion": ("expansions",),
    "worker": ("upright", "prone", "workers_left"),
    "crocodile": ("crocodiles",),
}
ROADS = ("links", "met", "open_ends", "full_ends", "free_roads", "roads_left", "developed")
MARKET = ("market", "tokens", "tokens_free")
CLOCK = ("deck", "drawn", "pile", "disasters_seen", "last_turns")


class Amount(Difference):
    """More of a good, of money or of reputation: a number in one of the state's lists."""

    def __init__(self, kind: str, numbers: str, place: int, state: State, other: State) -> None:
        self._numbers = numbers
        self._place = place
        self._have = self._number(state)
        super().__init__(kind, {"amount": self._have - self._number(other)})

    def _number(self, state: State) -> int:
        numbers: list[int] = getattr(state, self._numbers)
        return numbers[self._place]

    def carry(self, source: State, target: State) -> None:
        getattr(target, self._numbers)[self._place] = self._number(source)

    def keeps(self, before: State) -> bool:
        return self._have <= self._number(before)


class Cards(Difference):
    """Cards that a seat has in another place: in hand, on the stack or not at all."""

    def __init__(self, kind: str, cards: list[int], seat: int, silent: bool = False) -> None:
        super().__init__(kind, {"cards": sorted(cards)}, silent, means=False)
        self._cards = sorted(set(cards))
        self._seat = seat

    def carry(self, source: State, target: State) -> None:
        seat = self._seat
        for card in self._cards:
            hand = [other for other in target.hands[seat] if other != card]
            hand += [card] * source.hands[seat].count(card)
            target.hands[seat] = tuple(sorted(hand))
            target.stacks[seat] = stack_like(target.stacks[seat], source.stacks[seat], card)

    def keeps(self, before: State) -> bool:
        return self.kind != "gone" and self._were_there(before)

    def worth_saying(self, before: State) -> bool:
        """Nobody gets rid of what they never had."""
        return not self.silent and (self.kind != "gone" or self._were_there(before))

    def _were_there(self, before: State) -> bool:
        had = before.hands[self._seat]
        if self.kind != "hand":
            had = (*had, *before.stacks[self._seat], before.playing)
        return all(card in had for card in self._cards)


class FaiyumReasons(Reasons):
    paying = ("pay", "pay_singly", "road_pay")
    not_spent = ("clock",)

    def __init__(self, game: Faiyum) -> None:
        self.game = game
        self.board = game.board
        self.language = game.language

    def say_difference(self, kind: str, form: str, values: dict[str, Any]) -> str:
        return advantages.say_difference(self.game.components, kind, form, values)

    def say_options(self, options: list[str], way: str) -> list[str]:
        return advantages.say_options(self.game.components, options, way)

    def say_habit(self, what: str, one: str, other: str, values: dict[str, Any]) -> str:
        return advantages.say_habit(self.game.components, what, one, other, values)

    def options(self, state: State, seat: int, viewer: int) -> list[str]:
        """Cards that can be played or bought: hands and money lie open for everybody."""
        if state.over or state.passed >> seat & 1:
            return []
        t = Turn(state, self.game.components, None)
        t.player = seat
        options: list[str] = []
        for number in sorted(set(state.hands[seat])):
            card = self.game.deck[number]
            if card is not None and card.can(t):
                options.append(f"play {card_word(number)}")
        bought = market.affordable(state, state.money[seat])
        return options + [f"buy {card_word(number)}" for number in bought]

    def differences(self, state: State, other: State, seat: int) -> list[Difference]:
        first = seat * constants.NUM_RESOURCES
        differences: list[Difference] = [
            Amount("reputation", "reputation", seat, state, other),
            Amount("money", "money", seat, state, other),
            *(
                Amount(name, "resources", first + number, state, other)
                for number, name in enumerate(constants.RESOURCES)
            ),
        ]
        differences = [difference for difference in differences if difference.values["amount"]]
        differences += self._cards(state, other, seat)
        differences += self._pieces(state, other)
        differences += self._common(state, other, seat)
        return differences

    def _cards(self, state: State, other: State, seat: int) -> list[Difference]:
        hand, stack = Counter(state.hands[seat]), Counter(state.stacks[seat])
        hand_2, stack_2 = Counter(other.hands[seat]), Counter(other.stacks[seat])
        owned, owned_2 = hand + stack, hand_2 + stack_2
        new, gone = owned - owned_2, owned_2 - owned
        kinds = {
            "owned": new,
            "gone": gone,
            "hand": hand - hand_2 - new,
            "stack": hand_2 - hand - gone,
        }
        # A card that was played is no gain: it lies on the stack.
        return [
            Cards(kind, list(cards.elements()), seat, kind == "stack")
            for kind, cards in kinds.items()
            if cards
        ]

    def _pieces(self, state: State, other: State) -> list[Difference]:
        differences: list[Difference] = []
        for piece, fields in PIECES.items():
            here, there = self._places(state, piece), self._places(other, piece)
            if here != there:
                differences.append(Fields(piece, more_and_less(here, there), fields))
        roads, roads_2 = self._roads(state), self._roads(other)
        if roads != roads_2:
            fields = (*ROADS, "bridges", "grand")
            differences.append(Fields("road", more_and_less(roads, roads_2), fields))
        blocks = [
            self.board.names[site]
            for site in self.board.site_list
            if state.blocks[site] != other.blocks[site]
        ]
        if blocks:
            more = [
                name for name in blocks if _blocks(state, self, name) > _blocks(other, self, name)
            ]
            values = {"more": more, "less": [name for name in blocks if name not in more]}
            differences.append(Fields("block", values, ("blocks",)))
        return differences

    def _places(self, state: State, piece: str) -> set[str]:
        bits = (
            state.upright | state.prone if piece == "worker" else getattr(state, PIECES[piece][0])
        )
        return {self.board.names[space] for space in members(bits)}

    def _roads(self, state: State) -> set[str]:
        """All roads and bridges, by the names of their ends."""
        names = self.board.names
        return {
            f"{names[space]}-{names[end]}"
            for space in range(self.board.size)
            for end in members(state.links[space])
            if space < end
        }

    def _common(self, state: State, other: State, seat: int) -> list[Difference]:
        differences: list[Difference] = []
        if any(getattr(state, name) != getattr(other, name) for name in MARKET):
            taken = [card for card in market.current(other) if card not in state.market]
            differences.append(Fields("market", {"cards": taken}, MARKET, silent=True))
        left, left_2 = len(state.deck) - state.drawn, len(other.deck) - other.drawn
        if left != left_2 or state.last_turns != other.last_turns:
            silent = state.last_turns or other.last_turns
            differences.append(Fields("clock", {"amount": left - left_2}, CLOCK, silent))
        if state.passed != other.passed:
            differences.append(Fields("passed", {}, ("passed",), silent=True))
        return differences


def _blocks(state: State, title: FaiyumReasons, name: str) -> int:
    return state.blocks[title.board.names.index(name)]


def stack_like(stack: tuple[int, ...], source: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A stack with a card as often, and as deep, as in another one."""
    cards = [other for other in stack if other != card]
    for depth, other in enumerate(reversed(source)):
        if other == card:
            cards.insert(max(0, len(cards) - depth), card)
    return tuple(cards)
