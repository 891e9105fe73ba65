"""A table at which tests play by notation, and what its seats own."""

from __future__ import annotations

import sandtable
from sandtable import Match
from sandtable.games.resafa import constants as n
from sandtable.games.resafa.edition.components import cell_name
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.geometry import AREA
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.games.resafa.state import Player, State

_found = sandtable.game("resafa")
assert isinstance(_found, Resafa)
GAME: Resafa = _found

#: Starting action cards by their number of the edition: which holds an action first.
PAIRS = [
    "workshop/provisions",
    "provisions/garden",
    "garden/production",
    "production/trading",
    "trading/canal",
    "canal/workshop",
]
#: With the three cards of the usual hand, how to play each action.
PLAYS = {
    "workshop": "play workshop/provisions",
    "provisions": "play provisions/workshop",
    "garden": "play garden/production",
    "production": "play production/garden",
    "trading": "play trading/canal",
    "canal": "play canal/trading",
}
PLACES = {place_name(cell): cell for cell in range(AREA)}


class Seat:
    """What a seat owns."""

    def __init__(self, p: Player) -> None:
        self.coin, self.stone, self.marble, self.amphora, self.spice = p.item
        self.vp = p.vp
        self.camel = p.camel
        self.cargo = "nothing" if not p.cargo else f"{p.cargo} {fx.ITEMS[p.cargo_item]}"
        self.squares = p.squares
        self.scarabs = p.scarabs
        self.rows = [int(p.row(kind)) for kind in range(3)]
        self.cubes = p.cubes
        self.gardens = p.gardens
        self.full_squares = p.full_squares
        self.workshops = len(p.workshops)
        self.canals = p.canals
        self.tanks = p.tanks
        self.bases = [GAME.components.centre_ids[i] for i in range(9) if p.bases >> i & 1]
        self.tracks = {colour: int(p.track(i)) for i, colour in enumerate(fx.COLOURS)}
        self.bonus = [
            f"b{card + 1}" for card in range(24) for _ in range(int(p.bonus >> 2 * card & 3))
        ]
        self.sacks = [f"s{card + 1}" for card in range(12) if p.sacks >> card & 1]
        self.tiles = [f"c{tile + 1}" for tile in range(9) if p.tiles >> tile & 1]
        self.specials = [f"p{card + 1}" for card in range(72) if p.owns(GAME.components, card)]
        self.unused = [f"p{GAME.components.usable[i] + 1}" for i in range(36) if p.unused >> i & 1]
        self.hand = [self._card(p, slot) for slot in range(6) if p.hand >> slot & 1]
        self.pile = [self._card(p, slot) for slot in sorted(p.pile)]
        self.played = [self._card(p, number // 2) for number in p.played]

    def _card(self, p: Player, slot: int) -> str:
        return PAIRS[slot] if p.cards[slot] < 0 else f"p{p.cards[slot] + 1}"

    def amounts(self) -> dict[str, int]:
        words = [*fx.ITEMS[: fx.HELD], "vp", "camel", "squares", "scarabs", "cubes"]
        amounts = {word: getattr(self, word) for word in words}
        amounts["sacks"] = len(self.sacks)
        amounts["bonus"] = len(self.bonus)
        return {**amounts, **self.tracks}


class Table:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.before = self.seat(0)
        self.places = {seat: self.seat(seat) for seat in range(match.players)}

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def seat(self, seat: int) -> Seat:
        return Seat(self.state.seats[seat])

    @property
    def me(self) -> Seat:
        return self.seat(0)

    # -- playing -------------------------------------------------------------------------------

    def offers(self) -> list[str]:
        """All that can be chosen now."""
        return [self.match.action_to_str(action) for action in self.match.legal_actions()]

    def can(self, notation: str) -> bool:
        return notation in self.offers()

    def choices(self, word: str) -> set[str]:
        """What can be chosen now with a word: ``choices("row") == {"garden", "canal"}``."""
        return {
            notation.partition(" ")[2]
            for notation in self.offers()
            if notation.partition(" ")[0] == word
        }

    def play(self, *notations: str) -> Table:
        for notation in notations:
            assert notation in self.offers(), f"{notation!r} is not among {self.offers()}"
            self.match.apply(self.match.str_to_action(notation))
        return self

    def act(self, action: str) -> Table:
        """Play the card of the usual hand that has an action, and take the action."""
        return self.play(PLAYS[action], f"main {action}")

    def colour(self, action: str) -> Table:
        """Play the card of the usual hand that has an action, and take its colour action."""
        return self.play(PLAYS[action], "colour")

    def end(self) -> Table:
        """End the turn unless it ends by itself because nothing is left to do."""
        return self.play("end") if self.can("end") else self

    def finish(self) -> Table:
        """End seat 0's turn, declining whatever is still asked."""
        while self.match.current_player == 0 and self.asked() != "play":
            for word in ("end", "decline"):
                if self.can(word):
                    self.play(word)
                    break
            else:
                raise AssertionError(f"{self.asked()}: {self.offers()}")
        return self

    def others(self) -> Table:
        """The other seats play a card and do nothing until it is the turn of seat 0 again."""
        while self.match.current_player not in (0, None):
            word = "end" if self.can("end") else self.offers()[0]
            self.play(word)
        return self

    def to_round(self, number: int) -> Table:
        """Everybody plays cards and does nothing until a round begins."""
        while self.state.round < number or self.asked() != "play":
            for word in ("end", "decline", "flow down"):
                if self.can(word):
                    self.play(word)
                    break
            else:
                self.play(self.offers()[0])
        return self

    def asked(self) -> str:
        """The kind of the question."""
        decision = self.match.decision()
        return "" if decision is None else decision.kind

    def options_after(self, *notations: str) -> list[str]:
        """What could be chosen after these choices; nothing is played."""
        other = Table(self.match.clone())
        return other.play(*notations).offers()

    # -- looking -------------------------------------------------------------------------------

    def changes(self, seat: int = 0) -> dict[str, int]:
        """What a seat has more or less than at the start; unchanged things are left out."""
        before, now = self.places[seat].amounts(), self.seat(seat).amounts()
        return {word: now[word] - before[word] for word in now if now[word] != before[word]}

    def turn_over(self) -> bool:
        """Whether it is another seat's turn (with at least two players)."""
        return self.match.current_player != 0

    def offer(self) -> list[str]:
        """Workshops on offer by slot, level I first; "-" where there is none."""
        ids = GAME.components.workshop_ids
        return [ids[tile] if tile >= 0 else "-" for tile in self.state.offer]

    def display(self, colour: str) -> list[str]:
        """A row of bonus cards; "-" where one is gone."""
        first = fx.COLOURS.index(colour) * 3
        cards = self.state.bonus[first : first + 3]
        return [f"b{card + 1}" if card >= 0 else "-" for card in cards]

    def stack(self, colour: str, level: int) -> list[str]:
        """A stack of special cards, its first card first."""
        return [f"p{c + 1}" for c in self.state.special[stack_number(f"{colour} {level}")]]

    def is_open(self, colour: str, level: int) -> bool:
        return bool(self.state.open >> stack_number(f"{colour} {level}") & 1)

    def sack_deck(self) -> list[str]:
        return [f"s{card + 1}" for card in self.state.sacks]

    def trading_tile(self, centre: str) -> str:
        face = self.state.trading[centre_number(centre)]
        tile = GAME.edition["trading_tiles"][face // 2]["id"]
        return f"{tile} {'ab'[face % 2]}"

    def base_owners(self, centre: str) -> list[int]:
        first = centre_number(centre) * 4
        return self.state.bases[first : first + 4]

    def at(self, seat: int = 0) -> str:
        place = self.state.seats[seat].at
        return "resafa" if place == GAME.components.resafa else GAME.components.centre_ids[place]

    def canals(self) -> dict[str, tuple[int, str]]:
        """Owner and tile side by cell."""
        canals: dict[str, tuple[int, str]] = {}
        for cell, value in enumerate(self.state.water):
            if value >= 0:
                owner, face = divmod(value, 14)
                canals[cell_name(cell)] = (owner, f"k{face // 2 + 1}{' back' * (face % 2)}")
        return canals

    def sources(self) -> set[str]:
        return {cell_name(cell) for cell in range(30) if self.state.sources >> cell & 1}

    def cubes(self) -> set[str]:
        return {cell_name(cell) for cell in range(30) if self.state.cubes >> cell & 1}

    def points(self, seat: int = 0) -> dict[str, int]:
        """VP by source, as they are booked."""
        points = self.state.seats[seat].points
        return {source: vp for source, vp in zip(n.SOURCES, points, strict=True) if vp}

    def why(self, notation: str) -> str:
        """The reason why something cannot be chosen by seat 0; empty where none is given."""
        return self.match.explain(0).get(notation, "")


def centre_number(name: str) -> int:
    return GAME.components.centre_ids.index(name)


def stack_number(name: str) -> int:
    colour, level = name.split()
    return fx.COLOURS.index(colour) * 3 + int(level) - 1
