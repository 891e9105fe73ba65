"""What holds at every moment of a game of Faiyum: pieces, cards, amounts, derived facts."""

from __future__ import annotations

from sandtable import Match
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.state import State
from sandtable.testing import check_choices
from tests.faiyum.reference import (
    adjacent,
    beside_settlements,
    developed,
    links_of,
    names,
    network_of,
    numbers,
)

BLUE = range(2, 113, 2)
YELLOW = (114, 116, 118, 120)
DISASTERS = (122, 124, 126, 128)
MARKET_CARDS = {*BLUE, *YELLOW, *DISASTERS}
STARTING = (1, 1, 1, 3, 5)


def state_of(match: Match) -> State:
    state = match.state
    assert isinstance(state, State)
    return state


def check_everything(match: Match) -> None:
    game = match.game
    assert isinstance(game, Faiyum)
    state = state_of(match)
    check_actions(match)
    check_pieces(game, state)
    check_network(game, state)
    check_players(state)
    check_cards(match, state)


def check_actions(match: Match) -> None:
    """As in any game; and only who has the turn chooses."""
    check_choices(match)
    if not match.is_over:
        assert match.current_player == state_of(match).active


def check_pieces(game: Faiyum, s: State) -> None:
    b = game.board
    upright, prone = names(b, s.upright), names(b, s.prone)
    settlements, towns = names(b, s.settlements), names(b, s.towns)
    workshops, crocodiles = names(b, s.workshops), names(b, s.crocodiles)
    land = names(b, b.resource)
    assert not upright & prone
    assert len(upright) + len(prone) + s.workers_left == 30
    assert s.workers_left >= 0
    assert settlements <= land | names(b, b.red)
    assert names(b, b.red) <= settlements
    assert len(settlements) <= 16
    assert not any(other in settlements for one in settlements for other in adjacent(b, one))
    assert towns <= settlements and len(towns) <= 8
    assert names(b, s.palaces) <= towns and len(names(b, s.palaces)) <= 2
    assert workshops <= land - settlements and len(workshops) <= 10
    assert names(b, s.expansions) <= workshops and len(names(b, s.expansions)) <= 5
    assert crocodiles <= names(b, b.swamp)
    assert not crocodiles & (upright | prone | settlements | workshops | names(b, s.developed))
    for space in range(b.size):
        assert 0 <= s.blocks[space] <= b.block_limit[space]
    assert sum(s.blocks) <= 15


def check_network(game: Faiyum, s: State) -> None:
    b = game.board
    network = network_of(b, s)
    bridges = [
        (b.names[one], b.names[other])
        for place, (one, other) in enumerate(b.bridge_places)
        if s.bridges >> place & 1
    ]
    grand = s.grand
    assert s.bridges | grand == s.bridges
    assert len([p for p in range(len(b.bridge_places)) if grand >> p & 1]) <= 2
    assert len(bridges) - len([p for p in range(len(b.bridge_places)) if grand >> p & 1]) <= 4
    links = links_of(b, s)
    for one, other in bridges:
        assert (one, other) in links
    dam = (b.names[b.dam[0]], b.names[b.dam[1]])
    roads = [link for link in links if link not in bridges]
    assert dam in roads or dam[::-1] in roads
    assert len(roads) + s.roads_left == 40
    assert s.roads_left >= 0
    for one, other in roads:
        assert other in adjacent(b, one) or {one, other} == set(dam)
    crocodiles = names(b, s.crocodiles)
    assert not any(one in crocodiles or other in crocodiles for one, other in links)
    for name, joined in network.joined.items():
        assert name in network.places or len(joined) <= 2
    # What the state keeps beside the pieces has to agree with them.
    assert names(b, s.open_ends) == network.with_ends(1)
    assert names(b, s.full_ends) == network.with_ends(2)
    assert names(b, s.developed) == developed(b, network)
    assert names(b, s.near) == beside_settlements(b, network)
    met = [names(b, others) for others in s.met]
    number = numbers(b)
    for name in b.names:
        assert all(name in met[number[other]] for other in met[number[name]])
    for place in network.places:
        assert network.direct(place) <= met[number[place]]


def check_players(s: State) -> None:
    assert min(s.money) >= 0
    assert min(s.resources) >= 0
    assert min(s.reputation) >= 0
    sources = len(s.points) // s.players
    for seat in range(s.players):
        assert sum(s.points[seat * sources : (seat + 1) * sources]) == s.reputation[seat]


def check_cards(match: Match, s: State) -> None:
    to_come = s.deck[s.drawn :]
    places = [*s.hands, *s.stacks, s.market, to_come]
    shared = [card for cards in places for card in cards if card not in STARTING]
    assert len(shared) == len(set(shared)), "a card in two places"
    assert set(shared) <= MARKET_CARDS
    for seat in range(s.players):
        own = [card for card in (*s.hands[seat], *s.stacks[seat]) if card in STARTING]
        assert all(own.count(card) <= STARTING.count(card) for card in set(own))
        assert not set(own + shared) & set(DISASTERS) & {*s.hands[seat], *s.stacks[seat]}
        assert list(s.hands[seat]) == sorted(s.hands[seat])
    assert list(s.market) == sorted(s.market)
    if to_come and state_between_turns(match):
        assert len(s.market) == 8
    assert len(s.market) <= 8
    tokens = [card for card in s.market if card in s.tokens]
    assert sorted(tokens) == sorted(s.tokens)
    assert len(tokens) + s.tokens_free == (0 if s.players == 1 else 4)
    # Only a card that replaces a taken disaster can push others to the right.
    assert s.passed or not set(tokens) & set(s.market[4:]), "a token in the future market"
    seen = [card for card in DISASTERS if card not in to_come]
    assert s.disasters_seen == len(seen)
    assert s.last_turns == (len(seen) == 4)
    assert not s.passed or s.last_turns


def state_between_turns(match: Match) -> bool:
    decision = match.decision()
    return decision is None or decision.kind in ("turn", "last")


def cards_in_game(s: State) -> dict[int, int]:
    """How many of each card are still in the game, wherever they lie."""
    counts: dict[int, int] = {}
    for cards in (*s.hands, *s.stacks, s.market, s.deck[s.drawn :]):
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
    return counts
