"""Set up a position in a line or two, play in it by notation, and look at what changed.

    t = table(hand=[26], workers="b4", money=2)
    t.play("play 26", "space c4", "done")
    assert t.changes() == {"grape": 1, "money": 1}

The acting seat is 0. Spaces are those of the tests' own map (valley.py) unless a game is given.
Crocodiles are gone from every space that holds a worker or anything built; all the others are
there unless ``crocodiles_off`` names them (or says "all").
"""

from __future__ import annotations

from typing import Any

from sandtable import Match
from sandtable.games.faiyum import constants
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.state import State
from sandtable.kernel.rng import seeded
from tests.faiyum.reference import (
    Network,
    beside_settlements,
    bits,
    developed,
    names,
    network_of,
)
from tests.faiyum.valley import VALLEY

FARMER, TWO_ROADS, SETTLEMENT = 1, 3, 5

#: Arguments of ``table`` that several tests share.
Position = dict[str, Any]


class Seat:
    """What a seat owns."""

    def __init__(self, state: State, seat: int) -> None:
        self.money = state.money[seat]
        self.reputation = state.reputation[seat]
        own = state.resources[seat * 5 : seat * 5 + 5]
        self.wheat, self.grape, self.stone, self.fish, self.rose = own
        self.hand = list(state.hands[seat])
        self.stack = list(state.stacks[seat])  # the top is last
        self.passed = bool(state.passed >> seat & 1)

    def amounts(self) -> dict[str, int]:
        return {word: getattr(self, word) for word in ("money", "reputation", *constants.RESOURCES)}


class Table:
    def __init__(self, match: Match, game: Faiyum) -> None:
        self.match = match
        self.game = game
        self.board = game.board
        self.before = self.seat(0)

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def seat(self, seat: int) -> Seat:
        return Seat(self.state, seat)

    # -- playing -------------------------------------------------------------------------------

    def offers(self) -> list[str]:
        """All that can be chosen now."""
        return [self.match.action_to_str(action) for action in self.match.legal_actions()]

    def can(self, notation: str) -> bool:
        return notation in self.offers()

    def choices(self, word: str) -> set[str]:
        """What can be chosen now with a word: ``choices("space") == {"b4", "c2"}``."""
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

    def others(self) -> Table:
        """The other seats put farmers down until it is the turn of seat 0 again."""
        while self.match.current_player != 0:
            self.play("cash farmer")
        return self

    def options_after(self, *notations: str) -> list[str]:
        """What could be chosen after these choices; nothing is played."""
        other = Table(self.match.clone(), self.game)
        return other.play(*notations).offers()

    # -- looking -------------------------------------------------------------------------------

    def changes(self) -> dict[str, int]:
        """What seat 0 has more or less than at the start; unchanged things are left out."""
        before, now = self.before.amounts(), self.seat(0).amounts()
        return {word: now[word] - before[word] for word in now if now[word] != before[word]}

    def turn_over(self) -> bool:
        """Whether it is another seat's turn (with at least two players)."""
        return self.match.current_player != 0

    def workers(self) -> frozenset[str]:
        return names(self.board, self.state.upright)

    def prone(self) -> frozenset[str]:
        return names(self.board, self.state.prone)

    def crocodiles(self) -> frozenset[str]:
        return names(self.board, self.state.crocodiles)

    def settlements(self) -> frozenset[str]:
        return names(self.board, self.state.settlements)

    def towns(self) -> frozenset[str]:
        return names(self.board, self.state.towns)

    def workshops(self) -> frozenset[str]:
        return names(self.board, self.state.workshops)

    def expansions(self) -> frozenset[str]:
        return names(self.board, self.state.expansions)

    def palaces(self) -> frozenset[str]:
        return names(self.board, self.state.palaces)

    def network(self) -> Network:
        return network_of(self.board, self.state)

    def blocks(self, site: str) -> int:
        return self.state.blocks[self.board.names.index(site)]

    def market(self) -> list[int]:
        return list(self.state.market)

    def tokens(self) -> list[int]:
        """The market cards with a discount token."""
        return [card for card in self.state.market if card in self.state.tokens]

    def supply(self, piece: str) -> int:
        left: int = self.match.view(None)["supply"][piece]
        return left

    def why(self, notation: str) -> str:
        """The reason why something cannot be chosen by seat 0; empty where none is given."""
        return self.match.explain(0).get(notation, "")


def table(
    players: int = 2,
    *,
    hand: list[int] | None = None,
    stack: list[int] | None = None,
    other_hand: list[int] | None = None,
    money: int = 0,
    reputation: int = 0,
    wheat: int = 0,
    grape: int = 0,
    stone: int = 0,
    fish: int = 0,
    rose: int = 0,
    workers: str = "",
    prone: str = "",
    settlements: str = "",
    towns: str = "",
    palaces: str = "",
    workshops: str = "",
    expansions: str = "",
    roads: str = "",
    bridges: str = "",
    grand: str = "",
    blocks: dict[str, int] | None = None,
    crocodiles_off: str = "",
    market: list[int] | None = None,
    tokens: list[int] | None = None,
    draws: list[int] | None = None,
    deck: list[int] | None = None,
    workers_left: int | None = None,
    roads_left: int | None = None,
    game: Faiyum = VALLEY,
    options: dict[str, Any] | None = None,
) -> Table:
    """A position. Towns, palaces and expansions need not be named among settlements or workshops.

    ``stack`` has its top last. ``market`` is sorted; by default the eight lowest blue cards that
    no seat holds. ``tokens`` are the cards with a token; the others of the four lie above the
    market. ``draws`` are the next cards of the draw pile, the cards that lie nowhere else follow;
    ``deck`` is all that is left to draw. Without disasters in it the last turns have begun.
    Direct connections that are there from the start count as made before.
    """
    b = game.board
    s = State(players, seeded(0, "table"))

    # The map.
    village = {*settlements.split(), *towns.split(), *palaces.split(), *names(b, b.red)}
    ways = [pair(text) for text in (*roads.split(), *bridges.split(), *grand.split())]
    for text in roads.split():
        one, other = pair(text)
        assert b.road_at[b.names.index(one) * 64 + b.names.index(other)] >= 0, text
    dam = (b.names[b.dam[0]], b.names[b.dam[1]])
    net = Network(b, [*ways, dam], village)
    assert all(len(net.joined[name]) <= 2 for name in net.joined if name not in net.places)
    s.settlements = bits(b, village)
    s.towns = bits(b, {*towns.split(), *palaces.split()})
    s.palaces = bits(b, palaces.split())
    s.workshops = bits(b, {*workshops.split(), *expansions.split()})
    s.expansions = bits(b, expansions.split())
    s.upright = bits(b, workers.split())
    s.prone = bits(b, prone.split())
    s.developed = bits(b, developed(b, net))
    s.near = bits(b, beside_settlements(b, net))
    s.open_ends = bits(b, net.with_ends(1))
    s.full_ends = bits(b, net.with_ends(2))
    s.links = [bits(b, net.joined[name]) for name in b.names]
    s.met = [bits(b, net.direct(name) if name in net.places else ()) for name in b.names]
    s.blocks = [(blocks or {}).get(name, 0) for name in b.names]
    places = [{b.names[x], b.names[y]} for x, y in b.bridge_places]
    for text in (*bridges.split(), *grand.split()):
        s.bridges |= 1 << places.index(set(pair(text)))
    for text in grand.split():
        s.grand |= 1 << places.index(set(pair(text)))
    used = s.developed | s.upright | s.prone | s.workshops
    off = b.swamp if crocodiles_off == "all" else bits(b, crocodiles_off.split())
    s.crocodiles = b.swamp & ~(used | off)
    standing = len(workers.split()) + len(prone.split())
    s.workers_left = constants.WORKERS - standing if workers_left is None else workers_left
    s.roads_left = constants.ROADS - 1 - len(roads.split()) if roads_left is None else roads_left

    # Players.
    s.hands = [tuple(sorted(hand or []))]
    s.hands += [tuple(sorted(other_hand or [FARMER] * 5)) for _ in range(players - 1)]
    s.stacks = [tuple(stack or [])] + [() for _ in range(players - 1)]
    s.money = [money] + [0] * (players - 1)
    s.reputation = [reputation] + [0] * (players - 1)
    s.resources[:5] = [wheat, grape, stone, fish, rose]

    # Cards.
    held = {card for cards in (*s.hands, *s.stacks) for card in cards}
    if market is None:
        elsewhere = {*held, *(draws or []), *(deck or [])}
        free = [card for card in game.codes.blue if card not in elsewhere]
        market = free[: constants.MARKET]
    assert market == sorted(market)
    s.market = tuple(market)
    if deck is None:
        known = [*game.codes.blue, *game.codes.yellow, *constants.DISASTERS]
        first = draws or []
        rest = [card for card in known if card not in {*held, *market, *first}]
        deck = first + rest
    s.deck = tuple(deck)
    s.pile = len([card for card in deck if card in game.codes.blue])
    s.disasters_seen = len(constants.DISASTERS) - len(
        [card for card in deck if card in constants.DISASTERS]
    )
    s.last_turns = s.disasters_seen == len(constants.DISASTERS)
    s.tokens = tuple(tokens or [])
    s.tokens_free = 0 if players == 1 else constants.TOKENS - len(tokens or [])
    resolved = game.resolve_options(players, dict(options or {}))
    if resolved.get("mode") == "campaign":
        s.goal = resolved["won"] + 1
    return Table(Match(game, players, 0, resolved, s), game)


def pair(text: str) -> tuple[str, str]:
    one, _, other = text.partition("-")
    return one, other
